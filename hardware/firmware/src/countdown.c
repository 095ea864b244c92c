#include "countdown.h"

#include "display.h"
#include "queue.h"

static uint32_t left, counted; /* milliseconds, and the moment they were counted at */
static bool running, lit;

/* Whole seconds, rounded up: 0:00 appears when the time is over, not a second before. */
void countdown_show(void) {
    if (lit) {
        display_time((left + 999) / 1000);
    } else {
        display_dark();
    }
}

void countdown_start(void) {
    running = lit = false;
    left = counted = 0;
    display_start();
}

void countdown_set(uint32_t left_ms, bool run, uint64_t now) {
    left = left_ms;
    running = run;
    counted = (uint32_t)now;
    lit = run || left_ms;
    countdown_show();
}

void countdown_poll(uint64_t now) {
    if (!running) {
        return;
    }
    uint32_t since = (uint32_t)now - counted, passed = since / 1000;
    if (passed >= left) {
        queue_put('L', now - (since - left * 1000), 0, 0, false);
        running = false;
        left = 0;
    } else {
        left -= passed;
        counted += passed * 1000;
    }
    countdown_show();
}
