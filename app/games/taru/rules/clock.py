"""§1 the clocks of a timed match: T7–T11, A50, A51. Bells arrive as facts."""

from dataclasses import replace
from math import ceil

from app.games.taru.options import Options
from app.games.taru.plays import StopMatch
from app.games.taru.rules.duties import gate
from app.games.taru.rules.ending import close_turn
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, named, refuse, rule
from app.games.taru.rules.turns import finish
from app.games.taru.state import Clock, Phase, State
from app.rulebook.facts import Event, PostsPassed, TimeRanOut
from app.rulebook.layout import side_of
from app.rulebook.side import Side
from app.rulebook.standing import Clocks

MATCH_S = 20 * 60
TURN_PHASES = (Phase.AWAIT_ROLL, Phase.OPEN, Phase.DOUBLE_SIX)
"""T8: where the clock of the turn runs; windows, choices and kicks at the posts are not the
owner's time (A51), and a line-out's turn starts with its throw (T118).
"""
_AT_POSTS = (Phase.PENALTY_KICK, Phase.CONVERSION, Phase.DROP)
_DEAD_BALL = (Phase.SETUP, Phase.LINEOUT_SETUP, *_AT_POSTS)
_BETWEEN_ACTS = (*TURN_PHASES, Phase.AWAIT_FLICK, Phase.INTERCEPT_WINDOW, Phase.LINEOUT_THROW)
"""Where the side in possession may stop: no duty is open that must be done first (A50)."""


