"""From broken beams to "the ball passed over the bar, between the posts".

The goal has four inputs: the front ladder of beams above the bar, the rear ladder 30 mm behind it,
a beam under the bar, and a knock sensor on the frame. At Home's end it is inputs 0-3, at Away's
4-7. Only the front ladder and then the rear one, at a speed a flicked ball can have, is a good
kick. `ROWS` is the whole judgement: the first row that holds.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from firmware_bridge.messages import BeamEvent, End

GAP_MM = 30.0
SLOWEST_M_S, FASTEST_M_S = 0.3, 8.0
SHORTEST_US, LONGEST_US = GAP_MM / FASTEST_M_S * 1e3, GAP_MM / SLOWEST_M_S * 1e3
WINDOW_US = 250_000  # one ball, one story
COVER_US = 25.0 / SLOWEST_M_S * 1e3  # a 20 mm ball and its beam never last longer: a hand does
TOGETHER_US = 2_000  # everything within this: sunlight, or a bump of the table
STAMP_US = 20  # how far a stamp of the box may be off


class Plane(IntEnum):
    """Input of a goal, in the order of their numbers."""

    FRONT = 0
    REAR = 1
    UNDER = 2
    KNOCK = 3


class Passing(Enum):
    """What became of the kick."""

    GOOD = "good"
    MISSED = "missed"
    UNDER = "under"
    REVERSE = "reverse"
    HAND = "hand"
    FAULT = "fault"
    AMBIGUOUS = "ambiguous"

    @property
    def good(self) -> bool | None:
        """Whether it scores; None: the players decide, nothing scores by itself."""
        if self is Passing.GOOD:
            return True
        return False if self in {Passing.MISSED, Passing.UNDER} else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """`why` is a short fixed word; `speed_m_s` and its `sigma_m_s` only for a good kick seen by
    both ladders. `open`: a further event, should one still be on its way, would change it.
    """

    passing: Passing
    why: str
    speed_m_s: float | None = None
    sigma_m_s: float | None = None
    open: bool = False


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Story:
    """One story at one goal: when each plane was passed (µs, in order), which planes are known to
    be out of order, the longest time a beam was covered, and whether a stamp was lost.
    """

    front: tuple[int, ...]
    rear: tuple[int, ...]
    under: tuple[int, ...]
    knock: tuple[int, ...]
    broken: frozenset[Plane]
    longest_us: int
    untimed: bool

    @property
    def seen(self) -> str:
        """The planes that were passed, by their letters: A front, B rear, U under."""
        planes = zip("ABU", (self.front, self.rear, self.under), strict=True)
        return "".join(letter for letter, times in planes if times)

    @property
    def took_us(self) -> int:
        """From the front ladder to the rear one; negative from behind. Both must be seen."""
        return self.rear[0] - self.front[0]

    @property
    def spread_us(self) -> int:
        """From the first beam to the last of those that were seen."""
        first = [times[0] for times in (self.front, self.rear, self.under) if times]
        return max(first) - min(first)

    @property
    def at_once(self) -> bool:
        return self.spread_us < TOGETHER_US

    @property
    def in_speed(self) -> bool:
        return SHORTEST_US <= self.took_us <= LONGEST_US

    @property
    def over_first(self) -> bool:
        """Under the bar only after the rear ladder."""
        return not self.under or self.rear[0] < self.under[0]


def story(events: Sequence[BeamEvent], broken: Collection[Plane] = ()) -> Story:
    """`events` of one goal within one window, in any order."""
    beams = [event for event in events if plane_of(event.beam) is not Plane.KNOCK]

    def passes(plane: Plane) -> tuple[int, ...]:
        found = [e.at_us for e in events if plane_of(e.beam) is plane and e.at_us is not None]
        return tuple(sorted(found))

    return Story(
        front=passes(Plane.FRONT),
        rear=passes(Plane.REAR),
        under=passes(Plane.UNDER),
        knock=passes(Plane.KNOCK),
        broken=frozenset(broken),
        longest_us=max((event.duration_us for event in beams), default=0),
        untimed=any(event.at_us is None for event in events),
    )


Row = tuple[Passing, str, Callable[[Story], bool]]

ROWS: tuple[Row, ...] = (
    (Passing.AMBIGUOUS, "no time", lambda s: s.untimed),
    (Passing.FAULT, "out of order", lambda s: {Plane.FRONT, Plane.REAR} <= s.broken),
    (Passing.MISSED, "post", lambda s: not s.seen and bool(s.knock)),
    (Passing.MISSED, "not seen", lambda s: not s.seen),
    (Passing.FAULT, "out of order", lambda s: Plane.REAR in s.broken and s.seen != "U"),
    (Passing.HAND, "hand", lambda s: s.longest_us > COVER_US),
    (Passing.FAULT, "all at once", lambda s: s.seen == "ABU" and s.at_once),
    (Passing.UNDER, "under", lambda s: s.seen == "U"),
    (Passing.UNDER, "under", lambda s: s.seen == "AU" and s.front[-1] < s.under[0]),
    (Passing.AMBIGUOUS, "over and under", lambda s: s.seen in {"AU", "BU"}),
    (Passing.MISSED, "bounced back", lambda s: s.seen == "A"),
    (Passing.GOOD, "rear only", lambda s: s.seen == "B" and Plane.FRONT in s.broken),
    (Passing.AMBIGUOUS, "rear only", lambda s: s.seen == "B"),
    # From here on both ladders were passed.
    (Passing.AMBIGUOUS, "over and under", lambda s: not s.over_first),
    (Passing.AMBIGUOUS, "together", lambda s: abs(s.took_us) < TOGETHER_US),
    (Passing.REVERSE, "from behind", lambda s: s.took_us < 0 and not s.under),
    (Passing.AMBIGUOUS, "speed", lambda s: not s.in_speed),
    (Passing.AMBIGUOUS, "came back", lambda s: s.front[-1] > s.rear[-1]),
    (Passing.GOOD, "rolled back", lambda s: bool(s.under)),
    (Passing.GOOD, "off the post", lambda s: any(knock < s.rear[0] for knock in s.knock)),
    (Passing.GOOD, "clean", lambda _s: True),
)


def judge(events: Sequence[BeamEvent], broken: Collection[Plane] = ()) -> Verdict:
    """The verdict on one story at one goal; `broken` are planes known to be out of order."""
    told = story(events, broken)
    passing, why, _ = next(row for row in ROWS if row[2](told))
    if passing is Passing.GOOD and told.front:
        speed = GAP_MM / told.took_us * 1e3
        # Two stamps, each off by up to STAMP_US.
        sigma = speed * 2 * STAMP_US / told.took_us
        return Verdict(passing=passing, why=why, speed_m_s=speed, sigma_m_s=sigma)
    return Verdict(passing=passing, why=why, open=why in {"bounced back", "post", "not seen"})


def judge_all(events: Sequence[BeamEvent], stuck: Collection[int] = ()) -> Verdict:
    """The verdict on all that was heard of one kick; `stuck` are inputs out of order. Stories at
    both goals, or one after the other, are nobody's kick for certain.
    """
    told = stories(events)
    if len(told) > 1:
        return Verdict(passing=Passing.AMBIGUOUS, why="several")
    goal = goal_of(events[0].beam) if events else End.HOME
    return judge(events, {plane_of(beam) for beam in stuck if goal_of(beam) is goal})
