"""Gaps that a carrier or a hand pass goes through (T73): told from the squares alone."""

from collections.abc import Sequence
from itertools import pairwise

from app.games.taru.labels.table import Table
from app.games.taru.plays import HandPass, Move
from app.rulebook.facts import Event
from app.rulebook.geometry import Square, direction_between, king_distance
from app.rulebook.layout import side_of


def gap_crossed(table: Table, event: Event) -> bool:
    """Whether the ball goes diagonally between two opponents with nothing on them, up to the first
    square it scores on.
    """
    way = _way(table, event)
    return any(_between(table, here, there) for here, there in pairwise(way))


def _way(table: Table, event: Event) -> Sequence[Square]:
    start = table.ball_square
    if start is None or table.carrier is None:
        return ()
    if isinstance(event, Move) and event.disc == table.carrier:
        scores = (i for i, sq in enumerate(event.path, 1) if table.scoring(table.turn, sq))
        return (start, *event.path[: next(scores, len(event.path))])
    end = table.where(event.receiver) if isinstance(event, HandPass) else None
    step = direction_between(start, end) if end is not None else None
    if end is None or step is None:
        return ()
    return tuple(start.towards(*step, i) for i in range(king_distance(start, end) + 1))


def _between(table: Table, here: Square, there: Square) -> bool:
    if here.file == there.file or here.rank == there.rank:
        return False
    beside = (Square(here.file, there.rank), Square(there.file, here.rank))
    tops = [table.top(square) for square in beside]
    return all(top is not None and side_of(top) is table.turn.other for top in tops)
