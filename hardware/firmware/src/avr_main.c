/* ATmega328P at 16 MHz (Arduino Nano, Uno): start, time, EEPROM, stack, and the loop that sleeps.
 * Pins: hardware/pins.toml. The watchdog never resets: an old Nano bootloader would not survive. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "avr.h"
#include "box.h"
#include "hal.h"

#define UNUSED_STACK 0xC5

queue_memory_t queue_memory __attribute__((section(".noinit")));
static uint8_t reset_cause __attribute__((section(".noinit")));
extern uint8_t __heap_start; /* the end of what the linker has placed: the stack comes down to it */

/* Before main: keep why it started, stop the watchdog, mark the stack. */
void before_main(void) __attribute__((naked, used, section(".init3")));
void before_main(void) {
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    for (uint8_t *byte = &__heap_start; byte < (uint8_t *)RAMEND - 15; byte++) {
        *byte = UNUSED_STACK;
    }
}

uint16_t hal_stack_never_used(void) {
    const uint8_t *byte = &__heap_start;
    while (byte < (uint8_t *)RAMEND && *byte == UNUSED_STACK) {
        byte++;
    }
    return (uint16_t)(byte - &__heap_start);
}

/* ---- time: timer 1 counts half microseconds */

static volatile uint32_t overflows;

ISR(TIMER1_OVF_vect) { overflows++; }

uint32_t avr_tick_in_isr(void) {
    uint16_t low = TCNT1, high = (uint16_t)overflows;
    if ((TIFR1 & _BV(TOV1)) && low < 0x8000) {
        high++; /* it has just run over, and the interrupt still waits */
    }
    return (uint32_t)high << 16 | low;
}

static uint64_t tick(void) {
    uint16_t low;
    uint32_t high;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        low = TCNT1;
        high = overflows;
        if ((TIFR1 & _BV(TOV1)) && low < 0x8000) {
            high++;
        }
    }
    return (uint64_t)high << 16 | low;
}

uint64_t hal_us(void) { return tick() >> 1; }

uint64_t avr_us_of(uint32_t moment) {
    uint64_t now = tick();
    return (now - (uint32_t)((uint32_t)now - moment)) >> 1;
}

/* ---- timer 0 wakes the loop every millisecond */

EMPTY_INTERRUPT(TIMER0_COMPA_vect)

static void timers_start(void) {
    TCCR1B = _BV(CS11);
    TIMSK1 = _BV(TOIE1);
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TCCR0B = _BV(CS01) | _BV(CS00);
    TIMSK0 = _BV(OCIE0A);
}

static void sleep_until_interrupt(void) {
    cli();
    if (!avr_uart_waits() && !avr_pins_wait()) {
        sleep_enable();
        sei(); /* takes effect after the next instruction: no interrupt slips in between */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

/* ---- EEPROM */

uint8_t hal_store_read(uint8_t place) { return eeprom_read_byte((const uint8_t *)(uintptr_t)place); }

void hal_store_write(uint8_t place, uint8_t byte) {
    eeprom_update_byte((uint8_t *)(uintptr_t)place, byte);
}

int main(void) {
    timers_start();
    avr_pins_start();
    avr_uart_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    avr_random_start();
    box_start(&queue_memory, reset_cause);
    for (;;) {
        box_poll();
        sleep_until_interrupt();
    }
}
