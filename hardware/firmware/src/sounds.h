/* Sound patterns 0-15 of the buzzer. */
#ifndef TARU_SOUNDS_H
#define TARU_SOUNDS_H
#include <stdbool.h>
#include <stdint.h>

void sounds_start(void);
void sounds_play(uint8_t pattern);
void sounds_mute(bool mute);
void sounds_millisecond(void);

#endif
