/* A frame on its way in, byte by byte, and its fields. */
#ifndef TARU_HEAR_H
#define TARU_HEAR_H
#include <stdbool.h>
#include <stdint.h>

#define HEAR_LONGEST 64 /* bytes, "$" and LF included */
#define HEAR_FIELDS 8

typedef enum {
    HEARD_NOTHING,
    HEARD_FRAME,     /* its fields are in hear_field, until the next byte */
    HEARD_OWN_WORDS, /* an echo or a loop-back */
    HEARD_DAMAGED,   /* bad CRC, a byte no frame may hold, or cut short by the next frame */
    HEARD_TOO_LONG,
} heard_t;

void hear_start(void);
heard_t hear(uint8_t byte);

uint8_t hear_count(void);
const char *hear_field(uint8_t index);

/* Field `index` as upper-case hex of 1 to 8 digits, at most `limit`. */
bool hear_number(uint8_t index, uint32_t limit, uint32_t *number);

#endif
