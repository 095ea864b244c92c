/* What GET reads and CFG sets, by number. The host sends its settings again in every session. */
#ifndef TARU_SETTINGS_H
#define TARU_SETTINGS_H
#include <stdbool.h>
#include <stdint.h>

enum {
    SETTING_STACK = 0,   /* bytes of stack never used since the start; read only */
    SETTING_EDGES = 1,   /* changes of fast inputs lost; read only */
    SETTING_DROPPED = 2, /* glitches, and passes over the storm limit; read only */
    SETTING_PLANES = 16, /* planes the goal has: 1 front, 2 rear, 4 under, 8 knock */
    SETTING_MUTE = 17,   /* 1: the buzzer keeps silent */
};

void settings_start(void);
bool settings_get(uint8_t number, uint32_t *value);
bool settings_set(uint8_t number, uint32_t value);

#endif
