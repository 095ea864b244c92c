"""What the table looks like after an act, told in the simplest way that is right: discs move, balls
follow. Written apart from the referee; labels rest on it.
"""

from dataclasses import replace

from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import Way
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

TRY = 5


def lifted(table: Table, disc: DiscId) -> Table:
    """The table without a disc (which may lie under others)."""
    square = table.where(disc)
    if square is None:
        return table
    return table.with_tower(square, tuple(d for d in table.towers[square] if d != disc))


def laid(table: Table, disc: DiscId, square: Square) -> Table:
    return table.with_tower(square, (*table.towers.get(square, ()), disc))


def scored(table: Table, side: Side, points: int) -> Table:
    home, away = table.score
    score = (home + points, away) if side is Side.HOME else (home, away + points)
    return replace(table, score=score)


def carried_in(table: Table, disc: DiscId) -> Table:
    """A disc has the ball; in the opposing in-goal that is a try (A43)."""
    table = replace(table, ball=disc, tackle_line=None)
    square = table.where(disc)
    if square is not None and table.scoring(side_of(disc), square):
        return scored(table, side_of(disc), TRY)
    return table


def after_move(table: Table, disc: DiscId, way: Way) -> Table:
    """A released disc is played, unless it took the ball off the ground (T28, T30); a carrier stops
    on the first square it scores on (T131).
    """
    if table.carrier == disc:
        beyond = (i for i, sq in enumerate(way, 1) if table.scoring(side_of(disc), sq))
        way = way[: next(beyond, len(way))]
    picks_up = way[-1] == table.ball
    table = laid(lifted(table, disc), disc, way[-1])
    table = replace(table, spent=table.spent + len(way), carried=frozenset())
    if not picks_up:
        table = replace(table, played=table.played | {disc})
    if picks_up or table.carrier == disc:
        return carried_in(replace(table, carried=frozenset({disc})), disc)
    holder = table.carrier
    return replace(table, carried=frozenset({holder} if holder else ()))


def after_hand_pass(table: Table, giver: DiscId, receiver: DiscId) -> Table:
    table = replace(
        table, played=table.played - {receiver}, carried=table.carried | {giver, receiver}
    )
    return carried_in(table, receiver)


def after_strip(table: Table, disc: DiscId, target: Square) -> Table:
    """The stripper lies on the carrier and has the ball; it is not played (T69)."""
    table = laid(lifted(table, disc), disc, target)
    return carried_in(replace(table, red=0, carried=frozenset({disc})), disc)


def after_tackle(table: Table, disc: DiscId, target: Square) -> Table:
    """The tackler lies on the carrier, and the ball falls behind it (T80-T83, A35, A34)."""
    victim = table.top(target)
    if victim is None:
        return table
    table = laid(lifted(table, disc), disc, target)
    table = replace(
        table,
        green=0,
        played=table.played | {disc},
        tackler=disc,
        carried=frozenset(),
        ball=None,
    )
    return _fallen(table, side_of(victim), target)


def _fallen(table: Table, side: Side, tackled: Square) -> Table:
    square = tackled.towards(0, -side.forward)
    while table.on_board(square):
        top = table.top(square)
        if top is None:
            return replace(table, ball=square, tackle_line=tackled.rank)
        if side_of(top) is side:
            return carried_in(table, top)
        square = square.towards(0, -side.forward)
    return awarded(table, side.other, tackled)


def awarded(table: Table, side: Side, square: Square) -> Table:
    """The ball goes to a side's nearest disc set back; off the felt while several equally near are
    `tied`; loose on the square when nobody is free (A8).
    """
    nearest = table.nearest_back(side, square)
    table = replace(table, tackle_line=None)
    if not nearest:
        return replace(table, ball=table.top(square) or square)
    if len(nearest) > 1:
        return replace(table, ball=None, tied=frozenset(nearest))
    return replace(table, ball=nearest[0])


def after_send_off(table: Table, disc: DiscId) -> Table:
    """A disc leaves for good; a carrier leaves the ball on its square, or to the disc below."""
    square = table.where(disc)
    had_ball = table.carrier == disc
    table = lifted(table, disc)
    if not had_ball or square is None:
        return table
    below = table.top(square)
    if below is None:
        return replace(table, ball=square, tackle_line=None)
    return replace(table, ball=below, tackle_line=None)


def settled_on(straddled: tuple[Square, ...], flicker: Side, files: int) -> Square | None:
    """Of the squares a ball straddles, the one farthest back for the side that flicked it, then
    the one nearest the centre file (T19).
    """
    if not straddled:
        return None
    centre = (files + 1) / 2
    return min(straddled, key=lambda sq: (sq.rank * flicker.forward, abs(sq.file - centre)))
