/* What the parts of the ATmega328P's hardware layer share. */
#ifndef TARU_AVR_H
#define TARU_AVR_H
#include <stdbool.h>
#include <stdint.h>

uint32_t avr_tick_in_isr(void);          /* half microseconds, interrupts off */
uint64_t avr_us_of(uint32_t tick);       /* a tick of the last 35 minutes as microseconds */
void avr_uart_start(void);
bool avr_uart_waits(void);               /* received bytes not yet taken */
void avr_pins_start(void);
bool avr_pins_wait(void);                /* changes of the inputs not yet taken */
void avr_random_start(void);             /* half a second at most */

#endif
