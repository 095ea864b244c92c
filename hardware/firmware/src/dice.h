/* Two dice that neither the box nor the host can steer: commit, then reveal.
 *
 * Before each roll the box publishes SHA-256("TARUC", die, roll, secret) cut to 16 bytes; the host
 * gives a nonce; the face follows from SHA-256("TARU1", die, roll, secret, nonce), and the secret is
 * told with it. A roll the host gave no nonce for has nonce 0: it counts, but is not proved. */
#ifndef TARU_DICE_H
#define TARU_DICE_H
#include <stdbool.h>
#include <stdint.h>

#define DICE 2 /* 0 red, 1 green */

typedef struct {
    uint32_t roll; /* never repeats on one box: boot counter, then a counter of rolls */
    uint8_t secret[8];
    uint8_t nonce[4];
    bool drawn; /* the secret is */
    bool given; /* the nonce is */
    bool told;  /* the commitment is */
} die_t;

void dice_start(uint32_t boot);
void dice_poll(void); /* draw a secret that is missing; takes 20 ms */
const die_t *dice_die(uint8_t die);
void dice_tell_again(void); /* a new session: publish both commitments */
void dice_told(uint8_t die);
void dice_commitment(uint8_t die, uint8_t commitment[16]);

/* The host's share in a roll. False when it comes too late, or is not the first for this roll. */
bool dice_nonce(uint8_t die, uint32_t roll, uint32_t nonce);

/* Roll: the face (1-6), or 0 when there is no place for the event. */
uint8_t dice_roll(uint8_t die, uint64_t at);

uint8_t dice_face(uint8_t die, const die_t *state);

#endif
