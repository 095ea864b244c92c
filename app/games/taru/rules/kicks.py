"""§3 kicks in play: T44–T49; §3.2 which six is free to kick with."""

from dataclasses import replace

from app.games.taru.dice import Dice, Use
from app.games.taru.plays import Kick
from app.games.taru.rules.duties import absent, gate, of, pinned, wrong_side
from app.games.taru.rules.flights import outcome
from app.games.taru.rules.kicked import Terms, resolve
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, refuse, rule
from app.games.taru.state import Phase, State

SIX = 6


def kick_open(state: State) -> bool:
    """T44 by the ledger: a six on a whole die, and no kick yet this turn (A58)."""
    kicked = state.kicked and state.options.kicks_per_turn == 1
    return state.dice is not None and not kicked and _whole_six(state.dice) is not None


def _whole_six(dice: Dice) -> str | None:
    if dice.red == SIX and dice.strip_open:
        return "red"
    return "green" if dice.green == SIX and dice.tackle_open else None


def spend_six(dice: Dice, use: Use) -> Dice:
    """T45, T140: the six is lost; the other die keeps its points."""
    red = _whole_six(dice) == "red"
    return replace(dice, red_use=use) if red else replace(dice, green_use=use)


def no_six(state: State) -> Refusal | None:
    """T44: why no kick is open; None when one is."""
    dice = state.dice
    if dice is None or kick_open(state):
        return None
    if SIX not in (dice.red, dice.green):
        return refuse("T44", "no_six", red=dice.red, green=dice.green)
    if state.kicked and state.options.kicks_per_turn == 1:
        return refuse("T44", "kicked_already")
    return refuse("T44", "six_touched")


def _phase(state: State, play: Kick) -> Refusal | None:
    return gate(state, of(play.flown.by), (Phase.OPEN,), "T44")


def _side(state: State, play: Kick) -> Refusal | None:
    return wrong_side(state, of(play.flown.by))


def _free(state: State, play: Kick) -> Refusal | None:
    return absent(state, play.flown.by) or pinned(state, play.flown.by)


def _six(state: State, play: Kick) -> Refusal | None:
    del play
    return no_six(state)


def _carries(state: State, play: Kick) -> Refusal | None:
    """T44: the ball is kicked off its own carrier."""
    if play.flown.by == state.carrier:
        return None
    return refuse("T44", "no_ball_there", disc=play.flown.by)


def _seen(state: State, play: Kick) -> Refusal | None:
    """T4, T44: what became of the ball must be known."""
    if outcome(state, play.flown, of(play.flown.by)) is not None:
        return None
    return refuse("T44", "flick_unseen")


def _kick(state: State, play: Kick) -> Rulings:
    """T45: the six is spent; then what the ball touched, left or lies on decides (T46–T55)."""
    side = of(play.flown.by)
    result = outcome(state, play.flown, side)
    if result is None or state.dice is None:
        return ()
    dice = spend_six(state.dice, "k")
    kicked = replace(state, dice=dice, kicked=True, carried=frozenset())
    said = rule("T45", kicked, "kick", disc=play.flown.by, left=kicked.points_left)
    terms = Terms(after=side.other, goes_on=True)
    return (said, *resolve(kicked, play.flown, result, terms))


KICK = judgement(Kick, (_phase, _side, _free, _six, _carries, _seen), _kick)
