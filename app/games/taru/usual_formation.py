"""The usual formation at a line-out, offered to whoever does not want to lay out a whole team."""

from collections.abc import Sequence, Set

from app.games.taru.plays import Place
from app.games.taru.rules.formation import catcher_places, own_side, wanted
from app.games.taru.state import State
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def usual_formation(state: State, side: Side) -> Place | None:
    """The nearest discs throw and catch, the others stay where they may or go to the nearest empty
    square of their side; None when the side stands so already or there is no line-out.
    """
    due = state.lineout
    if due is None:
        return None
    discs = [d for d in (*state.discs_of(side), *sorted(state.in_hand)) if d[0] == side]
    posts = (due.spot,) if due.side is side else ()
    catching = catcher_places(state, side)[: wanted(state, side)]
    placed: dict[DiscId, Square] = {}
    for post in (*posts, *catching):
        disc = _nearest(state, [d for d in discs if d not in placed], post)
        placed[disc] = post
    kept = {*catcher_places(state, side), due.spot}
    free = own_side(state, side) - kept
    for disc in discs:
        if disc not in placed:
            placed[disc] = _room(state, disc, due.spot, free - set(placed.values()))
    stands = {disc: state.squares.get(disc) for disc in placed}
    alone = not any(square in state.stacks for square in stands.values())
    if stands == placed and alone:
        return None
    return Place(side=side, squares=tuple(sorted(placed.items(), key=lambda item: item[1])))


def _nearest(state: State, discs: Sequence[DiscId], post: Square) -> DiscId:
    return min(discs, key=lambda d: (king_distance(state.squares.get(d, post), post), d))


def _room(state: State, disc: DiscId, spot: Square, free: Set[Square]) -> Square:
    here = state.squares.get(disc, spot)
    return min(free, key=lambda square: (king_distance(square, here), square))
