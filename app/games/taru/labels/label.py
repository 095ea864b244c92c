"""The label of a legal act: the table afterwards, who is then to act, the score."""

from collections.abc import Sequence
from dataclasses import replace

from app.games.taru.labels.effects import (
    after_hand_pass,
    after_move,
    after_send_off,
    after_strip,
    after_tackle,
    awarded,
    carried_in,
    laid,
    scored,
)
from app.games.taru.labels.flicks import after_kickoff, after_long_pass
from app.games.taru.labels.gaps import gap_crossed
from app.games.taru.labels.table import Table, table_of
from app.games.taru.plays import (
    Choose,
    Decline,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
    Move,
    Place,
    PlayTwelve,
    Ready,
    SendOff,
    Strip,
    Tackle,
    TakePenalty,
)
from app.games.taru.state import WINNING_SCORE, Phase, State
from app.rulebook.api import Label, Section
from app.rulebook.facts import DiceRolled, Event, Play, PostsPassed
from app.rulebook.layout import Layout, side_of
from app.rulebook.side import Side

CONVERSION = 2
PENALTY = 3


def illegal(state: State, *sections: Section) -> Label:
    """A refused act leaves everything where it was (Convention R)."""
    return Label(
        legal=False,
        sections=sections,
        layout=state.layout(),
        to_act=acting(state),
        score=state.score,
    )


def acting(state: State) -> Side | None:
    """Who is to act; None when both are, or nobody."""
    match state.phase:
        case Phase.SETUP | Phase.OPENING_ROLL | Phase.FINISHED:
            return None
        case Phase.PENALTY_CHOICE | Phase.PENALTY_KICK:
            return (state.offender or state.turn).other
        case Phase.CONVERSION if state.conversion is not None:
            return state.conversion.side
        case Phase.AWARD_CHOICE if state.award is not None:
            return state.award.side
        case Phase.INTERCEPT_WINDOW if state.windows[0].try_waits:
            return state.windows[0].side
        case _:
            return state.turn


def label_of(state: State, event: Event) -> Label:
    """The label of an act that its maker holds to be legal. `layout` None: not foretold (a tie
    still to be settled, discs to be laid out anew). Raises KeyError on an event no bot makes.
    """
    for labeller in (_open, _set_piece, _setting):
        label = labeller(state, event)
        if label is not None:
            return label
    raise KeyError(type(event).__name__)


def _told(state: State, table: Table, to_act: Side | None, sections: tuple[Section, ...]) -> Label:
    """A try gives the conversion to its side; fifteen points end the match (T6, A45)."""
    gained = next((s for s in Side if table.score[s.order] > state.score[s.order]), None)
    over = max(table.score) >= WINNING_SCORE
    if gained is not None:
        to_act = None if over else gained
        sections = (*sections, "T131", *(("T6",) if over else ()))
    layout = None if table.ball is None else table.layout
    if gained is not None and not over:
        layout = replace(table, ball=None).layout
    return Label(legal=True, sections=sections, layout=layout, to_act=to_act, score=table.score)


def label_of_plays(state: State, plays: Sequence[Play]) -> Label:
    """The label of legal plays of open play made in one go. Raises KeyError on others."""
    table = table_of(state)
    sections: tuple[Section, ...] = ()
    for play in plays:
        done = played(table, play)
        if done is None:
            raise KeyError(type(play).__name__)
        if done[0].score != table.score and gap_crossed(table, play):
            return _waiting(state, done[0])
        table, sections = done[0], (*sections, *done[1])
    return _told(state, table, state.turn, sections)


def played(table: Table, event: Event) -> tuple[Table, tuple[Section, ...]] | None:
    """The table after a play that keeps the turn, and what may be cited; None for other events."""
    match event:
        case Move(disc=disc, path=path):
            section = "T32" if path[-1] == table.ball else "T22"
            return after_move(table, disc, path), (section,)
        case Strip(disc=disc, path=path):
            return after_strip(table, disc, path[-1]), ("T66", "T69")
        case Tackle(disc=disc, path=path):
            return after_tackle(table, disc, path[-1]), ("T78", "T80", "T81", "T82", "T83")
        case HandPass(giver=giver, receiver=receiver):
            return after_hand_pass(table, giver, receiver), ("T33",)
        case _:
            return None


def _open(state: State, event: Event) -> Label | None:
    table = table_of(state)
    match event:
        case LongPass(flown=flown):
            after, to_act = after_long_pass(table, flown)
            return _told(state, after, to_act, ("T35", "T36", "T37", "T41", "T43"))
        case EndTurn():
            return _told(state, table, state.turn.other, ("T21",))
        case _:
            done = played(table, event)
            if done is not None and done[0].score != table.score and gap_crossed(table, event):
                return _waiting(state, done[0])
            return None if done is None else _told(state, done[0], state.turn, done[1])


