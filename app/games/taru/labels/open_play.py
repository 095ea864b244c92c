"""Labels of open play: moves, contacts, passes, kicks, mauls, drops, the end of a turn."""

from dataclasses import replace

from app.games.taru.labels.crossings import windowed
from app.games.taru.labels.effects import after_hand_pass, after_move, after_strip, after_tackle
from app.games.taru.labels.flicks import after_long_pass
from app.games.taru.labels.kicks import after_kick, six_spent
from app.games.taru.labels.mauls import after_maul
from app.games.taru.labels.outcome import Outcome
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import (
    DeclareFlick,
    EndTurn,
    HandPass,
    Kick,
    LongPass,
    MarkKick,
    Maul,
    Move,
    Strip,
    Tackle,
    TakeDrop,
    TouchKick,
)
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.facts import Event, Flown
from app.rulebook.layout import DiscId, side_of


def in_play(state: State, event: Event) -> Outcome | None:
    """The outcome of an act of open play, whatever ends there included; None for other events."""
    table = table_of(state)
    match event:
        case LongPass() | Kick() | MarkKick() | TouchKick():
            return flicked(state, table, event)
        case DeclareFlick(flick=flick):
            return Outcome(
                table=table,
                turn=state.turn,
                phase=Phase.AWAIT_FLICK,
                sections=("T34", "T44", "T57", "T58"),
                fields=(f"X:{flick}",),
            )
        case TakeDrop(disc=disc):
            return _drop(state, table, disc)
        case EndTurn():
            return _end(state, table)
        case HandPass() if state.passes:
            return _thrown_pass(state, table, event)
        case _:
            return played(table, event)


def played(table: Table, event: Event) -> Outcome | None:
    """What a play that keeps the turn comes to; None for other events."""
    match event:
        case Move(disc=disc, path=path):
            section = "T32" if path[-1] == table.ball else "T22"
            after = after_move(table, disc, path)
            return windowed(table, after, event) or _on(after, section)
        case Strip(disc=disc, path=path):
            return _on(after_strip(table, disc, path[-1]), "T66", "T69")
        case Tackle(disc=disc, path=path):
            fallen = after_tackle(table, disc, path[-1])
            return _on(fallen, "T78", "T80", "T81", "T82", "T83")
        case HandPass(giver=giver, receiver=receiver):
            after = after_hand_pass(table, giver, receiver)
            return windowed(table, after, event) or _on(after, "T33")
        case Maul():
            return after_maul(table, event)
        case _:
            return None


def flicked(state: State, table: Table, event: LongPass | Kick | MarkKick | TouchKick) -> Outcome:
    match event:
        case Kick(flown=flown):
            return after_kick(table, flown, "kick")
        case MarkKick(flown=flown):
            return after_kick(table, flown, "mark")
        case TouchKick(flown=flown):
            return after_kick(table, flown, "touch")
        case LongPass(flown=flown):
            after, to_act = after_long_pass(table, flown)
            keeps = to_act is state.turn
            return Outcome(
                table=after,
                turn=to_act,
                phase=Phase.OPEN if keeps else Phase.AWAIT_ROLL,
                sections=("T35", "T36", "T37", "T41", "T43"),
            )


def flick_in(state: State, flown: Flown) -> LongPass | Kick | MarkKick | TouchKick:
    """What a flick is in a phase: as announced, else a pass."""
    if state.phase is Phase.PENALTY_TOUCH:
        return TouchKick(flown=flown)
    match state.awaited_flick:
        case "kick":
            return Kick(flown=flown)
        case "mark":
            return MarkKick(flown=flown)
        case "touch":
            return TouchKick(flown=flown)
        case _:
            return LongPass(flown=flown)


def _end(state: State, table: Table) -> Outcome:
    """A shape that must not stand and that no play opens is taken back or flagged (A37, A38)."""
    shape = forbidden_shape(table)
    return Outcome(
        table=table,
        turn=state.turn.other,
        phase=Phase.AWAIT_ROLL,
        sections=("T21", *((shape,) if shape else ())),
        foretold=shape is None,
    )


def _on(table: Table, *sections: Section) -> Outcome:
    return Outcome(table=table, turn=table.turn, phase=Phase.OPEN, sections=sections)


def _thrown_pass(state: State, table: Table, play: HandPass) -> Outcome:
    """After a throw the side that won it may pass, whoever is on turn (T116); no window opens."""
    after = after_hand_pass(table, play.giver, play.receiver)
    return Outcome(table=after, turn=state.turn, phase=state.phase, sections=("T33", "T116"))


def _drop(state: State, table: Table, disc: DiscId) -> Outcome:
    return Outcome(
        table=replace(six_spent(table), ball=disc),
        turn=side_of(disc),
        phase=Phase.DROP,
        sections=("T137", "T138", "T139", "T140", "T56"),
        fields=(f"Z:{disc}",) if state.ball == disc else (),
    )
