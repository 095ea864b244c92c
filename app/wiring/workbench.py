"""A box on the bench: real, in real time, or the simulated one in time of its own."""

import time
from collections.abc import Callable
from random import Random
from typing import Protocol

from app.wiring.live import box_opener
from firmware_bridge.delivery import BoxEvent
from firmware_bridge.errors import LinkProblem
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import DieEvent
from firmware_bridge.port import Port
from firmware_bridge.simulator import SimulatedBox, simulated_opener

STEP_S = 0.004
UP_S = 10.0
ROLL_S = 60.0
BETWEEN_S = 0.3
SEED = 5


class Bench(Protocol):
    """A box, and time that passes while one listens to it."""

    line: BoxLine
    simulated: SimulatedBox | None
    now: float

    def step(self) -> list[BoxEvent]:
        """Let a little time pass; gives what was heard, and lets the box forget it."""

    def close(self) -> None: ...


class _Bench:
    """What both have in common."""

    simulated: SimulatedBox | None = None
    now = 0.0

    def __init__(self, opener: Callable[[], Port], clock: Callable[[], float]) -> None:
        self.line = BoxLine(Link(), opener, clock)

    def step(self) -> list[BoxEvent]:
        self._pass()
        heard: list[BoxEvent] = []
        for fact in self.line.step():
            if isinstance(fact, BoxEvent):
                self.line.acknowledge(fact.cursor)
                heard.append(fact)
            elif fact.cursor is not None:
                self.line.acknowledge(fact.cursor)
        return heard

    def _pass(self) -> None: ...

    def close(self) -> None:
        self.line.close()


class RealBench(_Bench):
    """A box on a port, in real time."""

    def __init__(self, url: str) -> None:
        super().__init__(box_opener(url), time.monotonic)

    def _pass(self) -> None:
        time.sleep(STEP_S)
        self.now = time.monotonic()


class SimulatedBench(_Bench):
    """The simulated box, as fast as it goes; `simulated` is where hands take hold of it."""

    def __init__(self) -> None:
        self.simulated = SimulatedBox(Random().getrandbits(32))  # noqa: S311 - nothing rests on it
        opener = simulated_opener(self.simulated, lambda: self.now)
        super().__init__(lambda: opener("sim://"), lambda: self.now)

    def _pass(self) -> None:
        self.now += STEP_S


def bench(url: str) -> Bench:
    """The box at `url`, connected. Raises LinkProblem when it does not come up."""
    made: Bench = SimulatedBench() if url.startswith("sim://") else RealBench(url)
    made.step()
    until = made.now + UP_S
    while not made.line.alive:
        problem = made.line.problem
        if problem is not None and problem.reason in {"url", "absent", "permission", "none"}:
            raise problem
        if made.now > until:
            trouble = made.line.trouble
            made.close()
            raise problem or LinkProblem("silent" if trouble is None else "wrong-device")
        made.step()
    return made


def roll_box(url: str, rolls: int, told: Callable[[int], None]) -> dict[str, list[int]]:
    """The faces of that many rolls of each die; `told` hears how many there are now and then. The
    simulated box is rolled by itself. Ends early when nobody rolls for a minute.
    """
    made = bench(url)
    faces: dict[str, list[int]] = {"R": [], "G": []}
    heard_at = told_at = next_at = made.now
    told(0)
    while min(map(len, faces.values())) < rolls and made.now - heard_at < ROLL_S:
        if made.simulated is not None and made.now >= next_at:
            made.simulated.press_dice(made.now)
            next_at = made.now + BETWEEN_S
        for heard in made.step():
            if isinstance(heard.event, DieEvent):
                faces[heard.event.die.value].append(heard.event.face)
                heard_at = made.now
        if made.simulated is None and made.now - told_at > 5:
            told_at = made.now
            told(min(map(len, faces.values())))
    made.close()
    return {die: found for die, found in faces.items() if found}