def _waiting(state: State, table: Table) -> Label:
    """A try that waits for the interception it allows (T73, A70)."""
    return Label(
        legal=True,
        sections=("T73",),
        layout=table.layout,
        to_act=state.turn.other,
        score=state.score,
    )


def _declined(state: State) -> Label:
    """T75: the try that waited stands."""
    table = table_of(state)
    carrier = table.carrier
    waits = carrier is not None and state.windows[0].try_waits and len(state.windows) == 1
    after = carried_in(table, carrier) if carrier is not None and waits else table
    return _told(state, after, acting(state) if not waits else state.turn, ("T75",))


def _set_piece(state: State, event: Event) -> Label | None:
    match event:
        case Kickoff():
            return _kickoff(state, event)
        case Choose():
            return _choose(state, event)
        case TakePenalty():
            return _penalty(state, event)
        case PlayTwelve():
            return _plain(state, state.layout(), state.turn, "T142")
        case SendOff(disc=disc):
            after = after_send_off(table_of(state), disc)
            return _plain(state, after.layout, state.turn.other, "T143", "T144")
        case _:
            return None


def _setting(state: State, event: Event) -> Label | None:
    match event:
        case Decline():
            return _declined(state)
        case Place():
            return _place(state, event)
        case Ready():
            return _ready(state, event)
        case DiceRolled():
            return _rolled(state, event)
        case PostsPassed():
            return _posts(state, event)
        case _:
            return None


def _kickoff(state: State, event: Kickoff) -> Label:
    after, to_act = after_kickoff(table_of(state), event.flown)
    return _told(state, after, to_act, ("T16", "T17", "T18", "T20"))


def _place(state: State, event: Place) -> Label:
    table = table_of(state)
    for disc, _ in event.squares:
        square = table.where(disc)
        if square is not None:
            table = table.with_tower(square, ())
    for disc, square in event.squares:
        table = laid(table, disc, square)
    return _plain(state, table.layout, None, "T12")


def _ready(state: State, event: Ready) -> Label:
    duty = state.kickoff
    both = event.side.other in state.ready
    to_act = duty.side if both and duty is not None else None
    return _plain(state, state.layout(), to_act, "T12", "T136")


def _rolled(state: State, event: DiceRolled) -> Label:
    if state.phase is Phase.OPENING_ROLL:
        return _plain(state, state.layout(), _opens(state, event), "T14")
    red, green = event.faces
    table = table_of(state)
    offside = any(table.offside(disc) for disc, _ in table.free(state.turn))
    if red == green != 6 and offside:
        return _plain(state, state.layout(), state.turn.other, "T120")
    return _plain(state, state.layout(), state.turn, "T2", "T122", "T129", "T141", "T142")


def _opens(state: State, event: DiceRolled) -> Side | None:
    """Who acts after an opening roll: the other roller, the winner, or both again on a tie."""
    kept = dict(state.kickoff.opening) if state.kickoff else {}
    waiting = [side for side in Side if side not in kept]
    side = event.side or waiting[0]
    if len(waiting) == 2:
        return side.other
    mine, theirs = sum(event.faces), sum(kept[side.other])
    if mine == theirs:
        return None
    return side if mine > theirs else side.other


def _posts(state: State, event: PostsPassed) -> Label:
    table = table_of(state)
    if state.phase is Phase.CONVERSION:
        side = state.conversion.side if state.conversion else state.turn
        table = scored(table, side, CONVERSION) if event.good else table
        return Label(
            legal=True,
            sections=("T134", "T135", "T136", "T5"),
            layout=None,
            to_act=None,
            score=table.score,
        )
    offender = state.offender or state.turn
    table = scored(table, offender.other, PENALTY) if event.good else table
    over = max(table.score) >= WINNING_SCORE
    return Label(
        legal=True,
        sections=("T126", "T127", "T6") if over else ("T126", "T127"),
        layout=None if over else Layout(towers=table.layout.towers, ball=state.tee),
        to_act=None if over else offender,
        score=table.score,
    )


def _penalty(state: State, event: TakePenalty) -> Label:
    side = (state.offender or state.turn).other
    table = table_of(state)
    if event.choice == "goal":
        return _plain(state, None, side, "T125", "T126")
    square = table.ball_square
    carrier = table.carrier
    if square is None or (carrier is not None and side_of(carrier) is side):
        return _plain(state, state.layout(), side, "T129")
    return _told(state, awarded(table, side, square), side, ("T130",))


def _choose(state: State, event: Choose) -> Label:
    section = state.award.section if state.award else None
    layout = Layout(towers=state.layout().towers, ball=event.disc)
    return _plain(state, layout, side_of(event.disc), section or "T16")


def _plain(state: State, layout: Layout | None, to_act: Side | None, *sections: Section) -> Label:
    return Label(legal=True, sections=sections, layout=layout, to_act=to_act, score=state.score)
