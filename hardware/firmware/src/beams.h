/* The goal in use: what breaks its beams, or knocks at it, becomes a pass with its length.
 *
 * There is one goal with two sockets, one at each end of the table; the plug tells which. Without
 * a goal, or with one in each socket, nothing is watched. */
#ifndef TARU_BEAMS_H
#define TARU_BEAMS_H
#include <stdbool.h>
#include <stdint.h>

#define PLANES 4
#define GLITCH_US 150UL  /* shorter is no ball: noise */
#define MERGE_US 300UL   /* a gap shorter than this is flicker within one pass */
#define STUCK_US 500000UL

void beams_start(uint8_t fast);
void beams_edge(uint8_t fast, uint64_t at);
void beams_poll(uint64_t now);
uint8_t beams_broken(void); /* bit per beam number */
uint16_t beams_dropped(void); /* glitches, and passes over the storm limit */

/* Planes that this goal has; the others are neither reported nor found stuck. */
void beams_fit(uint8_t planes);
void beams_arm(bool armed); /* not armed: the emitters are dark and nothing is reported */

#endif
