#include <stdlib.h>
#include <string.h>

#include "box.h"
#include "hal.h"
#include "host.h"

#define BYTE_US 87
#define OUT 127
#define ACTS 8192

typedef struct {
    uint64_t at;
    uint8_t line, pin;
    bool level;
} act_t;

queue_memory_t host_queue;
uint16_t host_lamps;
bool host_store_works;

static uint64_t now, started, ticked;
static act_t acts[ACTS];
static uint32_t act_count;
static struct {
    uint8_t inputs;
    uint64_t at;
} edges[ACTS];
static uint32_t edges_in, edges_out;
static uint8_t fast;
static uint16_t contacts;
static uint8_t store[HAL_STORE_SIZE];
static host_byte_t in[HOST_MOST], out[HOST_MOST];
static uint32_t in_first, in_count, out_count;
static uint64_t in_free, out_free; /* when the line is free for the next byte */
static host_change_t changes[HOST_MOST];
static uint32_t change_count;
static uint32_t noise;

static uint32_t draw(void) {
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    return noise;
}

static void note(uint8_t line, uint8_t pin, uint16_t value) {
    static uint16_t last[256];
    if (last[line] != value && change_count < HOST_MOST) {
        changes[change_count++] = (host_change_t){now, value, line, pin};
    }
    last[line] = value;
}

/* ---- what the firmware asks for */

uint64_t hal_us(void) { return now - started; }

bool hal_edge(uint8_t *inputs, uint64_t *at) {
    if (edges_out == edges_in) {
        return false;
    }
    *inputs = edges[edges_out % ACTS].inputs;
    *at = edges[edges_out++ % ACTS].at;
    return true;
}

uint8_t hal_fast(void) { return fast; }
uint16_t hal_edges_lost(void) { return 0; }
uint16_t hal_contacts(void) { return contacts; }

void hal_lamps(uint16_t lamps) {
    host_lamps = lamps;
    note('L', 0, lamps);
}

void hal_buzzer(bool on) { note('Z', 0, on); }
void hal_flash(bool on) { note('X', 0, on); }
void hal_carrier(bool on) { note('C', 0, on); }
void hal_clock_lines(bool clk, bool dio) { note('T', 0, (uint16_t)(clk | dio << 1)); }

bool hal_byte(uint8_t *byte, uint64_t *at) {
    if (!in_count || in[in_first].at > now) {
        return false;
    }
    *byte = in[in_first].byte;
    *at = in[in_first].at - started;
    in_first = (in_first + 1) % HOST_MOST;
    in_count--;
    return true;
}

bool hal_overrun(void) { return false; }

static uint32_t waiting(void) {
    return out_free > now ? (uint32_t)((out_free - now + BYTE_US - 1) / BYTE_US) : 0;
}

uint8_t hal_send_room(void) { return (uint8_t)(waiting() < OUT ? OUT - waiting() : 0); }

void hal_send(const char *bytes, uint8_t count) {
    while (count--) {
        out_free = (out_free > now ? out_free : now) + BYTE_US;
        if (out_count < HOST_MOST) {
            out[out_count++] = (host_byte_t){out_free, (uint8_t)*bytes};
        }
        bytes++;
    }
}

uint32_t hal_send_us(uint8_t more) { return (waiting() + more) * BYTE_US; }

void hal_stir(uint8_t bits) { noise += bits + 1U; }

void hal_random(uint8_t bytes[8]) {
    for (uint8_t i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(draw() >> 11);
    }
}

uint8_t hal_store_read(uint8_t place) {
    return place < HAL_STORE_SIZE ? store[place] : 0xFF;
}

void hal_store_write(uint8_t place, uint8_t byte) {
    if (place < HAL_STORE_SIZE && host_store_works) {
        store[place] = byte;
    }
}

uint16_t hal_stack_never_used(void) { return 0; }

/* ---- what the tests do */

static void start(uint8_t cause) {
    started = now;
    ticked = now;
    edges_out = edges_in;
    box_start(&host_queue, cause);
}

static void fill_memory(void) {
    for (size_t i = 0; i < sizeof host_queue; i++) {
        ((uint8_t *)&host_queue)[i] = (uint8_t)(draw() >> 9);
    }
}

void host_power(uint32_t seed) {
    noise = seed * 2654435761U + 88172645U;
    now = started = in_free = out_free = 0;
    act_count = edges_in = edges_out = in_first = in_count = out_count = change_count = 0;
    fast = 0;
    contacts = 0;
    host_store_works = true;
    memset(store, 0xFF, sizeof store);
    fill_memory();
    start(1);
}

void host_reset(uint8_t cause, bool power_cut, uint32_t seed) {
    in_count = 0;
    out_free = now;
    if (power_cut) {
        noise = seed * 2654435761U + 1;
        fill_memory();
    }
    start(cause);
}

void host_hold(uint64_t us) {
    now += us;
    started = ticked = now;
}

void host_jump(uint64_t us) { started -= us; }

void host_spoil_store(uint8_t place, uint8_t byte) { store[place % HAL_STORE_SIZE] = byte; }

bool host_act(uint64_t at, uint8_t line, uint8_t pin, bool level) {
    if (act_count == ACTS) {
        return false;
    }
    uint32_t place = act_count++;
    for (; place && acts[place - 1].at > at; place--) {
        acts[place] = acts[place - 1];
    }
    acts[place] = (act_t){at, line, pin, level};
    return true;
}

void host_write(const uint8_t *bytes, uint32_t count) {
    while (count-- && in_count < HOST_MOST) {
        in_free = (in_free > now ? in_free : now) + BYTE_US;
        in[(in_first + in_count++) % HOST_MOST] = (host_byte_t){in_free, *bytes++};
    }
}

static void perform(const act_t *act) {
    uint16_t bit = (uint16_t)(1U << act->pin);
    if (act->line == HOST_CONTACT) {
        contacts = act->level ? contacts | bit : contacts & (uint16_t)~bit;
    } else {
        fast = (uint8_t)(act->level ? fast | bit : fast & ~bit);
        edges[edges_in % ACTS].inputs = fast;
        edges[edges_in++ % ACTS].at = now - started;
    }
}

static uint64_t next_moment(uint64_t until) {
    uint64_t next = ticked + 1000 < until ? ticked + 1000 : until;
    if (act_count && acts[0].at < next) {
        next = acts[0].at;
    }
    if (in_count && in[in_first].at < next) {
        next = in[in_first].at;
    }
    return next > now ? next : now;
}

void host_run(uint64_t until) {
    while (now < until) {
        now = next_moment(until);
        if (now >= ticked + 1000) {
            ticked = now;
        }
        while (act_count && acts[0].at <= now) {
            act_t act = acts[0];
            memmove(acts, acts + 1, --act_count * sizeof *acts);
            perform(&act);
        }
        box_poll();
    }
}

uint64_t host_now(void) { return now; }

/* Bytes that are out by now. */
uint32_t host_read(host_byte_t *bytes) {
    uint32_t count = 0;
    while (count < out_count && out[count].at <= now) {
        bytes[count] = out[count];
        count++;
    }
    out_count -= count;
    memmove(out, out + count, out_count * sizeof *out);
    return count;
}

uint32_t host_changes(host_change_t *found) {
    uint32_t count = change_count;
    memcpy(found, changes, count * sizeof *found);
    change_count = 0;
    return count;
}
