/* What shines: two die faces of seven LEDs, and the light of whose turn it is at each end. */
#ifndef TARU_LAMPS_H
#define TARU_LAMPS_H
#include <stdbool.h>
#include <stdint.h>

/* Lamps of a die, by bit (the second shift register is the green die's, bits 8 to 15):
 *     0   1
 *     2 3 4
 *     5   6      and 7, the turn light: Home's on the red register, Away's on the green one */
#define LAMP_TURN 7

void lamps_start(void);
void lamps_turn(uint8_t mask, uint8_t value); /* bit 0 Home, bit 1 Away */
void lamps_face(uint8_t die, uint8_t face);   /* 1-6, 0 dark */
void lamps_all(bool on);                      /* a test: everything shines */

#endif
