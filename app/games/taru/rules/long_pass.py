"""§3 long passes: T34–T43, T99."""

from dataclasses import replace

from app.games.taru.plays import LongPass
from app.games.taru.rules.awards import award
from app.games.taru.rules.duties import gate, of, pinned, wrong_side
from app.games.taru.rules.flights import outcome, over_touch, straddled
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.rules.reopening import reopen
from app.games.taru.rules.touch import lineout
from app.games.taru.rules.tries import with_try
from app.games.taru.rules.turns import lost_by_pass, pass_turn
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.facts import Exit
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId


def _phase(state: State, play: LongPass) -> Refusal | None:
    return gate(state, of(play.flown.by), (Phase.OPEN,), "T34")


def _side(state: State, play: LongPass) -> Refusal | None:
    return wrong_side(state, of(play.flown.by))


def _free(state: State, play: LongPass) -> Refusal | None:
    """T70, T86: a disc under another does nothing."""
    return pinned(state, play.flown.by)


def _carries(state: State, play: LongPass) -> Refusal | None:
    """T34: the ball leaves from its carrier's square."""
    if play.flown.by == state.carrier:
        return None
    return refuse("T34", "not_carrier", disc=play.flown.by)


def _seen(state: State, play: LongPass) -> Refusal | None:
    """T34: what became of the ball must be known."""
    if outcome(state, play.flown, of(play.flown.by)) is not None:
        return None
    return refuse("T34", "flick_unseen")


def _long_pass(state: State, play: LongPass) -> Rulings:
    """T42: released, the pass stands; what it touched, left or lies on decides."""
    by, flown = play.flown.by, play.flown
    result = outcome(state, flown, of(by))
    passer = state.squares[by]
    if result is None:
        return ()
    if result.touched is not None:
        return _touch(state, by, result.touched)
    if result.left is not None:
        return _out(state, result.left)
    rest = result.rest or passer
    before = straddled(state, flown, rest)
    if (rest.rank - passer.rank) * of(by).forward > 0:
        return (*before, _turnover(state, rest, "T41"))
    return (*before, _astray(state, rest, straddles=bool(before)))


def _out(state: State, left: Exit) -> Rulings:
    """T43: the opponents' nearest disc set back has the ball; by house rule a pass into touch is a
    line-out (A10).
    """
    thrown_in = state.options.pass_touch != "nearest_back"  # noqa: S105  a pass of the game
    if thrown_in and over_touch(state, left):
        return lineout(state, left.square, state.turn.other, "T106")
    return (_turnover(state, left.square, "T43"),)


def _touch(state: State, by: DiscId, disc: DiscId) -> Rulings:
    """T35: a mate level or behind carries and is open again (T29); one ahead makes it forward (T99,
    A9); T36: an opponent has it, and his side the turn.
    """
    if of(disc) is not of(by):
        turn = replace(lost_by_pass(state, of(disc)), ball=disc, tackle_line=None)
        picked = rule("T36", turn, "picked_off", disc=disc)
        return with_try((by_hand(picked, "ball_on", disc=disc),))
    ahead = (state.squares[disc].rank - state.squares[by].rank) * of(by).forward
    match state.options.long_pass_ahead if ahead > 0 else "completed":
        case "forward":
            forward = rule("T99", state, "touched_ahead", disc=disc, ahead=ahead)
            return (forward, _turnover(state, state.squares[disc], "T41"))
        case "loose":
            return (_dropped(state, disc),)
        case "completed":
            return _completed(state, by, disc)


def _completed(state: State, by: DiscId, disc: DiscId) -> Rulings:
    """T35: the mate carries and is open again (T29)."""
    opened = state if disc == by else reopen(state, disc)
    done = replace(opened, ball=disc, carried=frozenset())
    completed = rule("T35", done, "long_pass", disc=disc)
    return with_try((by_hand(completed, "ball_on", disc=disc),))


def _turnover(state: State, reference: Square, section: str) -> Ruling[State]:
    """T41 forward, T43 out: the ball goes to the opponents' nearest disc set back, and the turn."""
    return award(state, state.turn.other, reference, section)


def _dropped(state: State, disc: DiscId) -> Ruling[State]:
    """T37, A9 by house rule: a mate ahead lets the ball drop behind it, or, where a disc stands or
    the felt ends, on the nearest empty square; the passer loses the turn.
    """
    met = state.squares[disc]
    behind = state.pitch.behind(met, of(disc))
    empty = sorted(
        (s for s in state.pitch.neighbours if s not in state.occupied),
        key=lambda s: (s != behind, king_distance(s, met), state.pitch.centre_distance(s), s),
    )
    lost = replace(pass_turn(state, state.turn.other), ball=empty[0], tackle_line=None)
    ruling = rule("T37", lost, "astray", square=empty[0].name, side=named(lost.turn))
    return by_hand(ruling, "ball_at", square=empty[0].name)


def _astray(state: State, rest: Square, *, straddles: bool) -> Ruling[State]:
    """T37: nobody touched it, level or behind: it is loose, and the passer loses the turn."""
    lost = replace(pass_turn(state, state.turn.other), ball=rest, tackle_line=None)
    ruling = rule("T37", lost, "astray", square=rest.name, side=named(lost.turn))
    return by_hand(ruling, "ball_at", square=rest.name) if straddles else ruling


LONG_PASS = judgement(LongPass, (_phase, _side, _free, _carries, _seen), _long_pass)
