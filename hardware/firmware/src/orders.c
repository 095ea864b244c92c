#include "orders.h"

#include <string.h>

#include "beams.h"
#include "countdown.h"
#include "dice.h"
#include "display.h"
#include "hal.h"
#include "hear.h"
#include "lamps.h"
#include "queue.h"
#include "say.h"
#include "settings.h"
#include "sounds.h"

#ifdef __AVR__
#define SAME(field, in_flash) (!strcmp_P(field, in_flash))
#else
#define SAME(field, in_flash) (!strcmp(field, in_flash))
#endif

#define ARG 3 /* the first field after the verb */
#define FLASH_US 50000UL
#define TEST_US 2000000UL
enum { TEST_LAMPS = 1, TEST_DISPLAY = 2, TEST_SOUND = 4 };

static uint32_t flash_since, test_since;
static bool flashing, testing;

static bool arg(uint8_t index, uint32_t limit, uint32_t *number) {
    return hear_number((uint8_t)(ARG + index), limit, number);
}

static bool die_arg(uint8_t *die) {
    const char *field = hear_count() > ARG ? hear_field(ARG) : "";
    *die = field[0] == 'G';
    return (field[0] == 'R' || field[0] == 'G') && !field[1];
}

static error_t light(uint64_t now) {
    uint32_t mask, value;
    (void)now;
    if (!arg(0, 0xFF, &mask) || !arg(1, 0xFF, &value)) {
        return ER_ARGUMENT;
    }
    lamps_turn((uint8_t)mask, (uint8_t)value);
    return ER_NONE;
}

static error_t face(uint64_t now) {
    uint8_t die;
    uint32_t shown;
    (void)now;
    if (!die_arg(&die) || !arg(1, 6, &shown)) {
        return ER_ARGUMENT;
    }
    lamps_face(die, (uint8_t)shown);
    return ER_NONE;
}

static error_t buzz(uint64_t now) {
    uint32_t pattern;
    (void)now;
    if (!arg(0, 15, &pattern)) {
        return ER_ARGUMENT;
    }
    sounds_play((uint8_t)pattern);
    return ER_NONE;
}

static error_t set_clock(uint64_t now) {
    uint32_t left, run;
    if (!arg(0, UINT32_MAX, &left) || !arg(1, 1, &run)) {
        return ER_ARGUMENT;
    }
    countdown_set(left, run, now);
    return ER_NONE;
}

static error_t nonce(uint64_t now) {
    uint8_t die;
    uint32_t roll, number;
    (void)now;
    if (!die_arg(&die) || !arg(1, UINT32_MAX, &roll) || !arg(2, UINT32_MAX, &number)
        || strlen(hear_field(ARG + 2)) != 8) {
        return ER_ARGUMENT;
    }
    return dice_nonce(die, roll, number) ? ER_NONE : ER_TOO_LATE;
}

static error_t flash(uint64_t now) {
    hal_flash(true);
    flashing = true;
    flash_since = (uint32_t)now;
    queue_put('F', now, 0, 0, true);
    return ER_NONE;
}

static error_t configure(uint64_t now) {
    uint32_t number, value;
    (void)now;
    if (!arg(0, 0xFF, &number) || !arg(1, UINT32_MAX, &value)) {
        return ER_ARGUMENT;
    }
    return settings_set((uint8_t)number, value) ? ER_NONE : ER_ARGUMENT;
}

static error_t arm(uint64_t now) {
    uint32_t armed;
    (void)now;
    if (!arg(0, 1, &armed)) {
        return ER_ARGUMENT;
    }
    beams_arm(armed);
    return ER_NONE;
}

static error_t test(uint64_t now) {
    uint32_t parts;
    if (!arg(0, 7, &parts)) {
        return ER_ARGUMENT;
    }
    testing = true;
    test_since = (uint32_t)now;
    lamps_all(parts & TEST_LAMPS);
    if (parts & TEST_DISPLAY) {
        display_test();
    }
    if (parts & TEST_SOUND) {
        sounds_play(1);
    }
    return ER_NONE;
}

static outcome_t get(void) {
    uint32_t number;
    outcome_t outcome = {.error = ER_ARGUMENT};
    if (arg(0, 0xFF, &number) && settings_get((uint8_t)number, &outcome.value)) {
        outcome.error = ER_NONE;
        outcome.has_value = true;
    }
    return outcome;
}

typedef error_t (*order_t)(uint64_t now);

static order_t order_of(const char *verb) {
    if (SAME(verb, TEXT("LED"))) return light;
    if (SAME(verb, TEXT("FAC"))) return face;
    if (SAME(verb, TEXT("BUZ"))) return buzz;
    if (SAME(verb, TEXT("CLK"))) return set_clock;
    if (SAME(verb, TEXT("NON"))) return nonce;
    if (SAME(verb, TEXT("FLA"))) return flash;
    if (SAME(verb, TEXT("CFG"))) return configure;
    if (SAME(verb, TEXT("ARM"))) return arm;
    if (SAME(verb, TEXT("TST"))) return test;
    return 0;
}

outcome_t orders_obey(uint64_t now) {
    const char *verb = hear_field(2);
    if (SAME(verb, TEXT("GET"))) {
        return get();
    }
    order_t order = order_of(verb);
    return (outcome_t){.error = order ? order(now) : ER_VERB};
}

void orders_start(void) {
    flashing = testing = false;
    hal_flash(false);
}

void orders_poll(uint64_t now) {
    uint32_t now32 = (uint32_t)now;
    if (flashing && now32 - flash_since >= FLASH_US) {
        flashing = false;
        hal_flash(false);
    }
    if (testing && now32 - test_since >= TEST_US) {
        testing = false;
        lamps_all(false);
        countdown_show();
    }
}
