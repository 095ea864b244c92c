"""Turns ended with a shape that must not stand while a move could open it (T92, T93, T102)."""

from app.games.taru.bots.mauling import opening
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import table_of
from app.games.taru.plays import EndTurn
from app.games.taru.state import State
from app.rulebook.api import Chance, Section


def end_with(state: State, chance: Chance, section: Section) -> EndTurn | None:
    del chance
    table = table_of(state)
    if forbidden_shape(table) != section or opening(table) is None:
        return None
    return EndTurn(side=state.turn)
