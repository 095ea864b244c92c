/* How often an input may speak: ten times at once, then ten times a second. A flickering beam or a
 * loose contact must not crowd out a roll. */
#ifndef TARU_LIMIT_H
#define TARU_LIMIT_H
#include <stdbool.h>
#include <stdint.h>

#define LIMIT_BURST 10
#define LIMIT_REFILL_US 100000UL

void limit_start(void);
void limit_poll(uint32_t now);
bool limit_allows(uint8_t input); /* takes one of the input's turns, if there is one */

#endif
