"""Shapes a side may not leave standing: T90–T94, T102 with the definitions of A37 and A38."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from app.games.taru.plays import HandPass
from app.games.taru.rules.duties import of
from app.games.taru.rules.hand_pass import HAND_PASS_CHECKS
from app.games.taru.rules.refusal import first_refusal
from app.games.taru.rules.windows import flankers
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.geometry import Square, direction_between, king_distance
from app.rulebook.side import Side

_SIDEWAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A shape that may not stand: the section it breaks and the sentence that says so."""

    section: Section
    why: str


def broken_shape(state: State, side: Side) -> Shape | None:
    """What a side may not leave standing at the end of its turn; None when its shape is legal."""
    if state.carrier is not None and of(state.carrier) is side:
        return _shielded(state, side)
    return _offside_line(state, side) or _closed_star(state, side)


def total_line(state: State, side: Side, apart: Collection[str] = ()) -> frozenset[Square]:
    """A37: the squares of a side's top discs that orthogonal steps join into a chain from the first
    file to the last, discs `apart` left out; empty when there is none.
    """
    pinned = state.pinned
    own = {
        place
        for disc, place in state.squares.items()
        if of(disc) is side and disc not in pinned and disc not in apart
    }
    last = state.pitch.board.files
    if len({square.file for square in own}) < last:
        return frozenset()
    edge = {square for square in own if square.file == 1}
    while edge:
        chain = _joined(edge.pop(), own)
        if any(square.file == last for square in chain):
            return chain
        edge -= chain
    return frozenset()


def _joined(start: Square, squares: Collection[Square]) -> frozenset[Square]:
    found, edge = {start}, [start]
    while edge:
        square = edge.pop()
        near = (square.towards(*step) for step in _SIDEWAYS)
        fresh = [other for other in near if other in squares and other not in found]
        found.update(fresh)
        edge += fresh
    return frozenset(found)


def _shielded(state: State, side: Side) -> Shape | None:
    """T91: the side in possession holds a total line only with the carrier in it or in contact;
    T92: from one empty rank on, a carrier behind it needs a hole.
    """
    line = total_line(state, side)
    ball = state.ball_square
    if not line or ball is None:
        return None
    near = any(king_distance(ball, square) <= 1 for square in line)
    if near or not _behind(state, ball, line, side):
        return None
    return Shape(section="T92", why="line_shields")


def _behind(state: State, ball: Square, line: frozenset[Square], side: Side) -> bool:
    """Whether king steps lead from the ball to the opposing dead-ball line past the chain."""
    goal = state.pitch.board.ranks if side is Side.HOME else 1
    found, edge = {ball}, [ball]
    while edge:
        square = edge.pop()
        if square.rank == goal:
            return False
        for near in state.pitch.neighbours[square]:
            if near not in found and near not in line:
                found.add(near)
                edge.append(near)
    return True


def _offside_line(state: State, side: Side) -> Shape | None:
    """T90, T102: without the ball a total line is one of onside discs."""
    if not total_line(state, side) or total_line(state, side, state.offside(side)):
        return None
    return Shape(section="T102", why="line_offside")


def _closed_star(state: State, side: Side) -> Shape | None:
    """T93: a carrier surrounded keeps a way out; the board edge and a maul are none (A38)."""
    carrier = state.carrier
    if carrier is None:
        return None
    around = state.pitch.neighbours[state.squares[carrier]]
    tops = [state.top_at(square) for square in around]
    if not any(top is not None and of(top) is side for top in tops):
        return None
    if any(_ways_out(state, side)):
        return None
    return Shape(section="T93", why="star_closed")


def _ways_out(state: State, side: Side) -> Iterator[Square]:
    """Squares the carrier may escape to or hand the ball to; under `star_safe_exit` those alone
    that cross no gap between the surrounding discs.
    """
    carrier = state.carrier or ""
    here = state.squares[carrier]
    safe = state.options.star_safe_exit
    for square in state.pitch.neighbours[here]:
        risky = safe and flankers(state, side, here, square) is not None
        if state.top_at(square) is None and not risky:
            yield square
    to_play = replace(
        state, turn=of(carrier), phase=Phase.OPEN, carried=frozenset(), moved=frozenset()
    )
    for mate in state.discs_of(of(carrier)):
        if mate == carrier or not state.free(mate):
            continue
        there = state.squares[mate]
        risky = safe and _crosses(state, side, here, there)
        passed = HandPass(giver=carrier, receiver=mate)
        if not risky and first_refusal(to_play, passed, HAND_PASS_CHECKS) is None:
            yield there


def _crosses(state: State, side: Side, here: Square, there: Square) -> bool:
    step = direction_between(here, there)
    if step is None:
        return False
    way = [here.towards(*step, count) for count in range(king_distance(here, there) + 1)]
    return any(flankers(state, side, a, b) for a, b in pairwise(way))
