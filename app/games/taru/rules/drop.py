"""§8 drop goals: T137–T140."""

from dataclasses import replace

from app.games.taru.plays import TakeDrop
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.kicks import kick_open, spend_six
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.rules.turns import finish, pass_turn, scored, won
from app.games.taru.state import Phase, State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side

DROP_GOAL = 3
NEAREST = 3
"""T138: the first defender stands at least so many squares away."""


def facing(state: State, place: Square, side: Side) -> int | None:
    """How far the first opposing disc ahead on the file is, None when there is none: free ones and
    those on top of a stack count (A46).
    """
    ahead = (
        (square.rank - place.rank) * side.forward
        for disc, square in state.squares.items()
        if of(disc) is not side and square.file == place.file and state.free(disc)
    )
    return min((distance for distance in ahead if distance > 0), default=None)


def no_place(state: State, disc: DiscId) -> Refusal | None:
    """T138: a carrier in the drop corridor, beyond halfway, with nobody near in front."""
    place, side = state.squares.get(disc), of(disc)
    if place is None or disc != state.carrier:
        return refuse("T138", "no_ball_there", disc=disc)
    if place not in state.pitch.drop_corridor:
        return refuse("T138", "outside_corridor", square=place.name)
    if place not in state.pitch.beyond_halfway[side]:
        return refuse("T138", "before_halfway", square=place.name)
    limit = NEAREST + (state.options.drop_gap == "empty")
    distance = facing(state, place, side)
    if distance is not None and distance < limit:
        return refuse("T138", "defender_near", gap=distance, limit=limit)
    return None


def drop_open(state: State) -> bool:
    """Whether the carrier of the side on turn may drop now."""
    carrier = state.carrier
    if carrier is None or of(carrier) is not state.turn or not kick_open(state):
        return False
    return no_place(state, carrier) is None


def _phase(state: State, play: TakeDrop) -> Refusal | None:
    return gate(state, of(play.disc), (Phase.OPEN,), "T137")


def _side(state: State, play: TakeDrop) -> Refusal | None:
    return wrong_side(state, of(play.disc))


def _free(state: State, play: TakeDrop) -> Refusal | None:
    return absent(state, play.disc) or pinned(state, play.disc)


def _six(state: State, play: TakeDrop) -> Refusal | None:
    """T137: a whole six, and no kick yet: a drop is one of the kicks it allows (T56)."""
    del play
    if kick_open(state):
        return None
    return refuse("T137", "kicked_already" if state.kicked else "no_whole_six")


def _place(state: State, play: TakeDrop) -> Refusal | None:
    return no_place(state, play.disc)


def _take(state: State, play: TakeDrop) -> Rulings:
    """T140: the six is spent; the ball goes on the tee, to come back to its carrier (T139)."""
    dice = spend_six(state.dice, "d") if state.dice else None
    tee = replace(
        state, phase=Phase.DROP, dice=dice, kicked=True, tee=play.disc, ball=None,
        carried=frozenset(),
    )  # fmt: skip
    return (by_hand(rule("T140", tee, "drop_taken", disc=play.disc), "tee_penalty"),)


TAKE_DROP = judgement(TakeDrop, (_phase, _side, _free, _six, _place), _take)


def dropped(state: State, *, good: bool) -> Rulings:
    """T139: three points if good; good or not, the ball goes back and the opponent is to roll."""
    side = state.turn
    after = scored(state, side, DROP_GOAL) if good else state
    if won(after):
        over = rule("T139", replace(after, ball=after.tee), "drop_goal", side=named(side))
        return (over, *finish(over.state))
    back = replace(pass_turn(after, side.other), ball=state.tee)
    ruling = rule("T139", back, "drop_goal" if good else "no_drop_goal", side=named(side))
    return (by_hand(ruling, "ball_back"),)
