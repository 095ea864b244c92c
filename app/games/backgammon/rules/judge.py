"""Every event the rules judge, and by which rule."""

from collections.abc import Mapping

from app.games.backgammon import plays
from app.games.backgammon.rules import doubling, leaving, rolls, score, turns
from app.games.backgammon.rules.refusal import Judge, Rulings
from app.games.backgammon.state import State
from app.rulebook.facts import DiceRolled, Event

JUDGES: Mapping[type[Event], Judge] = {
    DiceRolled: rolls.ROLL,
    plays.Move: turns.MOVE,
    plays.Leave: leaving.LEAVE,
    plays.Done: leaving.DONE,
    plays.TakeBack: leaving.TAKE_BACK,
    plays.Correct: leaving.CORRECT,
    plays.Double: doubling.DOUBLE,
    plays.Take: doubling.TAKE,
    plays.Drop: doubling.DROP,
    plays.Beaver: doubling.BEAVER,
    plays.Resign: score.RESIGN,
    plays.Accept: score.ACCEPT,
    plays.Reject: score.REJECT,
    plays.NextGame: score.NEXT_GAME,
    plays.Settle: score.SETTLE,
}


def judge(state: State, event: Event) -> Rulings:
    """Never raises on an event of these kinds."""
    return JUDGES[type(event)](state, event)
