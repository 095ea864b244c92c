"""Kicks, drops and flicks that break exactly one section."""

from app.games.taru.bots.kicking import drop_open
from app.games.taru.labels.kicks import receivers_22
from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.zones import in_own_22
from app.games.taru.plays import Choose, Kick, TakeDrop, TakePenalty
from app.games.taru.state import State
from app.rulebook.api import Chance, Section
from app.rulebook.facts import DiceRolled, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of


def _own_carrier(table: Table) -> DiscId | None:
    carrier = table.carrier
    return carrier if carrier is not None and side_of(carrier) is table.turn else None


def without_six(state: State, chance: Chance) -> Kick | None:
    """T44: no whole six, or a kick already."""
    table = table_of(state)
    carrier = _own_carrier(table)
    if carrier is None or table.kick_open:
        return None
    square = Square(1 + chance.randrange(table.files), 1 + chance.randrange(table.ranks))
    return Kick(flown=Flown(by=carrier, rest=(square,), bounced=True))


def drop_without_six(state: State, chance: Chance) -> TakeDrop | None:
    """T137: from a lawful place."""
    del chance
    table = table_of(state)
    carrier = _own_carrier(table)
    fits = carrier is not None and not table.kick_open and drop_open(table)
    return TakeDrop(disc=carrier) if carrier and fits else None


def drop_from_elsewhere(state: State, chance: Chance) -> TakeDrop | None:
    """T138: with a whole six."""
    del chance
    table = table_of(state)
    carrier = _own_carrier(table)
    fits = carrier is not None and table.kick_open and not drop_open(table)
    return TakeDrop(disc=carrier) if carrier and fits else None


def roll_after_mark(state: State, chance: Chance) -> DiceRolled | None:
    """T58: the mark is chosen, the dice are thrown all the same."""
    if state.awaited_flick != "mark":
        return None
    return DiceRolled(faces=(1 + chance.randrange(6), 1 + chance.randrange(6)))


def wrong_receiver(state: State, chance: Chance, section: Section) -> Choose | None:
    """T50: a disc outside the 22 while others stand in it; T51: one that is not the nearest."""
    table = table_of(state)
    allowed = {disc for disc, _ in receivers_22(table, state.turn)}
    inside = any(
        in_own_22(table, state.turn, square)
        for disc in allowed
        if (square := table.where(disc)) is not None
    )
    others = sorted(disc for disc, _ in table.free(state.turn) if disc not in allowed)
    if not others or inside is not (section == "T50"):
        return None
    return Choose(disc=others[chance.randrange(len(others))])


def not_at_goal(state: State, chance: Chance) -> TakePenalty | None:
    """T10: once time is up a penalty is kicked at goal."""
    late = state.clock is not None and state.clock.expired
    if not late:
        return None
    return TakePenalty(choice="play" if chance.random() < 0.5 else "touch")


def touch_without_ball(state: State, chance: Chance) -> TakePenalty | None:
    """T128."""
    del chance
    table = table_of(state)
    side = (state.offender or state.turn).other
    has_ball = table.carrier is not None and side_of(table.carrier) is side
    return None if has_ball else TakePenalty(choice="touch")
