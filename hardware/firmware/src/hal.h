/* What the firmware asks of a board. hal_avr.c and its neighbours are the ATmega328P, hal_host.c is
 * a process on a computer, for tests. Times are whole microseconds since the board started. */
#ifndef TARU_HAL_H
#define TARU_HAL_H
#include <stdbool.h>
#include <stdint.h>

/* Bits of the fast inputs (1 = active: beam broken, knocked, button down). */
#define FAST_PLANES 0x0F /* front ladder, rear ladder, under the bar, knock */
#define FAST_DIE(die) (0x10 << (die))

uint64_t hal_us(void);                    /* 48 bits are enough for nine years */

/* The next change of the fast inputs, oldest first: all of them, and when. False: none waits. */
bool hal_edge(uint8_t *inputs, uint64_t *at);
uint8_t hal_fast(void);                   /* the fast inputs as they are now */
uint16_t hal_edges_lost(void);

uint16_t hal_contacts(void);              /* the slow inputs, 1 = closed, see contacts.h */
void hal_lamps(uint16_t lamps);           /* see lamps.h */
void hal_buzzer(bool on);
void hal_flash(bool on);                  /* the camera's flash */
void hal_carrier(bool on);                /* 38 kHz of all emitters */
void hal_clock_lines(bool clk, bool dio); /* TM1637: false pulls the line down */

/* The next received byte; `at` is when it came in (exact for line feeds). False: none waits. */
bool hal_byte(uint8_t *byte, uint64_t *at);
bool hal_overrun(void);                   /* bytes were lost since last asked */
uint8_t hal_send_room(void);
void hal_send(const char *bytes, uint8_t count); /* the caller has asked for the room */
uint32_t hal_send_us(uint8_t more);       /* until all that waits and `more` bytes are out */

void hal_stir(uint8_t noise);             /* something unpredictable happened */
void hal_random(uint8_t bytes[8]);

#define HAL_STORE_SIZE 128
uint8_t hal_store_read(uint8_t place);    /* EEPROM; FF where nothing was ever written */
void hal_store_write(uint8_t place, uint8_t byte);
uint16_t hal_stack_never_used(void);      /* bytes; 0 where there is no such measure */

#endif
