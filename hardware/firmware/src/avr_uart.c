/* The line to the host: 115200 8N1 through two rings. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "avr.h"
#include "hal.h"

#define BAUD 115200UL
#define BYTE_US (10000000UL / BAUD + 1)
#define OUT 128
#define IN 64
#define ENDS 8 /* line feeds whose arrival is remembered: more do not fit the ring */

static volatile uint8_t out[OUT], out_in, out_out;
static volatile uint8_t in[IN], in_in, in_out;
static volatile uint32_t ends[ENDS];
static volatile uint8_t ends_in, ends_out;
static volatile bool overrun;

ISR(USART_RX_vect) {
    uint8_t status = UCSR0A, byte = UDR0, next = (in_in + 1) % IN;
    if (status & (_BV(FE0) | _BV(DOR0))) {
        overrun = true;
        byte = 0; /* no frame may hold it: the one under way is given up */
    }
    if (next == in_out) {
        overrun = true;
        return;
    }
    if (byte == '\n') {
        ends[ends_in++ % ENDS] = avr_tick_in_isr();
    }
    in[in_in] = byte;
    in_in = next;
}

ISR(USART_UDRE_vect) {
    if (out_out == out_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    } else {
        UDR0 = out[out_out];
        out_out = (out_out + 1) % OUT;
    }
}

static uint8_t used(void) { return (uint8_t)(out_in - out_out) % OUT; }

uint8_t hal_send_room(void) { return OUT - 1 - used(); }

void hal_send(const char *bytes, uint8_t count) {
    uint8_t place = out_in;
    while (count--) {
        out[place] = (uint8_t)*bytes++;
        place = (place + 1) % OUT;
    }
    out_in = place;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= _BV(UDRIE0); }
}

uint32_t hal_send_us(uint8_t more) { return (uint32_t)(used() + more) * BYTE_US; }

bool hal_byte(uint8_t *byte, uint64_t *at) {
    if (in_out == in_in) {
        return false;
    }
    *byte = in[in_out];
    *at = *byte == '\n' ? avr_us_of(ends[ends_out++ % ENDS]) : 0;
    in_out = (in_out + 1) % IN;
    return true;
}

bool avr_uart_waits(void) { return in_out != in_in; }

bool hal_overrun(void) {
    bool was;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        was = overrun;
        overrun = false;
    }
    return was;
}

void avr_uart_start(void) {
    UCSR0A = _BV(U2X0); /* before the divisor: simavr takes its byte time when that is written */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}
