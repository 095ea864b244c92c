#include "buttons.h"

#include <stdbool.h>

#include "dice.h"
#include "hal.h"
#include "inputs.h"
#include "lamps.h"
#include "limit.h"

typedef struct {
    bool raw, down, stuck;
    uint64_t since; /* the last change of `raw` */
} button_t;

static button_t buttons[DICE];

void buttons_start(uint8_t fast) {
    for (uint8_t die = 0; die < DICE; die++) {
        bool held = fast & FAST_DIE(die);
        /* What is held when the board starts is not a press. */
        buttons[die] = (button_t){.raw = held, .down = held};
    }
}

void buttons_edge(uint8_t fast, uint64_t at) {
    for (uint8_t die = 0; die < DICE; die++) {
        bool raw = fast & FAST_DIE(die);
        if (raw != buttons[die].raw) {
            buttons[die].raw = raw;
            buttons[die].since = at;
            hal_stir((uint8_t)at);
        }
    }
}

static void press(uint8_t die, uint64_t at) {
    if (limit_allows((uint8_t)(INPUT_DIE + die))) {
        lamps_face(die, 0); /* dark while it rolls; stays so when there is no place for the roll */
        lamps_face(die, dice_roll(die, at));
    }
}

void buttons_poll(uint64_t now) {
    for (uint8_t die = 0; die < DICE; die++) {
        button_t *button = &buttons[die];
        uint64_t age = now - button->since;
        if (button->raw != button->down && age > BOUNCE_US) {
            button->down = button->raw;
            if (button->down) {
                press(die, button->since);
            } else if (button->stuck) {
                button->stuck = false;
                inputs_stuck((uint8_t)(INPUT_DIE + die), false, button->since);
            }
        }
        if (button->down && !button->stuck && age > HELD_US) {
            button->stuck = true;
            inputs_stuck((uint8_t)(INPUT_DIE + die), true, button->since);
        }
    }
}

uint8_t buttons_down(void) { return (uint8_t)(buttons[0].down | buttons[1].down << 1); }
