"""Paths: steps, bends, free squares and price (T22, T25–T27, T32, T106). Origins are left out."""

from collections.abc import Sequence
from itertools import pairwise

from app.games.taru.rules.refusal import Refusal, refuse
from app.games.taru.state import State
from app.rulebook.geometry import Square, step_between
from app.rulebook.layout import DiscId, side_of

LONGEST_BENT = 3

Path = Sequence[Square]


def no_steps(state: State, disc: DiscId, path: Path) -> Refusal | None:
    """T22: a move goes square by square, each a neighbour of the last."""
    origin = state.squares.get(disc)
    if origin is None:
        return None
    if not path:
        return refuse("T22", "no_square", disc=disc)
    for start, end in pairwise((origin, *path)):
        if start != end and step_between(start, end) is None:
            return refuse("T22", "no_step", start=start.name, end=end.name)
    return None


def revisits(state: State, disc: DiscId, path: Path) -> Refusal | None:
    """T25 (2.2): no square is entered twice, nor the origin again."""
    ways = (state.squares.get(disc), *path)
    again = next((square for i, square in enumerate(path) if square in ways[: i + 1]), None)
    return refuse("T25", "revisit", square=again.name) if again else None


def bends(state: State, disc: DiscId, path: Path) -> Refusal | None:
    """T26: beyond three squares a path is straight from start to end; a house rule lets the first
    three bend, the run then going on as the third went (A3).
    """
    origin = state.squares.get(disc)
    if origin is None or len(path) <= LONGEST_BENT:
        return None
    steps = [(b.file - a.file, b.rank - a.rank) for a, b in pairwise((origin, *path))]
    straight = steps[LONGEST_BENT - 1 :] if state.options.bend_then_run else steps
    if len(set(straight)) == 1:
        return None
    return refuse("T26", "bend", also=("T25",), length=len(path), limit=LONGEST_BENT)


def over_the_ball(state: State, path: Path) -> Refusal | None:
    """T32 (A5): the ball is picked up where the move ends; in passing by a house rule only."""
    loose = state.loose
    if loose is not None and loose in path[:-1] and not state.options.pickup_in_passing:
        return refuse("T32", "over_ball", square=loose.name)
    return None


def blocked(state: State, disc: DiscId, path: Path) -> Refusal | None:
    """T27: every square entered is on the board and holds no disc; T106: the carrier may not
    leave the board on purpose.
    """
    for square in path:
        if not state.pitch.board.holds(square):
            carries = disc == state.carrier
            section, other = ("T106", "T27") if carries else ("T27", "T106")
            return refuse(section, "off_board", also=(other,), disc=disc)
        top = state.top_at(square)
        if top is not None and top != disc:
            return refuse("T27", "occupied", square=square.name, other=top)
    return None


def too_dear(state: State, path: Path) -> Refusal | None:
    """T22, T23: a square a point; the points of the turn are shared by all discs."""
    left = state.points_left
    if len(path) <= left:
        return None
    why = {0: "no_point", 1: "point"}.get(left, "points")
    return refuse("T22", why, left=left, cost=len(path))


def takes_ball(state: State, path: Path) -> bool:
    """T32: whether a move along the path takes the loose ball: at its end, or in passing (A5)."""
    loose = state.loose
    if loose is None:
        return False
    return loose in (path if state.options.pickup_in_passing else path[-1:])


def offside_pick_up(state: State, disc: DiscId, path: Path) -> Refusal | None:
    """T101: an offside disc, judged before it moves (A67), cannot take the ball after a tackle."""
    line = state.tackle_line
    if line is None or not takes_ball(state, path) or not beyond_the_tackle(state, disc):
        return None
    return refuse("T101", "offside_pick_up", disc=disc, rank=state.squares[disc].rank,
                  reference=line)  # fmt: skip


def beyond_the_tackle(state: State, disc: DiscId) -> bool:
    """T101: whether a disc is offside for the ball of a tackle: where it stands, or (A67) where it
    would take the ball.
    """
    line, loose = state.tackle_line, state.loose
    if line is None or loose is None:
        return False
    if state.options.offside_at == "start":
        return disc in state.offside(side_of(disc))
    return (loose.rank - line) * side_of(disc).forward > 0


def tackled_this_turn(state: State, disc: DiscId) -> bool:
    """T85: the disc that tackled; under A36's other reading any disc of its side, while the ball
    lies where the tackle left it.
    """
    if state.tackler is None:
        return False
    if state.options.tackler_side_pickup or state.tackle_line is None:
        return disc == state.tackler
    return side_of(disc) is side_of(state.tackler)


def tackler_pick_up(state: State, disc: DiscId, path: Path) -> Refusal | None:
    """T85: the disc that tackled cannot pick the ball up in the same turn (A36)."""
    if not tackled_this_turn(state, disc) or not takes_ball(state, path):
        return None
    return refuse("T85", "tackler_pick_up", disc=disc)


def played(state: State, disc: DiscId) -> Refusal | None:
    """T28: a released disc is not played again this turn unless the ball re-opens it."""
    return refuse("T28", "played", disc=disc) if disc in state.moved else None
