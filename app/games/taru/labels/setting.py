"""Labels of setting up: discs placed, sides ready, opening rolls, the kick-off, a formation."""

from dataclasses import replace

from app.games.taru.labels.effects import laid
from app.games.taru.labels.flicks import after_kickoff
from app.games.taru.labels.outcome import Outcome
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import Kickoff, Place, Ready
from app.games.taru.state import Phase, State
from app.rulebook.facts import DiceRolled, Event
from app.rulebook.side import Side


def setting(state: State, event: Event) -> Outcome | None:
    """The outcome of an act of setting up; None for other events."""
    match event:
        case Place():
            return _place(state, event)
        case Ready():
            return _ready(state, event)
        case DiceRolled() if state.phase is Phase.OPENING_ROLL:
            return _opening(state, event)
        case Kickoff():
            return _kickoff(state, event)
        case _:
            return None


def _place(state: State, event: Place) -> Outcome:
    table = table_of(state)
    for disc, _ in event.squares:
        square = table.where(disc)
        if square is not None:
            table = table.with_tower(square, ())
    for disc, square in event.squares:
        table = laid(table, disc, square)
    return placed(state, table, "T12", "T110", "T111", "T113", "T108", "T109")


def placed(state: State, table: Table, *sections: str) -> Outcome:
    """A set-up or a formation under way; where the ball waits for a line-out is not foretold."""
    return Outcome(
        table=table,
        turn=state.turn,
        phase=state.phase,
        sections=sections,
        foretold=state.phase is Phase.SETUP,
    )


def _ready(state: State, event: Ready) -> Outcome:
    """Once both are ready the match goes on: opening rolls, the kick-off, or the throw."""
    table = table_of(state)
    if event.side.other not in state.ready:
        return placed(state, table, "T12", "T136", "T111", "T108", "T110")
    if state.phase is Phase.LINEOUT_SETUP and state.lineout is not None:
        spot, side = state.lineout.spot, state.lineout.side
        return Outcome(
            table=replace(table, ball=table.top(spot)),
            turn=side,
            phase=Phase.LINEOUT_THROW,
            sections=("T111", "T108", "T109", "T110", "T112", "T113"),
            fields=(f"L:{spot.name}/{side}",),
        )
    duty = state.kickoff
    if duty is not None and duty.side is not None:
        return Outcome(
            table=table,
            turn=duty.side,
            phase=Phase.KICKOFF,
            sections=("T12", "T136"),
        )
    return Outcome(
        table=table,
        turn=state.turn,
        phase=Phase.OPENING_ROLL,
        sections=("T12",),
    )


def _opening(state: State, event: DiceRolled) -> Outcome:
    """The other rolls, the winner kicks off, or both roll again on a tie (T14, A15)."""
    kept = dict(state.kickoff.opening) if state.kickoff else {}
    waiting = [side for side in Side if side not in kept]
    side = event.side or waiting[0]
    turn, phase = state.turn, Phase.OPENING_ROLL
    if len(waiting) == 1:
        mine, theirs = sum(event.faces), sum(kept[side.other])
        if mine != theirs:
            turn, phase = side if mine > theirs else side.other, Phase.KICKOFF
    return Outcome(
        table=table_of(state),
        turn=turn,
        phase=phase,
        acting=side.other if len(waiting) > 1 else None,
        sections=("T14",),
    )


def _kickoff(state: State, event: Kickoff) -> Outcome:
    """Who has the ball and who plays first, with the opening roll kept or a new one (T16-T20)."""
    after, to_act = after_kickoff(table_of(state), event.flown)
    sections = ("T16", "T17", "T18", "T20")
    if after.ball is None and not after.tied:
        return Outcome(table=after, turn=to_act, phase=Phase.KICKOFF, sections=sections)
    rolls = dict(state.kickoff.opening) if state.kickoff else {}
    phase = Phase.AWAIT_ROLL
    if to_act in rolls:
        phase = Phase.DOUBLE_SIX if rolls[to_act] == (6, 6) else Phase.OPEN
    return Outcome(table=after, turn=to_act, phase=phase, sections=sections)
