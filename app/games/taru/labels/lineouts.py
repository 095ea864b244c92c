"""Line-outs: where the formation stands, and where the throw ends (T108-T115, A24, A25)."""

from app.games.taru.labels.table import Table
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side

CATCHERS = 3


def catcher_squares(spot: Square, side: Side) -> tuple[Square, ...]:
    """A side's three places, from the thrower outwards, on the rank of its own camp."""
    inwards = 1 if spot.file == 1 else -1
    return tuple(spot.towards(inwards * n, -side.forward) for n in range(1, CATCHERS + 1))


def gap_squares(spot: Square) -> frozenset[Square]:
    inwards = 1 if spot.file == 1 else -1
    return frozenset(spot.towards(inwards * n, 0) for n in range(1, CATCHERS + 1))


def throw_order(table: Table, spot: Square, throwing: Side) -> tuple[DiscId, ...]:
    """Own catchers outwards, opponents coming back, the thrower; empty places are skipped (A25)."""
    own = catcher_squares(spot, throwing)
    opposing = catcher_squares(spot, throwing.other)
    squares = (*own, *reversed(opposing), spot)
    return tuple(disc for square in squares if (disc := table.top(square)) is not None)


def thrown_to(table: Table, spot: Square, throwing: Side, total: int) -> DiscId:
    """Where the ball stops after going from disc to disc `total` times (T115)."""
    order = throw_order(table, spot, throwing)
    return order[(total - 1) % len(order)]
