/* The conversation with the host: sessions, acknowledgements, clock samples, commands once. */
#ifndef TARU_LINK_H
#define TARU_LINK_H
#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1

/* Who this is: `uid` names the box for ever, `boot` counts its starts, `cause` is why it started
 * (bit 0 power, 1 reset, 2 brown-out, 3 watchdog). */
typedef struct {
    uint32_t uid, boot;
    uint8_t cause;
} identity_t;

void link_start(identity_t who);
void link_byte(uint8_t byte, uint64_t at);
void link_overrun(void);
void link_poll(uint64_t now);
bool link_in_session(void);

#endif
