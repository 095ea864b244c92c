/* The two dice buttons: a press that is no bounce rolls its die. */
#ifndef TARU_BUTTONS_H
#define TARU_BUTTONS_H
#include <stdint.h>

#define BOUNCE_US 20000UL

void buttons_start(uint8_t fast);
void buttons_edge(uint8_t fast, uint64_t at);
void buttons_poll(uint64_t now);
uint8_t buttons_down(void); /* bit per die */

#endif
