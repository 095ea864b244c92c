/* Frames damaged in every way into the firmware, under ASan and UBSan: taru-fuzz FRAMES SEED.
 *
 * Of the frames, half are any bytes and any words, of which only survival is asked; the other half
 * are lamp orders of which one to eight bits were flipped: each must change nothing. Prints how many
 * were sent and how many were obeyed, and ends with 1 when one was, or when the queue is unsound. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crc.h"
#include "host.h"

#define LONGEST 120
#define SESSION 0x5A

static uint32_t state;
static host_byte_t sink[HOST_MOST];
static host_change_t drain[HOST_MOST];

static uint32_t any(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static uint32_t seal(char *frame, const char *body) {
    return (uint32_t)snprintf(frame, LONGEST, "$%s*%04X\n", body, crc16(body, (uint16_t)strlen(body)));
}

static void send(const char *bytes, uint32_t count) {
    host_write((const uint8_t *)bytes, count);
    host_run(host_now() + 87 * (uint64_t)count + 100);
    host_read(sink);
    host_changes(drain);
}

static void say(const char *body) {
    char frame[LONGEST];
    send(frame, seal(frame, body));
}

static const char *const WORDS[] = {
    "h,1,%X", "t,%X", "a,%04X,%X", "c,5A%02X,LED,%X,%X", "c,5A%02X,BUZ,%X", "c,5A%02X,CLK,%X,1",
    "c,5A%02X,NON,R,%X,12345678", "c,5A%02X,FLA", "c,5A%02X,CFG,%X,%X", "c,5A%02X,GET,%X",
    "c,5A%02X,ARM,%X", "c,5A%02X,TST,%X", "c,5A%02X,FAC,G,%X", "c,%X,,,,,,,,,", "z,%X", "%X",
};

static uint32_t wild_frame(char *frame) {
    uint32_t count;
    if (any(6)) {
        char body[LONGEST - 8];
        snprintf(body, sizeof body, WORDS[any(sizeof WORDS / sizeof *WORDS)], any(256), any(65536),
                 any(256));
        count = seal(frame, body);
    } else {
        count = any(100);
        for (uint32_t i = 0; i < count; i++) {
            frame[i] = (char)any(256);
        }
    }
    for (uint32_t change = any(3); count && change; change--) {
        uint32_t place = any(count);
        if (any(2)) {
            frame[place] = (char)any(256);
        } else {
            memmove(frame + place, frame + place + 1, --count - place);
        }
    }
    return count;
}

/* Everything that can happen around the bytes. */
static void something_else(void) {
    switch (any(60)) {
    case 0: host_act(host_now() + any(2000), HOST_FAST, (uint8_t)any(6), any(2)); break;
    case 1: host_act(host_now() + any(2000), HOST_CONTACT, (uint8_t)any(12), any(2)); break;
    case 2: host_run(host_now() + any(300000)); break;
    case 3: if (!any(200)) host_reset(2, !any(3), any(1 << 30)); break;
    case 4: say("h,1,5A"); break;
    default: break;
    }
}

static bool flip_bits(char *frame, uint32_t count, uint32_t flips) {
    char before[LONGEST];
    memcpy(before, frame, count);
    while (flips--) {
        uint32_t bit = any(count * 8);
        frame[bit / 8] = (char)(frame[bit / 8] ^ 1 << bit % 8);
    }
    return memcmp(before, frame, count) != 0;
}

/* An order that lights both turn lamps, damaged but for its line feed: were it obeyed, it shows. */
static uint32_t damaged_order(uint32_t i) {
    char body[LONGEST - 8], frame[LONGEST];
    if (i % 64 == 0) {
        say("h,1,5A");
    }
    snprintf(body, sizeof body, "c,%02X%02X,LED,3,3", SESSION, (unsigned)(i & 0xFF));
    uint32_t count = seal(frame, body) - 1;
    if (!flip_bits(frame, count, 1 + any(8))) {
        return 0;
    }
    frame[count++] = '\n';
    send(frame, count);
    bool obeyed = host_lamps & 0x8080;
    if (obeyed) {
        say("h,1,5B");
        say("c,5B01,LED,3,0");
        say("h,1,5A");
    }
    return obeyed;
}

static bool queue_sound(void) {
    const queue_head_t *head = queue_head();
    return head->count <= QUEUE_SIZE && head->timeless <= head->count;
}

int main(int argc, char **argv) {
    uint32_t frames = argc > 1 ? (uint32_t)strtoul(argv[1], 0, 10) : 1000000, obeyed = 0;
    state = argc > 2 ? (uint32_t)strtoul(argv[2], 0, 10) * 2654435761U + 1 : 1;
    host_power(state);
    for (uint32_t i = 0; i < frames / 2; i++) {
        char frame[LONGEST];
        send(frame, wild_frame(frame));
        something_else();
        if (!queue_sound()) {
            printf("queue unsound after %u frames\n", i);
            return 1;
        }
    }
    host_power(state);
    for (uint32_t i = 0; i < frames / 2; i++) {
        obeyed += damaged_order(i);
    }
    printf("{\"frames\": %u, \"obeyed\": %u}\n", frames / 2 * 2, obeyed);
    return obeyed != 0;
}
