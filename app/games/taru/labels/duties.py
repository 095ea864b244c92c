"""Labels of rolls, of the posts, of penalties, double sixes and other choices."""

from dataclasses import replace

from app.games.taru.labels.crossings import contested, passed_over
from app.games.taru.labels.effects import after_send_off, awarded, laid, lifted, scored
from app.games.taru.labels.kicks import restart_places
from app.games.taru.labels.lineouts import thrown_to
from app.games.taru.labels.outcome import Outcome
from app.games.taru.labels.table import Table, table_of
from app.games.taru.labels.zones import in_own_22
from app.games.taru.plays import (
    Choose,
    Decline,
    PlayTwelve,
    SendOff,
    TakePenalty,
)
from app.games.taru.state import Phase, State
from app.rulebook.facts import DiceRolled, Event, PostsPassed
from app.rulebook.layout import side_of
from app.rulebook.side import Side

CONVERSION, GOAL = 2, 3


def dutiful(state: State, event: Event) -> Outcome | None:
    """The outcome of what dice and posts tell; None for other events."""
    match event:
        case DiceRolled():
            return _rolled(state, table_of(state), event)
        case PostsPassed(good=good):
            return _posts(state, table_of(state), good=good)
        case _:
            return None


def chosen(state: State, event: Event) -> Outcome | None:
    """The outcome of a choice; None for other events."""
    table = table_of(state)
    match event:
        case TakePenalty():
            return _penalty(state, table, event)
        case PlayTwelve():
            return _plain(table, state.turn, Phase.OPEN, "T142")
        case SendOff(disc=disc):
            return _sent_off(state, after_send_off(table, disc))
        case Choose():
            return _choose(state, table, event)
        case Decline():
            return passed_over(state, table, ("T75", "T73"))
        case _:
            return None


def _plain(table: Table, turn: Side, phase: Phase, *sections: str) -> Outcome:
    return Outcome(table=table, turn=turn, phase=phase, sections=sections)


def _sent_off(state: State, after: Table) -> Outcome:
    """A side without a disc has lost (A60)."""
    alone = len({side_of(disc) for tower in after.towers.values() for disc in tower}) < len(Side)
    phase = Phase.FINISHED if alone else Phase.AWAIT_ROLL
    return _plain(after, state.turn.other, phase, "T143", "T144")


def _rolled(state: State, table: Table, event: DiceRolled) -> Outcome | None:
    if state.phase is Phase.INTERCEPT_WINDOW:
        return contested(state, table, event.faces)
    if state.phase is Phase.LINEOUT_THROW:
        return _thrown(state, table, event.faces)
    if state.phase is Phase.OPENING_ROLL:
        return None
    red, green = event.faces
    offside = any(table.offside(disc) for disc, _ in table.free(state.turn))
    if red == green != 6 and offside:
        return Outcome(
            table=table,
            turn=state.turn,
            phase=Phase.PENALTY_CHOICE,
            acting=state.turn.other,
            sections=("T120",),
            fields=(f"N:{state.turn}",),
        )
    phase = Phase.DOUBLE_SIX if red == green == 6 else Phase.OPEN
    plus = "+3" if state.plus3 else ""
    rolled = _plain(table, state.turn, phase, "T2", "T122", "T129", "T141", "T142")
    return replace(rolled, fields=(f"D:{red}.{green}{plus}",))


def _thrown(state: State, table: Table, faces: tuple[int, ...]) -> Outcome:
    """The ball stops at a disc; the throwing side plays the same roll (T115, T117)."""
    due = state.lineout
    if due is None:
        return _plain(table, state.turn, Phase.OPEN, "T114")
    disc = thrown_to(table, due.spot, due.side, sum(faces))
    phase = Phase.DOUBLE_SIX if faces == (6, 6) else Phase.OPEN
    return Outcome(
        table=replace(table, ball=disc),
        turn=due.side,
        phase=phase,
        sections=("T114", "T115", "T105", "T141", "T142"),
        fields=(f"D:{faces[0]}.{faces[1]}", "F:passes"),
    )


