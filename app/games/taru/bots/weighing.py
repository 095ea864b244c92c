"""What a position is worth to the side on turn as its turn ends, the next roll weighed in."""

from app.games.taru.bots.sense import lane, progress
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import Table
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import side_of
from app.rulebook.side import Side

POINT, RANK, BALL, FORBIDDEN = 40.0, 1.0, 14.0, 30.0
ROLL = 7
"""Points of an average roll."""


def worth_of(table: Table) -> float:
    """Points, the ball and how safely it is held, ground, support, and what is asking for it."""
    side, ball = table.turn, table.ball_square
    lead = table.score[side.order] - table.score[side.other.order]
    worth = POINT * lead - (FORBIDDEN if forbidden_shape(table) else 0.0) - _unwise(table, side)
    if ball is None:
        return worth
    if table.carrier is None:
        return worth + _race(table, ball)
    holder = side_of(table.carrier)
    held = BALL * (1 - _taken(table, holder, ball)) + RANK * progress(table, holder, ball)
    held += 0.5 * lane(table, holder, ball) + 0.6 * _support(table, holder, ball)
    return worth + (held if holder is side else -held)


def _taken(table: Table, holder: Side, ball: Square) -> float:
    """The chance that the next roll strips or tackles: one die for each square of distance, more
    ways more chances; rough on purpose, ways are not searched.
    """
    counts = {king_distance(square, ball) for _, square in table.free(holder.other)}
    near = len([count for count in counts if count <= 6])
    safe = (1 - 1 / 6) ** near
    near_three = len([count for count in counts if count <= 3])
    return 1 - safe * (1 - 1 / 9) ** near_three


def _support(table: Table, holder: Side, ball: Square) -> float:
    """Mates close by and not ahead, up to three."""
    mates = [
        square
        for _, square in table.free(holder)
        if square != ball
        and king_distance(square, ball) <= 2
        and (square.rank - ball.rank) * holder.forward <= 0
    ]
    return float(min(len(mates), 3))


def _race(table: Table, ball: Square) -> float:
    """A loose ball belongs to whoever reaches it with a roll, the opponent rolling first."""
    mine = min((king_distance(sq, ball) for _, sq in table.free(table.turn)), default=99)
    theirs = min((king_distance(sq, ball) for _, sq in table.free(table.turn.other)), default=99)
    field = RANK * (progress(table, table.turn, ball) - table.ranks / 2)
    if theirs <= ROLL:
        return field - 6 + min(theirs, 6) - 0.3 * mine
    return field + 4 - 0.3 * mine


def _unwise(table: Table, side: Side) -> float:
    """Offside discs are punished by one roll in seven (T104); a few squares ahead are of no use."""
    offside = sum(table.offside(disc) for disc, _ in table.free(side))
    return 0.8 * (offside > 0) + 0.1 * offside
