"""§5 tackles: T78–T86."""

from dataclasses import replace

from app.games.taru.plays import Tackle
from app.games.taru.rules.awards import award
from app.games.taru.rules.contact import TACKLE, Contact, contact_checks
from app.games.taru.rules.refusal import Check, Rulings, by_hand, judgement, rule
from app.games.taru.rules.table import lay_on
from app.games.taru.rules.tries import with_try
from app.games.taru.state import State
from app.rulebook.api import Ruling
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side

TACKLE_CHECKS: tuple[Check[Contact], ...] = contact_checks(TACKLE)


def _tackle(state: State, play: Contact) -> Rulings:
    """T78, T80: the tackler lies on the tackled disc, which loses the ball; T85: it is played."""
    tackled = state.carrier or ""
    square = play.path[-1]
    down = replace(
        lay_on(state, play.disc, square, "t"),
        ball=None,
        dice=TACKLE.commit(state.dice, len(play.path)) if state.dice else None,
        moved=state.moved | {play.disc},
        tackler=play.disc,
        carried=frozenset(),
    )
    said = rule("T78", down, "tackle", disc=play.disc, victim=tackled, length=len(play.path))
    return (said, *_fall(down, tackled, square))


def _fall(state: State, tackled: DiscId, square: Square) -> Rulings:
    """T80: the ball falls one square straight behind the tackled disc; T82: past each mate of the
    tackler (A35); T81: a mate of the tackled takes it; T83: else it is loose; off the board, the
    tackling side's nearest disc set back has it (A34).
    """
    side = side_of(tackled)
    place, passed = state.pitch.behind(square, side), 0
    while place is not None:
        top = state.top_at(place)
        if top is None:
            return (_loose(state, place, square.rank, passed),)
        if side_of(top) is side:
            took = replace(state, ball=top)
            caught = rule("T81", took, "support", disc=top, square=place.name)
            return with_try((by_hand(caught, "ball_on", disc=top),))
        place, passed = state.pitch.behind(place, side), passed + 1
    if state.options.tackle_dead == "loose_last_square":
        return (_dead(state, square, side),)
    return (award(state, side.other, square, "T80"),)


def _dead(state: State, square: Square, side: Side) -> Ruling[State]:
    """A34's other reading: the ball stays on the last square of the board, where discs lie: the one
    on top has it.
    """
    last = square
    while (behind := state.pitch.behind(last, side)) is not None:
        last = behind
    top = state.top_at(last)
    ruling = rule("T80", replace(state, ball=top), "ball_stays", square=last.name)
    return by_hand(ruling, "ball_at", square=last.name)


def _loose(state: State, place: Square, line: int, passed: int) -> Ruling[State]:
    dropped = replace(state, ball=place, tackle_line=line)
    section = "T82" if passed else "T83"
    return by_hand(rule(section, dropped, "ball_falls", square=place.name), "ball_at",
                   square=place.name)  # fmt: skip


TACKLE_JUDGE = judgement(Tackle, TACKLE_CHECKS, _tackle)
