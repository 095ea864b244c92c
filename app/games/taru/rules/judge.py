"""Every event the rules judge, and by which rule."""

from collections.abc import Mapping

from app.games.taru.naming import speak
from app.games.taru.plays import (
    Choose,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
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
from app.games.taru.rules.hand_pass import HAND_PASS
from app.games.taru.rules.keys import press_key
from app.games.taru.rules.kickoff import KICKOFF
from app.games.taru.rules.long_pass import LONG_PASS
from app.games.taru.rules.moves import MOVE
from app.games.taru.rules.penalty import POSTS, TAKE_PENALTY
from app.games.taru.rules.refusal import Judge, Rulings
from app.games.taru.rules.rolls import END_TURN, ROLL
from app.games.taru.rules.setup import PLACE, READY
from app.games.taru.rules.strip import STRIP_JUDGE
from app.games.taru.rules.tackle import TACKLE_JUDGE
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
    HandPass: HAND_PASS,
    LongPass: LONG_PASS,
    EndTurn: END_TURN,
    Choose: CHOOSE,
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
    rulings = ended(now, event, JUDGES[type(event)](now, event))
    return tuple(speak(now, ruling) for ruling in rulings)
