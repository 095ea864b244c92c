"""A match handed to its game for writing down."""

from app.match.match import Match
from app.rulebook.api import S
from app.rulebook.chronicle import Chronicle, Entry


def chronicle(match: Match[S]) -> Chronicle[S]:
    """The entries that hold, as events with the states they met."""
    steps = match.entries
    first = steps[0].before if steps else None
    return Chronicle(
        game=match.game.name,
        board=match.setup.board,
        start=first.state if first is not None else match.state,
        entries=tuple(
            Entry(n=step.n, event=step.event, before=step.before.state, rulings=step.rulings)
            for step in steps
            if step.event is not None and step.before is not None
        ),
        names=match.setup.names,
        date=match.setup.date,
        options=match.setup.options,
    )
