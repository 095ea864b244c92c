"""The end of a turn: T21, and the shapes it may not leave standing (A37)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.games.taru.plays import EndTurn, HandPass, Maul, Move, Strip, Tackle
from app.games.taru.rules.duties import gate, wrong_side
from app.games.taru.rules.hand_pass import HAND_PASS
from app.games.taru.rules.maul import MAUL
from app.games.taru.rules.moves import MOVE
from app.games.taru.rules.reach import destinations
from app.games.taru.rules.reach_contact import contacts
from app.games.taru.rules.reach_mauls import mauls
from app.games.taru.rules.refusal import (
    Judge,
    Refusal,
    Rulings,
    by_hand,
    judgement,
    named,
    refuse,
    rule,
)
from app.games.taru.rules.shapes import Shape, broken_shape
from app.games.taru.rules.strip import STRIP_JUDGE
from app.games.taru.rules.tackle import TACKLE_JUDGE
from app.games.taru.rules.turns import pass_turn, quiet
from app.games.taru.state import Phase, State
from app.rulebook.api import Section
from app.rulebook.facts import Play


def _phase(state: State, play: EndTurn) -> Refusal | None:
    return gate(state, play.side, (Phase.OPEN,), "T21")


def _side(state: State, play: EndTurn) -> Refusal | None:
    return wrong_side(state, play.side)


def _shape(state: State, play: EndTurn) -> Refusal | None:
    """A37: refused while a legal play of the side would open the shape."""
    del play
    shape = shape_to_open(state)
    return refuse(shape.section, shape.why) if shape else None


def shape_to_open(state: State) -> Shape | None:
    """The shape that keeps the turn from being ended: illegal, and a legal play would open it."""
    if state.phase is not Phase.OPEN or state.options.line_sanction == "penalty":
        return None
    shape = broken_shape(state, state.turn)
    return shape if shape is not None and any(_opened(state)) else None


def _opened(state: State) -> Iterator[bool]:
    """For each legal play but a flick, whose outcome nobody knows: whether the shape is legal after
    it.
    """
    for play in _plays(state):
        rulings = _JUDGES[type(play)](state, play)
        if not rulings[-1].refused:
            after = rulings[-1].state
            yield after.turn is not state.turn or broken_shape(after, state.turn) is None


def _plays(state: State) -> Iterator[Play]:
    for disc in state.discs_of(state.turn):
        if state.free(disc) and disc not in state.moved:
            yield from (Move(disc=disc, path=path) for path in destinations(state, disc))
        if state.carrier is not None and disc != state.carrier:
            yield HandPass(giver=state.carrier, receiver=disc)
    yield from contacts(state)
    yield from mauls(state)


_JUDGES: Mapping[type[Play], Judge] = {
    Move: MOVE,
    HandPass: HAND_PASS,
    Strip: STRIP_JUDGE,
    Tackle: TACKLE_JUDGE,
    Maul: MAUL,
}


def _end_turn(state: State, play: EndTurn) -> Rulings:
    """T21: the owner ends the turn; unused points are lost (A65)."""
    del play
    return close_turn(state, "T21", "end_turn")


END_TURN = judgement(EndTurn, (_phase, _side, _shape), _end_turn)


def close_turn(state: State, section: Section, did: str) -> Rulings:
    """T21, T8: the turn goes to the other side. A37: an illegal shape is undone first, move by move
    and hand pass by hand pass; what nothing can undo stands, and is said; or a penalty, where the
    house rule wants one. The sentence `did` has a side and the points left.
    """
    side = state.turn
    left, said = _settled(state)
    if left.phase is Phase.PENALTY_CHOICE:
        return said
    after = pass_turn(left, side.other)
    return (*said, rule(section, after, did, side=named(side), left=state.points_left))


def _settled(state: State) -> tuple[State, Rulings]:
    shape = broken_shape(state, state.turn)
    if shape is None:
        return state, ()
    if state.options.line_sanction == "penalty":
        given = replace(quiet(state), phase=Phase.PENALTY_CHOICE, offender=state.turn)
        return given, (rule(shape.section, given, "shape_penalty", side=named(state.turn)),)
    back, count = _undone(state)
    said: Rulings = ()
    if count:
        undone = rule(shape.section, back, "shape_undone", count=count)
        said = (by_hand(undone, "shape_undone"),)
    still = broken_shape(back, state.turn)
    if still is not None:
        said = (*said, rule(still.section, back, "shape_stands", side=named(state.turn)))
    return back, said


def _undone(state: State) -> tuple[State, int]:
    """The turn taken back until the shape is legal, as far as it goes; and by how many acts."""
    back, count = state, 0
    while back.undo is not None and broken_shape(back, state.turn) is not None:
        back, count = back.undo, count + 1
    return replace(back, clock=state.clock), count
