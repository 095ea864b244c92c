#include "contacts.h"

#include <stdbool.h>
#include <string.h>

#include "hal.h"
#include "inputs.h"
#include "limit.h"
#include "queue.h"

#define SILENT (1U << CONTACT_GOAL_HOME | 1U << CONTACT_GOAL_AWAY | 1U << CONTACT_SPARE)
#define HELD_MS (HELD_US / 1000)

static uint16_t steady, stuck;
static uint8_t changed_ms[CONTACTS];
static uint16_t closed_ms[CONTACTS];

void contacts_start(uint16_t closed) {
    steady = closed; /* what is held when the board starts is not a press */
    stuck = 0;
    memset(changed_ms, 0, sizeof changed_ms);
    memset(closed_ms, 0, sizeof closed_ms);
}

static void report(uint8_t contact, bool closed, uint64_t at) {
    if (!(SILENT >> contact & 1) && limit_allows((uint8_t)(INPUT_CONTACT + contact))) {
        uint8_t args[2] = {contact, closed};
        queue_put('K', at, args, sizeof args, false);
    }
}

static void change(uint8_t contact, uint64_t at) {
    uint16_t bit = (uint16_t)(1U << contact);
    bool closed = !(steady & bit);
    steady ^= bit;
    closed_ms[contact] = 0;
    hal_stir((uint8_t)at);
    if (stuck & bit) {
        stuck &= (uint16_t)~bit;
        inputs_stuck((uint8_t)(INPUT_CONTACT + contact), false, at);
    }
    report(contact, closed, at);
}

static void hold(uint8_t contact, uint64_t now) {
    uint16_t bit = (uint16_t)(1U << contact);
    if ((steady & bit) && !(stuck & bit) && !(SILENT & bit) && ++closed_ms[contact] > HELD_MS) {
        stuck |= bit;
        inputs_stuck((uint8_t)(INPUT_CONTACT + contact), true, now - HELD_US);
    }
}

void contacts_millisecond(uint16_t closed, uint64_t now) {
    for (uint8_t contact = 0; contact < CONTACTS; contact++) {
        if (!((closed ^ steady) >> contact & 1)) {
            changed_ms[contact] = 0;
        } else if (++changed_ms[contact] >= STEADY_MS) {
            changed_ms[contact] = 0;
            change(contact, now - STEADY_MS * 1000UL);
        }
        hold(contact, now);
    }
}

uint16_t contacts_closed(void) { return steady; }
