#include "outgoing.h"

#include "dice.h"
#include "hal.h"
#include "inputs.h"
#include "queue.h"
#include "say.h"

#define BEAT_US 1000000UL
#define HELLO_US 5000000UL
#define FIRST_RETRY_US 150000UL
#define LAST_RETRY_US 1000000UL
#define WINDOW 4
#define SAMPLE_TAIL 6  /* "*", CRC, LF */
#define SAMPLE_ROOM 96 /* of 127: at most one frame waits to go out */

static identity_t self;
static int16_t session; /* -1: none */
static bool hello_due;
static uint32_t hello_at, beat_at;
static uint8_t sent; /* events of the queue that are on their way, from the oldest */
static uint32_t sent_at, retry_us;
static uint16_t errors;

void outgoing_start(identity_t who) {
    self = who;
    session = -1;
    hello_due = true;
    hello_at = beat_at = sent_at = 0;
    sent = 0;
    retry_us = FIRST_RETRY_US;
    errors = 0;
}

void outgoing_count_error(void) {
    if (errors != UINT16_MAX) {
        errors++;
    }
}

uint16_t outgoing_errors(void) { return errors; }

void outgoing_greet(int16_t number) {
    session = number;
    hello_due = true;
    sent = 0;
    retry_us = FIRST_RETRY_US;
}

void outgoing_alone(void) { session = -1; }

void outgoing_acknowledged(uint32_t id) {
    const queue_head_t *head = queue_head();
    uint32_t count = id + 1 - head->oldest;
    if (!count) {
        if (sent > 1) {
            sent = 0; /* the same again: the host misses what comes after it */
        }
    } else if (count <= head->count) {
        queue_drop((uint8_t)count);
        sent = sent > count ? (uint8_t)(sent - count) : 0;
        retry_us = FIRST_RETRY_US;
        sent_at = (uint32_t)hal_us();
    }
}

void outgoing_name(const char *name) {
    while (*name) {
        say_plain(*name++);
    }
}

static uint8_t digits(uint64_t moment) {
    uint8_t count = 1;
    while (moment >>= 4) {
        count++;
    }
    return count;
}

void outgoing_sample(uint32_t number, uint64_t received) {
    /* A host that asks without end must not make events wait behind the answers. */
    if (hal_send_room() < SAMPLE_ROOM) {
        return;
    }
    say_begin('T');
    say_number(number);
    say_moment((uint16_t)(received >> 32), (uint32_t)received);
    /* When this frame's last byte will be out; its own length depends on how that is written. */
    uint64_t now = hal_us();
    uint8_t size = (uint8_t)(say_size() + 1 + digits(now) + SAMPLE_TAIL);
    uint64_t leaves = now + hal_send_us(size);
    say_moment((uint16_t)(leaves >> 32), (uint32_t)leaves);
    say_end();
}

static bool say_hello(void) {
    const queue_head_t *head = queue_head();
    say_begin('H');
    say_number(PROTOCOL_VERSION);
    say_text(TEXT("," FIRMWARE_NAME "," FIRMWARE_VERSION));
    say_digits(self.uid, 8);
    say_digits(head->epoch, 8);
    say_digits(self.boot, 8);
    say_number(self.cause);
    if (session < 0) {
        say_letter('-');
    } else {
        say_digits((uint8_t)session, 2);
    }
    say_number(head->oldest);
    say_number(head->count);
    say_number(head->lost);
    say_text(TEXT(",DPKSLTF"));
    return say_end();
}

static bool say_commitment(uint8_t die) {
    uint8_t commitment[16];
    dice_commitment(die, commitment);
    say_begin('M');
    say_letter(die ? 'G' : 'R');
    say_number(dice_die(die)->roll);
    say_octets(commitment, sizeof commitment);
    return say_end();
}

static void say_roll(const uint8_t *args) {
    say_letter(args[0] ? 'G' : 'R');
    say_number(args[1]);
    say_number((uint32_t)args[2] << 24 | (uint32_t)args[3] << 16 | (uint16_t)(args[4] << 8 | args[5]));
    say_octets(args + 6, 8);
    say_octets(args + 14, 4);
}

static bool say_event(uint8_t index) {
    const queue_head_t *head = queue_head();
    const event_t *event = queue_event(index);
    const uint8_t *args = event->args;
    say_begin('E');
    say_digits(head->epoch & 0xFFFF, 4);
    say_number(head->oldest + index);
    if (index < head->timeless) {
        say_letter('-');
    } else {
        say_moment(event->high, event->low);
    }
    say_letter(event->kind);
    switch (event->kind) {
    case 'D': say_roll(args); break;
    case 'P':
        say_number(args[0]);
        say_number((uint32_t)args[4] << 24 | (uint32_t)args[3] << 16
                   | (uint16_t)(args[2] << 8 | args[1]));
        break;
    case 'S':
    case 'K':
        say_number(args[0]);
        say_number(args[1]);
        break;
    default: break;
    }
    return say_end();
}

static bool say_beat(uint64_t now) {
    const queue_head_t *head = queue_head();
    say_begin('B');
    say_moment((uint16_t)(now >> 32), (uint32_t)now);
    say_digits(inputs_active(), 3);
    say_number(head->count);
    say_number(head->lost);
    say_number(errors);
    say_number(session >= 0);
    return say_end();
}

static void send_commitments(void) {
    for (uint8_t die = 0; die < DICE; die++) {
        if (dice_die(die)->drawn && !dice_die(die)->told && say_commitment(die)) {
            dice_told(die);
        }
    }
}

/* The next events of the window, or all of it again when no acknowledgement has come. */
static void send_events(uint32_t now) {
    uint8_t count = queue_head()->count;
    if (sent && now - sent_at > retry_us) {
        sent = 0;
        retry_us = retry_us * 2 > LAST_RETRY_US ? LAST_RETRY_US : retry_us * 2;
    }
    while (sent < count && sent < WINDOW && say_event(sent)) {
        if (!sent) {
            sent_at = now;
        }
        sent++;
    }
}

void outgoing_poll(uint64_t now64) {
    uint32_t now = (uint32_t)now64;
    if (hello_due || (session < 0 && now - hello_at > HELLO_US)) {
        if (say_hello()) {
            hello_due = false;
            hello_at = now;
        }
    }
    if (session >= 0 && !hello_due) {
        send_events(now);
        send_commitments();
    }
    if (now - beat_at >= BEAT_US && say_beat(now64)) {
        beat_at = now;
    }
}
