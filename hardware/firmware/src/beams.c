#include "beams.h"

#include "contacts.h"
#include "hal.h"
#include "inputs.h"
#include "limit.h"
#include "queue.h"

typedef enum { CLEAR, BROKEN, PASSED, STUCK } state_t;

typedef struct {
    state_t state;
    uint32_t since, until; /* low 32 bits of the time: a pass lasts far less than 71 minutes */
} plane_t;

#define NOWHERE 0xFF

static plane_t planes[PLANES];
static uint8_t level; /* the fast inputs at the last edge */
static uint8_t fitted, seen_to; /* planes there are, and planes watched at the last look */
static uint8_t first;           /* number of the goal's first beam, or NOWHERE */
static bool armed;
static uint16_t dropped;

/* The full time of a moment of the last 71 minutes. */
static uint64_t full(uint32_t moment, uint64_t now) { return now - (uint32_t)((uint32_t)now - moment); }

static uint8_t watched(void) { return armed && first != NOWHERE ? fitted : 0; }

void beams_start(uint8_t fast) {
    level = fast;
    fitted = FAST_PLANES;
    first = NOWHERE;
    dropped = 0;
    seen_to = 0;
    for (uint8_t i = 0; i < PLANES; i++) {
        planes[i].state = CLEAR;
    }
    beams_arm(true);
}

void beams_arm(bool on) {
    armed = on;
    hal_carrier(on);
}

void beams_fit(uint8_t mask) { fitted = mask & FAST_PLANES; }

static void begin(plane_t *plane, uint32_t at) {
    if (plane->state == PASSED) {
        plane->state = BROKEN; /* flicker: the same pass goes on */
    } else if (plane->state == CLEAR) {
        plane->state = BROKEN;
        plane->since = at;
    }
}

static void end(uint8_t i, uint64_t at) {
    if (planes[i].state == BROKEN) {
        planes[i].state = PASSED;
        planes[i].until = (uint32_t)at;
    } else if (planes[i].state == STUCK) {
        planes[i].state = CLEAR;
        inputs_stuck((uint8_t)(first + i), false, at);
    }
}

void beams_edge(uint8_t fast, uint64_t at) {
    uint8_t changed = (fast ^ level) & watched();
    level = fast;
    for (uint8_t i = 0; i < PLANES; i++) {
        if (!(changed >> i & 1)) {
            continue;
        }
        if (fast >> i & 1) {
            begin(&planes[i], (uint32_t)at);
        } else {
            end(i, at);
        }
    }
}

static void report(uint8_t i, uint64_t now) {
    uint8_t beam = (uint8_t)(first + i);
    uint32_t lasted = planes[i].until - planes[i].since;
    if (lasted < GLITCH_US || !limit_allows((uint8_t)(INPUT_BEAM + beam))) {
        dropped++;
        return;
    }
    uint8_t args[5] = {beam, (uint8_t)lasted, (uint8_t)(lasted >> 8), (uint8_t)(lasted >> 16),
                       (uint8_t)(lasted >> 24)};
    queue_put('P', full(planes[i].since, now), args, sizeof args, false);
}

/* Planes no longer watched are let go, those watched from now on start as they are. */
static void watch(uint8_t was, uint64_t now, uint8_t was_first) {
    uint8_t is = watched();
    bool moved = first != was_first;
    for (uint8_t i = 0; i < PLANES; i++) {
        if ((was >> i & 1) && (moved || !(is >> i & 1))) {
            if (planes[i].state == STUCK) {
                inputs_stuck((uint8_t)(was_first + i), false, now);
            }
            planes[i].state = CLEAR;
        }
        if ((is >> i & 1) && (moved || !(was >> i & 1)) && (level >> i & 1)) {
            begin(&planes[i], (uint32_t)now);
        }
    }
}

static void follow_plug(uint64_t now) {
    uint8_t was_first = first;
    bool home = contacts_closed() >> CONTACT_GOAL_HOME & 1;
    bool away = contacts_closed() >> CONTACT_GOAL_AWAY & 1;
    first = home == away ? NOWHERE : home ? 0 : PLANES;
    if (first != was_first || watched() != seen_to) {
        watch(seen_to, now, was_first);
        seen_to = watched();
    }
}

void beams_poll(uint64_t now) {
    uint32_t now32 = (uint32_t)now;
    follow_plug(now);
    for (uint8_t i = 0; i < PLANES; i++) {
        plane_t *plane = &planes[i];
        if (plane->state == PASSED && now32 - plane->until > MERGE_US) {
            plane->state = CLEAR;
            report(i, now);
        } else if (plane->state == BROKEN && now32 - plane->since > STUCK_US) {
            plane->state = STUCK;
            inputs_stuck((uint8_t)(first + i), true, full(plane->since, now));
        }
    }
}

uint8_t beams_broken(void) {
    return first == NOWHERE ? 0 : (uint8_t)((level & watched()) << first);
}

uint16_t beams_dropped(void) { return dropped; }
