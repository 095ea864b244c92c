/* The firmware as part of a process on a computer: the same sources, a board made of variables.
 * For tests; times are microseconds since power came, and go on through a reset. */
#ifndef TARU_HOST_H
#define TARU_HOST_H
#include <stdbool.h>
#include <stdint.h>

#include "queue.h"

#define HOST_FAST 'F'    /* `line` of an act: the fast inputs */
#define HOST_CONTACT 'S' /* the slow ones */

typedef struct {
    uint64_t at;
    uint16_t value;
    uint8_t line, pin; /* 'L' lamps, 'Z' buzzer, 'X' flash, 'C' carrier, 'T' display lines */
} host_change_t;

typedef struct {
    uint64_t at;
    uint8_t byte;
} host_byte_t;

extern queue_memory_t host_queue;
extern uint16_t host_lamps;
extern bool host_store_works; /* false: a worn EEPROM keeps nothing */

void host_power(uint32_t seed);      /* power comes: memory is anything, the EEPROM is empty */
void host_reset(uint8_t cause, bool power_cut, uint32_t seed);
void host_hold(uint64_t us);         /* time goes on, the processor stands still */
void host_jump(uint64_t us);         /* the clock of the board goes on so far at once */
void host_spoil_store(uint8_t place, uint8_t byte); /* power went while it was written */
bool host_act(uint64_t at, uint8_t line, uint8_t pin, bool level);
void host_write(const uint8_t *bytes, uint32_t count);
void host_run(uint64_t until);
uint64_t host_now(void);

uint32_t host_read(host_byte_t *bytes);        /* HOST_MOST at most, like the changes */
uint32_t host_changes(host_change_t *changes);
#define HOST_MOST 65536

#endif
