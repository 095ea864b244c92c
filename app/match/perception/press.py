"""Dice, keys and posts: from single events of the box to facts of the match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.match.log import Cursor
from app.rulebook.facts import ButtonPressed, DiceRolled, Fact, Interval, PostsPassed
from app.rulebook.side import Side
from firmware_bridge.dice import RollRecord
from firmware_bridge.messages import BeamEvent, ButtonEvent, Die, DieEvent, End, Event

PAIR_S = 8.0
"""Dice heard further apart than this are no roll; a bad line may hold one of them up for long."""
STORY_S = 0.3
"""Beams of one kick are broken within this time."""
SIDES = {End.HOME: Side.HOME, End.AWAY: Side.AWAY}

Passing = Callable[[Sequence[BeamEvent]], bool | None]
"""Whether beams tell of a good kick, of a miss, or (None) of neither for certain."""


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
    tell no clear story; `dice` = what each die of a roll rests on.
    """

    fact: Fact
    heard_at: float
    cursor: Cursor | None = None
    doubtful: bool = False
    dice: tuple[RollRecord, ...] = ()


@dataclass(kw_only=True)
class PressWatch:
    """Pairs dice, collects the beams of a kick, lets keys through when they go down."""

    passing: Passing
    half_rolls: int = 0
    """Rolls of which only one die was heard."""
    _dice: dict[Die, Heard] = field(default_factory=dict)
    _beams: list[Heard] = field(default_factory=list)

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
                return []
            case _:
                return []

    def wait(self, now: float) -> list[Pressed]:
        """What is complete because nothing more came."""
        if self._dice and now - min(h.heard_at for h in self._dice.values()) > PAIR_S:
            self._dice.clear()
            self.half_rolls += 1
        if not self._beams or now - self._beams[0].heard_at < STORY_S:
            return []
        story, self._beams = self._beams, []
        good = self.passing([h.event for h in story if isinstance(h.event, BeamEvent)])
        fact = PostsPassed(good=bool(good), at=story[0].at)
        last = story[-1]
        return [
            Pressed(fact=fact, heard_at=last.heard_at, cursor=last.cursor, doubtful=good is None)
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
        return [Pressed(fact=fact, heard_at=heard.heard_at, cursor=heard.cursor, dice=dice)]
