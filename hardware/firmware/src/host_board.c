/* The firmware as a process, for firmware_bridge.emulator: requests on standard input, answers on
 * standard output, whole numbers little endian. A letter, then:
 *   A at:8 line:1 pin:1 level:1   an input changes        W count:4 bytes   the host writes
 *   R cause:1 cut:1 seed:4        reset, power cut         H us:8            the processor is held
 *   J us:8                        its clock jumps ahead    E works:1         the EEPROM is worn
 *   Q place:2 byte:1              a byte of the queue is spoilt; B place:1 byte:1 one of the EEPROM
 *   T until:8                     run; answers count:4 (at:8 byte:1)* count:4 (at:8 line:1 value:2)*
 *   M                             answers the queue's memory, LEN:2 bytes; P seed:4 power comes */
#include <stdio.h>
#include <stdlib.h>

#include "host.h"

static host_byte_t heard[HOST_MOST];
static host_change_t changed[HOST_MOST];

static uint64_t number(int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++) {
        int byte = getchar();
        if (byte == EOF) {
            exit(0);
        }
        value |= (uint64_t)byte << (8 * i);
    }
    return value;
}

static void answer(uint64_t value, int size) {
    for (; size; size--, value >>= 8) {
        putchar((int)(value & 0xFF));
    }
}

static void run(void) {
    host_run(number(8));
    uint32_t count = host_read(heard);
    answer(count, 4);
    for (uint32_t i = 0; i < count; i++) {
        answer(heard[i].at, 8);
        answer(heard[i].byte, 1);
    }
    count = host_changes(changed);
    answer(count, 4);
    for (uint32_t i = 0; i < count; i++) {
        answer(changed[i].at, 8);
        answer(changed[i].line, 1);
        answer(changed[i].value, 2);
    }
}

static void write_in(void) {
    for (uint32_t left = (uint32_t)number(4); left; left--) {
        uint8_t byte = (uint8_t)number(1);
        host_write(&byte, 1);
    }
}

static void act(void) {
    uint64_t at = number(8);
    uint8_t line = (uint8_t)number(1), pin = (uint8_t)number(1);
    host_act(at, line, pin, number(1));
}

static void reset(void) {
    uint8_t cause = (uint8_t)number(1);
    bool cut = number(1);
    host_reset(cause, cut, (uint32_t)number(4));
}

static void spoil(void) {
    uint16_t place = (uint16_t)number(2);
    uint8_t byte = (uint8_t)number(1);
    if (place < sizeof host_queue) {
        ((uint8_t *)&host_queue)[place] = byte;
    }
}

static void spoil_store(void) {
    uint8_t place = (uint8_t)number(1);
    host_spoil_store(place, (uint8_t)number(1));
}

static void memory(void) {
    answer(sizeof host_queue, 2);
    for (size_t i = 0; i < sizeof host_queue; i++) {
        putchar(((uint8_t *)&host_queue)[i]);
    }
}

int main(void) {
    for (int letter; (letter = getchar()) != EOF; fflush(stdout)) {
        switch (letter) {
        case 'A': act(); break;
        case 'B': spoil_store(); break;
        case 'E': host_store_works = number(1); break;
        case 'H': host_hold(number(8)); break;
        case 'J': host_jump(number(8)); break;
        case 'M': memory(); break;
        case 'P': host_power((uint32_t)number(4)); break;
        case 'Q': spoil(); break;
        case 'R': reset(); break;
        case 'T': run(); break;
        case 'W': write_in(); break;
        default: return 2;
        }
    }
    return 0;
}
