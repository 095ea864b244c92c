"""A position of Taru: all that legality may depend on (spec §3), and what follows from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Literal

from app.games.taru.dice import Dice
from app.games.taru.options import DEFAULTS, Options
from app.games.taru.pitch import Pitch
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout, side_of
from app.rulebook.side import Side

TEAM_SIZE = 15
WINNING_SCORE = 15


class Phase(StrEnum):
    """What the match is waiting for (spec §3.1)."""

    SETUP = "setup"
    OPENING_ROLL = "opening_roll"
    KICKOFF = "kickoff"
    AWAIT_ROLL = "await_roll"
    OPEN = "open"
    AWAIT_FLICK = "await_flick"
    INTERCEPT_WINDOW = "intercept_window"
    AWARD_CHOICE = "award_choice"
    RESTART_22 = "restart_22"
    LINEOUT_SETUP = "lineout_setup"
    LINEOUT_THROW = "lineout_throw"
    PENALTY_CHOICE = "penalty_choice"
    PENALTY_KICK = "penalty_kick"
    PENALTY_TOUCH = "penalty_touch"
    CONVERSION = "conversion"
    DROP = "drop"
    DOUBLE_SIX = "double_six"
    FINISHED = "finished"


@dataclass(frozen=True, kw_only=True)
class Layer:
    """A disc of a stack and how it came there: s strip, t tackle, None at the bottom."""

    disc: DiscId
    by: Literal["s", "t"] | None = None


@dataclass(frozen=True, kw_only=True)
class KickoffDuty:
    """Who kicks off (None: not known before the opening rolls) and the rolls kept (T14), or the
    restart of a conceding side (T136).
    """

    side: Side | None = None
    restart: bool = False
    opening: Mapping[Side, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Lineout:
    """Spot and throwing side of a line-out."""

    spot: Square
    side: Side


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """Side that scored and file it kicks from (T135)."""

    side: Side
    file: int


@dataclass(frozen=True, kw_only=True)
class Award:
    """A tie the receiving side settles (A8): candidates, and the section that opened it."""

    side: Side
    discs: frozenset[DiscId]
    section: str | None = None


@dataclass(frozen=True, kw_only=True)
class Window:
    """An interception that may be called: by whom, the step crossed, the flanking discs, the total
    to beat; whether a try waits, and what crossed (r run, p pass).
    """

    side: Side
    step: tuple[Square, Square]
    flankers: tuple[DiscId, DiscId]
    beat: int
    try_waits: bool = False
    crossed: Literal["r", "p"] | None = None


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Seconds left of the match (`expired`: time is up) and of the turn; with a time per player,
    `match_s` is Home's and `away_s` Away's.
    """

    match_s: int
    turn_s: int
    expired: bool = False
    away_s: int | None = None


Flick = Literal["pass", "kick", "mark", "touch", "kickoff"]
BallPlace = DiscId | Square | None
"""The disc that carries the ball, the square it lies on, or None off the felt."""


