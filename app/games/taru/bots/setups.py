"""Where a player lays out its discs."""

from collections.abc import Sequence

from app.games.taru.labels.lineouts import catcher_squares
from app.games.taru.labels.table import Table
from app.games.taru.readings.placing import dealt
from app.rulebook.api import Chance
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId
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


def line_out(
    table: Table, spot: Square, throwing: Side, discs: Sequence[DiscId], chance: Chance
) -> tuple[tuple[DiscId, Square], ...]:
    """Where the discs of one side stand at a line-out: thrower, catchers, and the others where
    they stood, set back behind the rank of the line-out as far as they must be.
    """
    side = Side(discs[0][0])
    wanted = [*((spot,) if side is throwing else ()), *catcher_squares(spot, side)]
    taken = set(wanted) | set(catcher_squares(spot, side.other))
    free = [
        Square(file, rank)
        for file in range(1, table.files + 1)
        for rank in range(1, table.ranks + 1)
        if (rank - spot.rank) * side.forward < 0 and Square(file, rank) not in taken
    ]
    left = list(discs)
    placed = [(left.pop(_nearest(table, left, square)), square) for square in wanted if left]
    for disc in left:
        here = table.where(disc) or spot
        home = min(free, key=lambda sq: (king_distance(sq, here), chance.random()))
        free.remove(home)
        placed.append((disc, home))
    return tuple(placed)


def _nearest(table: Table, discs: Sequence[DiscId], square: Square) -> int:
    """Which of some discs has the shortest way to a square."""
    ways = [king_distance(table.where(disc) or square, square) for disc in discs]
    return ways.index(min(ways))
