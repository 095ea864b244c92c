"""What becomes of a kicked ball, whoever kicked it and why: T46–T54, T57, T132."""

from dataclasses import dataclass, replace

from app.games.taru.rules.duties import of
from app.games.taru.rules.flights import Outcome, over_touch, straddled
from app.games.taru.rules.refusal import Rulings, by_hand, named, rule
from app.games.taru.rules.reopening import reopen
from app.games.taru.rules.restart22 import gone_dead
from app.games.taru.rules.touch import kicked_out, lineout
from app.games.taru.rules.tries import with_try
from app.games.taru.rules.turns import pass_turn
from app.games.taru.state import State
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a kick is: `after` rolls once it is over; `goes_on`: an own disc that has the ball plays
    on with what is left of the roll (T46); `penalty`: kicked to touch with one's own throw (T107).
    """

    after: Side
    goes_on: bool = False
    penalty: bool = False


def resolve(state: State, flown: Flown, result: Outcome, terms: Terms) -> Rulings:
    """The rulings on a released kick: the disc touched, else the edge it left over, else the square
    it lies on (T49).
    """
    kicker, start = of(flown.by), state.squares[flown.by]
    if result.touched is not None:
        return _touched(state, flown, result.touched, terms)
    if result.left is not None:
        out = result.left.square
        if not over_touch(state, result.left):
            return gone_dead(state, kicker, out)
        if terms.penalty:
            return lineout(state, out, kicker, "T107")
        felt = flown.bounced is not False
        return kicked_out(state, kicker, start, result.left, felt=felt)
    return _loose(state, flown, result.rest or start, terms)


def _touched(state: State, flown: Flown, disc: DiscId, terms: Terms) -> Rulings:
    """T48: the first disc touched, of either side and offside or not (T103), has the ball."""
    kicker, side = of(flown.by), of(disc)
    if side is kicker and terms.goes_on:
        return _caught(state, flown.by, disc)
    has = replace(pass_turn(state, terms.after), ball=disc, tackle_line=None)
    if side is kicker:
        section = _own_catch(state, disc, "T48")
        caught = rule(section, has, "kick_to_mate", disc=disc, side=named(terms.after))
        return with_try((by_hand(caught, "ball_on", disc=disc),))
    taken = by_hand(rule("T48", has, "kick_taken", disc=disc), "ball_on", disc=disc)
    if side is not terms.after or not may_mark(state, flown, disc):
        return with_try((taken,))
    marked = replace(has, mark=disc)
    return (taken, rule("T57", marked, "mark", disc=disc, side=named(side)))


def may_mark(state: State, flown: Flown, disc: DiscId) -> bool:
    """T57: caught directly, i.e. touched first (A21), in the own 22 or in-goal."""
    side, place = of(disc), state.squares[disc]
    zones = state.pitch.zone22[side] | state.pitch.in_goal[side]
    airborne = flown.bounced is False or not state.options.mark_airborne
    return place in zones and airborne


def _caught(state: State, by: DiscId, disc: DiscId) -> Rulings:
    """T46: an own disc has it, is open again (T29) and play goes on with the points left."""
    opened = state if disc == by else reopen(state, disc)
    on = replace(opened, ball=disc, tackle_line=None)
    section = _own_catch(state, disc, "T46")
    caught = rule(section, on, "kick_caught", disc=disc, left=on.points_left)
    return with_try((by_hand(caught, "ball_on", disc=disc),))


def _own_catch(state: State, disc: DiscId, usual: str) -> str:
    """T132: a kick caught in the opposing in-goal scores, by an offside disc too."""
    return "T132" if state.squares[disc] in state.pitch.scoring[of(disc)] else usual


def _loose(state: State, flown: Flown, rest: Square, terms: Terms) -> Rulings:
    """T49: nothing touched: the ball is loose where it stops (T19), and the turn is over (T46)."""
    before = straddled(state, flown, rest)
    lost = replace(pass_turn(state, terms.after), ball=rest, tackle_line=None)
    ruling = rule("T49", lost, "kick_loose", square=rest.name, side=named(terms.after))
    return (*before, by_hand(ruling, "ball_at", square=rest.name) if before else ruling)
