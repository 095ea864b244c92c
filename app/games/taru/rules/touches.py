"""Which disc a flicked ball has to do with: T48, A12, A13."""

from app.games.taru.state import State
from app.rulebook.facts import Flown
from app.rulebook.layout import DiscId


def disc_met(state: State, flown: Flown) -> DiscId | None:
    """The first disc touched, or by house rule the last, unless the ball then left the board (A12).
    A stack that is touched counts, or by house rule does not (A13).
    """
    met = _met(state, flown)
    if state.options.touch_rule == "first":
        return met[0] if met else None
    return met[-1] if met and flown.exit is None else None


def _met(state: State, flown: Flown) -> tuple[DiscId, ...]:
    first = () if flown.first_touch is None else (flown.first_touch,)
    discs = (*first, *(disc for disc in flown.contacts if disc not in first))
    on_board = (disc for disc in discs if disc != flown.by and disc in state.squares)
    if state.options.stack_touch == "top":
        return tuple(on_board)
    return tuple(disc for disc in on_board if state.squares[disc] not in state.stacks)