def _posts(state: State, table: Table, *, good: bool) -> Outcome:
    if state.phase is Phase.CONVERSION and state.conversion is not None:
        side = state.conversion.side
        after = scored(table, side, CONVERSION) if good else table
        return Outcome(
            table=after,
            turn=side.other,
            phase=Phase.SETUP,
            foretold=False,
            sections=("T134", "T135", "T136", "T5"),
            fields=(f"K:{side.other}/restart",),
        )
    if state.phase is Phase.DROP:
        after = scored(table, state.turn, GOAL) if good else table
        return _back(state, after, state.turn.other, "T139", "T137", "T140")
    offender = state.offender or state.turn
    after = scored(table, offender.other, GOAL) if good else table
    return _back(state, after, offender, "T126", "T127")


def _back(state: State, table: Table, rolls: Side, *sections: str) -> Outcome:
    """The ball goes back from the tee to where it was. A caller penalised rolls again for the same
    call (A33); a match whose time is up is over (T10).
    """
    table = replace(table, ball=state.tee)
    if state.clock is not None and state.clock.expired:
        over = _plain(table, rolls, Phase.FINISHED, *sections, "T9", "T10", "T7")
        return replace(over, foretold=False)
    if state.windows and state.phase is Phase.PENALTY_KICK:
        return Outcome(
            table=table,
            turn=state.turn,
            phase=Phase.INTERCEPT_WINDOW,
            acting=rolls if state.windows[0].try_waits else None,
            sections=sections,
        )
    return _plain(table, rolls, Phase.AWAIT_ROLL, *sections)


def _penalty(state: State, table: Table, event: TakePenalty) -> Outcome:
    offender = state.offender or state.turn
    side = offender.other
    if event.choice == "goal":
        return Outcome(
            table=table,
            turn=state.turn,
            phase=Phase.PENALTY_KICK,
            acting=side,
            sections=("T125", "T126"),
        )
    if state.windows:
        return _call_cancelled(state, table, event)
    if event.choice == "touch":
        return Outcome(
            table=table,
            turn=state.turn,
            phase=Phase.PENALTY_TOUCH,
            acting=side,
            sections=("T125", "T128"),
        )
    square, carrier = table.ball_square, table.carrier
    if square is None or (carrier is not None and side_of(carrier) is side):
        return Outcome(
            table=table,
            turn=side,
            phase=Phase.AWAIT_ROLL,
            sections=("T129",),
            fields=("F:plus3",),
        )
    return _plain(awarded(table, side, square), side, Phase.AWAIT_ROLL, "T130")


def _call_cancelled(state: State, table: Table, event: TakePenalty) -> Outcome:
    """Touch or tap cancels the call; a try that waits then stands (A33)."""
    if state.windows[0].try_waits:
        return passed_over(replace(state, windows=state.windows[:1]), table, ("T129", "T128"))
    side = (state.offender or state.turn).other
    phase = Phase.PENALTY_TOUCH if event.choice == "touch" else Phase.AWAIT_ROLL
    return _plain(table, side, phase, "T125", "T128", "T129")


def _choose(state: State, table: Table, event: Choose) -> Outcome:
    """The disc chosen has the ball; in a restart it may be brought behind the 22 line (T51)."""
    side = side_of(event.disc)
    here = table.where(event.disc)
    if state.phase is Phase.RESTART_22:
        if here is not None and not in_own_22(table, side, here):
            to = event.square or restart_places(table, side)[0]
            table = laid(lifted(table, event.disc), event.disc, to)
        given = replace(table, ball=event.disc, tackle_line=None)
        return _plain(given, side, Phase.AWAIT_ROLL, "T50", "T51")
    section = state.award.section if state.award else None
    given = replace(table, ball=event.disc, tackle_line=None)
    phase = Phase.AWAIT_ROLL
    if section == "T80":
        phase = Phase.OPEN
    elif state.kickoff is not None and side in state.kickoff.opening:
        phase = Phase.DOUBLE_SIX if state.kickoff.opening[side] == (6, 6) else Phase.OPEN
    return _plain(given, side, phase, section or "T16")
