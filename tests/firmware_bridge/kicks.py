"""Kicks at the posts as geometry has them: which beams a ball breaks, when, and for how long.

Axes: x along the kick (the front ladder at 0, the rear one at 30 mm), y across, z up from the
crossbar. A beam is 3 mm wide and broken while at least half of it is covered; its receiver answers
only to a break of `RESPONSE_S` and delays both edges alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sqrt
from random import Random
from typing import Any

from firmware_bridge.delivery import BoxEvent
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import BeamEvent, End
from firmware_bridge.posts import GAP_MM, Plane, Verdict, beam_number, judge_all
from firmware_bridge.simulator import simulated_opener

BALL_MM, BEAM_MM, TOP_MM, UNDER_MM = 20.0, 3.0, 100.0, -15.0
RESPONSE_S = 0.002
REACH_MM = BALL_MM / 2  # at this distance of centre and beam, half the beam is covered
STEEPEST_DEG = 35.0
Break = tuple[Plane, float, float]
"""Plane, begin and end in s."""


@dataclass(frozen=True, kw_only=True)
class Kick:
    """`good`: the whole ball went over the bar, below the tops, between the posts, and stayed."""

    good: bool
    breaks: tuple[Break, ...]


def cover(height_mm: float, beams: Sequence[float], speed_mm_s: float) -> float:
    """How long (s) a ball that passes at this height covers the nearest beam of a ladder."""
    nearest = min(abs(height_mm - beam) for beam in beams)
    if nearest >= REACH_MM:
        return 0.0
    return 2 * sqrt(REACH_MM**2 - nearest**2) / speed_mm_s


def ladder(pitch_mm: float) -> list[float]:
    """Heights of the beams above the bar; the first one half a pitch above it."""
    count = int(TOP_MM / pitch_mm)
    return [pitch_mm / 2 + n * pitch_mm for n in range(count)]


def over(rng: Random, pitch_mm: float, slowest: float = 1.0, fastest: float = 5.0) -> Kick:
    """A good kick: any height at which the ball is wholly above the bar, any slope."""
    beams = ladder(pitch_mm)
    highest = beams[-1] + pitch_mm / 2 - BALL_MM / 2
    front = rng.uniform(BALL_MM / 2, highest)
    speed = rng.uniform(slowest, fastest) * 1e3
    slope = radians(rng.uniform(-STEEPEST_DEG, STEEPEST_DEG))
    along = speed * cos(slope)
    rear = min(max(front + GAP_MM * rng.uniform(-0.5, 0.5), BALL_MM / 2), highest)
    breaks = _passed(Plane.FRONT, cover(front, beams, speed), 0.0)
    breaks += _passed(Plane.REAR, cover(rear, beams, speed), GAP_MM / along)
    return Kick(good=True, breaks=breaks)


def _passed(plane: Plane, length: float, at: float) -> tuple[Break, ...]:
    return ((plane, at, at + length),) if length >= RESPONSE_S else ()


def bad(rng: Random, pitch_mm: float) -> Kick:
    """A kick that is none: under the bar, back off the bar, from behind, a hand, light, a knock."""
    beams, speed = ladder(pitch_mm), rng.uniform(0.5, 5.0) * 1e3
    here = cover(rng.uniform(-2, 60), beams, speed)
    short = _passed(Plane.FRONT, here, 0.0)
    knock = ((Plane.KNOCK, rng.uniform(-0.001, 0.002), 0.005),)
    below = ((Plane.UNDER, 0.0, BALL_MM / speed),)
    back = rng.uniform(0.01, 0.08)
    kinds: Sequence[tuple[Break, ...]] = (
        below,
        knock + below,
        short + knock,
        short + _passed(Plane.FRONT, here, back),  # off the bar, and rolling by again
        (*short, (Plane.UNDER, back, back + 0.01)),
        _passed(Plane.REAR, here, 0.0) + _passed(Plane.FRONT, here, GAP_MM / speed),
        tuple((plane, rng.uniform(0, 0.08), rng.uniform(0.3, 0.49)) for plane in Plane),
        tuple((plane, rng.uniform(0, 0.001), 0.02) for plane in tuple(Plane)[:3]),
        knock,
        (),
    )
    return Kick(good=False, breaks=rng.choice(kinds))


def kicks(seed: int, count: int, pitch_mm: float) -> Iterator[Kick]:
    """Half of them good."""
    rng = Random(seed)
    for _ in range(count):
        yield over(rng, pitch_mm) if rng.random() < 0.5 else bad(rng, pitch_mm)


def events(kick: Kick, start_us: int = 1_000_000, goal: End = End.HOME) -> list[BeamEvent]:
    """What the box would report of it."""
    return [
        BeamEvent(
            epoch=1,
            id=1,
            at_us=start_us + round(begin * 1e6),
            beam=beam_number(goal, plane),
            duration_us=round((end - begin) * 1e6),
        )
        for plane, begin, end in kick.breaks
    ]


class Range:
    """A box at whose pins kicks arrive, and the host that hears of them."""

    def __init__(self, box: Any) -> None:
        self.now = 1000.0
        self._box = box
        opener = simulated_opener(box, lambda: self.now)
        link = Link(bits=Random(1))
        self._line = BoxLine(link, lambda: opener("sim://"), lambda: self.now)
        while not self._line.alive:
            self._hear(0.1)
        self._hear(0.5)

    def _hear(self, seconds: float) -> list[BeamEvent]:
        found, end = [], self.now + seconds
        while self.now < end:
            self.now += 0.02
            for fact in self._line.step():
                if fact.cursor is not None:
                    self._line.acknowledge(fact.cursor)
                if isinstance(fact, BoxEvent) and isinstance(fact.event, BeamEvent):
                    found.append(fact.event)
        return found

    def verdict(self, kick: Kick) -> Verdict:
        """What the box tells of a kick; of a good one, all is waited for."""
        begin = min((begin for _, begin, _ in kick.breaks), default=0.0)
        for plane, start, end in kick.breaks:
            at = self.now + 0.01 + start - begin
            length_us = round((end - start) * 1e6)
            self._box.break_beam(at, beam_number(End.HOME, plane), length_us)
        told = self._hear(0.32 if kick.good else 0.8)
        while kick.good and len(told) < len(kick.breaks):
            told += self._hear(0.2)
        return judge_all(told)
