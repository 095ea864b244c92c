"""The line of a push: who pushes, who is pushed, what lies behind, one square after the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from app.games.taru.plays import Maul
from app.games.taru.rules.duties import of
from app.games.taru.state import TEAM_SIZE, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId

Behind = Literal["stack", "mate", "touch", "dead"]
Squares = Mapping[DiscId, Square]


@dataclass(frozen=True, kw_only=True)
class Line:
    """The discs pushed by one square's advance, contact man first; the square behind the last one,
    and what is there: a stack, a disc of the pushing side, an edge of the board, nothing.
    """

    pushed: tuple[DiscId, ...]
    behind: Square
    what: Behind | None


@dataclass(frozen=True, kw_only=True)
class Push:
    """A push as far as it goes: a line for each square advanced, and where the discs stand then.
    `scored`: the carrier came over the line it attacks, and the advance ends there (T131). `ends`:
    the carrier was pushed over an edge by the last square.
    """

    lines: tuple[Line, ...]
    squares: Squares
    fallen: tuple[DiscId, ...] = ()
    scored: bool = False
    ends: Literal["touch", "dead"] | None = None

    @property
    def over(self) -> bool:
        """Whether a try or an edge ends the advance."""
        return self.scored or self.ends is not None

    @property
    def steps(self) -> int:
        return len(self.lines)


def ranks_of(state: State, play: Maul) -> tuple[Square, ...]:
    """The squares of the pushing line, from the head backwards; no more than show that a side has
    not so many discs.
    """
    start = state.squares.get(play.head)
    if start is None:
        return ()
    count = min(play.count, TEAM_SIZE + 1)
    return tuple(start.towards(*play.step, -back) for back in range(count))


def attacks(state: State, play: Maul) -> bool:
    """Whether the pushing side has the ball (T59), or pushes without it (T87)."""
    return state.carrier is not None and of(state.carrier) is of(play.head)


@lru_cache(maxsize=2)
def push(state: State, play: Maul) -> Push:
    """T59, T60, T89: square after square, the opposing line read anew each time (A27), until the
    carrier scores or leaves the board. A square that cannot be advanced ends it too, as the last
    line told. Every check of a maul asks for it, so the last ones are kept.
    """
    squares = dict(state.squares)
    pushers = [top for sq in ranks_of(state, play) if (top := state.top_at(sq)) is not None]
    lines: list[Line] = []
    fallen: list[DiscId] = []
    for _ in range(play.steps if play.head in squares else 0):
        line = _line(state, squares, play)
        lines.append(line)
        last = line.pushed[-1] if line.pushed else None
        if last is not None and last == state.carrier and line.what in ("touch", "dead"):
            ends: Literal["touch", "dead"] = "touch" if line.what == "touch" else "dead"
            return Push(lines=tuple(lines), squares=squares, fallen=tuple(fallen), ends=ends)
        if not _gives_way(state, line, play.count):
            break
        if last is not None and line.what is not None:
            fallen.append(last)
            del squares[last]
        for disc in (*line.pushed, *pushers):
            if disc in squares:
                squares[disc] = squares[disc].towards(*play.step)
        if _scored(state, squares):
            return Push(lines=tuple(lines), squares=squares, fallen=tuple(fallen), scored=True)
    return Push(lines=tuple(lines), squares=squares, fallen=tuple(fallen))


def _gives_way(state: State, line: Line, count: int) -> bool:
    if not 0 < len(line.pushed) < count:
        return False
    return line.what is None or (line.what in ("touch", "dead") and state.options.push_off_board)


def _scored(state: State, squares: Squares) -> bool:
    carrier = state.carrier
    return carrier is not None and squares[carrier] in state.pitch.scoring[of(carrier)]


def _line(state: State, squares: Squares, play: Maul) -> Line:
    on = {place: disc for disc, place in squares.items()}
    side = of(play.head)
    pushed: list[DiscId] = []
    for square in _onwards(state, squares[play.head], play.step):
        disc = on.get(square)
        if square in state.stacks:
            return Line(pushed=tuple(pushed), behind=square, what="stack")
        if disc is None or of(disc) is side:
            what: Behind | None = None if disc is None else "mate"
            return Line(pushed=tuple(pushed), behind=square, what=what)
        pushed.append(disc)
    last = squares[pushed[-1]] if pushed else squares[play.head]
    beyond = last.towards(*play.step)
    return Line(pushed=tuple(pushed), behind=beyond, what=_edge(state, last, beyond))


def _onwards(state: State, start: Square, step: tuple[int, int]) -> Iterator[Square]:
    square = start.towards(*step)
    while step != (0, 0) and state.pitch.board.holds(square):
        yield square
        square = square.towards(*step)


def _edge(state: State, last: Square, beyond: Square) -> Literal["touch", "dead"]:
    """T89, A29: the side edge of the field of play is touch; that of an in-goal is touch-in-goal,
    which counts as the dead-ball line does.
    """
    over_side = not 1 <= beyond.file <= state.pitch.board.files
    in_goal = any(last in goal for goal in state.pitch.in_goal.values())
    return "touch" if over_side and not in_goal else "dead"
