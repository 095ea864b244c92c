/* The real firmware image inside simavr, step by step in virtual time, for firmware_bridge.emulator.
 *
 * This file is MIT like the rest of the project. simavr is GPL-3: what is made by compiling the two
 * together is for testing on the machine that compiled it, and is not distributed.
 *
 * Around the chip it plays the board of hardware/pins.toml: two 74HC595 and two 74HC165 on one latch,
 * pull-ups on the display's lines, a host that writes at 115200 baud. Times are cycles of 62.5 ns
 * since power came, and go on through a reset. */
#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <stdlib.h>
#include <string.h>

#define HZ 16000000
#define BYTE_CYCLES 1389 /* ten bits at 115200 baud */
#define RAM_START 0x100
#define RAM_SIZE 2048
#define MCUSR 0x54
#define EICRA 0x69
#define TIMER_2 0xB0 /* its registers, five bytes */
#define STEADY 4
#define ACTS 8192    /* a power of two, like the others */
#define BYTES 65536
#define CHANGES 65536

enum { CONTACT = 'S', LAMPS = 'L' }; /* beside 'B', 'C', 'D' for the pins of a port */

typedef struct {
    uint64_t at;
    uint8_t port, pin, level;
} act_t;

typedef struct {
    uint64_t at;
    uint16_t value;
    uint8_t port, pin;
} change_t;

typedef struct box box_t;
typedef struct {
    box_t *box;
    uint8_t port, pin;
} watch_t;

struct box {
    avr_t *avr;
    uint64_t before_reset, stop;
    act_t acts[ACTS];
    uint32_t act_first, act_count;
    uint8_t in[BYTES], out[BYTES];
    uint64_t out_at[BYTES];
    uint32_t in_first, in_count, out_count;
    change_t changes[CHANGES];
    uint32_t change_count;
    uint16_t contacts, loaded, shifted, lamps;
    uint8_t read_bytes;
    uint8_t driven[4], level[4];
    uint32_t noise;
    uint16_t lowest_stack, last_stack;
    uint32_t steady;
    int tracing;
    watch_t watches[8];
};

static uint64_t now_of(box_t *box) { return box->before_reset + box->avr->cycle; }

static void note(box_t *box, uint8_t port, uint8_t pin, uint16_t value) {
    if (box->change_count < CHANGES) {
        box->changes[box->change_count++] = (change_t){now_of(box), value, port, pin};
    }
}

/* ---- what the chip drives */

static void on_byte_out(avr_irq_t *irq, uint32_t value, void *param) {
    box_t *box = param;
    (void)irq;
    if (box->out_count < BYTES) {
        box->out_at[box->out_count] = now_of(box);
        box->out[box->out_count++] = (uint8_t)value;
    }
}

static void on_pin(avr_irq_t *irq, uint32_t value, void *param) {
    watch_t *watch = param;
    (void)irq;
    note(watch->box, watch->port, watch->pin, (uint16_t)value);
}

static void on_latch(avr_irq_t *irq, uint32_t value, void *param) {
    box_t *box = param;
    (void)irq;
    if (!value) {
        box->loaded = (uint16_t)~box->contacts;
        box->read_bytes = 0;
    } else if (box->lamps != box->shifted) {
        box->lamps = box->shifted;
        note(box, LAMPS, 0, box->lamps);
    }
}

static void on_shift(avr_irq_t *irq, uint32_t value, void *param) {
    box_t *box = param;
    (void)irq;
    box->shifted = (uint16_t)(box->shifted << 8 | (value & 0xFF));
    uint8_t answer = (uint8_t)(box->read_bytes++ ? box->loaded >> 8 : box->loaded);
    avr_raise_irq(avr_io_getirq(box->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT), answer);
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *param) {
    box_t *box = param;
    (void)irq;
    (void)value;
    box->noise = box->noise * 1664525u + 1013904223u; /* in place of analogue noise */
    avr_raise_irq(avr_io_getirq(box->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_TEMP),
                  300 + (box->noise >> 24) % 64);
}

/* ---- what drives the chip */

