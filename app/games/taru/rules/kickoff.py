"""§2 kick-off: T15–T20."""

from dataclasses import replace

from app.games.taru.plays import Kickoff
from app.games.taru.rules.awards import award, first_turn, opened
from app.games.taru.rules.duties import absent, gate, of, wrong_side
from app.games.taru.rules.flights import Outcome, outcome, straddled
from app.games.taru.rules.kicked import may_mark
from app.games.taru.rules.refusal import Refusal, Rulings, by_hand, judgement, named, refuse, rule
from app.games.taru.state import Phase, State
from app.rulebook.api import Ruling
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def kickers(state: State) -> tuple[DiscId, ...]:
    """T15: the central discs of the side that kicks off."""
    centre = state.pitch.centre_file
    return tuple(d for d in state.discs_of(state.turn) if state.squares[d].file == centre)


def _phase(state: State, play: Kickoff) -> Refusal | None:
    return gate(state, of(play.flown.by), (Phase.KICKOFF,), "T15")


def _side(state: State, play: Kickoff) -> Refusal | None:
    refusal = wrong_side(state, of(play.flown.by))
    return replace(refusal, also=("T15",)) if refusal else None


def _present(state: State, play: Kickoff) -> Refusal | None:
    return absent(state, play.flown.by)


def _central(state: State, play: Kickoff) -> Refusal | None:
    """T15: the ball is flicked off a central disc (T13)."""
    if play.flown.by in kickers(state):
        return None
    return refuse("T15", "not_central", also=("T13",), disc=play.flown.by)


def _seen(state: State, play: Kickoff) -> Refusal | None:
    if outcome(state, play.flown, of(play.flown.by)) is not None:
        return None
    return refuse("T15", "flick_unseen")


def _kickoff(state: State, play: Kickoff) -> Rulings:
    """T15: what the ball touched, left or lies on decides who plays first."""
    side = of(play.flown.by)
    result = outcome(state, play.flown, side)
    if result is None:
        return ()
    if result.touched is not None:
        return opened((_touched(state, play.flown, result),))
    if result.rest is None:
        return (rule("T20", state, "kickoff_out", side=named(side)),)
    before = straddled(state, play.flown, result.rest)
    if _long_enough(state, side, result.rest):
        return opened((*before, _long(state, side, result.rest, straddles=bool(before))))
    return opened((*before, award(state, side.other, result.rest, "T16")))


def _long_enough(state: State, side: Side, rest: Square) -> bool:
    """T17: past halfway; a house rule gives the opponents a ball past their front disc (A14)."""
    if rest not in state.pitch.beyond_halfway[side]:
        return False
    front = min(state.squares[disc].rank * side.forward for disc in state.discs_of(side.other))
    kicker_first = state.options.kickoff_past_line == "kicker_first"
    return kicker_first or rest.rank * side.forward <= front


def _touched(state: State, flown: Flown, result: Outcome) -> Ruling[State]:
    """T18: an opponent touched has the ball, with a mark only where the match gives one (A21); T16:
    an own disc touched first makes it short.
    """
    side, disc = of(flown.by), result.touched or ""
    if of(disc) is side:
        reference = result.rest or state.squares[disc]
        return award(state, side.other, reference, "T16")
    marked = state.options.mark_on_kickoff and may_mark(state, flown, disc)
    has = replace(first_turn(state, of(disc)), ball=disc, mark=disc if marked else None)
    return by_hand(rule("T18", has, "kickoff_touched", disc=disc), "ball_on", disc=disc)


def _long(state: State, side: Side, rest: Square, *, straddles: bool) -> Ruling[State]:
    """T17: free and past halfway, the ball is loose and the kicking side plays first."""
    free = replace(first_turn(state, side), ball=rest)
    ruling = rule("T17", free, "kickoff_free", square=rest.name, side=named(side))
    return by_hand(ruling, "ball_at", square=rest.name) if straddles else ruling


KICKOFF = judgement(Kickoff, (_phase, _side, _present, _central, _seen), _kickoff)
