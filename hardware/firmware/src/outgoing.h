/* What the box says of itself, and when: hello, heartbeat, commitments, events until safe. */
#ifndef TARU_OUTGOING_H
#define TARU_OUTGOING_H
#include <stdint.h>

#include "link.h"

void outgoing_start(identity_t who);
void outgoing_greet(int16_t session); /* a session begins: hello, then everything again */
void outgoing_alone(void);            /* the host is gone */
void outgoing_acknowledged(uint32_t id);
void outgoing_sample(uint32_t number, uint64_t received);
void outgoing_name(const char *name); /* the session and number of a command, as they came */
void outgoing_poll(uint64_t now);

void outgoing_count_error(void);
uint16_t outgoing_errors(void);

#endif
