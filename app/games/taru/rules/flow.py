"""What surrounds every judgement: an interception that lapses, what may still be undone."""

from collections.abc import Callable
from dataclasses import replace

from app.games.taru.plays import Decline, EndTurn, HandPass, Move, StopMatch
from app.games.taru.rules.refusal import Rulings, named, rule
from app.games.taru.rules.shapes import broken_shape
from app.games.taru.rules.windows import closed, owner_may_act
from app.games.taru.state import Phase, State
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, Play, TimeRanOut
from app.rulebook.side import Side

Judging = Callable[[State, Event], Rulings]


def through_the_gap(state: State, event: Event, judging: Judging) -> Rulings:
    """T73, A71: while an interception may be called the owner may go on, which ends the call; an
    act refused leaves it open. A try that waits is settled first (A70).
    """
    if state.phase is not Phase.INTERCEPT_WINDOW or not owner_may_act(state):
        return judging(state, event)
    if not _acts(event, state.turn):
        return judging(state, event)
    rulings = judging(closed(state), event)
    if rulings and rulings[-1].refused:
        return (*rulings[:-1], replace(rulings[-1], state=state))
    return rulings


def _acts(event: Event, owner: Side) -> bool:
    if isinstance(event, ButtonPressed):
        return event.side is owner
    return isinstance(event, Play) and not isinstance(event, Decline | StopMatch)


def flagged(state: State, event: Event, rulings: Rulings) -> Rulings:
    """A37: a turn that ends by something else than its owner's word or the bell leaves an illegal
    shape standing; it is said.
    """
    told = isinstance(event, EndTurn | ButtonPressed | TimeRanOut | DiceRolled)
    if told or not rulings or rulings[-1].refused or state.phase not in _GOING:
        return rulings
    after = rulings[-1].state
    if after.turn is state.turn or after.phase not in (*_GOING, Phase.AWAIT_ROLL):
        return rulings
    shape = broken_shape(after, state.turn)
    if shape is None:
        return rulings
    stands = rule(shape.section, state, "shape_stands", side=named(state.turn))
    return (stands, *rulings)


_GOING = (Phase.OPEN, Phase.INTERCEPT_WINDOW)
UNDOABLE = (Move, HandPass)
NEUTRAL = (Decline, ButtonPressed)


def remembered(state: State, event: Event, rulings: Rulings) -> Rulings:
    """A37: moves and hand passes of a turn may be undone, newest first; any other act that changes
    the position (a roll, a flick, a strip, a tackle, a maul) puts an end to that.
    """
    if not rulings or rulings[-1].refused or rulings[-1].state is state:
        return rulings
    last = rulings[-1].state
    if isinstance(event, UNDOABLE) and owner_goes_on(state, last):
        undo: State | None = state
    else:
        undo = state.undo if isinstance(event, NEUTRAL) and owner_goes_on(state, last) else None
    return (*rulings[:-1], replace(rulings[-1], state=replace(last, undo=undo)))


def owner_goes_on(before: State, after: State) -> bool:
    """Whether the turn has not ended, so that its acts may still be undone."""
    return after.turn is before.turn and after.phase in _GOING
