"""From broken beams to "the ball passed over the bar, between the posts".

Each goal has four inputs: the front ladder of beams above the bar, the rear ladder 30 mm behind
it, a beam under the bar, and a knock sensor on the frame. Home's goal is inputs 0-3, Away's 4-7.
Only the front ladder and then the rear one, at a speed a flicked ball can have, is a good kick.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import chain

from firmware_bridge.messages import BeamEvent, End

GAP_MM = 30.0
SLOWEST_M_S, FASTEST_M_S = 0.3, 8.0
SHORTEST_US, LONGEST_US = GAP_MM / FASTEST_M_S * 1e3, GAP_MM / SLOWEST_M_S * 1e3
WINDOW_US = 250_000  # one ball, one story
COVER_US = 25.0 / SLOWEST_M_S * 1e3  # a 20 mm ball and its beam never last longer: a hand does
TOGETHER_US = 2_000  # everything within this: sunlight, or a bump of the table


class Plane(IntEnum):
    """Input of a goal, in the order of their numbers."""

    FRONT = 0
    REAR = 1
    UNDER = 2
    KNOCK = 3


class Passing(Enum):
    """What became of the kick; an ambiguous one is shown to the players and never scores."""

    GOOD = "good"
    MISSED = "missed"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """`why` is a short fixed word; `speed_m_s` only for a good kick seen by both ladders."""

    passing: Passing
    why: str
    speed_m_s: float | None = None


def goal_of(beam: int) -> End:
    """At which end of the table input `beam` is."""
    return End.HOME if beam < len(Plane) else End.AWAY


def plane_of(beam: int) -> Plane:
    return Plane(beam % len(Plane))


def beam_number(goal: End, plane: Plane) -> int:
    return plane + (0 if goal is End.HOME else len(Plane))


def stories(events: Sequence[BeamEvent]) -> list[list[BeamEvent]]:
    """Split events into windows of 250 ms, goal by goal; those without a stamp stand alone."""
    found: list[list[BeamEvent]] = [[event] for event in events if event.at_us is None]
    stamped = [(event.at_us, event) for event in events if event.at_us is not None]
    for goal in End:
        start = None
        for at_us, event in sorted(stamped, key=lambda pair: pair[0]):
            if goal_of(event.beam) is not goal:
                continue
            if start is None or at_us - start > WINDOW_US:
                start = at_us
                found.append([])
            found[-1].append(event)
    return found


Passes = dict[Plane, list[int]]


def judge(events: Sequence[BeamEvent], broken: Collection[Plane] = ()) -> Verdict:
    """The verdict on one story at one goal; `broken` are planes known to be out of order."""
    stamps = [(event.at_us, event) for event in events if event.at_us is not None]
    if len(stamps) < len(events):
        return Verdict(passing=Passing.AMBIGUOUS, why="no time")
    passes: Passes = {plane: [] for plane in Plane}
    for at_us, event in stamps:
        passes[plane_of(event.beam)].append(at_us)
    for times in passes.values():
        times.sort()
    seen = {plane for plane in (Plane.FRONT, Plane.REAR, Plane.UNDER) if passes[plane]}
    if not seen:
        return Verdict(passing=Passing.MISSED, why="post" if passes[Plane.KNOCK] else "not seen")
    if Plane.REAR in broken and seen != {Plane.UNDER}:
        return Verdict(passing=Passing.AMBIGUOUS, why="out of order")
    if _disturbed(events, passes, seen):
        return Verdict(passing=Passing.AMBIGUOUS, why="disturbed")
    if {Plane.FRONT, Plane.REAR} <= seen:
        return _through(passes)
    return _partly(passes, seen, broken)


def _disturbed(events: Sequence[BeamEvent], passes: Passes, seen: set[Plane]) -> bool:
    """A hand, or light or a bump that touches everything at once."""
    first = [passes[plane][0] for plane in seen]
    together = len(seen) == 3 and max(first) - min(first) < TOGETHER_US
    return together or any(
        event.duration_us > COVER_US for event in events if plane_of(event.beam) in seen
    )


def _through(passes: Passes) -> Verdict:
    """Both ladders were crossed."""
    front, rear, under = passes[Plane.FRONT], passes[Plane.REAR], passes[Plane.UNDER]
    took_us = rear[0] - front[0]
    if not SHORTEST_US <= took_us <= LONGEST_US:
        return Verdict(passing=Passing.AMBIGUOUS, why="from behind" if took_us < 0 else "speed")
    if front[-1] > rear[-1]:
        return Verdict(passing=Passing.AMBIGUOUS, why="came back")
    if under and under[0] <= rear[0]:
        return Verdict(passing=Passing.AMBIGUOUS, why="over and under")
    touched = any(knock < rear[0] for knock in passes[Plane.KNOCK])
    why = "off the post" if touched else "rolled back" if under else "clean"
    return Verdict(passing=Passing.GOOD, why=why, speed_m_s=GAP_MM / took_us * 1e3)


def _partly(passes: Passes, seen: set[Plane], broken: Collection[Plane]) -> Verdict:
    """One ladder at most was crossed."""
    if seen == {Plane.REAR}:
        if Plane.FRONT in broken:
            return Verdict(passing=Passing.GOOD, why="rear only")
        return Verdict(passing=Passing.AMBIGUOUS, why="rear only")
    if Plane.REAR in seen:
        return Verdict(passing=Passing.AMBIGUOUS, why="over and under")
    if seen == {Plane.FRONT}:
        return Verdict(passing=Passing.MISSED, why="bounced back")
    order = list(chain(passes[Plane.FRONT], passes[Plane.UNDER]))
    if order != sorted(order):
        return Verdict(passing=Passing.AMBIGUOUS, why="over and under")
    return Verdict(passing=Passing.MISSED, why="under")
