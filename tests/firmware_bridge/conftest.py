"""A box and a link on one virtual clock."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from firmware_bridge.delivery import Alert, BoxEvent, Cursor
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import End
from firmware_bridge.simulator import SimulatedBox, simulated_opener
from firmware_bridge.states import LinkState
from tests.firmware_bridge.backends import BACKENDS, pretend_box


class Bench:
    """`log` is what a match log would hold: events whose commit was simulated, and the cursor."""

    def __init__(self, *faults: str, seed: int = 1, box: Any = None) -> None:
        self.now = 1000.0
        self.box = SimulatedBox(seed, faults) if box is None else box
        self.bits = Random(seed)
        self.log: list[BoxEvent] = []
        self.alerts: list[Alert] = []
        self.cursor: Cursor | None = None
        self.commits = True
        self.line = self.connect(Link(bits=self.bits))

    def connect(self, link: Link) -> BoxLine:
        opener = simulated_opener(self.box, lambda: self.now)
        self.line = BoxLine(link, lambda: opener("sim://"), lambda: self.now)
        return self.line

    def restart_app(self) -> None:
        self.connect(Link(resume=self.cursor, bits=self.bits))

    def step(self, step_s: float = 0.01) -> list[BoxEvent | Alert]:
        self.now += step_s
        facts = self.line.step()
        for fact in facts:
            if isinstance(fact, Alert):
                self.alerts.append(fact)
            elif self.commits:
                self.log.append(fact)
            if self.commits and fact.cursor is not None:
                self.cursor = fact.cursor
                self.line.link.acknowledge(fact.cursor)
        return facts

    def run(self, seconds: float) -> list[BoxEvent | Alert]:
        return [fact for _ in range(round(seconds * 100)) for fact in self.step()]

    def until(self, reached: Callable[[], bool], seconds: float = 20.0) -> None:
        end = self.now + seconds
        while not reached():
            assert self.now < end, "not reached in time"
            self.step()

    def state(self) -> LinkState:
        return self.line.link.state

    def light(self) -> End | None:
        return self.box.light

    def lose(self, start: bytes, *, times: int = 10**9) -> list[bytes]:
        """From now on lose frames that begin with `start`, either way; gives what is sent."""
        sent: list[bytes] = []
        wires = (self.box._to_box, self.box._to_host)
        left = [times]
        for wire in wires:
            put = type(wire).put.__get__(wire)

            def spy(now: float, data: bytes, put: Callable[[float, bytes], None] = put) -> None:
                sent.append(data)
                for frame in data.splitlines(keepends=True):
                    if frame.startswith(start) and left[0] > 0:
                        left[0] -= 1
                    else:
                        put(now, frame)

            wire.put = spy  # type: ignore[method-assign]
        return sent

    @property
    def kept(self) -> int:
        """How many events the box still holds."""
        return len(self.box._device.queue)

    @property
    def reasons(self) -> list[str]:
        return [alert.reason for alert in self.alerts]


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.run(3)
    return made


@pytest.fixture
def new_bench() -> type[Bench]:
    return Bench


@pytest.fixture(params=BACKENDS)
def up(request: pytest.FixtureRequest) -> Callable[..., Bench]:
    """Makes a bench with a session on that box."""

    def made(*faults: str, seed: int = 1, ppm: float = 0.0) -> Bench:
        bench = Bench(box=pretend_box(request.param, seed, faults, ppm=ppm), seed=seed)
        bench.until(lambda: bench.line.alive)
        bench.run(0.6)
        return bench

    return made
