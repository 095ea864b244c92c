"""The usual set-up, offered to whoever does not want to lay out fifteen discs one by one."""

from app.games.taru.plays import Place
from app.games.taru.rules.setup import set_up_area
from app.games.taru.state import State, number_of
from app.rulebook.geometry import Square
from app.rulebook.layout import side_of
from app.rulebook.side import Side


def usual_place(state: State, side: Side) -> Place | None:
    """All discs a side has in hand, chequered from the front of its area backwards with the central
    file first; None when it has none in hand or there is no room.
    """
    discs = sorted((d for d in state.in_hand if side_of(d) is side), key=number_of)
    area = set_up_area(state, side)
    free = area - state.occupied
    if not discs or len(free) < len(discs):
        return None
    front = max(square.rank * side.forward for square in area)
    centre = state.pitch.centre_file

    def wish(square: Square) -> tuple[int, int, int, int]:
        depth, off = front - square.rank * side.forward, abs(square.file - centre)
        return ((off + depth) % 2, depth, off, square.file)

    squares = sorted(free, key=wish)[: len(discs)]
    return Place(side=side, squares=tuple(zip(discs, squares, strict=True)))
