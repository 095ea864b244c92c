"""Faults at the kick-off and while a choice is open."""

from app.games.taru.bots.faults.moving import any_move
from app.games.taru.labels.table import table_of
from app.games.taru.plays import Kickoff, Move
from app.games.taru.state import State
from app.rulebook.api import Chance, Section
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square


def off_centre(state: State, chance: Chance) -> Kickoff | None:
    """T15: flicked off a disc that is not on the central file."""
    table = table_of(state)
    others = [d for d, sq in table.free(state.turn) if sq.file != state.pitch.centre_file]
    if not others:
        return None
    rest = Square(state.pitch.centre_file, table.ranks // 2 + state.turn.forward)
    return Kickoff(flown=Flown(by=others[chance.randrange(len(others))], rest=(rest,)))


def during_award(state: State, chance: Chance, section: Section) -> Move | None:
    """A move while a choice of receiver is open: the section that opened it is cited."""
    if state.award is None or state.award.section != section:
        return None
    return any_move(state, chance)
