"""What a bot thinks of squares: how far a ball has come, and how dangerous it is there."""

from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import Way, reach
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side


def progress(table: Table, side: Side, square: Square) -> int:
    """Ranks covered from one's own dead-ball line."""
    return square.rank if side is Side.HOME else table.ranks + 1 - square.rank


def danger(square: Square, opponents: list[Square]) -> float:
    """How many opponents could soon fall exactly on a square."""
    weights = (0.0, 0.9, 1.0, 0.8, 0.3, 0.2, 0.2)
    near = (king_distance(square, sq) for sq in opponents)
    return sum(weights[d] for d in near if d < len(weights))


def lane(table: Table, side: Side, square: Square) -> int:
    """Empty squares straight ahead, up to four."""
    clear = 0
    while clear < 4:
        square = square.towards(0, side.forward)
        if not table.on_board(square) or table.towers.get(square):
            break
        clear += 1
    return clear


def worth(table: Table, side: Side, square: Square, opponents: list[Square]) -> float:
    """What carrying the ball on a square is worth to a side."""
    if table.scoring(side, square):
        return 1000.0 - progress(table, side, square)
    return (
        3.0 * progress(table, side, square)
        + 0.7 * lane(table, side, square)
        - 1.5 * danger(square, opponents)
    )


def best_run(table: Table, disc: DiscId, points: int) -> tuple[float, Way]:
    """The best a disc can make of the ball with some points: the worth, and the way (empty when
    staying is best).
    """
    side = side_of(disc)
    here = table.where(disc)
    if here is None:
        return float("-inf"), ()
    opponents = [sq for _, sq in table.free(side.other)]
    best = worth(table, side, here, opponents)
    way: Way = ()
    for square, path in reach(table, disc, points).items():
        value = worth(table, side, square, opponents) - 0.1 * len(path)
        if value > best:
            best, way = value, path
    return best, way
