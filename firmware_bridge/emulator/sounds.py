"""What is heard of the buzzer."""

from collections.abc import Iterable

from firmware_bridge.emulator.board import Change

PAUSE_US = 300_000


class Sounds:
    """Beeps that follow within 0.3 s belong to one sound; `heard` counts the beeps of each."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self._ended_us = -float(PAUSE_US)

    def hear(self, changes: Iterable[Change]) -> None:
        for change in changes:
            if change.line == "buzzer" and change.value:
                if change.at_us - self._ended_us > PAUSE_US:
                    self.heard.append(0)
                self.heard[-1] += 1
            elif change.line == "buzzer":
                self._ended_us = change.at_us
