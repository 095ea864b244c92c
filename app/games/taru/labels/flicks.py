"""What becomes of a flicked ball, by the simplest reading of the rules on passes and kick-offs."""

from dataclasses import replace

from app.games.taru.labels.effects import awarded, carried_in, settled_on
from app.games.taru.labels.table import Table
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

Fate = tuple[Table, Side]
"""The table afterwards, and who is to act."""


def stopped(table: Table, flown: Flown, side: Side) -> tuple[DiscId | None, Square | None]:
    """The disc that decides a flick, or the square the ball came to rest on; a ball at rest on a
    disc's square counts as touching its top disc (T19).
    """
    if flown.first_touch is not None:
        square = table.where(flown.first_touch)
        return (table.top(square) if square is not None else None), square
    if flown.exit is not None:
        return None, None
    rest = settled_on(flown.rest, side, table.files)
    return (table.top(rest) if rest is not None else None), rest


def after_long_pass(table: Table, flown: Flown) -> Fate:
    """T35, T36, T37, T41, T43."""
    side = side_of(flown.by)
    start = table.where(flown.by)
    touched, rest = stopped(table, flown, side)
    if flown.first_touch is None and flown.exit is not None:
        return awarded(table, side.other, flown.exit.square), side.other
    if rest is None or start is None:
        return table, side
    ahead = (rest.rank - start.rank) * side.forward > 0
    if touched is not None and side_of(touched) is not side:
        return carried_in(table, touched), side.other
    if ahead:
        return awarded(table, side.other, rest), side.other
    if touched is None:
        return replace(table, ball=rest, tackle_line=None), side.other
    reopened = replace(table, played=table.played - {touched})
    return carried_in(reopened, touched), side


def after_kickoff(table: Table, flown: Flown) -> Fate:
    """T16-T20: who has the ball and who plays first."""
    side = side_of(flown.by)
    touched, rest = stopped(table, flown, side)
    if rest is None:
        return replace(table, ball=None), side
    if touched is not None and side_of(touched) is not side:
        return replace(table, ball=touched), side.other
    crossed = (rest.rank - (table.ranks + 1) / 2) * side.forward > 0
    if touched is None and crossed:
        return replace(table, ball=rest), side
    lies = settled_on(flown.rest, side, table.files) or rest
    return awarded(table, side.other, lies), side.other
