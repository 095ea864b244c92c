#include "crc.h"

#ifdef __AVR__
#include <util/crc16.h>
#define ADD(crc, byte) _crc_xmodem_update(crc, byte)
#else
static uint16_t add(uint16_t crc, uint8_t byte) {
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++) {
        crc = (uint16_t)((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
    }
    return crc;
}
#define ADD(crc, byte) add(crc, byte)
#endif

uint16_t crc16(const void *data, uint16_t size) {
    const uint8_t *byte = data;
    uint16_t crc = 0xFFFF;
    while (size--) {
        crc = ADD(crc, *byte++);
    }
    return crc;
}
