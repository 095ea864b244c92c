"""Mauls: several discs in line advance together and push what is before them (T59-T65, T87-T89).

The count is made anew on every square: own discs in line from the head, opponents before it.
"""

from dataclasses import dataclass, replace

from app.games.taru.labels.effects import carried_in
from app.games.taru.labels.outcome import Outcome
from app.games.taru.labels.table import Table
from app.games.taru.labels.zones import in_either_goal, lineout_spot
from app.games.taru.plays import Maul
from app.games.taru.state import Phase
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import DiscId, side_of

Step = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Shove:
    """One square's advance: the discs that push, those pushed, nearest the head first; whether the
    last of these, the carrier, goes over the touchline.
    """

    pushers: tuple[DiscId, ...]
    pushed: tuple[DiscId, ...]
    into_touch: bool = False


def line_from(
    table: Table, square: Square, step: Step, most: int | None = None
) -> tuple[DiscId, ...] | None:
    """Consecutive discs of the side on a square, along a step, `most` of them at most; None when a
    stack is among them or ends them.
    """
    top = table.top(square)
    if top is None:
        return ()
    found: list[DiscId] = []
    while len(found) != most and (disc := table.top(square)) is not None:
        if len(table.towers[square]) > 1:
            return None
        if side_of(disc) is not side_of(top):
            break
        found.append(disc)
        square = square.towards(*step)
    return tuple(found)


def shove(table: Table, head: DiscId, step: Step, count: int) -> Shove | None:
    """The advance of `count` discs by one square, None when it is not allowed."""
    at = table.where(head)
    if at is None or table.carrier is None or count < 2:
        return None
    pushers = line_from(table, at, (-step[0], -step[1]), count) or ()
    front = at.towards(*step)
    pushed = line_from(table, front, step) or ()
    if len(pushers) < count or not _may_push(table, pushers, pushed):
        return None
    beyond = front.towards(*step, len(pushed))
    if table.on_board(beyond):
        return Shove(pushers=pushers, pushed=pushed) if table.top(beyond) is None else None
    last = beyond.towards(-step[0], -step[1])
    if pushed[-1] == table.carrier and step[0] and not in_either_goal(table, last):
        return Shove(pushers=pushers, pushed=pushed, into_touch=True)
    return None


def _may_push(table: Table, pushers: tuple[DiscId, ...], pushed: tuple[DiscId, ...]) -> bool:
    """More than they push, opponents, none played; the ball at the head, or among the pushed."""
    if not pushed or len(pushers) <= len(pushed) or table.played & set(pushers):
        return False
    with_ball = pushers[0] == table.carrier or table.carrier in pushed
    return with_ball and side_of(pushed[0]) is not side_of(pushers[0])


def shoved(table: Table, by: Shove, step: Step) -> Table:
    """Everything in the line one square on; a carrier in touch stays where it left."""
    moving = (*by.pushers, *(by.pushed[:-1] if by.into_touch else by.pushed))
    to = {disc: square.towards(*step) for disc in moving if (square := table.where(disc))}
    towers = {sq: tower for sq, tower in table.towers.items() if tower[-1] not in to}
    towers.update({square: (disc,) for disc, square in to.items()})
    table = replace(table, towers=towers, spent=table.spent + len(by.pushers))
    holder = table.carrier
    return replace(table, carried=frozenset({holder} if holder else ()))


def after_maul(table: Table, play: Maul) -> Outcome | None:
    """The whole advance, up to a try or touch; None when any square of it is not allowed."""
    sections = ("T59", "T63", "T64", "T87", "T88", "T133", "T31")
    for _ in range(play.steps):
        by = shove(table, play.head, play.step, play.count)
        if by is None or len(by.pushers) > table.points:
            return None
        if by.into_touch:
            return _touch(table, by)
        before = table.score
        table = shoved(table, by, play.step)
        if table.carrier is not None:
            table = carried_in(table, table.carrier)
        if table.score != before:
            break
    return Outcome(table=table, turn=table.turn, phase=Phase.OPEN, sections=sections)


def _touch(table: Table, by: Shove) -> Outcome:
    last = table.where(by.pushed[-1])
    spot = lineout_spot(table, last) if last is not None else None
    return Outcome(
        table=table,
        turn=table.turn,
        phase=Phase.LINEOUT_SETUP,
        foretold=False,
        sections=("T89", "T106", "T109", "T119"),
        fields=(f"L:{spot.name}/{table.turn}",) if spot is not None else (),
    )


def mauls(table: Table) -> tuple[Maul, ...]:
    """Every maul the side on turn may make."""
    if table.carrier is None or table.points < 2:
        return ()
    attacking = side_of(table.carrier) is table.turn
    heads = [table.carrier] if attacking else [disc for disc, _ in table.playable()]
    found = []
    for head in heads:
        for step in DIRECTIONS:
            found += _advances(table, head, step)
    return tuple(found)


def _advances(table: Table, head: DiscId, step: Step) -> list[Maul]:
    at = table.where(head)
    found = []
    for count in range(2, table.points + 1):
        if at is None or len(line_from(table, at, (-step[0], -step[1]), count) or ()) < count:
            break
        if shove(table, head, step, count) is None:
            continue
        for steps in range(1, table.points // count + 1):
            play = Maul(head=head, step=step, count=count, steps=steps)
            if after_maul(table, play) is None:
                break
            found.append(play)
    return found
