"""A line-out as a record writes it."""

from app.games.taru.state import State
from app.games.taru.tgn.ways import short
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def throw(before: State, after: State, faces: str) -> str:
    """`LO a12 H 2/1,4,5 v 1,4,5 3.4=>2`: catchers from the thrower outwards."""
    due = before.lineout
    if due is None:
        return f"LO {faces}"
    lines = {side: _catchers(before, side) for side in Side}
    thrower = before.top_at(due.spot) or ""
    own = ",".join(disc[1:] for disc in lines[due.side])
    other = ",".join(disc[1:] for disc in lines[due.side.other])
    caught = after.carrier or ""
    return (
        f"LO {due.spot} {due.side} {thrower[1:]}/{own or '-'} v {other or '-'} "
        f"{faces}=>{short(caught, due.side)}"
    )


def _catchers(state: State, side: Side) -> tuple[DiscId, ...]:
    """A side's discs on the rank beside the spot, in the files of the formation."""
    due = state.lineout
    if due is None:
        return ()
    rank = due.spot.rank - side.forward
    reach = 3 + 2 * state.options.catcher_spacing
    near = {
        abs(place.file - due.spot.file): disc
        for disc, place in state.squares.items()
        if disc[0] == side and place.rank == rank and 1 <= abs(place.file - due.spot.file) <= reach
    }
    return tuple(near[distance] for distance in sorted(near))[:3]
