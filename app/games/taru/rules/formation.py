"""§7 the shape of a line-out: T108–T113 as squares (A23–A25)."""

from collections.abc import Iterator

from app.games.taru.state import State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side

CATCHERS = 3


def spot_of(state: State) -> Square:
    """Where it is thrown from; a position without a line-out has none."""
    if state.lineout is None:
        raise ValueError(state.phase)
    return state.lineout.spot


def _places(state: State, rank: int) -> tuple[Square, ...]:
    """Catchers' places on a rank, from the thrower outwards; A23: next to each other, or with a
    square between them.
    """
    spot = spot_of(state)
    inwards = 1 if spot.file == 1 else -1
    apart = 1 + state.options.catcher_spacing
    return tuple(
        Square(spot.file + inwards * (1 + apart * count), rank) for count in range(CATCHERS)
    )


def catcher_places(state: State, side: Side) -> tuple[Square, ...]:
    """T111, T112: a side's catchers stand on its own camp's side of the gap."""
    return _places(state, spot_of(state).rank - side.forward)


def gap(state: State) -> tuple[Square, ...]:
    """T111: the empty squares between the two lines."""
    spot = spot_of(state)
    far = _places(state, spot.rank)[-1].file
    files = range(min(spot.file + 1, far), max(spot.file, far + 1))
    return tuple(Square(file, spot.rank) for file in files)


def own_side(state: State, side: Side) -> frozenset[Square]:
    """T110, T113: behind the rank of the line-out (A24); the spot too for the side that throws; the
    rest of that rank outside the gap where the match leaves it free.
    """
    due, spot = state.lineout, spot_of(state)
    behind = {s for s in state.pitch.neighbours if (s.rank - spot.rank) * side.forward < 0}
    if state.options.lineout_rank_free:
        behind |= {s for s in state.pitch.neighbours if s.rank == spot.rank} - {*gap(state), spot}
    if due is not None and due.side is side:
        behind.add(spot)
    return frozenset(behind)


def catchers(state: State, side: Side) -> tuple[DiscId, ...]:
    """The side's discs on its catchers' places, from the thrower outwards; empty ones skipped."""
    return tuple(_standing(state, side, catcher_places(state, side)))


def thrower(state: State) -> DiscId | None:
    """T111: the disc of the throwing side that stands on the spot."""
    due = state.lineout
    return next(_standing(state, due.side, (due.spot,)), None) if due else None


def wanted(state: State, side: Side) -> int:
    """T108: three catchers, or as many as there are besides the thrower (A25)."""
    throws = state.lineout is not None and state.lineout.side is side
    there = sum(1 for disc in (*state.squares, *state.in_hand) if disc[0] == side)
    return min(CATCHERS, there - throws)


def _standing(state: State, side: Side, places: tuple[Square, ...]) -> Iterator[DiscId]:
    at = {place: disc for disc, place in state.squares.items() if disc[0] == side}
    return (at[place] for place in places if place in at)


def path_of_the_throw(state: State) -> tuple[DiscId, ...]:
    """T115: own catchers outwards, the opponents' coming back, the thrower, and again."""
    due, throws = state.lineout, thrower(state)
    if due is None or throws is None:
        return ()
    theirs = catchers(state, due.side.other)
    return (*catchers(state, due.side), *reversed(theirs), throws)
