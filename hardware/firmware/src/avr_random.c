/* Entropy: the watchdog's own oscillator against the crystal, the lowest bits of the temperature
 * sensor, and when people press. All of it goes through SHA-256. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <string.h>
#include <util/atomic.h>

#include "avr.h"
#include "hal.h"
#include "sha256.h"

#define BEATS 24          /* of the watchdog before the first number, 16 ms each */
#define LONGEST_US 500000UL
#define SAMPLES 4

static volatile uint32_t pool[2];
static volatile uint8_t stirred;

static inline void stir(uint8_t noise) { /* interrupts off */
    uint32_t mixed = pool[0] ^ noise;
    mixed += mixed << 10;
    mixed ^= mixed >> 6;
    pool[0] = pool[1];
    pool[1] = mixed;
    stirred++;
}

ISR(WDT_vect) { stir(TCNT1L); }

void hal_stir(uint8_t noise) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { stir(noise); }
}

static void stir_in_temperature(void) {
    for (uint8_t i = 0; i < SAMPLES; i++) {
        ADCSRA |= _BV(ADSC);
        while (ADCSRA & _BV(ADSC)) {
        }
        hal_stir(ADCL);
        (void)ADCH;
    }
}

void hal_random(uint8_t bytes[8]) {
    static uint32_t count;
    uint8_t message[20], digest[32];
    stir_in_temperature();
    uint64_t now = hal_us();
    count++;
    memcpy(message + 8, &count, 4);
    memcpy(message + 12, &now, 8);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { memcpy(message, (const void *)pool, 8); }
    sha256(message, sizeof message, digest);
    memcpy(bytes, digest, 8);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        for (uint8_t i = 0; i < 8; i++) {
            ((volatile uint8_t *)pool)[i] ^= digest[8 + i];
        }
    }
}

void avr_random_start(void) {
    ADMUX = _BV(REFS1) | _BV(REFS0) | _BV(MUX3); /* the chip's thermometer */
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1);
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIE); /* every 16 ms, interrupt only */
    while (stirred < BEATS && hal_us() < LONGEST_US) {
        sleep_mode();
    }
}