def new_clock(options: Options) -> Clock:
    """T7, T8: the clocks at the beginning; a time per player is half of the match's (A50)."""
    turn = ceil(options.turn_seconds)
    if options.match_clock == "per_player":
        return Clock(match_s=MATCH_S // 2, away_s=MATCH_S // 2, turn_s=turn)
    return Clock(match_s=MATCH_S, turn_s=turn)


def time_is_up(state: State) -> bool:
    """T9: whether the match's time has run out."""
    return state.clock is not None and state.clock.expired


def clocks(state: State) -> Clocks | None:
    """What the clocks show, and which of them run in this position."""
    clock = state.clock
    if clock is None:
        return None
    return Clocks(
        turn_s=clock.turn_s,
        turn_of_s=ceil(state.options.turn_seconds),
        match_s=(clock.match_s,) if clock.away_s is None else (clock.match_s, clock.away_s),
        turn_runs=_turn_runs(state),
        match_runs=_match_runs(state, clock),
        expired=clock.expired,
    )


def _turn_runs(state: State) -> bool:
    """T8; a pass or kick that is announced has not left the finger yet: it is the owner's time."""
    announced = state.phase is Phase.AWAIT_FLICK and state.awaited_flick in ("pass", "kick")
    return announced or state.phase in TURN_PHASES


def _match_runs(state: State, clock: Clock) -> int | None:
    """A50: the match's clock stands while the ball is dead; `running`: only the set-up before the
    first roll is not counted; `per_player`: that of the side on turn runs.
    """
    first = state.phase is Phase.SETUP and not (state.kickoff and state.kickoff.restart)
    if clock.expired or first or state.phase is Phase.FINISHED:
        return None
    if state.options.match_clock == "running":
        return 0
    if state.phase in _DEAD_BALL:
        return None
    return state.turn.order if clock.away_s is not None else 0


def as_shown(state: State, event: Event) -> State:
    """The position with its clocks as they stood when the event happened."""
    clock, shown = state.clock, event.left_s
    if clock is None or shown is None or len(shown) != (2 if clock.away_s is None else 3):
        return state
    away = shown[2] if len(shown) > 2 else None
    return replace(state, clock=replace(clock, turn_s=shown[0], match_s=shown[1], away_s=away))


def _bell_phase(state: State, bell: TimeRanOut) -> Refusal | None:
    """T8: the turn's bell rings only while that clock runs."""
    if bell.clock == "match":
        phases = tuple(phase for phase in Phase if phase is not Phase.FINISHED)
        return gate(state, None, phases, "T9")
    return gate(state, None, TURN_PHASES, "T8")


def _timed(state: State, bell: TimeRanOut) -> Refusal | None:
    """T8, T9: only a timed match has bells, and time is up once."""
    section = "T9" if bell.clock == "match" else "T8"
    if not state.timed:
        return refuse(section, "untimed", also=("T7",))
    return refuse("T9", "time_up_already") if bell.clock == "match" and time_is_up(state) else None


def _bell(state: State, bell: TimeRanOut) -> Rulings:
    if bell.clock == "turn":
        return _turn_bell(state)
    clock = state.clock or new_clock(state.options)
    spent = replace(clock, match_s=0) if clock.away_s is None else _spent(state, clock)
    up = replace(state, clock=replace(spent, expired=True))
    return (rule("T9", up, "time_up"),)


def _spent(state: State, clock: Clock) -> Clock:
    return replace(clock, match_s=0) if state.turn is Side.HOME else replace(clock, away_s=0)


def _turn_bell(state: State) -> Rulings:
    """T8: the turn passes; a mark or a bonus not used lapses with it (A51). A shape that may not
    stand is taken back as far as it goes (A37).
    """
    return close_turn(state, "T8", "bell")


BELL = judgement(TimeRanOut, (_bell_phase, _timed), _bell)


def _stop_phase(state: State, play: StopMatch) -> Refusal | None:
    """T10: what stops play is completed first."""
    del play
    refusal = gate(state, None, _BETWEEN_ACTS, "T9")
    if refusal is None and not any(window.try_waits for window in state.windows):
        return None
    return replace(refusal or refuse("T73", "window_first"), also=("T10", "T9"))


def _stop_time(state: State, play: StopMatch) -> Refusal | None:
    """T9: a timed match, its time gone."""
    del play
    if not state.timed:
        return refuse("T9", "untimed", also=("T7",))
    return None if time_is_up(state) else refuse("T9", "time_left")


def _stop_side(state: State, play: StopMatch) -> Refusal | None:
    """T9, T11: the side in possession stops; with the ball loose nobody can (A50)."""
    if state.carrier is None:
        return refuse("T9", "ball_loose")
    if side_of(state.carrier) is play.side:
        return None
    return refuse("T9", "not_in_possession", side=named(play.side))


def _stop(state: State, play: StopMatch) -> Rulings:
    return (rule("T9", state, "stopped", side=named(play.side)), *finish(state))


STOP_CHECKS = (_stop_phase, _stop_time, _stop_side)
STOP = judgement(StopMatch, STOP_CHECKS, _stop)


def may_stop(state: State) -> Side | None:
    """T9, T11: the side that may stop the match now."""
    carrier = state.carrier
    if carrier is None or not time_is_up(state):
        return None
    play = StopMatch(side=side_of(carrier))
    return None if any(check(state, play) for check in STOP_CHECKS) else play.side


_LINEOUT = frozenset({"T106", "T107", "T109", "T119"})
"""Sections of the rulings that open a line-out."""


def ended(state: State, event: Event, rulings: Rulings) -> Rulings:
    """T9, T10: after time, a ball in touch ends the match without a line-out, and so does the kick
    at the posts of a penalty, a conversion or a drop.
    """
    if not rulings or rulings[-1].refused or not time_is_up(state):
        return rulings
    after = rulings[-1].state
    if after.phase is Phase.LINEOUT_SETUP and state.phase is not Phase.LINEOUT_SETUP:
        kept = tuple(ruling for ruling in rulings if ruling.rule not in _LINEOUT)
        return (*kept, rule("T9", replace(after, lineout=None), "touch_ends"), *finish(after))
    if isinstance(event, PostsPassed) and after.phase is not Phase.FINISHED:
        return (rulings[0], *finish(rulings[0].state))
    return rulings
