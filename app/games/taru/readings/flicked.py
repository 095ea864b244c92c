"""What a flicked ball may have been: told by the phase, else by what the roll allows (T34, T44)."""

from collections.abc import Iterator
from dataclasses import replace

from app.games.taru.plays import Kick, Kickoff, LongPass, MarkKick, TouchKick
from app.games.taru.rules.flights import outcome, over_touch
from app.games.taru.rules.kicks import kick_open
from app.games.taru.rules.marks import mark_open
from app.games.taru.rules.touch import may_go_direct
from app.games.taru.rules.windows import owner_may_act
from app.games.taru.state import Phase, State
from app.rulebook.facts import Flown, Play
from app.rulebook.layout import side_of
from app.rulebook.side import Side


def flicks_of(state: State, flown: Flown) -> tuple[Play, ...]:
    """Every play a flick may have been. With a six to kick with a pass and a kick are both open
    until one is announced; whether a kick bounced before it went into touch may not be known
    (T53), nor which of two discs it touched first (A12): then both are told.
    """
    return tuple(play for each in _touches(flown) for play in _plays(state, each))


def _plays(state: State, flown: Flown) -> tuple[Play, ...]:
    if state.phase is Phase.KICKOFF:
        return (Kickoff(flown=flown),)
    if state.phase is Phase.PENALTY_TOUCH:
        return (TouchKick(flown=flown),)
    if mark_open(state) or state.awaited_flick == "mark":
        return tuple(MarkKick(flown=each) for each in _bounces(state, flown))
    kicks = tuple(Kick(flown=each) for each in _bounces(state, flown))
    if state.awaited_flick == "kick":
        return kicks
    both = owner_may_act(state) and kick_open(state)
    return (LongPass(flown=flown), *(kicks if both else ()))


def _touches(flown: Flown) -> Iterator[Flown]:
    """The flick as seen; where it could not be seen which disc was touched first, with each."""
    for first in (flown.first_touch, *flown.maybe_first):
        others = tuple(disc for disc in flown.contacts if disc != first)
        contacts = others if first is None else (first, *others)
        yield replace(flown, first_touch=first, contacts=contacts, maybe_first=())


def _bounces(state: State, flown: Flown) -> Iterator[Flown]:
    """The flick as seen; where the bounce was not seen and matters, with and without."""
    side, start = side_of(flown.by), state.squares.get(flown.by)
    result = outcome(state, flown, side)
    left = result.left if result is not None else None
    if flown.bounced is None and left is not None and start is not None:
        matters = over_touch(state, left) and left.square.rank != start.rank
        if matters and not may_go_direct(state, side, start):
            yield replace(flown, bounced=True)
            yield replace(flown, bounced=False)
            return
    yield flown


def worth(state: State, side: Side) -> tuple[int, bool, bool, int]:
    """How good a position is for the side that flicked, to name its better reading first: points,
    the ball, the turn, how far forward the ball is.
    """
    home, away = state.score
    lead = (home - away) * side.forward
    holder = state.carrier
    square = state.lineout.spot if state.lineout is not None else state.ball_square
    thrown = state.lineout is not None and state.lineout.side is side
    has = thrown or (holder is not None and side_of(holder) is side)
    return (lead, has, state.turn is side, square.rank * side.forward if square else 0)
