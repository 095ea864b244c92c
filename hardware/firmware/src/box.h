/* The whole firmware, but for the board it runs on. */
#ifndef TARU_BOX_H
#define TARU_BOX_H
#include <stdint.h>

#include "queue.h"

void box_start(queue_memory_t *kept, uint8_t cause);
void box_poll(void);

#endif
