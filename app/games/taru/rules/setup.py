"""§2 set-up: T1, T12–T14, and the restart's (T136)."""

from collections.abc import Sequence, Set
from dataclasses import replace

from app.games.taru.plays import Place, Ready
from app.games.taru.rules.duties import gate, of
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, named, refuse, rule
from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def _place_phase(state: State, play: Place) -> Refusal | None:
    return gate(state, play.side, (Phase.SETUP,), "T12")


def places_first(state: State) -> Side | None:
    """A76: the side that must be ready before the other places, where a house rule lets the side
    that conceded place first; None when both place as they like.
    """
    duty = state.kickoff
    if state.options.setup_order == "free" or duty is None or not duty.restart:
        return None
    return duty.side if duty.side not in state.ready else None


def _order(state: State, play: Place | Ready) -> Refusal | None:
    """T12, A76: by house rule the side that conceded sets up first."""
    first = places_first(state)
    if state.phase is not Phase.SETUP or first in (None, play.side):
        return None
    return refuse("T12", "other_places_first", side=named(play.side.other))


def own_discs(state: State, play: Place) -> Refusal | None:
    """T1: discs of one's own fifteen; T143: a disc sent off does not come back."""
    for disc, _ in play.squares:
        if of(disc) is not play.side or not _of_a_team(disc):
            return refuse("T1", "not_own_disc", disc=disc)
        if disc not in state.squares and disc not in state.in_hand:
            return refuse("T143", "sent_off", also=("T136",), disc=disc)
    return None


def _of_a_team(disc: DiscId) -> bool:
    return disc[1:].isdecimal() and 1 <= int(disc[1:]) <= 15


def set_up_area(state: State, side: Side) -> frozenset[Square]:
    """T12: where a side sets up: below its 22 line, its in-goal too unless the match says not."""
    area = state.pitch.set_up[side]
    return area if state.options.setup_in_goal else area - state.pitch.in_goal[side]


def _area(state: State, play: Place) -> Refusal | None:
    """T12: below the own 22 line, the in-goal included (A20)."""
    for disc, square in play.squares:
        if square not in set_up_area(state, play.side):
            return refuse("T12", "outside_area", disc=disc, square=square.name)
    return None


def _shared(state: State, play: Place) -> Refusal | None:
    """T27: one disc a square."""
    laid = {disc for disc, _ in play.squares}
    taken = {square for disc, square in state.squares.items() if disc not in laid}
    shared = shared_square(play.squares, taken)
    return refuse("T27", "shared", also=("T12",), square=shared.name) if shared else None


def shared_square(placed: Sequence[tuple[DiscId, Square]], taken: Set[Square]) -> Square | None:
    """The first square that would hold two discs, those taken already included."""
    full = set(taken)
    for _, square in placed:
        if square in full:
            return square
        full.add(square)
    return None


def _place(state: State, play: Place) -> Rulings:
    """T12: the discs stand there; a side that changes its set-up confirms it anew."""
    laid = dict(play.squares)
    placed = replace(
        state,
        squares={**state.squares, **laid},
        in_hand=state.in_hand - frozenset(laid),
        ready=state.ready - {play.side},
    )
    left = sum(of(disc) is play.side for disc in placed.in_hand)
    return (rule("T12", placed, "place", side=named(play.side), count=len(laid), in_hand=left),)


PLACE = judgement(Place, (_place_phase, _order, own_discs, _area, _shared), _place)


def _ready_phase(state: State, play: Ready) -> Refusal | None:
    return gate(state, play.side, (Phase.SETUP,), "T12")


def _all_placed(state: State, play: Ready) -> Refusal | None:
    """T12: every disc of the side stands on the board."""
    in_hand = sum(of(disc) is play.side for disc in state.in_hand)
    return refuse("T12", "in_hand", also=("T1",), count=in_hand) if in_hand else None


def _a_central_disc(state: State, play: Ready) -> Refusal | None:
    """T13: one disc at least stands on the central file (A14)."""
    centre = state.pitch.centre_file
    if any(state.squares[disc].file == centre for disc in state.discs_of(play.side)):
        return None
    return refuse("T13", "no_central_disc", file=chr(ord("a") + centre - 1))


def not_yet(state: State, play: Ready) -> Refusal | None:
    """T12, T111: a side confirms once."""
    return refuse("T12", "ready_already") if play.side in state.ready else None


def _ready(state: State, play: Ready) -> Rulings:
    """T12: both confirmed, the opening roll follows, or the kick-off of a restart (T136)."""
    ready = state.ready | {play.side}
    if len(ready) < len(Side):
        return (rule("T12", replace(state, ready=ready), "ready", side=named(play.side)),)
    restart = state.kickoff is not None and state.kickoff.restart
    phase = Phase.KICKOFF if restart else Phase.OPENING_ROLL
    both = replace(state, ready=frozenset(), phase=phase)
    return (rule("T136" if restart else "T12", both, "both_ready"),)


READY = judgement(Ready, (_ready_phase, _order, _all_placed, _a_central_disc, not_yet), _ready)
