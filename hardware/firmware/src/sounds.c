#include "sounds.h"

#include "hal.h"

#define SLOT_MS 50

static uint16_t left; /* slots still to come, the lowest bit first: sound or silence */
static uint8_t slot_ms;
static bool muted;

/* 0 silence, 1 to 5 so many short ones, 6 and 7 one and two long ones, 8 the whistle, 9 a knock,
 * 10 short-long, 11 long-short; from 12 on kept for later: one short. */
static uint16_t slots(uint8_t pattern) {
    switch (pattern) {
    case 0: return 0;
    case 2: return 0x0033;
    case 3: return 0x0333;
    case 4: return 0x3333;
    case 5: return 0x0155;
    case 6: return 0x00FF;
    case 7: return 0xF83F;
    case 8: return 0xFFFF;
    case 9: return 0x0001;
    case 10: return 0x0FF3;
    case 11: return 0x33FF;
    default: return 0x0003;
    }
}

void sounds_start(void) {
    left = slot_ms = 0;
    muted = false;
    hal_buzzer(false);
}

void sounds_play(uint8_t pattern) {
    left = muted ? 0 : slots(pattern);
    slot_ms = 0;
}

void sounds_mute(bool mute) { muted = mute; }

void sounds_millisecond(void) {
    if (slot_ms) {
        slot_ms--;
        return;
    }
    hal_buzzer(left & 1);
    if (left) {
        left >>= 1;
        slot_ms = SLOT_MS - 1;
    }
}
