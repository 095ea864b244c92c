#include "inputs.h"

#include "beams.h"
#include "buttons.h"
#include "contacts.h"
#include "queue.h"

uint32_t inputs_active(void) {
    return beams_broken() | (uint32_t)buttons_down() << INPUT_DIE
        | (uint32_t)contacts_closed() << INPUT_CONTACT;
}

void inputs_stuck(uint8_t input, bool stuck, uint64_t at) {
    uint8_t args[2] = {input, stuck};
    queue_put('S', at, args, sizeof args, true);
}
