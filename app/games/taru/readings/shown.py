"""A table as it shows, to be explained, and how a position differs from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations

from app.games.taru.labels.table import Table
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import Seen, side_of
from app.rulebook.side import Side

Sides = tuple[Side, ...]
FEW = 5
"""Up to this many discs the cheapest assignment is found by trying all."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """Towers by square, bottom first; the ball's square, and whether it lies on a disc there.
    `ball_matters` is False after a flick: where a flicked ball lies is not where it belongs.
    """

    towers: Mapping[Square, Sides]
    ball: Square | None
    carried: bool
    ball_matters: bool = True

    def grown_by(self, table: Table, square: Square, side: Side) -> bool:
        """Whether one more disc of a side is to come onto a square of a position."""
        here = sides(table, square)
        return self.towers.get(square, ())[: len(here) + 1] == (*here, side)

    def keeps(self, table: Table, square: Square) -> bool:
        """Whether all discs of a square of a position still lie there."""
        here = sides(table, square)
        return self.towers.get(square, ())[: len(here)] == here

    def discs_right(self, table: Table) -> bool:
        squares = {*table.towers, *self.towers}
        return all(sides(table, sq) == self.towers.get(sq, ()) for sq in squares)

    def ball_right(self, table: Table) -> bool:
        """A ball the position has on no square (on the tee, in doubt) may lie anywhere."""
        if table.ball is None or not self.ball_matters:
            return True
        carried = table.carrier is not None
        return (table.ball_square, carried) == (self.ball, self.carried)


def shown(seen: Seen, on_board: Callable[[Square], bool], *, ball_matters: bool = True) -> Shown:
    """What is seen on the squares of the board; a disc beside them is off it."""
    return Shown(
        towers={sq: tower for sq, tower in seen.towers if on_board(sq)},
        ball=seen.ball,
        carried=seen.carried,
        ball_matters=ball_matters,
    )


def sides(table: Table, square: Square) -> Sides:
    return tuple(side_of(disc) for disc in table.towers.get(square, ()))


def wrong_squares(table: Table, goal: Shown) -> tuple[Square, ...]:
    """Squares on which a position and the table differ, the ball's included."""
    squares = {*table.towers, *goal.towers}
    wrong = {sq for sq in squares if sides(table, sq) != goal.towers.get(sq, ())}
    if not goal.ball_right(table):
        wrong |= {sq for sq in (table.ball_square, goal.ball) if sq is not None}
    return tuple(sorted(wrong))


def to_come(table: Table, goal: Shown) -> dict[Side, list[Square]]:
    """Squares by side where a disc is still to come, once for each disc."""
    found: dict[Side, list[Square]] = {side: [] for side in Side}
    for square, towers in goal.towers.items():
        missing = towers[len(sides(table, square)) :]
        if missing and goal.keeps(table, square):
            for side in missing:
                found[side].append(square)
    return found


def to_go(table: Table, goal: Shown) -> dict[Side, list[Square]]:
    """Squares by side which discs are still to leave, the top ones first."""
    found: dict[Side, list[Square]] = {side: [] for side in Side}
    for square in table.towers:
        here, there = sides(table, square), goal.towers.get(square, ())
        if not goal.keeps(table, square):
            kept = 0
            while kept < min(len(here), len(there)) and here[kept] == there[kept]:
                kept += 1
            for side in reversed(here[kept:]):
                found[side].append(square)
    return found


def least_distance(go: list[Square], come: list[Square]) -> int:
    """Fewest king steps that bring discs from some squares onto others: a bound below any cost."""
    if not go or not come:
        return 0
    if len(come) > FEW or len(go) > FEW:
        return sum(min(king_distance(a, b) for a in go) for b in come)
    few, many = sorted((go, come), key=len)
    return min(
        sum(king_distance(a, b) for a, b in zip(few, order, strict=True))
        for order in permutations(many, len(few))
    )