static void drive(box_t *box, uint8_t port, uint8_t pin, uint8_t level) {
    uint8_t i = (uint8_t)(port - 'A');
    box->driven[i] |= (uint8_t)(1 << pin);
    box->level[i] = (uint8_t)((box->level[i] & ~(1 << pin)) | level << pin);
    avr_ioport_external_t external = {.name = port, .mask = box->driven[i], .value = box->level[i]};
    avr_ioctl(box->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    avr_raise_irq(avr_io_getirq(box->avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), level);
}

static void perform(box_t *box, const act_t *act) {
    if (act->port == CONTACT) {
        uint16_t bit = (uint16_t)(1 << act->pin);
        box->contacts = act->level ? box->contacts | bit : box->contacts & (uint16_t)~bit;
    } else {
        drive(box, act->port, act->pin, act->level);
    }
}

static avr_cycle_count_t on_act(avr_t *avr, avr_cycle_count_t when, void *param) {
    box_t *box = param;
    (void)when;
    while (box->act_count && box->acts[box->act_first].at <= now_of(box)) {
        act_t act = box->acts[box->act_first];
        box->act_first = (box->act_first + 1) % ACTS;
        box->act_count--;
        perform(box, &act);
    }
    return box->act_count ? avr->cycle + (box->acts[box->act_first].at - now_of(box)) : 0;
}

static avr_cycle_count_t on_byte_in(avr_t *avr, avr_cycle_count_t when, void *param) {
    box_t *box = param;
    (void)when;
    if (!box->in_count) {
        return 0;
    }
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT),
                  box->in[box->in_first]);
    box->in_first = (box->in_first + 1) % BYTES;
    box->in_count--;
    return avr->cycle + BYTE_CYCLES;
}

static avr_cycle_count_t on_stop(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr, (void)when, (void)param; /* being due ends a sleep in time */
    return 0;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) {
    (void)avr, (void)cycles; /* virtual time: nobody waits */
}

/* Timer 2 makes the emitters' carrier: 76 000 edges a second that nothing here listens to. Its
 * settings are kept, it is not run. */
static void keep_setting(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param) {
    (void)param;
    avr->data[address] = value;
}

/* ---- for Python */

static void fill_ram(box_t *box, uint32_t seed) {
    for (uint32_t i = 0; i < RAM_SIZE; i++) { /* memory after a power cut is anything */
        seed = seed * 1664525u + 1013904223u;
        box->avr->data[RAM_START + i] = (uint8_t)(seed >> 24);
    }
}

static void watch(box_t *box, uint8_t slot, char port, uint8_t pin) {
    box->watches[slot] = (watch_t){box, (uint8_t)port, pin};
    avr_irq_register_notify(avr_io_getirq(box->avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), on_pin,
                            &box->watches[slot]);
}

static void redrive(box_t *box) {
    for (uint8_t i = 1; i < 4; i++) { /* a reset forgets the levels, and equal ones are not told */
        for (uint8_t pin = 0; pin < 8; pin++) {
            if (box->driven[i] >> pin & 1) {
                uint8_t level = box->level[i] >> pin & 1;
                drive(box, (uint8_t)('A' + i), pin, !level);
                drive(box, (uint8_t)('A' + i), pin, level);
            }
        }
    }
}

/* INT0 and INT1 are not used; as a reset leaves them, simavr polls their pins without end. */
static void quieten(box_t *box) { box->avr->data[EICRA] = 0x0F; }

static void wind_up(box_t *box) {
    avr_cycle_timer_register(box->avr, 1, on_act, box);
    avr_cycle_timer_register(box->avr, 1, on_byte_in, box);
}

box_t *box_new(const uint8_t *flash, uint32_t size, uint32_t seed) {
    box_t *box = calloc(1, sizeof *box);
    avr_t *avr = box ? avr_make_mcu_by_name("atmega328p") : 0;
    if (!avr) {
        free(box);
        return 0;
    }
    box->avr = avr;
    avr_init(avr);
    avr->frequency = HZ;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->log = LOG_ERROR;
    avr->sleep = no_sleep;
    avr_loadcode(avr, (uint8_t *)flash, size, 0);
    avr->codeend = size;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            on_byte_out, box);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_shift,
                            box);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER),
                            on_conversion, box);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), on_latch, box);
    watch(box, 0, 'B', 0); /* flash */
    watch(box, 1, 'D', 5); /* display clock */
    watch(box, 2, 'D', 6); /* display data */
    watch(box, 3, 'D', 7); /* buzzer */
    for (uint8_t i = 0; i < 5; i++) {
        avr->io[AVR_DATA_TO_IO(TIMER_2 + i)].w.c = keep_setting;
    }
    box->noise = seed;
    fill_ram(box, seed);
    quieten(box);
    drive(box, 'D', 5, 1);
    drive(box, 'D', 6, 1);
    wind_up(box);
    return box;
}

