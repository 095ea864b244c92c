"""The box's event queue: sixteen events, kept until acknowledged, sent again until then."""

from dataclasses import replace
from random import Random

from firmware_bridge.messages import Event, Flash, StuckEvent

SIZE = 16
RESERVE = 4  # the last places are for what decides a match
WINDOW = 4
FIRST_RETRY_S, LAST_RETRY_S = 0.15, 1.0


class EventQueue:
    """Lives on through a reset of the board, not through a power cut (then make a new one)."""

    def __init__(self, rng: Random) -> None:
        self.epoch = rng.getrandbits(32)
        self.oldest = 1
        self.lost = 0
        self._events: list[Event] = []
        self._next = 1
        self._sent_at = 0.0
        self._retry_s = FIRST_RETRY_S

    def __len__(self) -> int:
        return len(self._events)

    def put(self, event: Event) -> Event | None:
        """The event with its epoch and id, or None (and counted) when there is no place for it."""
        size = SIZE - RESERVE if isinstance(event, StuckEvent | Flash) else SIZE
        if len(self._events) >= size:
            self.lost += 1
            return None
        kept = replace(event, epoch=self.epoch & 0xFFFF, id=self.oldest + len(self._events))
        self._events.append(kept)
        return kept

    def rewind(self) -> None:
        """A new session: send everything again."""
        self._next = self.oldest
        self._retry_s = FIRST_RETRY_S

    def forget_times(self) -> None:
        """A reset has stopped the clock the stamps were read from."""
        self._events = [replace(event, at_us=None) for event in self._events]

    def acknowledge(self, now: float, epoch: int, last: int) -> None:
        """Drop what is safe; the same acknowledgement again asks to go back."""
        if epoch != self.epoch & 0xFFFF:
            return
        count = last + 1 - self.oldest
        if count == 0 and self._next - self.oldest > 1:
            self._next = self.oldest
        elif 0 < count <= len(self._events):
            del self._events[:count]
            self.oldest += count
            self._next = max(self._next, self.oldest)
            self._retry_s, self._sent_at = FIRST_RETRY_S, now

    def due(self, now: float) -> list[Event]:
        """The events to send now: the next ones of the window, or all of it again."""
        if self._events and self._next > self.oldest and now - self._sent_at > self._retry_s:
            self._next = self.oldest
            self._retry_s = min(self._retry_s * 2, LAST_RETRY_S)
        start = self._next - self.oldest
        events = self._events[start:WINDOW]
        if events and start == 0:
            self._sent_at = now
        self._next += len(events)
        return events
