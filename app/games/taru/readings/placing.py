"""Set-up and line-outs read from the table: sides that lie wholly in their areas, numbers dealt by
position.
"""

from collections.abc import Iterator, Sequence

from app.games.taru.plays import Place
from app.games.taru.rules.formation import own_side
from app.games.taru.rules.setup import set_up_area
from app.games.taru.state import Phase, State, number_of
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Seen, side_of
from app.rulebook.side import Side


def placings(state: State, seen: Seen) -> Iterator[Place]:
    """One `Place` for each side that is complete and whose squares differ from what is known. While
    discs are missing, doubled up or outside the area the side is still being laid out.
    """
    for side in Side:
        squares = [sq for sq, tower in seen.towers for owner in tower if owner is side]
        discs = _team(state, side)
        area = area_of(state, side)
        complete = len(squares) == len(discs) == len(set(squares))
        if not complete or not area.issuperset(squares):
            continue
        known = {state.squares[d] for d in discs if d in state.squares}
        stacked = any(state.squares.get(d) in state.stacks for d in discs)
        if known != set(squares) or stacked:
            numbered = zip(discs, dealt(side, squares), strict=True)
            yield Place(side=side, squares=tuple(numbered))


def area_of(state: State, side: Side) -> frozenset[Square]:
    """Where a side may lie while it is being laid out (T12, T110)."""
    if state.phase is Phase.LINEOUT_SETUP:
        return own_side(state, side)
    return set_up_area(state, side)


def _team(state: State, side: Side) -> list[DiscId]:
    discs = (d for d in (*state.in_hand, *state.squares) if side_of(d) is side)
    return sorted(discs, key=number_of)


def dealt(side: Side, squares: Sequence[Square]) -> list[Square]:
    """Numbers run along the front rank from file a, then rank by rank backwards."""
    return sorted(squares, key=lambda sq: (-sq.rank * side.forward, sq.file))
