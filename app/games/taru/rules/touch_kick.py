"""§8 the penalty kick to touch: T107, T128."""

from app.games.taru.plays import TouchKick
from app.games.taru.rules.duties import absent, gate, of, pinned
from app.games.taru.rules.flights import outcome
from app.games.taru.rules.kicked import Terms, resolve
from app.games.taru.rules.penalty import beneficiary
from app.games.taru.rules.refusal import Refusal, Rulings, judgement, refuse
from app.games.taru.state import Phase, State


def _phase(state: State, play: TouchKick) -> Refusal | None:
    return gate(state, of(play.flown.by), (Phase.PENALTY_TOUCH,), "T128")


def _free(state: State, play: TouchKick) -> Refusal | None:
    return absent(state, play.flown.by) or pinned(state, play.flown.by)


def _carries(state: State, play: TouchKick) -> Refusal | None:
    """T128: kicked off the beneficiary's carrier."""
    if play.flown.by == state.carrier and of(play.flown.by) is beneficiary(state):
        return None
    return refuse("T128", "no_ball_there", disc=play.flown.by)


def _seen(state: State, play: TouchKick) -> Refusal | None:
    if outcome(state, play.flown, of(play.flown.by)) is not None:
        return None
    return refuse("T128", "flick_unseen")


def _touch_kick(state: State, play: TouchKick) -> Rulings:
    """T128, T107: over touch, bounced or not, one's own throw at the exit; else as a clearance,
    after which the offender rolls (A42).
    """
    side = of(play.flown.by)
    result = outcome(state, play.flown, side)
    if result is None:
        return ()
    keeps = state.options.missed_touch_turn == "beneficiary"
    terms = Terms(after=side if keeps else side.other, penalty=True)
    return resolve(state, play.flown, result, terms)


TOUCH_KICK = judgement(TouchKick, (_phase, _free, _carries, _seen), _touch_kick)
