"""Whether a bot calls an interception."""

from app.games.taru.plays import Decline
from app.games.taru.state import State
from app.rulebook.api import Chance

BOLD = 0.85
TOO_HIGH = 11


def call(state: State, chance: Chance) -> Decline | None:
    """None: the dice are thrown. A total that is nearly out of reach is left alone, and now and
    then another one.
    """
    window = state.windows[0]
    if window.beat < TOO_HIGH and chance.random() < BOLD:
        return None
    return Decline(side=window.side)
