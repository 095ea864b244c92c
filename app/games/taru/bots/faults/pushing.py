"""Mauls that break exactly one section of those that judge them."""

from collections.abc import Iterator

from app.games.taru.labels.mauls import Step
from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.zones import in_either_goal
from app.games.taru.plays import Maul
from app.games.taru.state import State
from app.rulebook.api import Chance, Section
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import DiscId, side_of

COUNTS = (2, 3, 4)


def maul(state: State, chance: Chance, section: Section) -> Maul | None:
    """A maul of one square that breaks this section alone."""
    table = table_of(state)
    found = [play for play in _tries(table) if broken(table, play) == {section}]
    return found[chance.randrange(len(found))] if found else None


def _tries(table: Table) -> Iterator[Maul]:
    for head, square in table.free(table.turn):
        if len(table.towers[square]) > 1:
            continue
        for step in DIRECTIONS:
            for count in COUNTS:
                yield Maul(head=head, step=step, count=count, steps=1)


def broken(table: Table, play: Maul) -> set[Section]:
    """Every section the first square of a maul breaks."""
    at = table.where(play.head)
    if at is None:
        return {"T59"}
    back = [at.towards(-play.step[0], -play.step[1], n) for n in range(play.count)]
    front = _pushed(table, at, play.step)
    found = set(_behind(table, play, back))
    found |= set(_before(table, play, front))
    beyond = at.towards(*play.step, 1 + len(front))
    found |= set(_beyond(table, play.step, front, beyond))
    if play.count > table.points:
        found.add("T63")
    return found


def _pushed(table: Table, at: Square, step: Step) -> list[DiscId]:
    found: list[DiscId] = []
    square = at.towards(*step)
    while (disc := table.top(square)) is not None and side_of(disc) is not table.turn:
        found.append(disc)
        square = square.towards(*step)
    return found


def _behind(table: Table, play: Maul, back: list[Square]) -> Iterator[Section]:
    tops = [table.top(square) for square in back]
    if any(top is None or side_of(top) is not table.turn for top in tops):
        yield "T59"
    if any(len(table.towers.get(square, ())) > 1 for square in back):
        yield "T65"
    if any(top in table.played for top in tops):
        yield "T28"
    carrier = table.carrier
    if carrier is not None and side_of(carrier) is table.turn and carrier != play.head:
        yield "T59"


def _before(table: Table, play: Maul, front: list[DiscId]) -> Iterator[Section]:
    carrier = table.carrier
    if carrier is None or not front:
        yield "T62"
    if any(len(table.towers[sq]) > 1 for disc in front if (sq := table.where(disc))):
        yield "T65"
    if front and play.count <= len(front):
        yield "T60"
    if carrier is not None and side_of(carrier) is not table.turn and carrier not in front:
        yield "T88"


def _beyond(table: Table, step: Step, front: list[DiscId], beyond: Square) -> Iterator[Section]:
    if not front:
        return
    if table.on_board(beyond):
        if len(table.towers.get(beyond, ())) > 1:
            yield "T65"
        elif table.top(beyond) is not None:
            yield "T27"
        return
    last = beyond.towards(-step[0], -step[1])
    if front[-1] != table.carrier or not step[0] or in_either_goal(table, last):
        yield "T89"
