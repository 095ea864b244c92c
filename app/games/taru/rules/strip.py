"""§4 strips: T66–T72."""

from dataclasses import replace

from app.games.taru.plays import Strip
from app.games.taru.rules.contact import STRIP, Contact, contact_checks, opposing_carrier
from app.games.taru.rules.duties import of
from app.games.taru.rules.refusal import (
    Check,
    Refusal,
    Rulings,
    by_hand,
    judgement,
    refuse,
    rule,
)
from app.games.taru.rules.table import lay_on
from app.games.taru.rules.tries import with_try
from app.games.taru.state import State
from app.rulebook.geometry import Square
from app.rulebook.side import Side


def arrives_square(last: Square, onto: Square, attacks: Side) -> bool:
    """T67: the last step is orthogonal, from the front or the side of a carrier who attacks so."""
    file_step, rank_step = onto.file - last.file, onto.rank - last.rank
    return (file_step == 0) != (rank_step == 0) and rank_step != attacks.forward


def _arrival(state: State, play: Contact) -> Refusal | None:
    """T67: front or side, never diagonally, never from behind."""
    carrier = opposing_carrier(state, of(play.disc))
    origin = state.squares.get(play.disc)
    if carrier is None or origin is None or not play.path:
        return None
    last = play.path[-2] if len(play.path) > 1 else origin
    onto = state.squares[carrier]
    if play.path[-1] != onto or arrives_square(last, onto, of(carrier)):
        return None
    return refuse("T67", "arrival", start=last.name, end=onto.name)


def _offside(state: State, play: Contact) -> Refusal | None:
    """T68: an offside disc, as it stands before its move, cannot strip (T100); judged on arrival it
    is level with the carrier, and onside (A67).
    """
    reference = state.offside_rank()
    if reference is None or play.disc not in state.offside():
        return None
    if state.options.offside_at == "arrival":
        return None
    return refuse(
        "T68",
        "offside_strip",
        also=("T100",),
        disc=play.disc,
        rank=state.squares[play.disc].rank,
        reference=reference,
    )


STRIP_CHECKS: tuple[Check[Contact], ...] = (*contact_checks(STRIP), _arrival, _offside)


def _strip(state: State, play: Contact) -> Rulings:
    """T66, T69: the stripper lies on the carrier with the ball and may play on with green."""
    victim = state.carrier or ""
    there = lay_on(state, play.disc, play.path[-1], "s")
    dice = STRIP.commit(state.dice, len(play.path)) if state.dice else None
    took = replace(there, ball=play.disc, dice=dice, carried=frozenset())
    ruling = rule("T66", took, "strip", disc=play.disc, victim=victim, length=len(play.path))
    return with_try((by_hand(ruling, "ball_on", disc=play.disc),))


STRIP_JUDGE = judgement(Strip, STRIP_CHECKS, _strip)
