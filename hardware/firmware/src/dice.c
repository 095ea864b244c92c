#include "dice.h"

#include <string.h>

#include "hal.h"
#include "queue.h"
#include "sha256.h"

#define FAIR_BYTES 252 /* the largest multiple of 6 below 256: above it, low faces would gain */

static die_t dice[DICE];

static void next_roll(die_t *die) {
    *die = (die_t){.roll = die->roll + 1};
}

void dice_start(uint32_t boot) {
    for (uint8_t die = 0; die < DICE; die++) {
        dice[die].roll = boot << 16;
        next_roll(&dice[die]);
    }
}

static void draw(die_t *die) {
    if (!die->drawn) {
        hal_random(die->secret);
        die->drawn = true;
    }
}

void dice_poll(void) {
    for (uint8_t die = 0; die < DICE; die++) {
        draw(&dice[die]);
    }
}

const die_t *dice_die(uint8_t die) { return &dice[die]; }

void dice_tell_again(void) { dice[0].told = dice[1].told = false; }

void dice_told(uint8_t die) { dice[die].told = true; }

static void write_roll(uint8_t *octets, uint32_t roll) {
    for (int8_t shift = 24; shift >= 0; shift -= 8) {
        *octets++ = (uint8_t)(roll >> shift);
    }
}

/* "TARU", `word`, die, roll, secret: 18 bytes that both hashes begin with. */
static void preamble(uint8_t *message, char word, uint8_t die, const die_t *state) {
    message[0] = 'T';
    message[1] = 'A';
    message[2] = 'R';
    message[3] = 'U';
    message[4] = (uint8_t)word;
    message[5] = die;
    write_roll(message + 6, state->roll);
    memcpy(message + 10, state->secret, sizeof state->secret);
}

void dice_commitment(uint8_t die, uint8_t commitment[16]) {
    uint8_t message[18], digest[32];
    preamble(message, 'C', die, &dice[die]);
    sha256(message, sizeof message, digest);
    memcpy(commitment, digest, 16);
}

uint8_t dice_face(uint8_t die, const die_t *state) {
    uint8_t message[22], digest[32], i = 0;
    preamble(message, '1', die, state);
    memcpy(message + 18, state->nonce, sizeof state->nonce);
    sha256(message, sizeof message, digest);
    /* All 32 bytes too high: once in 10^57 rolls; the last one then decides. */
    while (digest[i] >= FAIR_BYTES && i < 31) {
        i++;
    }
    return digest[i] % 6 + 1;
}

bool dice_nonce(uint8_t die, uint32_t roll, uint32_t nonce) {
    die_t *state = &dice[die];
    uint8_t octets[4];
    write_roll(octets, nonce);
    if (roll != state->roll || (state->given && memcmp(octets, state->nonce, 4))) {
        return false;
    }
    memcpy(state->nonce, octets, 4);
    state->given = true;
    return true;
}

uint8_t dice_roll(uint8_t die, uint64_t at) {
    die_t *state = &dice[die];
    draw(state);
    uint8_t args[EVENT_ARGS], face = dice_face(die, state);
    args[0] = die;
    args[1] = face;
    write_roll(args + 2, state->roll);
    memcpy(args + 6, state->secret, 8);
    memcpy(args + 14, state->nonce, 4);
    if (!queue_put('D', at, args, sizeof args, false)) {
        return 0;
    }
    next_roll(state);
    return face;
}
