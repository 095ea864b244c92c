/* The pins: fast inputs by interrupt, slow ones and the lamps through shift registers. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "avr.h"
#include "hal.h"

/* Port B: 0 flash, 2 latch, 3 MOSI, 4 MISO, 5 SCK. Port C: 0-3 planes of the goal. Port D: 2 red
 * die, 3 carrier, 4 green die, 5 display clock, 6 display data, 7 buzzer. */
#define FLASH PB0
#define LATCH PB2
#define RED PD2
#define CARRIER PD3
#define GREEN PD4
#define DISPLAY_CLK PD5
#define DISPLAY_DIO PD6
#define BUZZER PD7

/* ---- fast inputs */

#define EDGES 24

static volatile struct {
    uint8_t inputs;
    uint32_t tick;
} edges[EDGES];
static volatile uint8_t edge_in, edge_out, last;
static volatile uint16_t edges_lost;

static inline uint8_t read_fast(void) {
    uint8_t down = (uint8_t)~PIND; /* buttons close to ground */
    uint8_t inputs = PINC & FAST_PLANES;
    if (down & _BV(RED)) {
        inputs |= FAST_DIE(0);
    }
    if (down & _BV(GREEN)) {
        inputs |= FAST_DIE(1);
    }
    return inputs;
}

static inline uint8_t after(uint8_t place) { return place + 1 == EDGES ? 0 : place + 1; }

static inline void on_change(void) {
    uint32_t tick = avr_tick_in_isr();
    uint8_t inputs = read_fast(), next = after(edge_in);
    if (inputs == last) {
        return;
    }
    if (next == edge_out) {
        edges_lost++; /* `last` stays: hal_edge makes good for it when there is room */
        return;
    }
    last = inputs;
    edges[edge_in].inputs = inputs;
    edges[edge_in].tick = tick;
    edge_in = next;
}

ISR(PCINT1_vect) { on_change(); }
ISR(PCINT2_vect) { on_change(); }

bool hal_edge(uint8_t *inputs, uint64_t *at) {
    if (edge_out != edge_in) {
        *inputs = edges[edge_out].inputs;
        *at = avr_us_of(edges[edge_out].tick);
        edge_out = after(edge_out);
        return true;
    }
    bool missed = false;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        uint8_t now = read_fast();
        if (edge_out == edge_in && now != last) {
            last = *inputs = now;
            missed = true;
        }
    }
    if (missed) {
        *at = hal_us();
    }
    return missed;
}

bool avr_pins_wait(void) { return edge_out != edge_in; }

uint8_t hal_fast(void) { return last; }

uint16_t hal_edges_lost(void) {
    uint16_t lost;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { lost = edges_lost; }
    return lost;
}

/* ---- shift registers: two 74HC595 out, two 74HC165 in, on one latch line
 *
 * The latch goes low and high: the inputs are taken in, the lamps shifted in last time shine. Then
 * both chains are shifted by two bytes, by interrupt. Mode 0 suits both: the 595 reads on the
 * rising edge, and the 165's answer changes only after the edge on which it is read. */

static volatile uint16_t lamps, contacts;
static volatile uint8_t byte_number;
static volatile uint8_t first_byte;

ISR(SPI_STC_vect) {
    if (byte_number == 0) {
        first_byte = SPDR;
        SPDR = (uint8_t)lamps;
        byte_number = 1;
    } else if (byte_number == 1) {
        contacts = (uint16_t)~(SPDR << 8 | first_byte);
        byte_number = 2;
    }
}

static void exchange(void) {
    PORTB &= (uint8_t)~_BV(LATCH);
    PORTB |= _BV(LATCH);
    byte_number = 0;
    SPDR = (uint8_t)(lamps >> 8); /* the byte sent first goes through to the far register */
}

uint16_t hal_contacts(void) {
    uint16_t found = contacts;
    if (byte_number == 2) {
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { found = contacts; }
        exchange();
    }
    return found;
}

void hal_lamps(uint16_t shine) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { lamps = shine; }
}

/* ---- single lines */

static inline void set(volatile uint8_t *port, uint8_t bit, bool on) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        *port = on ? *port | (uint8_t)_BV(bit) : *port & (uint8_t)~_BV(bit);
    }
}

void hal_buzzer(bool on) { set(&PORTD, BUZZER, on); }

void hal_flash(bool on) { set(&PORTB, FLASH, on); }

void hal_carrier(bool on) {
    /* Timer 2 toggles the pin at 38 kHz; off, the pin is low and the emitters are dark. */
    TCCR2A = on ? _BV(COM2B0) | _BV(WGM21) : _BV(WGM21);
}

/* A line is pulled down by making it an output that is low, and let go by making it an input. */
void hal_clock_lines(bool clk, bool dio) {
    if (!clk) {
        set(&DDRD, DISPLAY_CLK, true);
    }
    set(&DDRD, DISPLAY_DIO, !dio);
    if (clk) {
        set(&DDRD, DISPLAY_CLK, false);
    }
}

void avr_pins_start(void) {
    PORTD = _BV(RED) | _BV(GREEN) | _BV(0); /* pull-ups, also of the receiving line */
    DDRD = _BV(1) | _BV(CARRIER) | _BV(BUZZER);
    PORTC = _BV(4) | _BV(5); /* free pins do not float */
    DDRB = _BV(FLASH) | _BV(LATCH) | _BV(3) | _BV(5);
    PORTB = _BV(LATCH) | _BV(1);
    OCR2A = OCR2B = F_CPU / 2 / 38000 - 1;
    TCCR2B = _BV(CS20);
    SPCR = _BV(SPIE) | _BV(SPE) | _BV(MSTR) | _BV(SPR1) | _BV(SPR0); /* 125 kHz: long cables */
    lamps = 0;
    sei();
    for (uint8_t i = 0; i < 2; i++) { /* twice: the lamps shine with what the first has shifted */
        exchange();
        while (byte_number != 2) {
        }
    }
    last = read_fast();
    PCMSK1 = FAST_PLANES;
    PCMSK2 = _BV(RED) | _BV(GREEN);
    PCICR = _BV(PCIE1) | _BV(PCIE2);
}
