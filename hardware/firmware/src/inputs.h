/* Numbers of the inputs, as in S events and in the heartbeat's bits. */
#ifndef TARU_INPUTS_H
#define TARU_INPUTS_H
#include <stdbool.h>
#include <stdint.h>

#define INPUT_BEAM 0     /* Home's goal 0-3, Away's 4-7: front, rear, under, knock */
#define INPUT_DIE 8      /* red 8, green 9 */
#define INPUT_CONTACT 10 /* contact c is input 10 + c, see contacts.h */
#define INPUTS 22

#define HELD_US 5000000UL /* a button or key down for so long is stuck */

uint32_t inputs_active(void);
void inputs_stuck(uint8_t input, bool stuck, uint64_t at); /* the S event */

#endif
