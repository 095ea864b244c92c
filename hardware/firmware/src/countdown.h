/* The clock of the box: counts down on the display, and says when it has run out. */
#ifndef TARU_COUNTDOWN_H
#define TARU_COUNTDOWN_H
#include <stdbool.h>
#include <stdint.h>

void countdown_start(void);
void countdown_set(uint32_t left_ms, bool running, uint64_t now); /* 0, not running: dark */
void countdown_show(void); /* again, after a test of the display */
void countdown_poll(uint64_t now);

#endif
