"""Ways of discs over the squares: how far one reaches, and ways of an exact length."""

from collections.abc import Iterator

from app.games.taru.labels.table import Table
from app.rulebook.geometry import DIRECTIONS, Square, direction_between, king_distance
from app.rulebook.layout import DiscId, side_of

Way = tuple[Square, ...]
BEND = 3
"""Up to this many squares a way may bend (T25)."""


def open_to(table: Table, square: Square) -> bool:
    return table.on_board(square) and not table.towers.get(square)


def reach(table: Table, disc: DiscId, points: int) -> dict[Square, Way]:
    """Every square a free disc may go to for its points, with a shortest way: bends within three
    squares, straight beyond (T22, T25-T27), over no loose ball (T32).
    """
    origin = table.where(disc)
    if origin is None or points < 1:
        return {}
    loose = table.ball if isinstance(table.ball, Square) else None
    found: dict[Square, Way] = {}
    edge: list[tuple[Square, Way]] = [(origin, ())]
    for _ in range(min(points, BEND)):
        edge = _wider(table, edge, found, origin)
        edge = [(sq, way) for sq, way in edge if sq != loose]
    for step in DIRECTIONS if points > BEND else ():
        for way in _straight(table, origin, step, points):
            if way[-1] not in found:
                found[way[-1]] = way
    return found


def _wider(
    table: Table, edge: list[tuple[Square, Way]], found: dict[Square, Way], origin: Square
) -> list[tuple[Square, Way]]:
    wider = []
    for square, way in edge:
        for df, dr in DIRECTIONS:
            to = Square(square.file + df, square.rank + dr)
            if to != origin and to not in found and open_to(table, to):
                found[to] = (*way, to)
                wider.append((to, found[to]))
    return wider


def _straight(table: Table, origin: Square, step: tuple[int, int], points: int) -> Iterator[Way]:
    way: Way = ()
    to = origin
    for _ in range(points):
        to = to.towards(*step)
        if not open_to(table, to):
            return
        way = (*way, to)
        yield way
        if to == table.ball:
            return


def exact_way(table: Table, disc: DiscId, target: Square, count: int, *, strip: bool) -> Way | None:
    """A clear way of exactly `count` squares onto the carrier's square; for a strip its last step
    comes orthogonally from the front or the side (T66, T67, T78).
    """
    return next(exact_ways(table, disc, target, count, strip=strip), None)


def exact_ways(
    table: Table, disc: DiscId, target: Square, count: int, *, strip: bool
) -> Iterator[Way]:
    origin = table.where(disc)
    if origin is None or count < 1 or king_distance(origin, target) > count:
        return
    if count <= BEND:
        ways = _bent(table, origin, (), target, count)
    elif table.bends_first:
        ways = _bent_run(table, origin, target, count)
    else:
        ways = _run(table, origin, target, count)
    for way in ways:
        last = way[-2] if len(way) > 1 else origin
        if not strip or strip_arrival(table, last, target):
            yield way


def _bent(table: Table, origin: Square, way: Way, target: Square, count: int) -> Iterator[Way]:
    here = way[-1] if way else origin
    if count == 1:
        if king_distance(here, target) == 1:
            yield (*way, target)
        return
    for df, dr in DIRECTIONS:
        to = Square(here.file + df, here.rank + dr)
        if king_distance(to, target) > count - 1 or to in way or to == origin:
            continue
        if _passable(table, to):
            yield from _bent(table, origin, (*way, to), target, count - 1)


def _run(table: Table, origin: Square, target: Square, count: int) -> Iterator[Way]:
    step = direction_between(origin, target)
    if step is None or king_distance(origin, target) != count:
        return
    way = tuple(origin.towards(*step, i) for i in range(1, count + 1))
    if all(_passable(table, sq) for sq in way[:-1]):
        yield way


def _bent_run(table: Table, origin: Square, target: Square, count: int) -> Iterator[Way]:
    """A3: ways that end on a straight run of the squares beyond the first three and the third."""
    for df, dr in DIRECTIONS:
        run = tuple(target.towards(df, dr, -back) for back in range(count - BEND, -1, -1))
        if not all(_passable(table, square) for square in run[:-1]):
            continue
        before = run[0].towards(df, dr, -1)
        if before == origin or not _passable(table, before):
            continue
        for way in _bent(table, origin, (), before, BEND - 1):
            if not {origin, *way} & {*run}:
                yield (*way, *run)


def _passable(table: Table, square: Square) -> bool:
    """Whether a way may go over a square: no disc is there, nor the ball unless it is swept up."""
    return open_to(table, square) and (table.sweeps or square != table.ball)


def strip_arrival(table: Table, last: Square, target: Square) -> bool:
    """From the carrier's front or side, never diagonally, never from behind (T67)."""
    carrier = table.top(target)
    if carrier is None:
        return False
    df, dr = last.file - target.file, last.rank - target.rank
    if df and dr:
        return False
    return dr != -side_of(carrier).forward


def hand_pass_open(table: Table, giver: Square, receiver: Square, forward: int) -> bool:
    """Aligned, level or behind, across no more than `table.gap` squares, all empty (T33, T40);
    where house rules let it, over a disc or to a knight's square.
    """
    if (receiver.rank - giver.rank) * forward > 0:
        return False
    step = direction_between(giver, receiver)
    between = king_distance(giver, receiver) - 1
    if step is None:
        return table.knight and between == 1
    clear = (open_to(table, giver.towards(*step, i)) for i in range(1, between + 1))
    return between <= table.gap and (table.over or all(clear))
