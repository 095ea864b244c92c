#include "settings.h"

#include "beams.h"
#include "hal.h"
#include "sounds.h"

static uint8_t planes, mute;

void settings_start(void) {
    planes = FAST_PLANES;
    mute = 0;
}

bool settings_get(uint8_t number, uint32_t *value) {
    switch (number) {
    case SETTING_STACK: *value = hal_stack_never_used(); return true;
    case SETTING_EDGES: *value = hal_edges_lost(); return true;
    case SETTING_DROPPED: *value = beams_dropped(); return true;
    case SETTING_PLANES: *value = planes; return true;
    case SETTING_MUTE: *value = mute; return true;
    default: return false;
    }
}

bool settings_set(uint8_t number, uint32_t value) {
    if (number == SETTING_PLANES && value <= FAST_PLANES) {
        planes = (uint8_t)value;
        beams_fit(planes);
        return true;
    }
    if (number == SETTING_MUTE && value <= 1) {
        mute = (uint8_t)value;
        sounds_mute(mute);
        return true;
    }
    return false;
}
