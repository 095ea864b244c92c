"""Dice, keys and posts: from single events of the box to facts of the match."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from app.match.evidence import Evidence
from app.match.log import Cursor
from app.rulebook.api import Measure
from app.rulebook.facts import ButtonPressed, DiceRolled, Fact, Interval, PostsPassed
from app.rulebook.side import Side
from firmware_bridge.dice import RollRecord
from firmware_bridge.messages import BeamEvent, ButtonEvent, Die, DieEvent, End, Event, StuckEvent

PAIR_S = 8.0
"""Dice heard further apart than this are no roll; a bad line may hold one of them up for long."""
STORY_S = 0.3
"""Beams of one kick are broken within this time."""
SIDES = {End.HOME: Side.HOME, End.AWAY: Side.AWAY}

SETTLED_S = 1.3
"""What a late event would change is told no sooner: on a bad line one comes up to a second late."""


@dataclass(frozen=True, kw_only=True)
class Kick:
    """What beams tell: a good kick, a miss, or (None) neither for certain, and why in a word. Its
    speed where both ladders saw it; `open`: a further event would change it.
    """

    good: bool | None
    why: str = ""
    speed_m_s: float | None = None
    sigma_m_s: float | None = None
    open: bool = False


Passing = Callable[[Sequence[BeamEvent], Collection[int]], Kick]
"""From the beams of one kick, and the inputs that are stuck, to what became of it."""


@dataclass(frozen=True, kw_only=True)
class Heard:
    """One event of the box: the interval it surely happened in (s, None: stamp lost), and when it
    was heard.
    """

    event: Event
    heard_at: float
    at: Interval | None
    cursor: Cursor | None = None
    record: RollRecord | None = None


@dataclass(frozen=True, kw_only=True)
class Pressed:
    """A fact from the box; `cursor` is the last event it rests on. `doubtful` = a kick whose beams
    tell no clear story, and why; `evidence` = what the fact rests on.
    """

    fact: Fact
    heard_at: float
    cursor: Cursor | None = None
    doubtful: bool = False
    why: str = ""
    evidence: Evidence | None = None


@dataclass(kw_only=True)
class PressWatch:
    """Pairs dice, collects the beams of a kick, lets keys through when they go down."""

    passing: Passing
    half_rolls: int = 0
    """Rolls of which only one die was heard."""
    _dice: dict[Die, Heard] = field(default_factory=dict)
    _beams: list[Heard] = field(default_factory=list)
    _stuck: set[int] = field(default_factory=set)

    def hear(self, heard: Heard) -> list[Pressed]:
        match heard.event:
            case DieEvent(die=die):
                return self._die(die, heard)
            case ButtonEvent(button=button, pressed=True):
                side, at = SIDES[button.end], heard.at
                fact = ButtonPressed(side=side, key="big" if button.big else "small", at=at)
                return [Pressed(fact=fact, heard_at=heard.heard_at, cursor=heard.cursor)]
            case BeamEvent():
                self._beams.append(heard)
            case StuckEvent(input=number, stuck=stuck):
                (self._stuck.add if stuck else self._stuck.discard)(number)
            case _:
                pass
        return []

    def wait(self, now: float) -> list[Pressed]:
        """What is complete because nothing more came."""
        if self._dice and now - min(h.heard_at for h in self._dice.values()) > PAIR_S:
            self._dice.clear()
            self.half_rolls += 1
        age = now - self._beams[0].heard_at if self._beams else 0.0
        if not self._beams or age < STORY_S:
            return []
        kick = self.passing(
            [h.event for h in self._beams if isinstance(h.event, BeamEvent)], self._stuck
        )
        if kick.open and age < SETTLED_S:
            return []
        story, self._beams = self._beams, []
        return [
            Pressed(
                fact=PostsPassed(good=bool(kick.good), at=story[0].at),
                heard_at=story[-1].heard_at,
                cursor=story[-1].cursor,
                doubtful=kick.good is None,
                why=kick.why,
                evidence=_speed(kick),
            )
        ]

    def _die(self, die: Die, heard: Heard) -> list[Pressed]:
        self._dice[die] = heard
        if len(self._dice) < len(Die):
            return []
        rolled = [self._dice[d] for d in Die]
        faces = tuple(h.event.face for h in rolled if isinstance(h.event, DieEvent))
        dice = tuple(h.record for h in rolled if h.record is not None)
        self._dice.clear()
        fact = DiceRolled(faces=faces, at=heard.at)
        evidence = Evidence(dice=dice) if dice else None
        return [Pressed(fact=fact, heard_at=heard.heard_at, cursor=heard.cursor, evidence=evidence)]


def _speed(kick: Kick) -> Evidence | None:
    """The speed of a kick, to be shown with it."""
    if kick.speed_m_s is None:
        return None
    sigma = None if kick.sigma_m_s is None else round(kick.sigma_m_s, 2)
    speed = Measure(name="speed", value=round(kick.speed_m_s, 2), unit="m/s", sigma=sigma)
    return Evidence(measures=(speed,))
