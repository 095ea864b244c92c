"""When a bot pushes: ahead with the ball, back or into touch without it; and how it prepares to."""

from app.games.taru.bots.sense import progress
from app.games.taru.labels.mauls import after_maul, mauls
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import reach
from app.games.taru.plays import Maul, Move
from app.games.taru.state import Phase
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import side_of
from app.rulebook.side import Side

TOUCH_WORTH, SQUARE_WORTH, TRY_WORTH = 4.0, 1.0, 50.0


def push(table: Table) -> Maul | None:
    """The maul that gains most ground for its points; None when none gains any."""
    best, chosen = 0.0, None
    for play in mauls(table):
        gain = _gain(table, play) - 0.2 * play.count * play.steps
        if gain > best:
            best, chosen = gain, play
    return chosen


def _gain(table: Table, play: Maul) -> float:
    done, here = after_maul(table, play), table.ball_square
    if done is None or here is None:
        return 0.0
    if done.phase is Phase.LINEOUT_SETUP:
        return TOUCH_WORTH
    if done.table.score != table.score:
        return TRY_WORTH if _scores(table, done.table) else -TRY_WORTH
    after = done.table.ball_square
    moved = 0 if after is None else (after.rank - here.rank) * table.turn.forward
    return SQUARE_WORTH * moved


def _scores(before: Table, after: Table) -> bool:
    order = before.turn.order
    return after.score[order] > before.score[order]


def line_up(table: Table) -> Move | None:
    """A disc brought behind the contact, for a maul in the next turn: behind its own carrier where
    an opponent stands before it, or behind the mate that faces the opposing carrier.
    """
    ball, carrier = table.ball_square, table.carrier
    if ball is None or carrier is None:
        return None
    attacking = side_of(carrier) is table.turn
    for step in DIRECTIONS:
        if step[1] != table.turn.forward and (attacking or step[1]):
            continue
        head = ball if attacking else ball.towards(-step[0], -step[1])
        faced = ball.towards(*step) if attacking else ball
        if _holds(table, faced, table.turn.other) and _holds(table, head, table.turn):
            found = _join(table, head, step)
            if found is not None:
                return found
    return None


def _holds(table: Table, square: Square, side: Side) -> bool:
    top = table.top(square)
    return top is not None and side_of(top) is side


def _join(table: Table, head: Square, step: tuple[int, int]) -> Move | None:
    tail = head.towards(-step[0], -step[1])
    while _holds(table, tail, table.turn):
        tail = tail.towards(-step[0], -step[1])
    if not table.on_board(tail) or table.top(tail) is not None:
        return None
    ways = [
        (len(way), disc, way)
        for disc, _ in table.playable()
        if disc != table.carrier and (way := reach(table, disc, table.points).get(tail))
    ]
    if not ways:
        return None
    _, disc, way = min(ways)
    return Move(disc=disc, path=way)


def opening(table: Table) -> Move | None:
    """A move that opens a shape with which the turn may not end; None when one move is not enough
    (T91-T93, T102).
    """
    from_rank = sorted(table.playable(), key=lambda x: progress(table, table.turn, x[1]))
    for disc, square in from_rank:
        for to, way in reach(table, disc, min(table.points, 3)).items():
            moved = table.with_tower(square, table.towers[square][:-1]).with_tower(to, (disc,))
            if to != table.ball and forbidden_shape(moved) is None:
                return Move(disc=disc, path=way)
    return None
