#include "queue.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"

static queue_memory_t *memory;
static uint8_t current; /* which of the two heads holds */

static uint8_t event_check(const event_t *event) {
    uint16_t crc = crc16(event, offsetof(event_t, check));
    return (uint8_t)(crc ^ crc >> 8);
}

static uint16_t head_check(const queue_head_t *head) {
    return crc16(head, offsetof(queue_head_t, check)) ^ 0x7A52;
}

static event_t *at(const queue_head_t *head, uint8_t index) {
    return &memory->events[(head->first + index) % QUEUE_SIZE];
}

static bool whole(const queue_head_t *head) {
    return head->check == head_check(head) && head->count <= QUEUE_SIZE && head->first < QUEUE_SIZE;
}

static bool sound(const queue_head_t *head) {
    for (uint8_t i = 0; i < head->count; i++) {
        const event_t *event = at(head, i);
        if (event->check != event_check(event)) {
            return false;
        }
    }
    return true;
}

/* `changed` holds from now on: written beside the one that held until now. */
static void hold(queue_head_t changed) {
    changed.turn++;
    changed.check = head_check(&changed);
    memory->heads[!current] = changed;
    current = !current;
}

void queue_start(queue_memory_t *kept, uint32_t epoch) {
    memory = kept;
    bool first = whole(&memory->heads[0]), second = whole(&memory->heads[1]);
    if (first && second) {
        current = (uint8_t)(memory->heads[1].turn - memory->heads[0].turn) == 1;
    } else {
        current = second;
    }
    queue_head_t head;
    /* With damaged events the sequence ends: the other head would give their ids away again. */
    if ((first || second) && sound(&memory->heads[current])) {
        head = memory->heads[current];
        head.timeless = head.count;
    } else {
        memset(&head, 0, sizeof head);
        head.epoch = epoch;
        head.oldest = 1;
    }
    hold(head);
}

bool queue_put(char kind, uint64_t when, const uint8_t *args, uint8_t count, bool minor) {
    queue_head_t head = memory->heads[current];
    if (head.count >= QUEUE_SIZE - (minor ? QUEUE_RESERVE : 0)) {
        if (head.lost != UINT16_MAX) {
            head.lost++;
            hold(head);
        }
        return false;
    }
    event_t *event = at(&head, head.count);
    memset(event, 0, sizeof *event);
    event->low = (uint32_t)when;
    event->high = (uint16_t)(when >> 32);
    event->kind = kind;
    if (count) {
        memcpy(event->args, args, count);
    }
    event->check = event_check(event);
    head.count++;
    hold(head);
    return true;
}

const queue_head_t *queue_head(void) { return &memory->heads[current]; }

const event_t *queue_event(uint8_t index) { return at(queue_head(), index); }

void queue_drop(uint8_t count) {
    queue_head_t head = memory->heads[current];
    head.first = (uint8_t)((head.first + count) % QUEUE_SIZE);
    head.count = (uint8_t)(head.count - count);
    head.oldest += count;
    head.timeless = head.timeless > count ? (uint8_t)(head.timeless - count) : 0;
    hold(head);
}
