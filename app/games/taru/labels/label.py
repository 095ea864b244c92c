"""The label of an act: the table afterwards, who is then to act, the score."""

from collections.abc import Callable, Sequence

from app.games.taru.labels.clock import timed
from app.games.taru.labels.duties import chosen, dutiful
from app.games.taru.labels.open_play import in_play, played
from app.games.taru.labels.outcome import Outcome, acting, told
from app.games.taru.labels.setting import setting
from app.games.taru.labels.table import table_of
from app.games.taru.state import State
from app.rulebook.api import Label, Section
from app.rulebook.facts import Event, Play

Labeller = Callable[[State, Event], Outcome | None]
LABELLERS: tuple[Labeller, ...] = (in_play, dutiful, chosen, setting, timed)


def illegal(state: State, *sections: Section) -> Label:
    """A refused act leaves everything where it was (Convention R)."""
    return Label(
        legal=False,
        sections=sections,
        layout=state.layout(),
        to_act=acting(state),
        score=state.score,
    )


def label_of(state: State, event: Event) -> Label:
    """The label of an act that its maker holds to be legal. `layout` None: not foretold (a tie
    still to be settled, discs to be laid out anew). Raises KeyError on an event no bot makes.
    """
    for labeller in LABELLERS:
        outcome = labeller(state, event)
        if outcome is not None:
            return told(state, outcome)
    raise KeyError(type(event).__name__)


def label_of_plays(state: State, plays: Sequence[Play]) -> Label:
    """The label of legal plays of open play made in one go. Raises KeyError on others."""
    table = table_of(state)
    sections: tuple[Section, ...] = ()
    outcome = None
    for play in plays:
        outcome = played(table, play)
        if outcome is None:
            raise KeyError(type(play).__name__)
        table, sections = outcome.table, (*sections, *outcome.sections)
    if outcome is None:
        raise KeyError(len(plays))
    return told(state, Outcome(
        table=table, turn=outcome.turn, phase=outcome.phase, acting=outcome.acting,
        sections=sections, fields=outcome.fields,
    ))  # fmt: skip
