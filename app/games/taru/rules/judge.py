"""Every event the rules judge, and by which rule."""

from collections.abc import Mapping
from dataclasses import replace

from app.games.taru.naming import speak
from app.games.taru.plays import (
    Choose,
    DeclareFlick,
    Decline,
    EndTurn,
    HandPass,
    Kick,
    Kickoff,
    LongPass,
    MarkKick,
    Maul,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    StopMatch,
    Strip,
    Tackle,
    TakeDrop,
    TakePenalty,
    TouchKick,
)
from app.games.taru.rules.awards import CHOOSE
from app.games.taru.rules.clock import BELL, STOP, as_shown, ended
from app.games.taru.rules.double_six import PLAY_TWELVE, SEND_OFF
from app.games.taru.rules.drop import TAKE_DROP
from app.games.taru.rules.ending import END_TURN
from app.games.taru.rules.flow import flagged, remembered, through_the_gap
from app.games.taru.rules.hand_pass import HAND_PASS
from app.games.taru.rules.keys import press_key
from app.games.taru.rules.kickoff import KICKOFF
from app.games.taru.rules.kicks import KICK
from app.games.taru.rules.lineout import LINEOUT_PLACE, LINEOUT_READY
from app.games.taru.rules.long_pass import LONG_PASS
from app.games.taru.rules.marks import DECLARE, MARK_KICK, undeclared
from app.games.taru.rules.maul import MAUL
from app.games.taru.rules.moves import MOVE
from app.games.taru.rules.penalty import POSTS, TAKE_PENALTY
from app.games.taru.rules.refusal import Judge, Rulings
from app.games.taru.rules.restart22 import CHOOSE_22
from app.games.taru.rules.rolls import ROLL
from app.games.taru.rules.setup import PLACE, READY
from app.games.taru.rules.strip import STRIP_JUDGE
from app.games.taru.rules.tackle import TACKLE_JUDGE
from app.games.taru.rules.touch_kick import TOUCH_KICK
from app.games.taru.rules.tries import awarded_try
from app.games.taru.rules.windows import DECLINE
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, PostsPassed, TimeRanOut


def _by_phase(usual: Judge, phase: Phase, other: Judge) -> Judge:
    """The judge of one kind of event that has rules of its own in one phase."""
    return lambda state, event: (other if state.phase is phase else usual)(state, event)


JUDGES: Mapping[type[Event], Judge] = {
    Place: _by_phase(PLACE, Phase.LINEOUT_SETUP, LINEOUT_PLACE),
    Ready: _by_phase(READY, Phase.LINEOUT_SETUP, LINEOUT_READY),
    DiceRolled: ROLL,
    Kickoff: KICKOFF,
    Move: MOVE,
    Strip: STRIP_JUDGE,
    Tackle: TACKLE_JUDGE,
    Maul: MAUL,
    HandPass: HAND_PASS,
    LongPass: LONG_PASS,
    DeclareFlick: DECLARE,
    Kick: KICK,
    MarkKick: MARK_KICK,
    TouchKick: TOUCH_KICK,
    TakeDrop: TAKE_DROP,
    EndTurn: END_TURN,
    Decline: DECLINE,
    Choose: _by_phase(CHOOSE, Phase.RESTART_22, CHOOSE_22),
    PlayTwelve: PLAY_TWELVE,
    SendOff: SEND_OFF,
    TakePenalty: TAKE_PENALTY,
    PostsPassed: POSTS,
    ButtonPressed: press_key,
    TimeRanOut: BELL,
    StopMatch: STOP,
}


def judge(state: State, event: Event) -> Rulings:
    """Rulings in order, each from the state before it; one refusal when the event is illegal."""
    now = as_shown(state, event)
    at_play = undeclared(now)
    rulings = through_the_gap(at_play, event, lambda held, act: JUDGES[type(act)](held, act))
    scored = ended(now, event, awarded_try(rulings))
    told = flagged(now, event, remembered(now, event, scored))
    return tuple(speak(now, _settled(now, event, ruling)) for ruling in told)


def _settled(state: State, event: Event, ruling: Ruling[State]) -> Ruling[State]:
    """A refusal leaves the state as it was, announced flick included; T116: passes are over with
    the throwing side's first act of phase 2.
    """
    if ruling.refused:
        return replace(ruling, state=state)
    if state.passes and not isinstance(event, HandPass | DiceRolled):
        return replace(ruling, state=replace(ruling.state, passes=False))
    return ruling
