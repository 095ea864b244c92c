"""§4 interceptions: which gaps a run or a pass crosses, and what a call on them brings: T73–T76."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from app.games.taru.dice import Dice
from app.games.taru.plays import Decline
from app.games.taru.rules.duties import gate, of
from app.games.taru.rules.refusal import (
    Refusal,
    Rulings,
    by_hand,
    judgement,
    named,
    refuse,
    rule,
)
from app.games.taru.rules.table import lay_on, slide
from app.games.taru.rules.tries import with_try
from app.games.taru.rules.turns import pass_turn
from app.games.taru.state import Phase, State, Window
from app.rulebook.api import Ruling, Section
from app.rulebook.facts import DiceRolled
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def gap(start: Square, end: Square) -> tuple[Square, Square] | None:
    """2.2: the two squares next to both ends of a diagonal step; None for a straight one."""
    if start.file == end.file or start.rank == end.rank:
        return None
    return Square(end.file, start.rank), Square(start.file, end.rank)


def set_back(state: State, side: Side, discs: Sequence[DiscId]) -> tuple[DiscId, ...]:
    """A32: the discs of a gap, the one farther back for its side first."""
    return tuple(sorted(discs, key=lambda disc: state.squares[disc].rank * side.forward))


def flankers(state: State, side: Side, start: Square, end: Square) -> tuple[DiscId, DiscId] | None:
    """T73: free discs of a side on both squares of a gap; the one set back first."""
    squares = gap(start, end)
    if squares is None:
        return None
    tops = [top for sq in squares if (top := state.top_at(sq)) is not None and of(top) is side]
    if len(tops) < len(squares):
        return None
    back, front = set_back(state, side, tops)
    return back, front


def _crossed(state: State, way: Sequence[Square], how: Literal["r", "p"]) -> Iterator[Window]:
    side = state.turn.other
    beat = state.dice.red + state.dice.green if state.dice else 0
    for start, end in pairwise(way):
        found = flankers(state, side, start, end)
        if found is not None:
            yield Window(side=side, step=(start, end), flankers=found, beat=beat, crossed=how)


def with_windows(
    rulings: Rulings, way: Sequence[Square], how: Literal["r", "p"], section: Section = "T131"
) -> Rulings:
    """T73: when the ball went diagonally between two opponents the gaps open, in order; a try on
    that run or pass waits (A70). `way`: squares the ball went through, the first one included.
    Without a gap, a try stands at once, under `section`.
    """
    state = rulings[-1].state
    carrier = state.carrier
    windows = tuple(_crossed(state, way, how))
    if carrier is None or not windows:
        return with_try(rulings, section)
    waits = state.squares[carrier] in state.pitch.scoring[of(carrier)]
    windows = tuple(replace(window, try_waits=waits) for window in windows)
    opened = replace(state, phase=Phase.INTERCEPT_WINDOW, windows=windows)
    return (*rulings, _opened(opened))


def _opened(state: State) -> Ruling[State]:
    window = state.windows[0]
    back, front = window.flankers
    return rule("T73", state, "gap_crossed", side=named(window.side), disc=back, other=front,
                total=window.beat)  # fmt: skip


def closed(state: State) -> State:
    """T73, A71: the owner's next action ends every call; play is open again."""
    return replace(state, phase=Phase.OPEN, windows=())


def owner_may_act(state: State) -> bool:
    """Whether the turn owner may go on: in open play, or with a gap open unless a try waits."""
    if state.phase is Phase.INTERCEPT_WINDOW:
        return not any(window.try_waits for window in state.windows)
    return state.phase is Phase.OPEN


def caller_rolls(state: State, roll: DiceRolled) -> Refusal | None:
    """T73: only the side without the ball calls."""
    if not state.windows or roll.side in (None, state.windows[0].side):
        return None
    return refuse("T73", "not_caller", also=("T21",))


