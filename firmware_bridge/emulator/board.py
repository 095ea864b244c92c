"""A board that runs the firmware, seen from its pins. Times are microseconds since power came, and
go on through a reset.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware_bridge.emulator.memory import Kept

FAST = ("front", "rear", "under", "knock", "red", "green")
"""Inputs at pins of their own, in the order of the firmware's bits (`hal.h`)."""
CONTACTS = (
    "home big", "home small", "away big", "away small", "pedal", "goal home", "goal away", "spare",
    "pocket 1", "pocket 2", "pocket 3", "pocket 4",
)  # fmt: skip
"""Inputs of the shift registers, in the order of `contacts.h`."""
RESET_BUTTON, POWER = 2, 1
"""Why a board starts, as in the chip's MCUSR."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """An output has changed: "lamps" (16 bits), "buzzer", "flash", "clk" and "dio" (0, 1)."""

    at_us: float
    line: str
    value: int


class Board(Protocol):
    """A processor with the firmware, its memory and its pins, in virtual time."""

    @property
    def now_us(self) -> float: ...

    def run(self, until_us: float) -> None:
        """Let time go on; nothing happens when it is later already."""

    def write(self, data: bytes) -> None:
        """The host writes: bytes arrive one after the other at the speed of the line."""

    def read(self) -> Sequence[tuple[float, int]]:
        """Bytes sent since last asked, each with the time at which it was out."""

    def set(self, at_us: float, line: str, *, active: bool) -> None:
        """An input of FAST or CONTACTS becomes active (broken, pressed, closed) or not."""

    def changes(self) -> Sequence[Change]:
        """What the outputs did since last asked."""

    def reset(self, cause: int = RESET_BUTTON, *, power_cut: bool = False) -> None:
        """Run from the start; after a power cut memory is anything."""

    def hold(self, us: float) -> None:
        """Time goes on while the processor stands still."""

    def kept(self) -> Kept | None:
        """The event queue as it lies in memory, or None while there is none."""

    @property
    def lamps(self) -> int: ...

    def close(self) -> None: ...
