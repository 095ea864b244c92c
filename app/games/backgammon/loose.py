"""Moves under rules a little looser than the book's: by which of them a wrong end came about."""

from collections.abc import Callable
from itertools import permutations

from app.games.backgammon.ends import sources
from app.games.backgammon.plays import Hop
from app.games.backgammon.position import BAR, HOME_BOARD, OFF, Position
from app.games.backgammon.stepping import landing, moved

Allowed = Callable[[Position, int], list[Hop]]
"""The hops that a rule lets a die make."""


def strictly(position: Position, die: int) -> list[Hop]:
    """As the book says."""
    return [Hop(source, landing(source, die)) for source in sources(position, die)]


def past_the_bar(position: Position, die: int) -> list[Hop]:
    """As if nobody had to enter first (R9)."""
    return [
        Hop(source, landing(source, die))
        for source in range(BAR, 0, -1)
        if position[source] > 0 and (source <= die or position[source - die] > -2)
    ]


def off_before_all_home(position: Position, die: int) -> list[Hop]:
    """As if bearing off needed nobody else home (R14)."""
    free = [p for p in range(min(die, HOME_BOARD), 0, -1) if position[p] > 0]
    return [*_inside(position, die), *(Hop(point, OFF) for point in free)]


def off_below_others(position: Position, die: int) -> list[Hop]:
    """As if a die took off any lower checker too (R15)."""
    return off_before_all_home(position, die) if _all_home(position) else strictly(position, die)


def off_by_any_die(position: Position, die: int) -> list[Hop]:
    """As if a die took off any checker of the home board (R15)."""
    if not _all_home(position):
        return strictly(position, die)
    off = (Hop(point, OFF) for point in range(HOME_BOARD, 0, -1) if position[point] > 0)
    return [*_inside(position, die), *off]


def _inside(position: Position, die: int) -> list[Hop]:
    return [hop for hop in strictly(position, die) if hop.target != OFF]


def _all_home(position: Position) -> bool:
    return max(position[HOME_BOARD + 1 :]) <= 0


def reached(begun: Position, order: tuple[int, ...], allowed: Allowed) -> set[Position]:
    """Where hops by these dice in this order lead."""
    level = {begun}
    for die in order:
        level = {moved(at, hop) for at in level for hop in allowed(at, die)}
    return level


def leads_to(begun: Position, dice: tuple[int, ...], end: Position, allowed: Allowed) -> bool:
    """Whether these dice lead to an end, in any order."""
    return any(end in reached(begun, order, allowed) for order in set(permutations(dice)))
