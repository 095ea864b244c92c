/* Events until the host has them safe. The queue lies in memory that a reset does not clear. */
#ifndef TARU_QUEUE_H
#define TARU_QUEUE_H
#include <stdbool.h>
#include <stdint.h>

#define QUEUE_SIZE 16
#define QUEUE_RESERVE 4 /* the last places are for what decides a match */
#define EVENT_ARGS 18

typedef struct {
    uint32_t low; /* 48-bit microseconds since the board started */
    uint16_t high;
    char kind; /* D P S K L F, as on the wire */
    uint8_t args[EVENT_ARGS];
    uint8_t check;
} event_t;

/* Two of these, written in turn: a reset in the middle of one leaves the other. */
typedef struct {
    uint32_t epoch;  /* names this sequence of ids */
    uint32_t oldest; /* id of the first event kept */
    uint16_t lost;   /* refused because there was no place */
    uint8_t turn;    /* the later of two heads is the one 1 ahead */
    uint8_t first;   /* its place in `events` */
    uint8_t count;
    uint8_t timeless; /* so many, from the first, are older than a reset: their time is lost */
    uint16_t check;
} queue_head_t;

typedef struct {
    queue_head_t heads[2];
    event_t events[QUEUE_SIZE];
} queue_memory_t;

/* Take up the queue that a reset left in `memory`, or begin a new one named `epoch`. */
void queue_start(queue_memory_t *memory, uint32_t epoch);

/* Keep an event; `args` are EVENT_ARGS bytes at most. False, and counted, when there is no place:
 * `minor` events find none already when only the reserve is left. */
bool queue_put(char kind, uint64_t at, const uint8_t *args, uint8_t count, bool minor);

const queue_head_t *queue_head(void);
const event_t *queue_event(uint8_t index);

/* Forget the first `count` events: they are safe. */
void queue_drop(uint8_t count);

#endif
