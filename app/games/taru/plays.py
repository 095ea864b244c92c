"""What a player of Taru may do or declare. Paths list every square entered, the origin left out."""

from dataclasses import dataclass
from typing import Literal

from app.rulebook.facts import Flown, Play
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Place(Play):
    """Discs of one side put down: in its set-up area (T12), on its side of a line-out (T110)."""

    side: Side
    squares: tuple[tuple[DiscId, Square], ...]


@dataclass(frozen=True, kw_only=True)
class Ready(Play):
    """A side confirms its set-up (T12, T13) or its formation (T111); `presents`: the discs it told
    to present at a line-out (T108), none when the squares tell.
    """

    side: Side
    presents: tuple[DiscId, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Kickoff(Play):
    """The ball flicked off a central disc (T15)."""

    flown: Flown


@dataclass(frozen=True, kw_only=True)
class Move(Play):
    """One disc slid through free squares; it picks up a loose ball on its last one (T22, T32)."""

    disc: DiscId
    path: tuple[Square, ...]


@dataclass(frozen=True, kw_only=True)
class Strip(Play):
    """A disc laid on the carrier to take the ball; the last square is the carrier's (T66)."""

    disc: DiscId
    path: tuple[Square, ...]


@dataclass(frozen=True, kw_only=True)
class Tackle(Play):
    """A disc laid on the carrier to bring it down; the last square is the carrier's (T78)."""

    disc: DiscId
    path: tuple[Square, ...]


@dataclass(frozen=True, kw_only=True)
class HandPass(Play):
    """The ball handed from disc to disc (T33)."""

    giver: DiscId
    receiver: DiscId


@dataclass(frozen=True, kw_only=True)
class LongPass(Play):
    """The ball flicked off its carrier (T34)."""

    flown: Flown


@dataclass(frozen=True, kw_only=True)
class DeclareFlick(Play):
    """What the next flick will be, said before it leaves (T34, T44); a mark is taken so, instead of
    rolling (T57).
    """

    flick: Literal["pass", "kick", "mark"]


@dataclass(frozen=True, kw_only=True)
class Kick(Play):
    """The ball kicked off its carrier with a six (T44)."""

    flown: Flown


@dataclass(frozen=True, kw_only=True)
class MarkKick(Play):
    """The kick of a side that takes its mark (T57)."""

    flown: Flown


@dataclass(frozen=True, kw_only=True)
class TouchKick(Play):
    """A penalty kicked towards touch (T128)."""

    flown: Flown


@dataclass(frozen=True, kw_only=True)
class TakeDrop(Play):
    """The carrier goes for a drop: the posts then tell (T137)."""

    disc: DiscId


@dataclass(frozen=True, kw_only=True)
class Maul(Play):
    """`count` discs in line, `head` first, advance `steps` squares together and push what stands
    before them (T59, T87). `step`: files and ranks of one square's advance.
    """

    head: DiscId
    step: tuple[int, int]
    count: int
    steps: int


@dataclass(frozen=True, kw_only=True)
class Decline(Play):
    """An interception that is not called (T75)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class StopMatch(Play):
    """The side in possession stops a timed match whose time is up (T9)."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class EndTurn(Play):
    """The turn is over; `side` tells who said so, None when nobody can be told (T21)."""

    side: Side | None = None


@dataclass(frozen=True, kw_only=True)
class Choose(Play):
    """A disc receives the ball: one of several equally near (award of T16 T41 T43 T80 T130), or one
    in the 22 (T50); `square` is where a disc is brought to when nobody stands there (T51).
    """

    disc: DiscId
    square: Square | None = None


@dataclass(frozen=True, kw_only=True)
class PlayTwelve(Play):
    """The double six is played as points (T142)."""


@dataclass(frozen=True, kw_only=True)
class SendOff(Play):
    """The double six sends a disc off for good (T143)."""

    disc: DiscId


@dataclass(frozen=True, kw_only=True)
class TakePenalty(Play):
    """The beneficiary's option: a kick at goal, a kick to touch, or a tap (T125)."""

    choice: Literal["goal", "touch", "play"]
