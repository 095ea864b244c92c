"""Strips, tackles and hand passes that break exactly one section."""

from collections.abc import Callable, Iterator

from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.ways import Way, exact_way, hand_pass_open, open_to
from app.games.taru.plays import HandPass, Strip, Tackle
from app.games.taru.state import State
from app.rulebook.api import Chance
from app.rulebook.geometry import Square, direction_between, king_distance
from app.rulebook.layout import DiscId, side_of

FACES = range(1, 7)
Arrival = tuple[DiscId, Way]
PassShape = Callable[[tuple[int, int] | None, int, int], bool]
"""Of the direction, the king distance, and how far ahead the receiver stands."""


def strip_count(state: State, chance: Chance) -> Strip | None:
    """T66: a clear way, well arrived, of another count than the red die shows."""
    table, target = _carried_by_other(state)
    if target is None:
        return None
    found = [
        (disc, way)
        for disc in _neither_exact(table, target)
        if exact_way(table, disc, target, table.red, strip=False) is None
        for way in _ways(table, disc, target, table.red, strip=True)
    ]
    return _strip(found, chance)


def strip_arrival(state: State, chance: Chance) -> Strip | None:
    """T67: the right count, but only diagonally or from behind."""
    table, target = _carried_by_other(state)
    if target is None or not table.strip_open:
        return None
    found = []
    for disc in _neither_exact(table, target):
        way = exact_way(table, disc, target, table.red, strip=False)
        if way is not None:
            found.append((disc, way))
    return _strip(found, chance)


def strip_offside(state: State, chance: Chance) -> Strip | None:
    """T68: everything right, but ahead of the carrier."""
    table, target = _carried_by_other(state)
    if target is None or not table.strip_open:
        return None
    found = []
    for disc, _ in table.playable():
        way = exact_way(table, disc, target, table.red, strip=True)
        if way is not None and table.offside(disc) and not _tackles(table, disc, target):
            found.append((disc, way))
    return _strip(found, chance)


def tackle_count(state: State, chance: Chance) -> Tackle | None:
    """T78: a clear way of another count than the green die shows."""
    table, target = _carried_by_other(state)
    if target is None:
        return None
    found = [
        (disc, way)
        for disc in _neither_exact(table, target)
        for way in _ways(table, disc, target, table.green, strip=False)
    ]
    if not found:
        return None
    disc, way = found[chance.randrange(len(found))]
    return Tackle(disc=disc, path=way)


def knight_pass(state: State, chance: Chance) -> HandPass | None:
    """T33: neither aligned nor ahead (A61)."""
    return _pass(state, chance, lambda step, gap, ahead: step is None and gap == 2 and ahead < 0)


def distant_pass(state: State, chance: Chance) -> HandPass | None:
    """T34: aligned and level or behind, but too far for a hand."""
    return _pass(state, chance, lambda step, gap, ahead: step is not None and gap > 2 >= ahead + 2)


def forward_pass(state: State, chance: Chance) -> HandPass | None:
    """T40."""
    return _pass(state, chance, lambda step, gap, ahead: step is not None and gap < 3 and ahead > 0)


def _carried_by_other(state: State) -> tuple[Table, Square | None]:
    table = table_of(state)
    carrier = table.carrier
    if carrier is None or side_of(carrier) is table.turn:
        return table, None
    return table, table.ball_square


def _tackles(table: Table, disc: DiscId, target: Square) -> bool:
    return (
        table.tackle_open and exact_way(table, disc, target, table.green, strip=False) is not None
    )


def _neither_exact(table: Table, target: Square) -> Iterator[DiscId]:
    """Discs that may neither strip nor tackle: what they do cannot be taken for something legal."""
    for disc, _ in table.playable():
        strips = table.strip_open and exact_way(table, disc, target, table.red, strip=True)
        if not strips and not _tackles(table, disc, target):
            yield disc


def _ways(table: Table, disc: DiscId, target: Square, count: int, *, strip: bool) -> Iterator[Way]:
    for length in FACES:
        way = exact_way(table, disc, target, length, strip=strip) if length != count else None
        if way is not None:
            yield way
            return


def _strip(found: list[Arrival], chance: Chance) -> Strip | None:
    if not found:
        return None
    disc, way = found[chance.randrange(len(found))]
    return Strip(disc=disc, path=way)


def _pass(state: State, chance: Chance, wanted: PassShape) -> HandPass | None:
    """A pass of a shape, to a mate whom no chain of legal passes reaches either."""
    table = table_of(state)
    giver, here = table.carrier, table.ball_square
    if giver is None or here is None or side_of(giver) is not table.turn:
        return None
    reached = _chain(table, here)
    found = [
        HandPass(giver=giver, receiver=mate)
        for mate, square in table.free(table.turn)
        if square not in reached and _clear(table, here, square)
        if wanted(
            direction_between(here, square),
            king_distance(here, square),
            (square.rank - here.rank) * table.turn.forward,
        )
    ]
    return found[chance.randrange(len(found))] if found else None


def _clear(table: Table, here: Square, there: Square) -> bool:
    step = direction_between(here, there)
    if step is None:
        return True
    gap = king_distance(here, there)
    return all(open_to(table, here.towards(*step, i)) for i in range(1, gap))


def _chain(table: Table, here: Square) -> set[Square]:
    reached, edge = {here}, [here]
    mates = [sq for _, sq in table.free(table.turn)]
    while edge:
        giver = edge.pop()
        for square in mates:
            if square not in reached and hand_pass_open(table, giver, square, table.turn.forward):
                reached.add(square)
                edge.append(square)
    return reached
