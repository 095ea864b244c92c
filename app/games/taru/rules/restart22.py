"""§3 a ball kicked dead: T50 (a disc in the 22 has it) and T51 (nobody there)."""

from dataclasses import replace

from app.games.taru.plays import Choose
from app.games.taru.rules.awards import award
from app.games.taru.rules.duties import of
from app.games.taru.rules.receivers import in_the_22, nearest_empty, receivers, spots
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.rules.table import slide
from app.games.taru.rules.turns import pass_turn, quiet
from app.games.taru.state import Phase, State
from app.rulebook.api import Arrange, Ruling
from app.rulebook.geometry import Square
from app.rulebook.side import Side
from app.rulebook.words import phrase


def choices(state: State) -> tuple[Choose, ...]:
    """Every choice open to the receiving side."""
    if in_the_22(state):
        return tuple(Choose(disc=disc) for disc in in_the_22(state))
    places = spots(state)
    named_square = len(places) > 1
    return tuple(
        Choose(disc=disc, square=place if named_square else None)
        for disc in receivers(state)
        for place in places
    )


def gone_dead(state: State, kicker: Side, out: Square) -> Rulings:
    """T50: the ball is the other side's, on a disc of its choice in its 22; over the kicker's own
    end too, unless the match says near that line (A56).
    """
    side = kicker.other
    if state.options.own_dead_ball == "nearest_back" and out in state.pitch.in_goal[kicker]:
        return (award(state, side, out, "T50"),)
    due = replace(quiet(state), phase=Phase.RESTART_22, turn=side, ball=None, tackle_line=None)
    if not receivers(due):
        return (_nobody(due),)
    if in_the_22(due):
        ruling = rule("T50", due, "gone_dead", side=named(side), square=out.name)
    else:
        ruling = rule("T51", due, "nobody_in_22", side=named(side), square=out.name)
    return (replace(ruling, arrange=Arrange(why=phrase("taru.arrange.receiver"), by=side)),)


def _nobody(state: State) -> Ruling[State]:
    """T51: no free disc at all: the ball lies on the empty square nearest to the spot."""
    place = nearest_empty(state, state.pitch.restart_spot[state.turn])
    left = replace(pass_turn(state, state.turn), ball=place)
    ruling = rule("T51", left, "award_nobody", side=named(state.turn), square=place.name)
    return by_hand(ruling, "ball_at", square=place.name)


def _receives(state: State, play: Choose) -> Refusal | None:
    """T50: a free disc of one's own in the 22; T51: nobody there, the nearest one (A73)."""
    if play.disc in receivers(state):
        return None
    if in_the_22(state):
        return refuse("T50", "not_in_22", disc=play.disc)
    also = ("T50",) if of(play.disc) is not state.turn else ()
    return refuse("T51", "not_nearest", also=also, disc=play.disc)


def _square(state: State, play: Choose) -> Refusal | None:
    """T51: the square must be told when two are equally near; in the 22 the disc stays (T50)."""
    if play.disc not in state.squares:
        return None
    if in_the_22(state):
        stays = play.square in (None, state.squares[play.disc])
        return None if stays else refuse("T50", "stays_there", disc=play.disc)
    places = spots(state)
    if play.square in places or (play.square is None and len(places) == 1):
        return None
    return refuse("T51", "restart_square", square=" ".join(place.name for place in places))


def _choose(state: State, play: Choose) -> Rulings:
    """T50: the chosen disc has the ball and its side rolls; T51: it is brought to the spot first
    (A51b).
    """
    disc = play.disc
    if in_the_22(state):
        has = replace(pass_turn(state, state.turn), ball=disc)
        ruling = rule("T50", has, "award", disc=disc, side=named(state.turn))
        return (by_hand(ruling, "ball_on", disc=disc),)
    place = play.square or spots(state)[0]
    there = replace(pass_turn(slide(state, disc, place), state.turn), ball=disc)
    ruling = rule("T51", there, "brought", disc=disc, square=place.name)
    return (by_hand(ruling, "bring", disc=disc, square=place.name),)


CHOOSE_22 = judgement(Choose, (_receives, _square), _choose)
