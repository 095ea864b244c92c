"""The big key at each end of the table says "ready" in set-up (T12) and at a line-out (T111), "my
turn is over" (T21) and, pressed by the side that may intercept, that it does not (T73).
"""

from app.games.taru.plays import Decline, EndTurn, Ready
from app.games.taru.rules.ending import END_TURN
from app.games.taru.rules.lineout import LINEOUT_READY
from app.games.taru.rules.refusal import Rulings
from app.games.taru.rules.setup import READY
from app.games.taru.rules.windows import DECLINE
from app.games.taru.state import Phase, State
from app.rulebook.facts import ButtonPressed, Event


def press_key(state: State, press: Event) -> Rulings:
    """The small key contests: a matter for people, on which no rule says anything."""
    if not isinstance(press, ButtonPressed) or press.key == "small":
        return ()
    ready = Ready(side=press.side, at=press.at)
    if state.phase is Phase.SETUP:
        return READY(state, ready)
    if state.phase is Phase.LINEOUT_SETUP:
        return LINEOUT_READY(state, ready)
    if state.phase is Phase.INTERCEPT_WINDOW:
        return DECLINE(state, Decline(side=press.side, at=press.at))
    return END_TURN(state, EndTurn(side=press.side, at=press.at))