void box_free(box_t *box) {
    avr_terminate(box->avr);
    free(box->avr);
    free(box);
}

uint64_t box_now(box_t *box) { return now_of(box); }

/* Level of a pin or contact from `at` on; acts may be given in any order. 0: too many. */
int box_act(box_t *box, uint64_t at, uint8_t port, uint8_t pin, uint8_t level) {
    if (box->act_count == ACTS) {
        return 0;
    }
    uint32_t place = box->act_count++;
    while (place && box->acts[(box->act_first + place - 1) % ACTS].at > at) {
        box->acts[(box->act_first + place) % ACTS] = box->acts[(box->act_first + place - 1) % ACTS];
        place--;
    }
    box->acts[(box->act_first + place) % ACTS] = (act_t){at, port, pin, level};
    uint64_t first = box->acts[box->act_first].at, now = now_of(box);
    avr_cycle_timer_register(box->avr, first > now ? first - now : 0, on_act, box);
    return 1;
}

void box_write(box_t *box, const uint8_t *bytes, uint32_t count) {
    if (!box->in_count && count && !avr_cycle_timer_status(box->avr, on_byte_in, box)) {
        avr_cycle_timer_register(box->avr, BYTE_CYCLES, on_byte_in, box);
    }
    while (count-- && box->in_count < BYTES) {
        box->in[(box->in_first + box->in_count++) % BYTES] = *bytes++;
    }
}

uint32_t box_read(box_t *box, uint8_t *bytes, uint64_t *at) {
    uint32_t count = box->out_count;
    memcpy(bytes, box->out, count);
    memcpy(at, box->out_at, count * sizeof *at);
    box->out_count = 0;
    return count;
}

uint32_t box_changes(box_t *box, change_t *changes) {
    uint32_t count = box->change_count;
    memcpy(changes, box->changes, count * sizeof *changes);
    box->change_count = 0;
    return count;
}

/* The pointer's two bytes are set one after the other, interrupts off: in between it is nothing. */
static void trace(box_t *box) {
    uint16_t stack = (uint16_t)(box->avr->data[0x5D] | box->avr->data[0x5E] << 8);
    box->steady = stack == box->last_stack ? box->steady + 1 : 0;
    box->last_stack = stack;
    if (box->steady >= STEADY && stack < box->lowest_stack) {
        box->lowest_stack = stack;
    }
}

/* Run until a cycle. 0: the processor has stopped. */
int box_run(box_t *box, uint64_t until) {
    avr_t *avr = box->avr;
    if (now_of(box) < until) {
        avr_cycle_timer_register(avr, until - now_of(box), on_stop, box);
    }
    while (now_of(box) < until) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            return 0;
        }
        if (box->tracing) {
            trace(box);
        }
    }
    return 1;
}

/* From now on look at the stack after every instruction: slower. */
void box_trace_stack(box_t *box) {
    box->tracing = 1;
    box->lowest_stack = 0xFFFF;
    box->avr->run_cycle_limit = 1;
}

uint16_t box_lowest_stack(box_t *box) { return box->lowest_stack; }

/* A reset that memory survives (`cause` is MCUSR), or a power cut that it does not. */
void box_reset(box_t *box, uint8_t cause, int power_cut, uint32_t seed) {
    box->before_reset += box->avr->cycle;
    avr_reset(box->avr);
    box->before_reset -= box->avr->cycle;
    box->avr->data[MCUSR] = cause;
    box->in_count = 0;
    box->lamps = box->shifted = 0;
    if (power_cut) {
        fill_ram(box, seed);
    }
    quieten(box);
    redrive(box);
    wind_up(box);
}

/* Time goes on by `cycles` while the processor stands still, as in a bootloader that waits. */
void box_hold(box_t *box, uint64_t cycles) { box->before_reset += cycles; }

void box_memory(box_t *box, uint16_t address, uint8_t *bytes, uint16_t count) {
    memcpy(bytes, box->avr->data + address, count);
}

uint16_t box_lamps(box_t *box) { return box->lamps; }
