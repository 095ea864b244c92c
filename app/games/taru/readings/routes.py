"""Which way a disc went: as seen, else the cheapest legal one (of an exact length where due)."""

from collections.abc import Iterable, Iterator, Sequence

from app.games.taru.labels.table import Table
from app.games.taru.labels.ways import BEND, Way, exact_ways
from app.rulebook.geometry import Square, king_distance, step_between
from app.rulebook.layout import DiscId, side_of


def seen_leg(table: Table, ways: Sequence[Way], origin: Square, to: Square) -> Way:
    """The squares seen on the way from one square to another; empty when nothing was seen."""
    for way in ways:
        last = len(way) - 1 - way[::-1].index(to) if to in way else 0
        if origin in way[:last]:
            return way[way.index(origin) + 1 : last + 1]
    for way in ways:
        if to in way and not table.towers.get(way[0]) and king_distance(way[0], origin) == 1:
            return way[: len(way) - way[::-1].index(to)]
    return ()


def came_from_elsewhere(table: Table, ways: Sequence[Way], origin: Square, to: Square) -> bool:
    """Whether another disc was seen to go onto a square, and none from this origin."""
    starts = {way[0] for way in ways if way[-1] == to}
    movers = (top for start in starts if (top := table.top(start)) is not None)
    return origin not in starts and any(side_of(top) is table.turn for top in movers)


def whole(origin: Square, leg: Way) -> bool:
    """Whether a seen leg has no gap."""
    return bool(leg) and all(
        step_between(a, b) is not None for a, b in zip((origin, *leg), leg, strict=False)
    )


def route(
    table: Table, disc: DiscId, to: Square, lengths: Iterable[int], ways: Sequence[Way]
) -> tuple[Way, bool] | None:
    """A way onto a square of one of some lengths, and whether it was seen whole. A way seen whole
    is what happened, right or wrong; else the shortest clear one, through the squares seen if any
    is, and short of the try line before its end if any is.
    """
    origin = table.where(disc)
    if origin is None:
        return None
    leg = seen_leg(table, ways, origin, to)
    if whole(origin, leg):
        return leg, True
    spare: dict[tuple[bool, bool], Way] = {}
    for length in lengths:
        for way in exact_ways(table, disc, to, length, strip=False):
            lacks = not _through(way, leg), _scores_before(table, disc, way)
            if not any(lacks):
                return way, False
            spare.setdefault(lacks, way)
    return (spare[min(spare)], False) if spare else None


def _scores_before(table: Table, disc: DiscId, way: Way) -> bool:
    """Whether a carrier would have scored before the end of a way, and been stopped there
    (T131).
    """
    if disc != table.carrier or table.scoring(side_of(disc), way[-1]):
        return False
    return any(table.scoring(side_of(disc), square) for square in way)


def strip_routes(
    table: Table, disc: DiscId, to: Square, count: int, ways: Sequence[Way]
) -> tuple[Way, bool] | None:
    """A way of exactly `count` squares from the front or the side, else any of that length."""
    origin = table.where(disc)
    if origin is None:
        return None
    leg = seen_leg(table, ways, origin, to)
    if whole(origin, leg):
        return leg, True
    found = list(exact_ways(table, disc, to, count, strip=True))
    fits = [way for way in found if _through(way, leg)]
    best = next(iter((*fits, *found)), None)
    return (best, False) if best is not None else None


def move_lengths(table: Table, disc: DiscId, to: Square) -> Iterator[int]:
    """Lengths a move onto a square may have, shortest first."""
    origin = table.where(disc)
    if origin is None:
        return
    shortest = king_distance(origin, to)
    yield from range(shortest, max(shortest, min(BEND, table.points)) + 1)


def plain_route(table: Table, disc: DiscId, to: Square, ways: Sequence[Way]) -> tuple[Way, bool]:
    """What somebody did who minds no rule: the way seen, else a clear one, else straight over
    whatever stands there.
    """
    origin = table.where(disc)
    if origin is None:
        return (to,), False
    leg = seen_leg(table, ways, origin, to)
    if whole(origin, leg):
        return leg, True
    shortest = king_distance(origin, to)
    for length in range(shortest, max(shortest, BEND) + 1):
        way = next(exact_ways(table, disc, to, length, strip=False), None)
        if way is not None:
            return way, False
    return _beeline(origin, to), False


def _beeline(origin: Square, to: Square) -> Way:
    """Diagonally first, then straight."""
    way: list[Square] = []
    here = origin
    while here != to:
        df, dr = to.file - here.file, to.rank - here.rank
        here = here.towards((df > 0) - (df < 0), (dr > 0) - (dr < 0))
        way.append(here)
    return tuple(way)


def _through(way: Way, leg: Way) -> bool:
    """Whether a way passes the seen squares in their order."""
    rest = iter(way)
    return all(square in rest for square in leg)
