"""Which mauls a position allows: T59–T65, T87–T89, by trying every line in contact."""

from collections.abc import Iterator

from app.games.taru.plays import Maul
from app.games.taru.rules.duties import of
from app.games.taru.rules.maul import MAUL_CHECKS
from app.games.taru.rules.push import push
from app.games.taru.rules.refusal import first_refusal
from app.games.taru.state import State
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import DiscId

Step = tuple[int, int]


def mauls(state: State, only: DiscId | None = None) -> Iterator[Maul]:
    """Every legal maul of the turn owner: each head, direction, number of discs and of squares."""
    if state.carrier is None or state.points_left < 2:
        return
    heads = [state.carrier] if of(state.carrier) is state.turn else state.discs_of(state.turn)
    for head in heads:
        if only in (None, head):
            for step in DIRECTIONS:
                yield from _along(state, head, step)


def _along(state: State, head: DiscId, step: Step) -> Iterator[Maul]:
    start = state.squares[head]
    front = state.top_at(start.towards(*step))
    if front is None or of(front) is state.turn:
        return
    longest = min(_line(state, start, step), state.points_left)
    for count in range(2, longest + 1):
        for steps in range(1, state.points_left // count + 1):
            play = Maul(head=head, step=step, count=count, steps=steps)
            if first_refusal(state, play, MAUL_CHECKS) is not None:
                break
            yield play
            if push(state, play).over:
                break


def _line(state: State, start: Square, step: Step) -> int:
    """How many discs of the turn owner stand one behind the other."""
    count, square = 0, start
    while (top := state.top_at(square)) is not None and of(top) is state.turn:
        count += 1
        square = square.towards(-step[0], -step[1])
    return count
