"""Mauls on a table: discs of both sides that have advanced in one line."""

from collections.abc import Iterator
from dataclasses import replace

from app.games.taru.labels.table import Table
from app.games.taru.plays import Maul
from app.games.taru.readings.shown import Shown, sides
from app.games.taru.rules.push import push
from app.games.taru.rules.reach_mauls import in_line, mauls
from app.games.taru.state import State
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import DiscId, side_of

FARTHEST = 3
"""Squares up to which a push that is not allowed is looked for."""


def pushes(state: State, goal: Shown) -> Iterator[Maul]:
    """Legal mauls whose pushed discs stand where the table shows discs of their side: they cannot
    have moved on since; one pushed off the board shows nowhere. Of a carrier in touch, the pushing
    side shows where it was.
    """
    for play in mauls(state):
        done = push(state, play)
        if done.ends is not None:
            last = state.squares[play.head].towards(*play.step, done.steps)
            if goal.towers.get(last, ())[:1] == (side_of(play.head),):
                yield play
            continue
        pushed = (disc for disc in done.lines[-1].pushed if disc not in done.fallen)
        if all(goal.towers.get(done.squares[d], ())[:1] == (side_of(d),) for d in pushed):
            yield play


def shoves(state: State, table: Table, goal: Shown) -> Iterator[Maul]:
    """Pushes, legal or not, that would leave the line as the table shows it."""
    wrong = {sq for sq in {*table.towers, *goal.towers} if sides(table, sq) != _shown(goal, sq)}
    rivals = (sq for sq in wrong if (top := table.top(sq)) and side_of(top) is not table.turn)
    if not any(rivals):
        return
    for head, start in state.squares.items():
        if side_of(head) is table.turn and state.free(head):
            for step in DIRECTIONS:
                top = table.top(start.towards(*step))
                if top is not None and side_of(top) is not table.turn:
                    yield from _along(
                        state, table, goal, Maul(head=head, step=step, count=1, steps=1)
                    )


def _along(state: State, table: Table, goal: Shown, first: Maul) -> Iterator[Maul]:
    for count in range(1, in_line(state, first.head, first.step) + 1):
        for steps in range(1, FARTHEST + 1):
            play = replace(first, count=count, steps=steps)
            after = pushed_plainly(table, play)
            changed = [sq for sq in {*table.towers, *after.towers}
                       if table.towers.get(sq) != after.towers.get(sq)]  # fmt: skip
            if changed and all(sides(after, sq) == _shown(goal, sq) for sq in changed):
                yield play


def _shown(goal: Shown, square: Square) -> tuple[object, ...]:
    return goal.towers.get(square, ())


def pushed_plainly(table: Table, play: Maul) -> Table:
    """What hands do who mind no rule: all that stands in the line slides on, or off the board."""
    towers = dict(table.towers)
    ball = table.ball
    at = table.where(play.head)
    for _ in range(play.steps if at is not None else 0):
        if at is None:
            break
        front = at.towards(*play.step)
        while towers.get(front):
            front = front.towards(*play.step)
        back = at.towards(*play.step, -play.count)
        ball = _slid(table, towers, (front, back), play.step, ball)
        at = at.towards(*play.step)
    return replace(table, towers=towers, ball=ball)


def _slid(
    table: Table,
    towers: dict[Square, tuple[DiscId, ...]],
    ends: tuple[Square, Square],
    step: tuple[int, int],
    ball: DiscId | Square | None,
) -> DiscId | Square | None:
    """Everything between two squares one square on, the foremost first; where the ball is then."""
    square = ends[0]
    while square != ends[1]:
        here = square.towards(-step[0], -step[1])
        tower = towers.pop(here, ()) if here != ends[1] else ()
        if tower and table.on_board(square):
            towers[square] = tower
        elif ball in tower:
            ball = None
        square = here
    return ball
