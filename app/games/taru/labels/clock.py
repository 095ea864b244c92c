"""Labels of a timed match: its two bells, and the stop once time is up (T8-T11)."""

from app.games.taru.labels.outcome import Outcome, acting
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import table_of
from app.games.taru.plays import StopMatch
from app.games.taru.state import Phase, State
from app.rulebook.facts import Event, TimeRanOut


def timed(state: State, event: Event) -> Outcome | None:
    """The outcome of a bell or a stop; None for other events."""
    table = table_of(state)
    match event:
        case TimeRanOut(clock="turn"):
            undone = state.phase is Phase.OPEN and forbidden_shape(table) is not None
            return Outcome(
                table=table,
                turn=state.turn.other,
                phase=Phase.AWAIT_ROLL,
                sections=("T8",),
                foretold=not undone,
            )
        case TimeRanOut():
            return Outcome(
                table=table,
                turn=state.turn,
                phase=state.phase,
                acting=acting(state),
                sections=("T9", "T7"),
                foretold=False,
            )
        case StopMatch():
            return Outcome(
                table=table, turn=state.turn, phase=Phase.FINISHED, sections=("T9", "T11", "T7")
            )
        case _:
            return None
