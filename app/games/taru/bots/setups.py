"""Where a player lays out its discs."""

from collections.abc import Sequence

from app.games.taru.readings.placing import dealt
from app.rulebook.api import Chance
from app.rulebook.geometry import Square
from app.rulebook.side import Side


def formation(area: Sequence[Square], side: Side, count: int, chance: Chance) -> tuple[Square, ...]:
    """A chequered set-up with one disc on the central file, in the order numbers are dealt.

    Chequers leave diagonals open; a straight wall would lock the match. `area` = the squares
    allowed, `count` = discs to place.
    """
    files = max(sq.file for sq in area)
    centre = (files + 1) // 2
    front = max(area, key=lambda sq: sq.rank * side.forward).rank
    first = Square(centre, front - side.forward * chance.randrange(2))
    parity = (first.file + first.rank) % 2

    def wish(square: Square) -> float:
        depth = abs(square.rank - front)
        odd = (square.file + square.rank) % 2 != parity
        return depth + 20.0 * odd + 2.5 * chance.random()

    others = sorted((sq for sq in area if sq != first), key=wish)
    return tuple(dealt(side, [first, *others[: count - 1]]))
