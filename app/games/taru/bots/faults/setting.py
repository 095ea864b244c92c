"""Faults of set-up, kick-off and open choices."""

from app.games.taru.bots.faults.moving import any_move
from app.games.taru.bots.setups import formation
from app.games.taru.labels.table import table_of
from app.games.taru.plays import Kickoff, Move, Place
from app.games.taru.state import State, number_of
from app.rulebook.api import Chance, Section
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import side_of
from app.rulebook.side import Side


def outside(state: State, chance: Chance) -> Place | None:
    """T12: one disc a square in front of its set-up area."""
    for side in Side:
        hand = sorted((d for d in state.in_hand if side_of(d) is side), key=number_of)
        if hand:
            area = sorted(state.pitch.set_up[side])
            squares = list(formation(area, side, len(hand), chance))
            front = max(sq.rank * side.forward for sq in area) * side.forward + side.forward
            squares[0] = Square(squares[0].file, front)
            return Place(side=side, squares=tuple(zip(hand, squares, strict=True)))
    return None


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
