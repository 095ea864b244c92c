"""Which mauls a position allows: T59–T65, T87–T89, by trying every line in contact."""

from collections.abc import Iterator

from app.games.taru.plays import Maul
from app.games.taru.rules.duties import of
from app.games.taru.rules.maul import MAUL_CHECKS
from app.games.taru.rules.push import push
from app.games.taru.rules.refusal import first_refusal
from app.games.taru.state import State
from app.rulebook.geometry import DIRECTIONS
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
    front = state.top_at(state.squares[head].towards(*step))
    if front is None or of(front) is state.turn:
        return
    longest = min(in_line(state, head, step), state.points_left)
    for count in range(2, longest + 1):
        for steps in range(1, state.points_left // count + 1):
            play = Maul(head=head, step=step, count=count, steps=steps)
            if first_refusal(state, play, MAUL_CHECKS) is not None:
                break
            yield play
            if push(state, play).over:
                break


def in_line(state: State, head: DiscId, step: Step) -> int:
    """How many discs of one side stand one behind the other, the head first."""
    count, square = 0, state.squares[head]
    while (top := state.top_at(square)) is not None and of(top) is of(head):
        count += 1
        square = square.towards(-step[0], -step[1])
    return count
