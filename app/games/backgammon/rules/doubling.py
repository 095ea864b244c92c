"""R19, R20 and the switches of R21: the cube offered, taken, dropped, turned again."""

from dataclasses import replace

from app.games.backgammon.plays import Beaver, Double, Drop, Take
from app.games.backgammon.rules.refusal import (
    Refusal,
    Rulings,
    judgement,
    named,
    refuse,
    rule,
)
from app.games.backgammon.rules.score import game_won
from app.games.backgammon.state import Cube, Offer, Phase, State

HIGHEST = 6
"""R20: a true 64 is the last."""


def _before_throwing(state: State, play: Double) -> Refusal | None:
    """R19: before the own throw; R20: not at the opening throw, not while an answer is pending."""
    if state.phase is Phase.TO_ROLL and play.side is state.turn:
        return None
    if state.phase is Phase.OPENING:
        return refuse("R20", "double_at_opening")
    if state.phase is Phase.DOUBLED:
        return refuse("R20", "answer_pending")
    if state.phase is Phase.TO_MOVE and play.side is state.turn:
        return refuse("R19", "thrown_already")
    return refuse("R19", "not_on_roll", side=named(play.side))


def _own_cube(state: State, play: Double) -> Refusal | None:
    """R19: the cube is in the middle or his; R20: nobody else's."""
    if state.cube.owner in (None, play.side):
        return None
    return refuse("R20", "not_his_cube", side=named(play.side), stake=state.cube.value)


def _not_too_high(state: State, play: Double) -> Refusal | None:
    """R20: 1 (shown as 64), 2, 4, 8, 16, 32, 64; after that no more."""
    del play
    over = state.cube.exponent >= HIGHEST
    return refuse("R20", "cube_at_end", stake=state.cube.value) if over else None


def _not_in_crawford(state: State, play: Double) -> Refusal | None:
    """R21: no cube in the first game after a side has come within one point of the match."""
    del play
    if state.crawford != "now":
        return None
    home, away = state.score
    return refuse("R21", "crawford", home=home, away=away, to=state.options.match_length)


def _double(state: State, play: Double) -> Rulings:
    """R19: the opponent is asked; the turn before is settled."""
    offer = Offer(to=play.side.other, exponent=state.cube.exponent + 1, owner=play.side.other)
    asked = replace(state, phase=Phase.DOUBLED, offer=offer, last=None)
    return (rule("R19", asked, "double", side=named(play.side), stake=2 * state.cube.value),)


DOUBLE = judgement(Double, (_before_throwing, _own_cube, _not_too_high, _not_in_crawford), _double)


def _asked(state: State, play: Take | Drop | Beaver) -> Refusal | None:
    """R19: the answer is the opponent's, and only to an offer."""
    if state.offer is None:
        return refuse("R19", "no_offer")
    if state.offer.to is not play.side:
        return refuse("R19", "not_asked", side=named(state.offer.to))
    return None


def _take(state: State, play: Take) -> Rulings:
    """R19: the stake is doubled and the cube lies with him who took it: he alone may redouble."""
    offer = state.offer
    if offer is None:
        raise TypeError(state)
    cube = Cube(exponent=offer.exponent, owner=offer.owner)
    taken = replace(state, phase=Phase.TO_ROLL, offer=None, cube=cube)
    return (rule("R19", taken, "take", side=named(play.side), stake=cube.value),)


TAKE = judgement(Take, (_asked,), _take)


def _drop(state: State, play: Drop) -> Rulings:
    """R19: the game is lost at the stake before the offer."""
    stake = state.cube.value
    dropped = rule("R19", state, "drop", side=named(play.side), stake=stake)
    won = game_won(replace(state, offer=None), play.side.other, points=stake)
    return (dropped, *won)


DROP = judgement(Drop, (_asked,), _drop)


def _beavers_on(state: State, play: Beaver) -> Refusal | None:
    """R21: only where it was agreed, for money."""
    del play
    allowed = state.options.beavers and state.options.money
    return None if allowed else refuse("R21", "no_beavers")


def _beaver_once(state: State, play: Beaver) -> Refusal | None:
    """R21: a beaver is not answered by another; R20: nor is a true 64 turned."""
    del play
    if state.offer is not None and state.offer.beaver:
        return refuse("R21", "beavered_already")
    high = state.offer is not None and state.offer.exponent >= HIGHEST
    return refuse("R20", "cube_at_end", stake=2 * state.cube.value) if high else None


def _beaver(state: State, play: Beaver) -> Rulings:
    """R21: the cube is taken, turned once more and kept; the doubler takes that or loses."""
    offer = state.offer
    if offer is None:
        raise TypeError(state)
    cube = Cube(exponent=offer.exponent, owner=play.side)
    again = Offer(to=play.side.other, exponent=offer.exponent + 1, owner=play.side, beaver=True)
    asked = replace(state, cube=cube, offer=again)
    return (rule("R21", asked, "beaver", side=named(play.side), stake=2 * cube.value),)


BEAVER = judgement(Beaver, (_asked, _beavers_on, _beaver_once), _beaver)
