"""T21: turns alternate; and how a match ends."""

from dataclasses import replace
from math import ceil

from app.games.taru.rules.refusal import Rulings, rule
from app.games.taru.state import WINNING_SCORE, Phase, State
from app.rulebook.side import Side


def quiet(state: State) -> State:
    """The position with everything forgotten that only lasts a turn or a duty; T8: what comes next
    has a turn's whole time.
    """
    whole = ceil(state.options.turn_seconds)
    return replace(
        state,
        clock=replace(state.clock, turn_s=whole) if state.clock else None,
        dice=None,
        moved=frozenset(),
        reopened=frozenset(),
        tackler=None,
        carried=frozenset(),
        plus3=False,
        kicked=False,
        passes=False,
        mark=None,
        exempt=None,
        outside22=False,
        lineout=None,
        ready=frozenset(),
        kickoff=None,
        offender=None,
        award=None,
        conversion=None,
        tee=None,
        windows=(),
        awaited_flick=None,
    )


def pass_turn(state: State, to: Side) -> State:
    """T21: the turn goes to a side, which is to roll."""
    return replace(quiet(state), turn=to, phase=Phase.AWAIT_ROLL)


def lost_by_pass(state: State, to: Side) -> State:
    """T36, T41, T43: a pass that gives the ball away ends the turn, or by house rule leaves what is
    left of it to be spent in defence (A11).
    """
    if state.options.turnover_ends_turn:
        return pass_turn(state, to)
    return replace(state, phase=Phase.OPEN, carried=frozenset())


def begun(state: State) -> State:
    """A53: where the ball lies as a turn begins, kept where a ball brought back into the 22 may not
    go straight to touch.
    """
    square, side, pitch = state.ball_square, state.turn, state.pitch
    if state.options.carried_into_22 == "allowed" or square is None:
        return state
    behind = pitch.zone22[side] | pitch.in_goal[side]
    return replace(state, outside22=square not in behind)


def scored(state: State, side: Side, points: int) -> State:
    home, away = state.score
    score = (home + points, away) if side is Side.HOME else (home, away + points)
    return replace(state, score=score)


def won(state: State) -> bool:
    """T6: a classic match is over as soon as a side has 15 points (A45)."""
    return not state.timed and max(state.score) >= WINNING_SCORE


def finish(state: State) -> Rulings:
    """T6: the match is over; T7: a timed one goes to the higher score, or to nobody."""
    line = None if state.ball is None else state.tackle_line
    over = replace(quiet(state), phase=Phase.FINISHED, lineout=None, tackle_line=line)
    home, away = over.score
    return (rule("T7" if state.timed else "T6", over, "finished", home=home, away=away),)
