"""Ends of turns held against gnubg-nn, another program's move generator (GPL: for tests alone).

    python tests/games/backgammon/against_gnubg_nn.py 100000 1

prints how many positions were compared, how many differ, and how long both took in CPU time.
"""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from random import Random
from time import process_time_ns
from typing import Any

from app.games.backgammon.ends import ends
from app.games.backgammon.position import BAR, Dice, Position

MICRO = 1000.0


def engine() -> Any:
    """The other engine. Raises ImportError when it is not installed."""
    return import_module("gnubg_nn")


def as_theirs(position: Position) -> list[list[int]]:
    """The opponent's and the mover's checkers by their own points, the bar last."""
    own = [max(position[point], 0) for point in range(1, BAR + 1)]
    other = [max(-position[BAR - point], 0) for point in range(1, BAR + 1)]
    return [other, own]


def as_ours(theirs: Iterable[Iterable[int]]) -> Position:
    """Their board after a move, in the mover's view."""
    other, own = (list(counts) for counts in theirs)
    points = [own[point - 1] - other[BAR - 1 - point] for point in range(1, BAR)]
    return (-other[BAR - 1], *points, own[BAR - 1])


def their_ends(gnubg_nn: Any, position: Position, dice: Dice) -> set[Position]:
    keys = gnubg_nn.moves(as_theirs(position), *dice, 0)
    return {as_ours(gnubg_nn.boardfromkey(key)) for key in keys} or {position}


def compare(
    count: int, seed: int, any_position: Callable[[Random], Position]
) -> list[tuple[Position, Dice]]:
    """Positions and dice for which the two do not find the same ends."""
    gnubg_nn, chance = engine(), Random(seed)
    differing = []
    for _ in range(count):
        position = any_position(chance)
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if ends(position, dice) != their_ends(gnubg_nn, position, dice):
            differing.append((position, dice))
    return differing


def cpu_us(work: Callable[[], object]) -> float:
    begun = process_time_ns()
    work()
    return (process_time_ns() - begun) / MICRO


def main() -> int:
    from tests.games.backgammon.conftest import any_position  # noqa: PLC0415  as a script only

    count, seed = (int(word) for word in (*sys.argv[1:3], *("1000", "1")[len(sys.argv) - 1 :]))
    differing = compare(count, seed, any_position)
    print(f"{count} positions, {len(differing)} differences")  # noqa: T201  a script tells
    for position, dice in differing[:5]:
        print(position, dice)  # noqa: T201  a script tells
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
