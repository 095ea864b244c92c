#include "hear.h"

#include "crc.h"

#define SEAL 5 /* "*" and four digits */

static char body[HEAR_LONGEST - 1]; /* the frame without "$" and LF, and a final NUL */
static uint8_t size;
static bool inside;
static uint8_t starts[HEAR_FIELDS];
static uint8_t fields;

void hear_start(void) {
    inside = false;
    size = fields = 0;
}

static bool own_words(void) { return body[0] >= 'A' && body[0] <= 'Z'; }

/* Damage to what the box itself said, as an echo may bring it, is nobody's concern. */
static heard_t give_up(heard_t why) {
    bool own = size && own_words();
    hear_start();
    return own ? HEARD_OWN_WORDS : why;
}

static int8_t value_of(char digit) {
    if (digit >= '0' && digit <= '9') {
        return (int8_t)(digit - '0');
    }
    return digit >= 'A' && digit <= 'F' ? (int8_t)(digit - 'A' + 10) : -1;
}

static bool sealed(void) {
    if (size <= SEAL || body[size - SEAL] != '*') {
        return false;
    }
    uint16_t crc = 0;
    for (uint8_t i = (uint8_t)(size - SEAL + 1); i < size; i++) {
        int8_t value = value_of(body[i]);
        if (value < 0) {
            return false;
        }
        crc = (uint16_t)(crc << 4 | value);
    }
    return crc == crc16(body, size - SEAL);
}

/* Cut the body at its commas; fields beyond HEAR_FIELDS are for a later version, and left out. */
static bool split(void) {
    fields = 0;
    starts[fields++] = 0;
    for (uint8_t i = 0; i < size; i++) {
        if (body[i] == '*') {
            return false;
        }
        if (body[i] == ',') {
            body[i] = 0;
            if (fields < HEAR_FIELDS) {
                starts[fields++] = (uint8_t)(i + 1);
            }
        }
    }
    return true;
}

static heard_t close(void) {
    if (!sealed()) {
        return give_up(HEARD_DAMAGED);
    }
    size -= SEAL;
    body[size] = 0;
    if (!split()) {
        return give_up(HEARD_DAMAGED);
    }
    inside = false;
    size = 0;
    return own_words() ? HEARD_OWN_WORDS : HEARD_FRAME;
}

heard_t hear(uint8_t byte) {
    if (byte == '$') { /* always starts afresh, so that junk never costs the next frame */
        heard_t cut = inside && size ? give_up(HEARD_DAMAGED) : HEARD_NOTHING;
        inside = true;
        size = 0;
        return cut;
    }
    if (!inside) {
        return HEARD_NOTHING;
    }
    if (byte == '\n') {
        return close();
    }
    if (byte == '\r') {
        return HEARD_NOTHING;
    }
    if (byte < 0x21 || byte > 0x7E) {
        return give_up(HEARD_DAMAGED);
    }
    if (size >= sizeof body - 1) {
        return give_up(HEARD_TOO_LONG);
    }
    body[size++] = (char)byte;
    return HEARD_NOTHING;
}

uint8_t hear_count(void) { return fields; }

const char *hear_field(uint8_t index) { return body + starts[index]; }

bool hear_number(uint8_t index, uint32_t limit, uint32_t *number) {
    if (index >= fields) {
        return false;
    }
    const char *digit = hear_field(index);
    uint32_t found = 0;
    uint8_t count = 0;
    for (; *digit; digit++, count++) {
        int8_t value = value_of(*digit);
        if (value < 0 || count == 8) {
            return false;
        }
        found = found << 4 | (uint8_t)value;
    }
    *number = found;
    return count && found <= limit;
}
