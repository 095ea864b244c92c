"""An evening on each of the three boxes, on a good line and on a bad one."""

from dataclasses import replace
from random import Random

import pytest

from firmware_bridge.delivery import BoxEvent
from firmware_bridge.emulator import EmulatedBox
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import BEAMS, Button, DieEvent, End, Event
from firmware_bridge.simulator import FAULTS, SimulatedBox, simulated_opener
from tests.firmware_bridge.backends import BACKENDS, pretend_box

AnyBox = SimulatedBox | EmulatedBox


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def evening(box: AnyBox, seconds: float, seed: int) -> tuple[list[Event], BoxLine]:
    """What a host hears while hands roll, press and kick; all of it is safe at once."""
    heard: list[Event] = []
    rng, now = Random(seed), 0.0
    opener = simulated_opener(box, lambda: now)
    line = BoxLine(Link(bits=rng), lambda: opener("sim://"), lambda: now)
    line.link.light(End.HOME)
    hands_at = 4.0
    while now < seconds or (now < seconds + 60 and len(heard) < len(box.accepted)):
        now += 0.01
        for fact in line.step():
            if fact.cursor is not None:
                line.link.acknowledge(fact.cursor)
            if isinstance(fact, BoxEvent):
                heard.append(fact.event)
        if hands_at < now < seconds:
            hands_at = now + rng.uniform(0.4, 1.2)
            act(box, now, rng)
    return heard, line


def act(box: AnyBox, now: float, rng: Random) -> None:
    match rng.randrange(3):
        case 0:
            faces = box.press_dice(now)
            if faces is not None:
                rolls = [event for event in box.accepted if isinstance(event, DieEvent)][-2:]
                assert {roll.face for roll in rolls} == set(faces)
        case 1:
            box.press(now, rng.choice(list(Button)))
        case _:
            box.break_beam(now, rng.randrange(BEAMS), rng.randrange(2_000, 60_000))


def without_time(events: list[Event]) -> list[Event]:
    return [replace(event, at_us=None) for event in events]


def test_a_good_line_tells_all_that_happens(backend: str) -> None:
    box = pretend_box(backend)
    heard, line = evening(box, 30.0, seed=1)
    assert heard == box.accepted
    assert len(heard) > 30
    assert box.light is End.HOME
    assert line.link.counts["sessions"] == 1
    assert box.refused == 0


def test_a_bad_line_loses_nothing_and_tells_nothing_twice(backend: str) -> None:
    box = pretend_box(backend, seed=5, faults=FAULTS)
    heard, line = evening(box, 90.0, seed=5)
    assert without_time(heard) == without_time(box.accepted)
    assert len(heard) > 60
    assert line.link.counts["sessions"] > 2
    assert line.link.counts["repeats"] + line.link.counts["gaps"] > 0
