"""Watching a box in real time: the pretend hands of the simulated one, and what goes wrong by name.

Faults can be typed while it runs, where the computer can tell that something was typed.
"""

import select
import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.monitor import Monitor
from firmware_bridge.port import Port
from firmware_bridge.recording import Piece, RecordedPort
from firmware_bridge.simulator import MENU, SimulatedBox, make_trouble
from firmware_bridge.simulator.soak import act

STEP_S, HAND_S = 0.004, 1.5


class Hands:
    """Somebody plays with the simulated box, and something goes wrong when it is its time.

    `planned` are (s after the start, name); `hint` is told every name that was typed.
    """

    def __init__(
        self, box: SimulatedBox, planned: list[tuple[float, str]], hint: Callable[[str], None]
    ) -> None:
        self._box, self._hint = box, hint
        self._planned = planned
        self._chance = Random()  # noqa: S311 - a pretend player
        self._began: float | None = None
        self._hand_at = 0.0

    def step(self, now: float) -> None:
        if self._began is None:
            self._began, self._hand_at = now, now + HAND_S
        if now >= self._hand_at:
            act(self._chance, self._box, now)
            self._hand_at = now + HAND_S
        while self._planned and now - self._began >= self._planned[0][0]:
            self._make(self._planned.pop(0)[1], now)
        for name in typed():
            self._make(name, now)

    def _make(self, name: str, now: float) -> None:
        self._hint(name)
        if name in MENU:
            make_trouble(name, self._box, now)


def typed() -> list[str]:
    """A line that was typed, if there is one; on Windows, and without a terminal, none ever is."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return []
    ready, _, _ = select.select([sys.stdin], [], [], 0.0)
    return [sys.stdin.readline().strip()] if ready else []


@dataclass(frozen=True, kw_only=True)
class Watch:
    """What to watch, to whom it is shown, and for how long (s; None: until Ctrl-C). With `take`
    the box may forget the events shown.
    """

    opener: Callable[[], Port]
    shown: Monitor
    keep: Callable[[Piece], None]
    hands: Hands | None
    seconds: float | None
    take: bool


def watch(how: Watch, clock: Callable[[], float], wait: Callable[[float], object]) -> None:
    """`clock` gives the time (s), `wait` lets a number of seconds pass."""

    def keep(piece: Piece) -> None:
        how.keep(piece)
        how.shown.show(piece)

    line = BoxLine(Link(), lambda: RecordedPort(how.opener(), clock, keep), clock)
    start = clock()
    while how.seconds is None or clock() - start < how.seconds:
        if how.hands is not None:
            how.hands.step(clock())
        for fact in line.step():
            if isinstance(fact, Alert):
                how.shown.alert(fact)
            if how.take and isinstance(fact, BoxEvent):
                line.acknowledge(fact.cursor)
        wait(STEP_S)
    line.close()
