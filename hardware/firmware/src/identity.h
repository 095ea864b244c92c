/* The box's name and its count of starts, in EEPROM. */
#ifndef TARU_IDENTITY_H
#define TARU_IDENTITY_H
#include <stdint.h>

#include "link.h"

identity_t identity_start(uint8_t cause);

#endif
