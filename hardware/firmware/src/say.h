/* A frame on its way out: "$", fields between commas, "*", CRC, LF. */
#ifndef TARU_SAY_H
#define TARU_SAY_H
#include <stdbool.h>
#include <stdint.h>

#define SAY_LONGEST 112 /* bytes, "$" and LF included */

#ifdef __AVR__
#include <avr/pgmspace.h>
#define TEXT(literal) PSTR(literal)
#else
#define TEXT(literal) (literal)
#endif

void say_begin(char type);
void say_plain(char letter);                     /* as it is */
void say_text(const char *in_flash);             /* as it is; made with TEXT("...") */
void say_letter(char letter);                    /* "," and the letter */
void say_number(uint32_t number);                /* "," and hex without leading zeros */
void say_digits(uint32_t number, uint8_t count); /* "," and exactly `count` hex digits, or more */
void say_moment(uint16_t high, uint32_t low);    /* "," and a time of 48 bits */
void say_octets(const uint8_t *octets, uint8_t count); /* "," and two digits each */
uint8_t say_size(void);                          /* bytes so far */

/* Send it. False when there is no room on the line: then nothing was sent. */
bool say_end(void);

#endif
