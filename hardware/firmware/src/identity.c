#include "identity.h"

#include <stdbool.h>

#include "crc.h"
#include "hal.h"

/* A record is a number and its check: a power cut while it is written leaves no false number.
 * Record 0 is the name; the starts are counted in 16 records in turn, so that none wears out. */
#define RECORD 6
#define STARTS 16

static bool read(uint8_t record, uint32_t *number) {
    uint8_t octets[RECORD];
    for (uint8_t i = 0; i < RECORD; i++) {
        octets[i] = hal_store_read((uint8_t)(record * RECORD + i));
    }
    *number = (uint32_t)octets[3] << 24 | (uint32_t)octets[2] << 16
        | (uint16_t)(octets[1] << 8 | octets[0]);
    return (uint16_t)(octets[5] << 8 | octets[4]) == crc16(octets, 4);
}

static bool write(uint8_t record, uint32_t number) {
    uint8_t octets[RECORD];
    for (uint8_t i = 0; i < 4; i++) {
        octets[i] = (uint8_t)(number >> (8 * i));
    }
    uint16_t check = crc16(octets, 4);
    octets[4] = (uint8_t)check;
    octets[5] = (uint8_t)(check >> 8);
    for (uint8_t i = 0; i < RECORD; i++) {
        hal_store_write((uint8_t)(record * RECORD + i), octets[i]);
    }
    uint32_t kept;
    return read(record, &kept) && kept == number;
}

/* The name, drawn when there is none. 0 where the EEPROM keeps nothing: better nameless than
 * another name at every start. */
static uint32_t name(void) {
    uint32_t uid;
    if (read(0, &uid)) {
        return uid;
    }
    uint8_t octets[8];
    hal_random(octets);
    uid = (uint32_t)octets[3] << 24 | (uint32_t)octets[2] << 16
        | (uint16_t)(octets[1] << 8 | octets[0]);
    return write(0, uid) ? uid : 0;
}

/* One more than the highest count ever kept; a record that no longer keeps is passed over. */
static uint32_t count_start(void) {
    uint32_t highest = 0, number;
    for (uint8_t i = 1; i <= STARTS; i++) {
        if (read(i, &number) && number > highest) {
            highest = number;
        }
    }
    highest++;
    for (uint8_t i = 0; i < STARTS && !write((uint8_t)(1 + (highest + i) % STARTS), highest); i++) {
    }
    return highest;
}

identity_t identity_start(uint8_t cause) {
    return (identity_t){.uid = name(), .boot = count_start(), .cause = cause};
}
