/* CRC-16/IBM-3740 (polynomial 1021, start FFFF): the seal of frames and of what survives a reset. */
#ifndef TARU_CRC_H
#define TARU_CRC_H
#include <stdint.h>

uint16_t crc16(const void *data, uint16_t size);

#endif
