"""A position as a plain player sees it, with the few facts needed to foretell an act. Kept apart
from the referee on purpose: labels must not be made by the code they are compared with.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId, Layout, side_of
from app.rulebook.side import Side

Towers = Mapping[Square, tuple[DiscId, ...]]
SIX = 6
WITH_DICE = frozenset({Phase.OPEN, Phase.INTERCEPT_WINDOW, Phase.AWAIT_FLICK})


@dataclass(frozen=True, kw_only=True)
class Table:
    """Towers bottom first; `red` and `green` are 0 once committed or before the roll; `rolled` is
    the plain total of the turn's dice; `carried` are the discs that had the ball since the last act
    other than a hand pass (T33, A78); `gap` = empty squares a hand pass may cross (A80),
    `knight` and `over`: it may leap, or go over a disc (A61, A66); `bends_first`, `sweeps`: a run
    may follow a bend (A3), or take the ball up in passing (A5); `passes`:
    the side that won a throw may hand the ball on (T116); `tied` are the discs of which one is to
    get the ball (A8).
    """

    files: int
    ranks: int
    in_goal: int
    zone22: int
    corridor: frozenset[int] = frozenset()
    gap: int = 1
    knight: bool = False
    over: bool = False
    bends_first: bool = False
    sweeps: bool = False
    towers: Towers
    ball: DiscId | Square | None
    turn: Side
    score: tuple[int, int] = (0, 0)
    red: int = 0
    green: int = 0
    extra: int = 0
    spent: int = 0
    rolled: int = 0
    kicked: bool = False
    passes: bool = False
    exempt: DiscId | None = None
    tied: frozenset[DiscId] = frozenset()
    played: frozenset[DiscId] = frozenset()
    carried: frozenset[DiscId] = frozenset()
    tackler: DiscId | None = None
    tackle_line: int | None = None

    @property
    def points(self) -> int:
        return self.red + self.green + self.extra - self.spent

    @property
    def strip_open(self) -> bool:
        """The red die is whole as long as the rest of the pool pays what was spent (3.2)."""
        return self.red > 0 and self.spent <= self.green + self.extra

    @property
    def tackle_open(self) -> bool:
        return self.green > 0 and self.spent <= self.red + self.extra

    @property
    def kick_open(self) -> bool:
        """A six that is whole, and no kick yet this turn (T44)."""
        red = self.red == SIX and self.strip_open
        return not self.kicked and (red or (self.green == SIX and self.tackle_open))

    @property
    def layout(self) -> Layout:
        return Layout(
            towers=tuple(sorted((sq, tower) for sq, tower in self.towers.items() if tower)),
            ball=self.ball,
        )

    @property
    def carrier(self) -> DiscId | None:
        return self.ball if isinstance(self.ball, str) else None

    @property
    def ball_square(self) -> Square | None:
        if isinstance(self.ball, str):
            return self.where(self.ball)
        return self.ball

    def on_board(self, square: Square) -> bool:
        return 1 <= square.file <= self.files and 1 <= square.rank <= self.ranks

    def where(self, disc: DiscId) -> Square | None:
        return next((sq for sq, tower in self.towers.items() if disc in tower), None)

    def top(self, square: Square) -> DiscId | None:
        tower = self.towers.get(square)
        return tower[-1] if tower else None

    def free(self, side: Side) -> Iterator[tuple[DiscId, Square]]:
        """Discs of a side that nothing lies on, and where they stand."""
        for square, tower in self.towers.items():
            if tower and tower[-1][0] == side:
                yield tower[-1], square

    def playable(self) -> Iterator[tuple[DiscId, Square]]:
        return ((d, sq) for d, sq in self.free(self.turn) if d not in self.played)

    def offside_rank(self) -> int | None:
        """The carrier's rank, else the line of the tackle, else the loose ball's rank (A6)."""
        if self.carrier is None and self.tackle_line is not None:
            return self.tackle_line
        ball = self.ball_square
        return None if ball is None else ball.rank

    def offside(self, disc: DiscId) -> bool:
        """Ahead of the ball for its side, and nothing lies on it (T95, T121)."""
        line, square = self.offside_rank(), self.where(disc)
        if line is None or square is None or self.top(square) != disc or disc == self.exempt:
            return False
        return (square.rank - line) * side_of(disc).forward > 0

    def scoring(self, side: Side, square: Square) -> bool:
        """Whether a square lies in the in-goal that a side attacks."""
        if side is Side.HOME:
            return square.rank > self.ranks - self.in_goal
        return square.rank <= self.in_goal

    def with_tower(self, square: Square, tower: tuple[DiscId, ...]) -> "Table":
        towers = dict(self.towers)
        if tower:
            towers[square] = tower
        else:
            towers.pop(square, None)
        return replace(self, towers=towers)

    def nearest_back(self, side: Side, square: Square) -> tuple[DiscId, ...]:
        """Free discs of a side nearest to a square: those behind it, else level, else any (A8)."""
        discs = list(self.free(side))
        gap = {d: (sq.rank - square.rank) * side.forward for d, sq in discs}
        for group in (
            [x for x in discs if gap[x[0]] < 0],
            [x for x in discs if gap[x[0]] == 0],
            discs,
        ):
            if group:
                nearest = min(king_distance(sq, square) for _, sq in group)
                return tuple(sorted(d for d, sq in group if king_distance(sq, square) == nearest))
        return ()


def table_of(state: State) -> Table:
    """The plain view of a position; dice only count in open play, an interception included."""
    board = state.pitch.board
    dice = state.dice if state.phase in WITH_DICE else None
    carrier = state.carrier
    return Table(
        files=board.files,
        ranks=board.ranks,
        in_goal=board.numbers["in_goal"],
        zone22=board.numbers["zone22"],
        corridor=frozenset(ord(name) - ord("a") + 1 for name in board.lists["drop_corridor"]),
        gap=state.options.hand_pass_gap,
        knight=state.options.knight_pass,
        over=state.options.pass_over,
        bends_first=state.options.bend_then_run,
        sweeps=state.options.pickup_in_passing,
        towers=dict(state.layout().towers),
        ball=state.ball,
        turn=state.turn,
        score=state.score,
        red=dice.red if dice and dice.red_use is None else 0,
        green=dice.green if dice and dice.green_use is None else 0,
        extra=dice.extra if dice else 0,
        spent=dice.spent if dice else 0,
        rolled=dice.red + dice.green if dice else 0,
        kicked=state.kicked,
        passes=state.passes,
        exempt=state.exempt,
        played=state.moved,
        carried=state.carried | ({carrier} if carrier else frozenset()),
        tackler=state.tackler,
        tackle_line=state.tackle_line,
    )
