"""What an act comes to, and the label that tells it."""

from dataclasses import dataclass, replace

from app.games.taru.labels.table import Table
from app.games.taru.state import WINNING_SCORE, Phase, State
from app.rulebook.api import Label, Section
from app.rulebook.layout import side_of
from app.rulebook.side import Side

BALL_OFF = frozenset(
    {
        Phase.SETUP,
        Phase.OPENING_ROLL,
        Phase.KICKOFF,
        Phase.CONVERSION,
        Phase.PENALTY_KICK,
        Phase.DROP,
    }
)
"""Phases in which the ball is off the felt, in a hand or on the tee."""
BOTH = frozenset(
    {
        Phase.SETUP,
        Phase.OPENING_ROLL,
        Phase.LINEOUT_SETUP,
        Phase.INTERCEPT_WINDOW,
        Phase.FINISHED,
    }
)
"""Phases in which both sides may act, or nobody; while a try waits for a call, only who calls."""
STOPPED_BY = frozenset({Phase.LINEOUT_SETUP, Phase.SETUP})
"""Where a match whose time is up goes no further (T9, T10)."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The table after an act, whose turn it then is and in which phase, and what may be cited.
    `acting`: who is to act when it is not the owner of the turn; `foretold` False: where pieces lie
    is not known yet (a tie, a new formation); `fields` of the notation beside turn and phase.
    """

    table: Table
    turn: Side
    phase: Phase
    sections: tuple[Section, ...]
    acting: Side | None = None
    foretold: bool = True
    fields: tuple[str, ...] = ()


def acting(state: State) -> Side | None:
    """Who is to act; None when both are, or nobody."""
    match state.phase:
        case Phase.PENALTY_CHOICE | Phase.PENALTY_KICK | Phase.PENALTY_TOUCH:
            return (state.offender or state.turn).other
        case Phase.INTERCEPT_WINDOW if state.windows and state.windows[0].try_waits:
            return state.windows[0].side
        case Phase.CONVERSION if state.conversion is not None:
            return state.conversion.side
        case Phase.AWARD_CHOICE if state.award is not None:
            return state.award.side
        case phase:
            return None if phase in BOTH else state.turn


def told(state: State, outcome: Outcome) -> Label:
    """The label of an outcome: a try gives the conversion to its side, a tie is settled by the side
    that is to have the ball, fifteen points end a classic match (T6, A45), as does a stop in play
    once a timed one is up.
    """
    outcome = _ended(state, _scored(state, _tied(outcome)))
    table, phase = outcome.table, outcome.phase
    layout = None
    if outcome.foretold and (phase in BALL_OFF or table.ball is not None):
        layout = (replace(table, ball=None) if phase in BALL_OFF else table).layout
    turn = f"T:{outcome.turn}/{phase.value}"
    return Label(
        legal=True,
        sections=outcome.sections,
        layout=layout,
        to_act=outcome.acting or (None if phase in BOTH else outcome.turn),
        score=table.score,
        fields=(*(() if phase is Phase.FINISHED else (turn,)), *outcome.fields),
    )


def _tied(outcome: Outcome) -> Outcome:
    if not outcome.table.tied:
        return outcome
    side = next(side_of(disc) for disc in outcome.table.tied)
    return replace(
        outcome, turn=side, phase=Phase.AWARD_CHOICE, acting=None, foretold=False, fields=()
    )


def _scored(state: State, outcome: Outcome) -> Outcome:
    """A try is told by the score alone: five points more (T131)."""
    gained = next(
        (s for s in Side if outcome.table.score[s.order] - state.score[s.order] == 5), None
    )
    square = outcome.table.ball_square
    if gained is None or square is None:
        return outcome
    return replace(
        outcome,
        turn=gained,
        phase=Phase.CONVERSION,
        acting=None,
        sections=(*outcome.sections, "T131"),
        fields=(f"V:{gained}/{square.name[0]}",),
    )


def _ended(state: State, outcome: Outcome) -> Outcome:
    timed = state.timed or state.clock is not None
    won = not timed and max(outcome.table.score) >= WINNING_SCORE
    late = state.clock is not None and state.clock.expired
    if won or (late and outcome.phase in STOPPED_BY):
        sections = (*outcome.sections, *(("T6",) if won else ("T7", "T9", "T10")))
        return replace(outcome, phase=Phase.FINISHED, sections=sections, foretold=False, fields=())
    return outcome
