#include "limit.h"

#include <string.h>

#include "inputs.h"

static uint8_t turns[INPUTS];
static uint32_t refilled;

void limit_start(void) {
    memset(turns, LIMIT_BURST, sizeof turns);
    refilled = 0;
}

void limit_poll(uint32_t now) {
    if (now - refilled < LIMIT_REFILL_US) {
        return;
    }
    refilled = now;
    for (uint8_t i = 0; i < INPUTS; i++) {
        if (turns[i] < LIMIT_BURST) {
            turns[i]++;
        }
    }
}

bool limit_allows(uint8_t input) {
    if (!turns[input]) {
        return false;
    }
    turns[input]--;
    return true;
}
