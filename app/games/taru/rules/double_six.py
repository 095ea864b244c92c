"""§9 double six: T141–T144."""

from dataclasses import replace

from app.games.taru.plays import PlayTwelve, SendOff
from app.games.taru.rules.duties import absent, gate, of
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, refuse, rule
from app.games.taru.rules.table import take_off
from app.games.taru.rules.turns import finish, pass_turn
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.layout import DiscId


def _twelve_phase(state: State, play: PlayTwelve) -> Refusal | None:
    del play
    return gate(state, None, (Phase.DOUBLE_SIX,), "T142")


def _twelve(state: State, play: PlayTwelve) -> Rulings:
    """T142: the points are played."""
    del play
    played = replace(state, phase=Phase.OPEN)
    return (rule("T142", played, "play_twelve", left=played.points_left),)


PLAY_TWELVE = judgement(PlayTwelve, (_twelve_phase,), _twelve)


def _off_phase(state: State, play: SendOff) -> Refusal | None:
    del play
    return gate(state, None, (Phase.DOUBLE_SIX,), "T143")


def _opponent(state: State, play: SendOff) -> Refusal | None:
    """T143: one opposing disc, on the board, under others too (A49)."""
    if of(play.disc) is state.turn:
        return refuse("T143", "own_disc", disc=play.disc)
    return absent(state, play.disc)


def _send_off(state: State, play: SendOff) -> Rulings:
    """T143: the disc is out for good and the turn is used; a side without a disc loses (A60)."""
    disc = play.disc
    square = state.squares[disc]
    off = take_off(state, disc)
    carried = state.carrier == disc
    ball = (off.top_at(square) or square) if carried else state.ball
    line = None if carried else state.tackle_line
    after = replace(_turn_after(off), ball=ball, tackle_line=line)
    ruling = by_hand(rule("T143", after, "send_off", disc=disc), "take_off", disc=disc)
    rulings = (ruling, *_inherits(after, disc)) if carried else (ruling,)
    owners = {of(other) for other in (*after.squares, *after.in_hand)}
    return rulings if len(owners) > 1 else (*rulings, *finish(after))


def _turn_after(state: State) -> State:
    """T143: the turn is used; by house rule the points alone are, and passes remain (A48)."""
    if state.options.exclude_ends_turn or state.dice is None:
        return pass_turn(state, state.turn.other)
    return replace(state, phase=Phase.OPEN, dice=state.dice.pay(state.points_left))


def _inherits(state: State, disc: DiscId) -> tuple[Ruling[State], ...]:
    """T144: the disc the carrier lay on has the ball."""
    heir = state.carrier
    if heir is None:
        return ()
    ruling = rule("T144", state, "inherits", disc=heir, other=disc)
    return (by_hand(ruling, "ball_on", disc=heir),)


SEND_OFF = judgement(SendOff, (_off_phase, _opponent), _send_off)
