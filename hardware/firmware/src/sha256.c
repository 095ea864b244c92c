#include "sha256.h"

#include <string.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define IN_FLASH PROGMEM
#define READ(word) pgm_read_dword(&(word))
#else
#define IN_FLASH
#define READ(word) (word)
#endif

static const uint32_t ROUND[64] IN_FLASH = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t START[8] IN_FLASH = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* gcc makes a loop of a 32-bit rotation on AVR. Whole bytes are only moves, so a rotation goes by
 * the nearest whole number of bytes and then by at most four single bits. `by` is constant. */
static inline __attribute__((always_inline)) uint32_t rotate(uint32_t x, uint8_t by) {
#ifdef __AVR__
    switch ((by + 4) / 8) {
    case 1: x = x >> 8 | x << 24; break;
    case 2: x = x >> 16 | x << 16; break;
    case 3: x = x >> 24 | x << 8; break;
    default: break;
    }
    int8_t rest = (int8_t)(by - (by + 4) / 8 * 8);
    for (; rest > 0; rest--) {
        x = x >> 1 | x << 31;
    }
    for (; rest < 0; rest++) {
        x = x << 1 | x >> 31;
    }
    return x;
#else
    return x >> by | x << (32 - by);
#endif
}

static inline uint32_t spread(uint32_t x) { return rotate(x, 7) ^ rotate(x, 18) ^ x >> 3; }
static inline uint32_t smear(uint32_t x) { return rotate(x, 17) ^ rotate(x, 19) ^ x >> 10; }

__attribute__((noinline, optimize("O2")))
void sha256(const uint8_t *message, uint8_t size, uint8_t digest[32]) {
    static uint32_t w[16]; /* static: 64 bytes less stack */
    uint32_t s[8];
    memset(w, 0, sizeof w);
    for (uint8_t i = 0; i < size; i++) {
        w[i / 4] |= (uint32_t)message[i] << (24 - 8 * (i % 4));
    }
    w[size / 4] |= (uint32_t)0x80 << (24 - 8 * (size % 4));
    w[15] = (uint32_t)size * 8;
    for (uint8_t i = 0; i < 8; i++) {
        s[i] = READ(START[i]);
    }
    for (uint8_t i = 0; i < 64; i++) {
        if (i >= 16) {
            w[i % 16] += spread(w[(i + 1) % 16]) + w[(i + 9) % 16] + smear(w[(i + 14) % 16]);
        }
        uint32_t mixed = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
        uint32_t chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t one = s[7] + mixed + chosen + READ(ROUND[i]) + w[i % 16];
        mixed = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
        uint32_t two = mixed + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (uint8_t i = 0; i < 8; i++) {
        uint32_t word = READ(START[i]) + s[i];
        for (uint8_t byte = 0; byte < 4; byte++) {
            digest[4 * i + byte] = (uint8_t)(word >> (24 - 8 * byte));
        }
    }
}
