/* A TM1637 with four digits and a colon. One step of its two lines a millisecond: slow enough for
 * modules with capacitors on the lines, and nothing ever waits for it. */
#ifndef TARU_DISPLAY_H
#define TARU_DISPLAY_H
#include <stdint.h>

void display_start(void);
void display_time(uint32_t seconds); /* minutes and seconds, 99:59 at most */
void display_dark(void);
void display_test(void);             /* every segment */
void display_millisecond(void);

#endif
