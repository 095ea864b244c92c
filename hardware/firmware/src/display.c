#include "display.h"

#include <stdbool.h>
#include <string.h>

#include "hal.h"

#define COLON 0x80
#define WRITE_ON 0x40   /* data follow, at increasing places */
#define FIRST_PLACE 0xC0
#define SHINE 0x8B      /* display on, 10/16 */
#define DIGITS 4
#define BITS 9          /* eight and the acknowledgement; two steps each: clock low, clock high */
#define STOP_STEPS 2    /* and a last one in which data rises */

static const uint8_t SHAPES[10] = {0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};

static uint8_t wanted[DIGITS], sending[DIGITS];
static bool due;
static uint8_t byte, step; /* byte of the message, and step within it */

void display_start(void) {
    byte = step = 0;
    hal_clock_lines(true, true);
    display_dark();
    due = true;
}

static void want(const uint8_t digits[DIGITS]) {
    if (memcmp(digits, wanted, DIGITS)) {
        memcpy(wanted, digits, DIGITS);
        due = true;
    }
}

void display_time(uint32_t seconds) {
    uint16_t shown = seconds > 5999 ? 5999 : (uint16_t)seconds;
    uint8_t minutes = (uint8_t)(shown / 60), rest = (uint8_t)(shown % 60);
    uint8_t digits[DIGITS] = {minutes >= 10 ? SHAPES[minutes / 10] : 0,
                              SHAPES[minutes % 10] | COLON, SHAPES[rest / 10], SHAPES[rest % 10]};
    want(digits);
}

void display_dark(void) { want((const uint8_t[DIGITS]){0, 0, 0, 0}); }

void display_test(void) { want((const uint8_t[DIGITS]){0xFF, 0xFF, 0xFF, 0xFF}); }

/* The message: 40 | C0 d d d d | 8B, with a start before and a stop after each part. */
static uint8_t value(void) {
    switch (byte) {
    case 0: return WRITE_ON;
    case 1: return FIRST_PLACE;
    case 6: return SHINE;
    default: return sending[byte - 2];
    }
}
static bool opens(void) { return byte == 0 || byte == 1 || byte == 6; }
static bool closes(void) { return byte == 0 || byte == 5 || byte == 6; }

static void send_bit(uint8_t at) {
    uint8_t bit = at / 2;
    bool high = bit == BITS - 1 || (value() >> bit & 1); /* released for the acknowledgement */
    hal_clock_lines(at % 2, high);
}

static void end_byte(void) {
    if (closes()) {
        hal_clock_lines(true, true); /* stop: data rises while the clock is high */
    }
    step = 0;
    byte = byte == 6 ? 0 : (uint8_t)(byte + 1);
}

void display_millisecond(void) {
    if (!byte && !step) {
        if (!due) {
            return;
        }
        due = false;
        memcpy(sending, wanted, DIGITS);
    }
    uint8_t bits_at = opens() ? 1 : 0, stop_at = (uint8_t)(bits_at + 2 * BITS), at = step++;
    if (at < bits_at) {
        hal_clock_lines(true, false); /* start: data falls while the clock is high */
    } else if (at < stop_at) {
        send_bit((uint8_t)(at - bits_at));
    } else if (closes() && at < stop_at + STOP_STEPS) {
        hal_clock_lines(at > stop_at, false);
    } else {
        end_byte();
    }
}
