#include "link.h"

#include <string.h>

#include "beams.h"
#include "dice.h"
#include "hal.h"
#include "hear.h"
#include "orders.h"
#include "outgoing.h"
#include "queue.h"
#include "say.h"

#define HOST_GONE_US 3000000UL
#define NAK_US 50000UL /* at most 20 a second: a noisy line must not become a shout */

typedef struct {
    bool open;
    uint8_t number;
    uint32_t heard; /* the host's last word */
    bool answered;  /* `last` is the outcome of command `command` of this session */
    uint8_t command;
    outcome_t last;
} session_t;

static session_t session;
static uint32_t nak_at;
static bool nak_said;

void link_start(identity_t who) {
    session = (session_t){.open = false};
    nak_said = false;
    hear_start();
    outgoing_start(who);
}

bool link_in_session(void) { return session.open; }

static void nak(error_t code) {
    uint32_t now = (uint32_t)hal_us();
    if (nak_said && now - nak_at < NAK_US) {
        return;
    }
    nak_said = true;
    nak_at = now;
    say_begin('X');
    say_number(code);
    say_number(outgoing_errors());
    say_end();
}

static void damaged(error_t code) {
    outgoing_count_error();
    nak(code);
}

void link_overrun(void) { damaged(ER_OVERRUN); }

static void on_hello(void) {
    uint32_t highest, number;
    if (!hear_number(1, UINT32_MAX, &highest) || !hear_number(2, 0xFF, &number)) {
        nak(ER_ARGUMENT);
    } else if (highest < PROTOCOL_VERSION) {
        nak(ER_VERSION);
    } else {
        if (!session.open || session.number != number) {
            session.answered = false;
        }
        session.open = true;
        session.number = (uint8_t)number;
        dice_tell_again();
        outgoing_greet((int16_t)number);
    }
}

static void on_acknowledgement(void) {
    uint32_t epoch, id;
    if (!hear_number(1, 0xFFFF, &epoch) || !hear_number(2, UINT32_MAX, &id)) {
        nak(ER_ARGUMENT);
    } else if (epoch == (queue_head()->epoch & 0xFFFF)) {
        outgoing_acknowledged(id);
    }
}

static void on_sample(uint64_t at) {
    uint32_t number;
    if (!hear_number(1, UINT32_MAX, &number)) {
        nak(ER_ARGUMENT);
    } else {
        outgoing_sample(number, at);
    }
}

static void answer(const char *name, const outcome_t *outcome) {
    say_begin('R');
    say_text(TEXT(","));
    outgoing_name(name);
    if (outcome->error) {
        say_text(TEXT(",ER"));
        say_number(outcome->error);
    } else {
        say_text(TEXT(",OK"));
        if (outcome->has_value) {
            say_number(outcome->value);
        }
    }
    say_end();
}

static void on_command(uint64_t now) {
    uint32_t name;
    if (hear_count() < 3 || strlen(hear_field(1)) != 4 || !hear_number(1, 0xFFFF, &name)) {
        nak(ER_ARGUMENT);
        return;
    }
    if (!session.open || name >> 8 != session.number) {
        const outcome_t outcome = {.error = ER_NO_SESSION};
        answer(hear_field(1), &outcome);
        return;
    }
    /* The same number again is the same command, whose answer was lost: it is not done twice. */
    if (!session.answered || session.command != (uint8_t)name) {
        session.last = orders_obey(now);
        session.answered = true;
        session.command = (uint8_t)name;
    }
    answer(hear_field(1), &session.last);
}

static void on_frame(uint64_t at) {
    const char *type = hear_field(0);
    uint64_t now = hal_us();
    if (type[1]) {
        nak(ER_TYPE);
        return;
    }
    session.heard = (uint32_t)now;
    switch (type[0]) {
    case 'h': on_hello(); break;
    case 'a': on_acknowledgement(); break;
    case 't': on_sample(at); break;
    case 'c': on_command(now); break;
    default: nak(ER_TYPE); break;
    }
}

void link_byte(uint8_t byte, uint64_t at) {
    switch (hear(byte)) {
    case HEARD_FRAME: on_frame(at); break;
    case HEARD_DAMAGED: damaged(ER_CRC); break;
    case HEARD_TOO_LONG: damaged(ER_TOO_LONG); break;
    case HEARD_OWN_WORDS:
    case HEARD_NOTHING: break;
    }
}

void link_poll(uint64_t now) {
    if (session.open && (uint32_t)now - session.heard > HOST_GONE_US) {
        session.open = false;
        beams_arm(true); /* nobody could ask for it */
        outgoing_alone();
    }
    outgoing_poll(now);
}
