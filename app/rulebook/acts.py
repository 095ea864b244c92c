"""What hands do on a real table. Plays are read from them; the rehearsal performs them."""

from dataclasses import dataclass
from typing import Literal

from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Slide:
    """A hand slides a disc (with the ball, if it carries it) through squares, in order."""

    disc: DiscId
    path: tuple[Square, ...]


@dataclass(frozen=True, kw_only=True)
class PutBall:
    """A hand lays the ball on a disc or a square."""

    to: DiscId | Square


@dataclass(frozen=True, kw_only=True)
class Flick:
    """A finger flicks the ball off a disc towards a point (mm) so that it would stop there on free
    felt; `lift` > 0 chips it over what stands near.
    """

    by: DiscId
    towards_mm: tuple[float, float]
    lift: float = 0.0


@dataclass(frozen=True, kw_only=True)
class TakeAway:
    """A hand takes a disc off the felt for good."""

    disc: DiscId


@dataclass(frozen=True, kw_only=True)
class LayOut:
    """Hands bring the whole table to a layout (set-up, restart, putting things back)."""

    layout: Layout


@dataclass(frozen=True, kw_only=True)
class RollDice:
    """Someone presses the dice button of the box."""


@dataclass(frozen=True, kw_only=True)
class PressKey:
    """A key of the box at one end of the table."""

    side: Side
    key: Literal["big", "small"]


@dataclass(frozen=True, kw_only=True)
class KickAtPosts:
    """A real kick from the tee at the posts."""

    good: bool


@dataclass(frozen=True, kw_only=True)
class Say:
    """A choice told to the app by touch: the index into `awaits(state).choices`."""

    choice: int


Act = Slide | PutBall | Flick | TakeAway | LayOut | RollDice | PressKey | KickAtPosts | Say
