/* SHA-256 (FIPS 180-4) of one block: what the commit-reveal dice and the entropy pool need. */
#ifndef TARU_SHA256_H
#define TARU_SHA256_H
#include <stdint.h>

#define SHA256_LONGEST 55 /* bytes that fit one block with its padding */

void sha256(const uint8_t *message, uint8_t size, uint8_t digest[32]);

#endif
