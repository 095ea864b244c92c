"""Shapes a turn may not end with: total lines and closed stars (T91-T93, T102, A37, A38)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import hand_pass_open, open_to
from app.rulebook.api import Section
from app.rulebook.geometry import DIRECTIONS, Square, king_distance
from app.rulebook.layout import side_of
from app.rulebook.side import Side

ORTHOGONAL = tuple(step for step in DIRECTIONS if 0 in step)


def chains(squares: Iterable[Square]) -> Iterator[frozenset[Square]]:
    """Squares joined side to side, group by group."""
    left = set(squares)
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            square = edge.pop()
            group.add(square)
            near = {square.towards(*step) for step in ORTHOGONAL} & left
            left -= near
            edge += near
        yield frozenset(group)


def walls(table: Table, squares: Iterable[Square]) -> Iterator[frozenset[Square]]:
    """Chains that reach from the first file to the last."""
    for group in chains(squares):
        files = {square.file for square in group}
        if {1, table.files} <= files:
            yield group


def forbidden_shape(table: Table) -> Section | None:
    """What the side on turn may not end its turn with; None when all is well."""
    carrier = table.carrier
    own = {square: disc for disc, square in table.free(table.turn)}
    if carrier is not None and side_of(carrier) is table.turn:
        return _shield(table, own.keys())
    onside = [square for square, disc in own.items() if not table.offside(disc)]
    if any(walls(table, own)) and not any(walls(table, onside)):
        return "T102"
    return "T93" if carrier is not None and star_closed(table) else None


def _shield(table: Table, own: Iterable[Square]) -> Section | None:
    """A wall ahead of its own carrier, the carrier neither in it nor in touch with it."""
    ball = table.ball_square
    if ball is None:
        return None
    for wall in walls(table, own):
        near = min(king_distance(square, ball) for square in wall)
        ahead = all((square.rank - ball.rank) * table.turn.forward > 0 for square in wall)
        if near > 1 and ahead:
            return "T92"
    return None


def star_closed(table: Table) -> bool:
    """Whether the opposing carrier has neither an empty square beside it nor a hand pass."""
    carrier, ball = table.carrier, table.ball_square
    if carrier is None or ball is None or side_of(carrier) is table.turn:
        return False
    if any(open_to(table, ball.towards(*step)) for step in DIRECTIONS):
        return False
    side: Side = side_of(carrier)
    fresh = replace(table, turn=side)
    return not any(
        disc != carrier and hand_pass_open(fresh, ball, square, side.forward)
        for disc, square in table.free(side)
    )
