"""Facts every game shares: what was seen, rolled, pressed. A fact never judges."""

from dataclasses import dataclass
from typing import Literal

from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Spot
from app.rulebook.side import Side

Interval = tuple[float, float]
Edge = Literal["S", "N", "W", "E"]
"""S is Home's end (below rank 1), N Away's end, W beside file a, E beside the last file."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened; `at` = interval on the table clock in s, None: stamp lost.

    `left_s`: what the clocks of a timed match showed when it happened, of the turn, then of the
    match (or of Home's and of Away's part of it); None where none runs or nobody looked.
    """

    at: Interval | None = None
    left_s: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Fact(Event):
    """What was seen, rolled or pressed."""


@dataclass(frozen=True, kw_only=True)
class Play(Event):
    """What a player does or declares; each game has its own. `seen_path` is False when a hand hid
    the way and the cheapest legal path was taken for it.
    """

    seen_path: bool = True


@dataclass(frozen=True, kw_only=True)
class DiceRolled(Fact):
    """Dice at rest, in the box's order (Taru: red, green). Dice have no owner; `side` is filled in
    only where both sides roll in one phase (opening roll).
    """

    faces: tuple[int, ...]
    side: Side | None = None


@dataclass(frozen=True, kw_only=True)
class Exit:
    """Where a ball left the felt: the edge, the square it left from, and the point in mm."""

    edge: Edge
    square: Square
    spot: Spot | None = None


@dataclass(frozen=True, kw_only=True)
class Flown(Fact):
    """A flicked ball, released from a disc, and what became of it.

    `first_touch` = first disc touched (decides even when the ball then leaves); else `exit`, else
    `rest` = one square, or the two or four it straddles. `bounced`: touched the felt on its way,
    None when not known. `maybe_first`: other discs that may have been touched first (None: no disc
    at all), where the camera could not tell.
    """

    by: DiscId
    first_touch: DiscId | None = None
    contacts: tuple[DiscId, ...] = ()
    maybe_first: tuple[DiscId | None, ...] = ()
    exit: Exit | None = None
    rest: tuple[Square, ...] = ()
    bounced: bool | None = None
    rest_spot: Spot | None = None


@dataclass(frozen=True, kw_only=True)
class PostsPassed(Fact):
    """What the goal posts say of a kick: over the bar and between them, or not."""

    good: bool


@dataclass(frozen=True, kw_only=True)
class ButtonPressed(Fact):
    """A key of the box: `big` = my turn is over / I am ready, `small` = contest."""

    side: Side
    key: Literal["big", "small"]


@dataclass(frozen=True, kw_only=True)
class TimeRanOut(Fact):
    """A bell: of the turn or of the match."""

    clock: Literal["turn", "match"]