def call(state: State, roll: DiceRolled) -> Rulings:
    """T74, T75: the call's roll against the turn's total; A33: a double with a disc of the caller's
    side offside is a penalty whether it would win or not.
    """
    window = state.windows[0]
    dice = Dice(red=roll.faces[0], green=roll.faces[1])
    wins = dice.red + dice.green > window.beat
    offside = len(state.offside(window.side))
    punished = dice.double and not dice.double_six and offside > 0
    how = state.options.intercept_double
    if punished and how == "penalty":
        return (_penalty(state, window.side, dice, offside),)
    if not wins:
        return _goes_on(state, "T75", "call_lost", total=dice.red + dice.green, other=window.beat)
    rulings = _won(state, window, dice)
    after = rulings[-1].state
    if punished and how == "after_win" and after.phase is Phase.OPEN:
        return (*rulings, _penalty(after, window.side, dice, offside))
    return rulings


def _penalty(state: State, side: Side, dice: Dice, offside: int) -> Ruling[State]:
    """T120, A33: against the caller; turn, dice and gap survive it."""
    survives = state if state.windows else replace(state, dice=None)
    given = replace(survives, phase=Phase.PENALTY_CHOICE, offender=side)
    return rule("T120", given, "penalty", side=named(side), red=dice.red, green=dice.green,
                offside=offside)  # fmt: skip


def _won(state: State, window: Window, dice: Dice) -> Rulings:
    """T74: the disc set back has the ball; the turn is the caller's, with that roll as its dice."""
    there = _cut(state, window)
    disc = set_back(state, window.side, window.flankers)[0]
    phase = Phase.DOUBLE_SIX if dice.double_six else Phase.OPEN
    has = replace(
        pass_turn(there, window.side), ball=disc, tackle_line=None, dice=dice, phase=phase
    )
    ruling = rule("T74", has, "intercepted", side=named(window.side), disc=disc,
                  total=dice.red + dice.green, other=window.beat)  # fmt: skip
    return with_try((by_hand(ruling, "intercepted", disc=disc),))


def _cut(state: State, window: Window) -> State:
    """A32: the carrier stays on the far square of the crossed step, or goes back before it, onto
    the disc it lay on there; on a pass nobody moves, nor where a mate has followed (A31).
    """
    carrier = state.carrier
    if carrier is None or window.crossed == "p":
        return state
    start, end = window.step
    to = end if state.options.intercept_carrier == "far_square" else start
    top = state.top_at(to)
    if top is None:
        return slide(state, carrier, to)
    return state if of(top) is of(carrier) else lay_on(state, carrier, to, "s")


def _goes_on(state: State, section: str, did: str, **said: int) -> Rulings:
    """T75: nothing is lost; the next gap opens, or play goes on, or the try that waited stands."""
    rest = state.windows[1:]
    waits = state.windows[0].try_waits
    after = replace(state, windows=rest) if rest else closed(state)
    ruling = rule(section, after, did, **said)
    if rest:
        return (ruling, _opened(after))
    return with_try((ruling,)) if waits else (ruling,)


def call_cancelled(state: State) -> Rulings:
    """A33: a tap or a kick to touch cancels the call; a try that waited then stands. None waited:
    no ruling.
    """
    if not any(window.try_waits for window in state.windows):
        return ()
    stands = rule("T75", replace(closed(state), offender=None), "call_cancelled")
    return with_try((stands,))


def _decline_phase(state: State, play: Decline) -> Refusal | None:
    """T73, T75, T76: nothing is called or declined when no gap is open, or no longer."""
    del play
    refusal = gate(state, None, (Phase.INTERCEPT_WINDOW,), "T73")
    return replace(refusal, also=(*refusal.also, "T75", "T76")) if refusal else None


def _decliner(state: State, play: Decline) -> Refusal | None:
    """T73: the call is the opponents', and so is leaving it."""
    if not state.windows or play.side is state.windows[0].side:
        return None
    return refuse("T73", "not_caller", also=("T21",))


def _decline(state: State, play: Decline) -> Rulings:
    del play
    return _goes_on(state, "T75", "declined")


DECLINE = judgement(Decline, (_decline_phase, _decliner), _decline)
