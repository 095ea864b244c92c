#include "lamps.h"

#include "hal.h"

static uint8_t faces[2], turns;
static bool all;

static uint8_t pips(uint8_t face) {
    switch (face) {
    case 1: return 0x08;
    case 2: return 0x41;
    case 3: return 0x49;
    case 4: return 0x63;
    case 5: return 0x6B;
    case 6: return 0x77;
    default: return 0;
    }
}

static void show(void) {
    uint16_t lamps = 0xFFFF;
    if (!all) {
        uint8_t red = pips(faces[0]) | (uint8_t)((turns & 1) << LAMP_TURN);
        uint8_t green = pips(faces[1]) | (uint8_t)((turns >> 1 & 1) << LAMP_TURN);
        lamps = (uint16_t)(red | green << 8);
    }
    hal_lamps(lamps);
}

void lamps_start(void) {
    faces[0] = faces[1] = turns = 0;
    lamps_all(false);
}

void lamps_turn(uint8_t mask, uint8_t value) {
    turns = (uint8_t)((turns & ~mask) | (value & mask));
    show();
}

void lamps_face(uint8_t die, uint8_t face) {
    faces[die] = face;
    show();
}

void lamps_all(bool on) {
    all = on;
    show();
}
