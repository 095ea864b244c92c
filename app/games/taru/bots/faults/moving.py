"""Moves that break exactly one section, before any other of the citing order (convention P)."""

from collections.abc import Iterator

from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.ways import BEND, Way, open_to, reach
from app.games.taru.plays import Move
from app.games.taru.state import State
from app.rulebook.api import Chance
from app.rulebook.geometry import DIRECTIONS, Square, direction_between, king_distance
from app.rulebook.layout import DiscId, side_of


def one_of(found: Iterator[Move] | list[Move], chance: Chance) -> Move | None:
    moves = list(found)
    return moves[chance.randrange(len(moves))] if moves else None


def nudges(table: Table, discs: Iterator[tuple[DiscId, Square]]) -> Iterator[Move]:
    """One step of each disc onto every open neighbour square without the ball."""
    for disc, square in discs:
        for step in DIRECTIONS:
            to = square.towards(*step)
            if open_to(table, to) and to != table.ball:
                yield Move(disc=disc, path=(to,))


def any_move(state: State, chance: Chance) -> Move | None:
    """A step where no step is due: T2 before the roll, or the duty that is open."""
    table = table_of(state)
    return one_of(nudges(table, table.free(state.turn)), chance)


def opponents_disc(state: State, chance: Chance) -> Move | None:
    """T21."""
    table = table_of(state)
    return one_of(nudges(table, table.free(state.turn.other)), chance)


def played_again(state: State, chance: Chance) -> Move | None:
    """T28."""
    table = table_of(state)
    played = ((d, sq) for d, sq in table.free(state.turn) if d in table.played)
    return one_of(nudges(table, played), chance)


def too_far(state: State, chance: Chance) -> Move | None:
    """T22: a clear straight run of one square more than there are points."""
    table = table_of(state)
    runs = [
        Move(disc=disc, path=way)
        for disc, way in _runs(table, table.points + 1)
        if disc != table.carrier or not table.scoring(table.turn, way[-1])
    ]
    return one_of(runs, chance)


def over_the_ball(state: State, chance: Chance) -> Move | None:
    """T32: a straight run over the loose ball, too long to go round it."""
    table = table_of(state)
    found = [
        Move(disc=disc, path=way)
        for length in range(BEND + 1, table.points + 1)
        for disc, way in _runs(table, length, over_ball=True)
        if table.ball in way[:-1]
    ]
    return one_of(found, chance)


def revisiting(state: State, chance: Chance) -> Move | None:
    """T25: out, on, and back to a square entered before."""
    table = table_of(state)
    found = []
    for disc, square in table.playable() if table.points >= BEND else ():
        for to, way in reach(table, disc, 2).items():
            if len(way) == 2 and table.ball not in way and king_distance(square, to) == 2:
                found.append(Move(disc=disc, path=(*way, way[0])))
    return one_of(found, chance)


def bent_run(state: State, chance: Chance) -> Move | None:
    """T26: a clear way of four squares or more, off every straight line."""
    table = table_of(state)
    found = [
        Move(disc=disc, path=way)
        for disc, square in table.playable()
        for df in (-1, 1)
        for dr in (-1, 1)
        for way in _bent(table, square, (df, dr))
        if len(way) <= table.points
    ]
    return one_of(found, chance)


def onto_a_disc(state: State, chance: Chance) -> Move | None:
    """T27: one step onto a disc that does not carry the ball."""
    table = table_of(state)
    found = [
        Move(disc=disc, path=(to,))
        for disc, square in (table.playable() if table.points else ())
        for to in (square.towards(*step) for step in DIRECTIONS)
        if table.top(to) not in {None, table.ball}
    ]
    return one_of(found, chance)


def off_the_board(state: State, chance: Chance) -> Move | None:
    """T106: over the touchline."""
    table = table_of(state)
    field = range(table.in_goal + 1, table.ranks - table.in_goal + 1)
    found = [
        Move(disc=disc, path=(square.towards(out, 0),))
        for disc, square in (table.playable() if table.points else ())
        for out in (-1, 1)
        if square.rank in field and not table.on_board(square.towards(out, 0))
    ]
    return one_of(found, chance)


def tackler_takes_ball(state: State, chance: Chance) -> Move | None:
    """T85."""
    table = table_of(state)
    takers = [d for d, _ in table.free(state.turn) if d == table.tackler]
    return _pick_up(table, takers, chance)


def offside_takes_ball(state: State, chance: Chance) -> Move | None:
    """T101: only while the ball lies loose from a tackle."""
    table = table_of(state)
    if table.tackle_line is None:
        return None
    takers = [d for d, _ in table.playable() if table.offside(d) and d != table.tackler]
    return _pick_up(table, takers, chance)


def from_under(state: State, chance: Chance, by: str) -> Move | None:
    """T70 under a strip, T86 under a tackle: a pinned disc drawn out."""
    table = table_of(state)
    pinned = (
        (tower[0].disc, square)
        for square, tower in state.stacks.items()
        if len(tower) == 2 and tower[1].by == by and side_of(tower[0].disc) is state.turn
    )
    return one_of(nudges(table, pinned), chance)


def _pick_up(table: Table, takers: list[DiscId], chance: Chance) -> Move | None:
    ball = table.ball
    if not isinstance(ball, Square):
        return None
    found = []
    for disc in takers:
        way = reach(table, disc, table.points).get(ball)
        if way is not None:
            found.append(Move(disc=disc, path=way))
    return one_of(found, chance)


def _runs(table: Table, length: int, *, over_ball: bool = False) -> Iterator[tuple[DiscId, Way]]:
    """Clear straight runs of a length, not ending on the ball."""
    for disc, square in table.playable():
        for step in DIRECTIONS:
            way = tuple(square.towards(*step, i) for i in range(1, length + 1))
            clear = all(open_to(table, sq) for sq in way) and way[-1] != table.ball
            if clear and (over_ball or table.ball not in way):
                yield disc, way


def _bent(table: Table, square: Square, step: tuple[int, int]) -> Iterator[Way]:
    """Diagonal first, then straight along the file: four to six squares."""
    for diagonal in range(1, 4):
        for straight in range(4 - diagonal, 4):
            way = tuple(square.towards(*step, i) for i in range(1, diagonal + 1))
            way += tuple(way[-1].towards(0, step[1], i) for i in range(1, straight + 1))
            clear = all(open_to(table, sq) and sq != table.ball for sq in way)
            if straight and clear and direction_between(square, way[-1]) is None:
                yield way
