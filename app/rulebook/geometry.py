"""Squares and the distances between them; nothing here knows a game."""

import re
from typing import NamedTuple

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


class Square(NamedTuple):
    """A cell by file (1 = a, from Home's left) and rank (1 = Home's end)."""

    file: int
    rank: int

    @property
    def name(self) -> str:
        """`g14`, as printed along the edges of a board."""
        return f"{chr(ord('a') + self.file - 1)}{self.rank}"

    def __str__(self) -> str:
        return self.name

    def towards(self, file_step: int, rank_step: int, count: int = 1) -> "Square":
        return Square(self.file + file_step * count, self.rank + rank_step * count)


DIRECTIONS: tuple[tuple[int, int], ...] = (
    (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1),
)  # fmt: skip
"""The eight king steps as (file, rank) changes, clockwise from north."""


def square(name: str) -> Square:
    """Read `g14`. Raises ValueError on anything else."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(name)
    return Square(ord(found[1]) - ord("a") + 1, int(found[2]))


def king_distance(a: Square, b: Square) -> int:
    return max(abs(a.file - b.file), abs(a.rank - b.rank))


def step_between(a: Square, b: Square) -> tuple[int, int] | None:
    """The king step from a to a neighbour b, None when they are no neighbours."""
    step = (b.file - a.file, b.rank - a.rank)
    return step if step in DIRECTIONS else None


def direction_between(a: Square, b: Square) -> tuple[int, int] | None:
    """The king direction in which b lies from a along a rank, file or diagonal; None otherwise."""
    df, dr = b.file - a.file, b.rank - a.rank
    if (df, dr) == (0, 0) or (df and dr and abs(df) != abs(dr)):
        return None
    return ((df > 0) - (df < 0), (dr > 0) - (dr < 0))
