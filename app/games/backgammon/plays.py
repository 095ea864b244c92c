"""What a player of backgammon may do or declare."""

from dataclasses import dataclass
from typing import NamedTuple

from app.games.backgammon.position import Position
from app.rulebook.facts import Play
from app.rulebook.side import Side


class Hop(NamedTuple):
    """One checker by one die, in the mover's numbers: 25 = the bar, 0 = off."""

    source: int
    target: int


@dataclass(frozen=True, kw_only=True)
class Move(Play):
    """Some hops of a turn, in order: all of it, or a part that leaves the rest open (R5–R16)."""

    hops: tuple[Hop, ...]


@dataclass(frozen=True, kw_only=True)
class Leave(Play):
    """The table as the mover leaves it, in his view, whatever the order of his moves (R11)."""

    position: Position


@dataclass(frozen=True, kw_only=True)
class TakeBack(Play):
    """The moves of the turn are put back, to be made otherwise: until the next throw (R11)."""


@dataclass(frozen=True, kw_only=True)
class Done(Play):
    """The turn is over as the table stands, though a die could still be played (R11)."""


@dataclass(frozen=True, kw_only=True)
class Correct(Play):
    """The opponent wants an illegal turn played anew, before his own throw (R21)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class Double(Play):
    """The side on roll offers the cube before throwing (R19)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class Take(Play):
    """The cube is accepted (R19), or a beaver is (R21)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class Drop(Play):
    """The cube is refused: the stake before the offer is lost (R19)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class Beaver(Play):
    """The cube is accepted, turned once more, and kept (R21)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class Resign(Play):
    """A side offers to lose the game: `times` the cube, 1 single, 2 gammon, 3 backgammon (R18)."""

    side: Side
    times: int


@dataclass(frozen=True, kw_only=True)
class Accept(Play):
    """The resignation is accepted (R18)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class Reject(Play):
    """The resignation is not enough: play goes on (R18)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class NextGame(Play):
    """The checkers stand at the start again (R2)."""


@dataclass(frozen=True, kw_only=True)
class Settle(Play):
    """No further game is played for money (R21)."""
