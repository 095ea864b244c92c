"""A match of backgammon at one moment: frozen."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Literal

from app.games.backgammon.options import Options
from app.games.backgammon.position import START, Dice, Position, flipped
from app.games.backgammon.towers import Towers, dealt, followed
from app.rulebook.board import Board
from app.rulebook.side import Side


class Phase(StrEnum):
    """OPENING: each throws one die. DOUBLED: a cube is offered. RESIGNING: so is the game.
    BETWEEN: a game is over, another may follow.
    """

    OPENING = "opening"
    TO_ROLL = "to_roll"
    TO_MOVE = "to_move"
    DOUBLED = "doubled"
    RESIGNING = "resigning"
    BETWEEN = "between"
    FINISHED = "finished"


@dataclass(frozen=True, kw_only=True)
class Cube:
    """The doubling cube: turned `exponent` times; owner None = in the middle. A cube that shows 64
    in the middle at the start is at exponent 0, so the stake is never read from its face (R3, R20).
    """

    exponent: int = 0
    owner: Side | None = None

    @property
    def value(self) -> int:
        return 1 << self.exponent

    @property
    def face(self) -> int:
        return self.value if self.exponent else 64


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A cube that waits for an answer of `to`: it would stand at `exponent` with `owner`."""

    to: Side
    exponent: int
    owner: Side
    beaver: bool = False


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A turn as it began: whose, the position in his view, the dice; `illegal` = it was let stand
    against the rules, for the opponent to have it corrected.
    """

    side: Side
    begun: Position
    dice: Dice
    illegal: bool = False


@dataclass(frozen=True, kw_only=True)
class State:
    """`home` is the position in Home's view. `left`: dice of the turn not yet played. `under_way`:
    the turn being played; `last`: the one just ended, until the next throw. `opening`: the dice of
    the opening throw so far, Home's and Away's. `resigned`: how many times the cube is offered.
    `crawford`: whether this is the Crawford game, or it has been. `towers` says which of the
    checkers that look alike stands where: shown, never judged, and no part of equality.
    """

    table: Board
    options: Options
    phase: Phase = Phase.OPENING
    turn: Side = Side.HOME
    home: Position = START
    towers: Towers = field(default_factory=lambda: dealt(START), compare=False)
    cube: Cube = field(default_factory=Cube)
    offer: Offer | None = None
    resigned: int = 0
    opening: tuple[int | None, int | None] = (None, None)
    automatic: int = 0
    left: tuple[int, ...] = ()
    under_way: Turn | None = None
    last: Turn | None = None
    score: tuple[int, int] = (0, 0)
    games: int = 0
    crawford: Literal["no", "now", "past"] = "no"

    @cached_property
    def mine(self) -> Position:
        """The position as the side on turn sees it."""
        return self.seen_by(self.turn)

    def seen_by(self, side: Side) -> Position:
        return self.home if side is Side.HOME else flipped(self.home)

    def standing_at(self, position: Position) -> "State":
        """With the position of the side on turn changed to this; checkers keep their names."""
        home = position if self.turn is Side.HOME else flipped(position)
        return replace(self, home=home, towers=followed(self.towers, home))

    @property
    def winner(self) -> Side | Literal["draw"] | None:
        if self.phase is not Phase.FINISHED:
            return None
        home, away = self.score
        return "draw" if home == away else Side.HOME if home > away else Side.AWAY
