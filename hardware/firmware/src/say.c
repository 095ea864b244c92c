#include "say.h"

#include "crc.h"
#include "hal.h"

#define SEAL 6 /* "*", four digits, LF */

static char frame[SAY_LONGEST];
static uint8_t size;

static void put(char byte) {
    if (size < SAY_LONGEST - SEAL) {
        frame[size++] = byte;
    }
}

static char digit(uint8_t value) { return (char)(value < 10 ? '0' + value : 'A' + value - 10); }

static void put_octet(uint8_t octet) {
    put(digit(octet >> 4));
    put(digit(octet & 15));
}

static void put_hex(uint32_t number, uint8_t least) {
    uint8_t count = 8;
    while (count > least && !(number >> (4 * (count - 1)))) {
        count--;
    }
    while (count--) {
        put(digit((uint8_t)(number >> (4 * count)) & 15));
    }
}

void say_begin(char type) {
    size = 0;
    put('$');
    put(type);
}

void say_plain(char letter) { put(letter); }

void say_text(const char *in_flash) {
#ifdef __AVR__
    for (char c; (c = (char)pgm_read_byte(in_flash)); in_flash++) {
        put(c);
    }
#else
    for (; *in_flash; in_flash++) {
        put(*in_flash);
    }
#endif
}

void say_letter(char letter) {
    put(',');
    put(letter);
}

void say_number(uint32_t number) { say_digits(number, 1); }

void say_digits(uint32_t number, uint8_t count) {
    put(',');
    put_hex(number, count);
}

void say_moment(uint16_t high, uint32_t low) {
    put(',');
    if (high) {
        put_hex(high, 1);
    }
    put_hex(low, high ? 8 : 1);
}

void say_octets(const uint8_t *octets, uint8_t count) {
    put(',');
    while (count--) {
        put_octet(*octets++);
    }
}

uint8_t say_size(void) { return size; }

bool say_end(void) {
    if (hal_send_room() < size + SEAL) {
        return false;
    }
    uint16_t crc = crc16(frame + 1, size - 1);
    frame[size++] = '*';
    for (int8_t shift = 12; shift >= 0; shift -= 4) {
        frame[size++] = digit((crc >> shift) & 15);
    }
    frame[size++] = '\n';
    hal_send(frame, size);
    return true;
}
