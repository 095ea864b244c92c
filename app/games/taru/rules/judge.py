"""Every event the rules judge, and by which rule."""

from collections.abc import Mapping

from app.games.taru.naming import speak
from app.games.taru.plays import (
    Choose,
    Decline,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
    Maul,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    StopMatch,
    Strip,
    Tackle,
    TakePenalty,
)
from app.games.taru.rules.awards import CHOOSE
from app.games.taru.rules.clock import BELL, STOP, as_shown, ended
from app.games.taru.rules.double_six import PLAY_TWELVE, SEND_OFF
from app.games.taru.rules.ending import END_TURN
from app.games.taru.rules.flow import flagged, remembered, through_the_gap
from app.games.taru.rules.hand_pass import HAND_PASS
from app.games.taru.rules.keys import press_key
from app.games.taru.rules.kickoff import KICKOFF
from app.games.taru.rules.long_pass import LONG_PASS
from app.games.taru.rules.maul import MAUL
from app.games.taru.rules.moves import MOVE
from app.games.taru.rules.penalty import POSTS, TAKE_PENALTY
from app.games.taru.rules.refusal import Judge, Rulings
from app.games.taru.rules.rolls import ROLL
from app.games.taru.rules.setup import PLACE, READY
from app.games.taru.rules.strip import STRIP_JUDGE
from app.games.taru.rules.tackle import TACKLE_JUDGE
from app.games.taru.rules.tries import awarded_try
from app.games.taru.rules.windows import DECLINE
from app.games.taru.state import State
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, PostsPassed, TimeRanOut

JUDGES: Mapping[type[Event], Judge] = {
    Place: PLACE,
    Ready: READY,
    DiceRolled: ROLL,
    Kickoff: KICKOFF,
    Move: MOVE,
    Strip: STRIP_JUDGE,
    Tackle: TACKLE_JUDGE,
    Maul: MAUL,
    HandPass: HAND_PASS,
    LongPass: LONG_PASS,
    EndTurn: END_TURN,
    Choose: CHOOSE,
    Decline: DECLINE,
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
    rulings = through_the_gap(now, event, lambda held, act: JUDGES[type(act)](held, act))
    scored = ended(now, event, awarded_try(rulings))
    told = flagged(now, event, remembered(now, event, scored))
    return tuple(speak(now, ruling) for ruling in told)
