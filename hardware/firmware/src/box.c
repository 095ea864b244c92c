#include "box.h"

#include "beams.h"
#include "buttons.h"
#include "contacts.h"
#include "countdown.h"
#include "dice.h"
#include "display.h"
#include "hal.h"
#include "identity.h"
#include "lamps.h"
#include "limit.h"
#include "link.h"
#include "orders.h"
#include "settings.h"
#include "sounds.h"

#define EDGES_AT_ONCE 16 /* a storm of light must not keep the bytes waiting */

static uint32_t millisecond;

void box_start(queue_memory_t *kept, uint8_t cause) {
    uint8_t random[8];
    hal_random(random);
    queue_start(kept, (uint32_t)random[3] << 24 | (uint32_t)random[2] << 16
                          | (uint16_t)(random[1] << 8 | random[0]));
    identity_t who = identity_start(cause);
    dice_start(who.boot);
    limit_start();
    settings_start();
    lamps_start();
    sounds_start();
    countdown_start();
    orders_start();
    contacts_start(hal_contacts());
    beams_start(hal_fast());
    buttons_start(hal_fast());
    link_start(who);
    millisecond = (uint32_t)hal_us();
}

static void take_edges(void) {
    uint8_t fast;
    uint64_t at;
    for (uint8_t i = 0; i < EDGES_AT_ONCE && hal_edge(&fast, &at); i++) {
        beams_edge(fast, at);
        buttons_edge(fast, at);
    }
}

static void take_bytes(void) {
    uint8_t byte;
    uint64_t at;
    if (hal_overrun()) {
        link_overrun();
    }
    while (hal_byte(&byte, &at)) {
        link_byte(byte, at);
    }
}

static void each_millisecond(uint64_t now) {
    if ((uint32_t)now - millisecond < 1000) {
        return;
    }
    millisecond = (uint32_t)now;
    contacts_millisecond(hal_contacts(), now);
    sounds_millisecond();
    display_millisecond();
}

void box_poll(void) {
    take_edges();
    take_bytes();
    uint64_t now = hal_us();
    limit_poll((uint32_t)now);
    each_millisecond(now);
    beams_poll(now);
    buttons_poll(now);
    countdown_poll(now);
    orders_poll(now);
    link_poll(now);
    dice_poll();
}
