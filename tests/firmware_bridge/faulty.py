"""What the tests of faults have in common: hands, and whether all was told once, in order."""

import os
from collections.abc import Callable
from dataclasses import replace
from random import Random

from firmware_bridge.messages import Button, Event
from tests.firmware_bridge.conftest import Bench

GATE = bool(os.environ.get("TARU_GATE"))
Up = Callable[..., Bench]


def beam(bench: Bench, number: int = 0, length_us: int = 2500) -> None:
    bench.box.break_beam(bench.now, number, length_us)


def told(bench: Bench) -> list[Event]:
    return [replace(entry.event, at_us=None) for entry in bench.log]


def happened(bench: Bench) -> list[Event]:
    return [replace(event, at_us=None) for event in bench.box.accepted]


def drained(bench: Bench, seconds: float = 20.0) -> None:
    """All that happened has been told, once, in order."""
    bench.until(lambda: bench.line.alive and len(bench.log) >= len(bench.box.accepted), seconds)
    bench.run(0.5)
    assert told(bench) == happened(bench)


def hand(bench: Bench, rng: Random) -> None:
    act = rng.randrange(3)
    if act == 0:
        bench.box.press_dice(bench.now)
    elif act == 1:
        bench.box.press(bench.now, rng.choice(list(Button)))
    else:
        beam(bench, rng.randrange(3), rng.randrange(1500, 9000))
