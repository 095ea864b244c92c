/* What the host may order: the verbs of a "c" frame. */
#ifndef TARU_ORDERS_H
#define TARU_ORDERS_H
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ER_NONE = 0,
    ER_CRC = 1,
    ER_TOO_LONG = 2,
    ER_TYPE = 3,
    ER_ARGUMENT = 4,
    ER_NO_SESSION = 5,
    ER_VERB = 6,
    ER_TOO_LATE = 7,
    ER_VERSION = 8,
    ER_OVERRUN = 9,
} error_t;

typedef struct {
    error_t error;
    bool has_value; /* of a GET */
    uint32_t value;
} outcome_t;

/* Carry out the order in the fields of the frame just heard; the verb is field 2. */
outcome_t orders_obey(uint64_t now);

void orders_start(void);
void orders_poll(uint64_t now); /* end what lasts only a while: the flash, a test */

#endif