@dataclass(frozen=True, kw_only=True)
class State:
    """One position. `squares` are the discs on the board; those neither there nor in hand are out
    for good. `stacks` lists squares with two discs or more, bottom first. `tackle_line` is the rank
    of the tackled disc while the ball is loose from a tackle. `tee` is where a ball on the tee goes
    back to. `carried` are the discs that carried since the last act other than a hand pass;
    `undo`: the position before the last move or hand pass that may still be undone (A37), which no
    notation holds.
    `reopened` those that used the one re-opening a house rule leaves them (A78). `outside22`: as
    the turn began the ball lay outside its owner's 22; kept where that counts (A53).
    """

    pitch: Pitch
    phase: Phase
    turn: Side
    options: Options = DEFAULTS
    score: tuple[int, int] = (0, 0)
    squares: Mapping[DiscId, Square] = field(default_factory=dict)
    in_hand: frozenset[DiscId] = frozenset()
    stacks: Mapping[Square, tuple[Layer, ...]] = field(default_factory=dict)
    ball: BallPlace = None
    tackle_line: int | None = None
    dice: Dice | None = None
    moved: frozenset[DiscId] = frozenset()
    reopened: frozenset[DiscId] = frozenset()
    tackler: DiscId | None = None
    carried: frozenset[DiscId] = frozenset()
    plus3: bool = False
    ready: frozenset[Side] = frozenset()
    kickoff: KickoffDuty | None = None
    offender: Side | None = None
    award: Award | None = None
    conversion: Conversion | None = None
    tee: BallPlace = None
    kicked: bool = False
    outside22: bool = False
    mark: DiscId | None = None
    exempt: DiscId | None = None
    passes: bool = False
    lineout: Lineout | None = None
    windows: tuple[Window, ...] = ()
    awaited_flick: Flick | None = None
    clock: Clock | None = None
    timed: bool = False
    undo: "State | None" = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        """Cheap: equal positions agree in these."""
        return hash((self.phase, self.turn, self.score, self.ball, len(self.squares)))

    @property
    def carrier(self) -> DiscId | None:
        return self.ball if isinstance(self.ball, str) else None

    @property
    def loose(self) -> Square | None:
        return self.ball if isinstance(self.ball, Square) else None

    @property
    def ball_square(self) -> Square | None:
        """Where the ball is, carried or loose; None off the felt."""
        return self.squares[self.ball] if isinstance(self.ball, str) else self.ball

    @property
    def points_left(self) -> int:
        return self.dice.points_left if self.dice else 0

    @cached_property
    def pinned(self) -> frozenset[DiscId]:
        return frozenset(layer.disc for tower in self.stacks.values() for layer in tower[:-1])

    @cached_property
    def occupied(self) -> frozenset[Square]:
        return frozenset(self.squares.values())

    @cached_property
    def _tops(self) -> Mapping[Square, DiscId]:
        """The disc that shows on each square; found once, as a position never changes."""
        towers = {square: tower[-1].disc for square, tower in self.stacks.items()}
        return {square: disc for disc, square in self.squares.items()} | towers

    def free(self, disc: DiscId) -> bool:
        """On the board with nothing on top."""
        place = self.squares.get(disc)
        return place is not None and self.top_at(place) == disc

    def top_at(self, place: Square) -> DiscId | None:
        """The disc that shows on a square."""
        return self._tops.get(place)

    def discs_of(self, side: Side) -> Iterable[DiscId]:
        """The side's discs on the board, by number."""
        ours = (disc for disc in self.squares if disc[0] == side)
        return sorted(ours, key=number_of)

    def offside_rank(self) -> int | None:
        """T95, A6: the carrier's rank, else that of the last tackle, else the loose ball's."""
        if isinstance(self.ball, str):
            return self.squares[self.ball].rank
        if self.ball is None:
            return None
        if self.tackle_line is not None or self.options.offside_loose == "none":
            return self.tackle_line
        return self.ball.rank

    def offside(self, side: Side | None = None) -> frozenset[DiscId]:
        """Discs ahead of the offside rank for their side (T95–T97), pinned ones left out (T121)."""
        reference = self.offside_rank()
        if reference is None:
            return frozenset()
        pinned = self.pinned
        return frozenset(
            disc
            for disc, place in self.squares.items()
            if (side is None or disc[0] == side)
            and (place.rank - reference) * side_of(disc).forward > 0
            and disc not in pinned
            and disc != self.exempt
        )

    def nearest_back(self, side: Side, place: Square) -> tuple[DiscId, ...]:
        """A8: the side's free discs strictly behind a square (else level, else any) that are
        nearest to it in king moves; several when tied, none when the side has no free disc.
        """
        free = [disc for disc in self.discs_of(side) if self.free(disc)]
        ahead = {disc: (self.squares[disc].rank - place.rank) * side.forward for disc in free}
        level_too = self.options.set_back == "behind_or_level"
        behind = [disc for disc in free if ahead[disc] < 0 or (level_too and ahead[disc] == 0)]
        level = [disc for disc in free if ahead[disc] == 0]
        return self._nearest(behind or level or free, place)

    def _nearest(self, discs: list[DiscId], place: Square) -> tuple[DiscId, ...]:
        distance = {
            disc: max(abs(self.squares[disc].file - place.file),
                      abs(self.squares[disc].rank - place.rank))
            for disc in discs
        }  # fmt: skip
        return tuple(d for d in discs if distance[d] == min(distance.values()))

    @property
    def strip_open(self) -> bool:
        return self.dice is not None and self.dice.strip_open

    @property
    def tackle_open(self) -> bool:
        return self.dice is not None and self.dice.tackle_open

    @property
    def winner(self) -> Side | Literal["draw"] | None:
        """Of a finished match: a side with no disc left has lost (A60), else the score tells."""
        if self.phase is not Phase.FINISHED:
            return None
        owners = {Side(disc[0]) for disc in (*self.squares, *self.in_hand)}
        if len(owners) == 1:
            return owners.pop()
        home, away = self.score
        if home == away:
            return "draw"
        return Side.HOME if home > away else Side.AWAY

    def layout(self) -> Layout:
        towers: dict[Square, tuple[DiscId, ...]] = {p: (d,) for d, p in self.squares.items()}
        for place, tower in self.stacks.items():
            towers[place] = tuple(layer.disc for layer in tower)
        return Layout(towers=tuple(sorted(towers.items())), ball=self.ball)


def number_of(disc: DiscId) -> int:
    return int(disc[1:])


def team(side: Side) -> tuple[DiscId, ...]:
    """All discs of a side, by number."""
    return tuple(f"{side}{number}" for number in range(1, TEAM_SIZE + 1))
