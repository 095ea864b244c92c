"""§7 setting up a line-out: T108–T113."""

from collections.abc import Mapping, Set
from dataclasses import replace

from app.games.taru.plays import Place, Ready
from app.games.taru.rules import formation
from app.games.taru.rules.duties import gate
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.rules.setup import not_yet, own_discs, shared_square
from app.games.taru.rules.table import without_discs
from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def misplaced(state: State, side: Side, squares: Mapping[DiscId, Square]) -> Refusal | None:
    """The first disc of a side on a square that is not its own at this line-out."""
    area = formation.own_side(state, side)
    wrong = ((disc, square) for disc, square in squares.items() if square not in area)
    return next((_misplaced(state, side, disc, square) for disc, square in wrong), None)


def _misplaced(state: State, side: Side, disc: DiscId, square: Square) -> Refusal:
    """T108 a thrower of the other side, T111 the gap, T112 the other line, T113 the rank of the
    line-out, T110 the other camp.
    """
    spot = formation.spot_of(state)
    said = {"disc": disc, "square": square.name}
    if not state.pitch.board.holds(square):
        return refuse("T27", "off_board", also=("T110", "T113"))
    if square == spot:
        return refuse("T108", "not_the_thrower", also=("T111", "T113"), **said)
    if square in formation.gap(state):
        return refuse("T111", "in_the_gap", also=("T113", "T110"), **said)
    if square.rank == spot.rank:
        return refuse("T113", "on_the_rank", also=("T111", "T110"), **said)
    if square in formation.catcher_places(state, side.other):
        return refuse("T112", "in_their_line", also=("T108", "T111", "T110", "T113"), **said)
    return refuse("T110", "not_own_side", also=("T113", "T98"), **said)


def _place_phase(state: State, play: Place) -> Refusal | None:
    return gate(state, play.side, (Phase.LINEOUT_SETUP,), "T110")


def _area(state: State, play: Place) -> Refusal | None:
    return misplaced(state, play.side, dict(play.squares))


def taken(state: State, side: Side, laid: Set[DiscId]) -> frozenset[Square]:
    """Squares that discs hold and keep while a side lays some of its own."""
    stays = formation.own_side(state, side.other)
    return frozenset(
        square
        for disc, square in state.squares.items()
        if disc not in laid and (disc[0] == side or square in stays)
    )


def _shared(state: State, play: Place) -> Refusal | None:
    """T27: one disc a square. A disc of the other side in one's own camp has still to leave it."""
    shared = shared_square(play.squares, taken(state, play.side, {d for d, _ in play.squares}))
    return refuse("T27", "shared", also=("T110",), square=shared.name) if shared else None


def _place(state: State, play: Place) -> Rulings:
    """T110: discs re-placed release those they lay on; what still stood in the way is in hand."""
    laid = dict(play.squares)
    in_the_way = {d for d, sq in state.squares.items() if sq in laid.values() and d not in laid}
    lifted = without_discs(state, {*laid, *in_the_way})
    placed = replace(
        lifted,
        squares={**lifted.squares, **laid},
        in_hand=(state.in_hand - laid.keys()) | in_the_way,
        ready=state.ready - {play.side},
    )
    return (rule("T110", placed, "regroup", side=named(play.side), count=len(laid)),)


LINEOUT_PLACE = judgement(Place, (_place_phase, own_discs, _area, _shared), _place)


def _ready_phase(state: State, play: Ready) -> Refusal | None:
    return gate(state, play.side, (Phase.LINEOUT_SETUP,), "T110")


def _presented(state: State, play: Ready) -> Refusal | None:
    """T108: four discs of the side that throws, three of the other (A25); as told, when told."""
    throws = state.lineout is not None and state.lineout.side is play.side
    thrower, catchers = formation.thrower(state), formation.catchers(state, play.side)
    if throws and thrower is None:
        return refuse("T108", "no_thrower", square=formation.spot_of(state).name)
    there = (*((thrower,) if throws and thrower else ()), *catchers)
    limit = formation.wanted(state, play.side)
    count = len(play.presents) - throws if play.presents else len(catchers)
    if count != limit:
        return refuse("T108", "catchers", count=count, limit=limit)
    if play.presents and set(play.presents) != set(there):
        return refuse("T108", "not_as_told", also=("T111",))
    return None


def _all_replaced(state: State, play: Ready) -> Refusal | None:
    """T110: nobody is left in hand, on another disc, or out of place."""
    in_hand = sum(disc[0] == play.side for disc in state.in_hand)
    if in_hand:
        return refuse("T110", "in_hand", count=in_hand)
    ours = {disc: state.squares[disc] for disc in state.discs_of(play.side)}
    stacked = next((square for square in ours.values() if square in state.stacks), None)
    if stacked is not None:
        return refuse("T110", "still_stacked", also=("T27",), square=stacked.name)
    return misplaced(state, play.side, ours)


def _not_yet(state: State, play: Ready) -> Refusal | None:
    return not_yet(state, play)


def _ready(state: State, play: Ready) -> Rulings:
    """T111: once both have confirmed, the thrower has the ball and its side rolls."""
    ready = state.ready | {play.side}
    if len(ready) < len(Side):
        return (rule("T111", replace(state, ready=ready), "ready", side=named(play.side)),)
    thrower = formation.thrower(state)
    both = replace(state, ready=frozenset(), phase=Phase.LINEOUT_THROW, ball=thrower)
    ruling = rule("T111", both, "formation", side=named(state.turn))
    return (by_hand(ruling, "ball_on", disc=thrower or ""),)


LINEOUT_READY = judgement(Ready, (_ready_phase, _presented, _all_replaced, _not_yet), _ready)


def complete(state: State, side: Side) -> bool:
    """Whether a side could confirm its formation as it stands."""
    return LINEOUT_READY(state, Ready(side=side))[0].refused is False
