"""§8 penalties: T120–T131; and every kick at the posts."""

from dataclasses import replace
from typing import Literal

from app.games.taru.plays import TakePenalty
from app.games.taru.rules.awards import award
from app.games.taru.rules.clock import time_is_up
from app.games.taru.rules.drop import dropped
from app.games.taru.rules.duties import gate
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.rules.tries import converted
from app.games.taru.rules.turns import finish, pass_turn, scored, won
from app.games.taru.rules.windows import call_cancelled
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.facts import PostsPassed
from app.rulebook.layout import side_of
from app.rulebook.side import Side

GOAL = 3


def beneficiary(state: State) -> Side:
    """T120: the opponent of the side that is penalised."""
    return (state.offender or state.turn).other


def _option_phase(state: State, play: TakePenalty) -> Refusal | None:
    """T125: the options are those of a penalty given; none is without T120."""
    del play
    refusal = gate(state, None, (Phase.PENALTY_CHOICE,), "T125")
    return replace(refusal, also=(*refusal.also, "T120")) if refusal else None


def has_ball(state: State) -> bool:
    """T128: whether the beneficiary is in possession."""
    carrier = state.carrier
    return carrier is not None and side_of(carrier) is beneficiary(state)


def options_open(state: State) -> tuple[Literal["goal", "touch", "play"], ...]:
    """T125: what the beneficiary may choose. Touch only in possession (T128, A40). After time only
    the goal (T10); so too where house rules make the kick compulsory (A39).
    """
    if time_is_up(state) or state.options.penalty_goal_only:
        return ("goal",)
    return ("goal", "touch", "play") if has_ball(state) else ("goal", "play")


def _last_kick(state: State, play: TakePenalty) -> Refusal | None:
    """T10: the penalty that ends a match is kicked at goal."""
    if play.choice == "goal" or not time_is_up(state):
        return None
    return refuse("T10", "goal_only")


def _compulsory(state: State, play: TakePenalty) -> Refusal | None:
    """T125, A39: a house rule may leave the goal alone."""
    if play.choice == "goal" or not state.options.penalty_goal_only:
        return None
    return refuse("T125", "goal_only", also=("T126",))


def _in_possession(state: State, play: TakePenalty) -> Refusal | None:
    """T128: no touch without possession."""
    if play.choice != "touch" or has_ball(state):
        return None
    return refuse("T128", "no_possession", also=("T125",))


def _take(state: State, play: TakePenalty) -> Rulings:
    """T125: a kick at goal (T126) or to touch (T128), a tap with the ball (T129) or without."""
    side = beneficiary(state)
    if play.choice == "goal":
        return (_goal(state, side),)
    cancelled = call_cancelled(state)
    if cancelled:
        return cancelled
    if play.choice == "touch":
        kicks = replace(state, phase=Phase.PENALTY_TOUCH, windows=())
        return (rule("T128", kicks, "touch_chosen", side=named(side)),)
    if has_ball(state):
        tapped = replace(pass_turn(state, side), plus3=True)
        return (rule("T129", tapped, "tap", side=named(side)),)
    reference = state.ball_square
    return (award(state, side, reference, "T130"),) if reference else ()


def _goal(state: State, side: Side) -> Ruling[State]:
    """T126: the ball goes on the tee; where it goes back to is kept (T127)."""
    tee = replace(state, phase=Phase.PENALTY_KICK, tee=state.ball, ball=None)
    ruling = rule("T126", tee, "goal_chosen", side=named(side))
    return by_hand(ruling, "tee_penalty")


_CHOICE = (_option_phase, _last_kick, _compulsory, _in_possession)
TAKE_PENALTY = judgement(TakePenalty, _CHOICE, _take)


def _posts_phase(state: State, kick: PostsPassed) -> Refusal | None:
    """T126: the posts speak only of a penalty, a conversion or a drop being kicked."""
    del kick
    return gate(state, None, (Phase.PENALTY_KICK, Phase.CONVERSION, Phase.DROP), "T126")


def _posts(state: State, kick: PostsPassed) -> Rulings:
    if state.phase is Phase.CONVERSION:
        return converted(state, good=kick.good)
    if state.phase is Phase.DROP:
        return dropped(state, good=kick.good)
    side = beneficiary(state)
    after = scored(state, side, GOAL) if kick.good else state
    kicked = rule("T126", after, "goal" if kick.good else "no_goal", side=named(side))
    if won(after):
        return (kicked, *finish(after))
    return (kicked, _back(after))


def _back(state: State) -> Ruling[State]:
    """T127, T124: the ball goes back to its place and the offender rolls again; for the same call
    when it was an interception (A33).
    """
    offender = state.offender or state.turn
    line = state.tackle_line
    if state.windows:
        again = replace(state, phase=Phase.INTERCEPT_WINDOW, offender=None, tee=None)
    else:
        again = pass_turn(state, offender)
    resumed = replace(again, ball=state.tee, tackle_line=line)
    return by_hand(rule("T127", resumed, "resume", side=named(offender)), "ball_back")


POSTS = judgement(PostsPassed, (_posts_phase,), _posts)
