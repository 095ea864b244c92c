/* Keys, pedal, pockets and the plug of the goal: contacts read through shift registers. Each has
 * one meaning. */
#ifndef TARU_CONTACTS_H
#define TARU_CONTACTS_H
#include <stdint.h>

enum {
    CONTACT_HOME_BIG,
    CONTACT_HOME_SMALL,
    CONTACT_AWAY_BIG,
    CONTACT_AWAY_SMALL,
    CONTACT_PEDAL,
    CONTACT_GOAL_HOME, /* the goal is plugged in at Home's end */
    CONTACT_GOAL_AWAY,
    CONTACT_SPARE,
    CONTACT_POCKET, /* the first of four, Home's left, then round the table */
    CONTACTS = CONTACT_POCKET + 4,
};

#define STEADY_MS 20

void contacts_start(uint16_t closed);
void contacts_millisecond(uint16_t closed, uint64_t now); /* every millisecond */
uint16_t contacts_closed(void);

#endif
