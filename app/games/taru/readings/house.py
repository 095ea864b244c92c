"""Plays that house rules alone allow, read from what the position offers."""

from collections.abc import Iterator

from app.games.taru.labels.table import Table
from app.games.taru.legal import hand_passes
from app.games.taru.plays import Move
from app.games.taru.readings.shown import Shown
from app.games.taru.rules.reach import destinations
from app.games.taru.state import Phase, State
from app.rulebook.facts import Play


def house_plays(state: State, table: Table, goal: Shown) -> Iterator[Play]:
    """Hand passes by a knight's step or over a disc (A61, A66); runs that bend first or sweep the
    ball up on their way (A3, A5).
    """
    options = state.options
    if state.phase is not Phase.OPEN:
        return
    if (options.knight_pass or options.pass_over) and not goal.ball_right(table):
        yield from hand_passes(state)
    if options.bend_then_run or options.pickup_in_passing:
        for disc, square in table.playable():
            if goal.keeps(table, square):
                continue
            for path in destinations(state, disc):
                if goal.grown_by(table, path[-1], table.turn):
                    yield Move(disc=disc, path=path, seen_path=False)
