"""Positions that cannot be: each is refused in one sentence."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from app.games.taru.rules.formation import thrower
from app.games.taru.state import TEAM_SIZE, Layer, Phase, State
from app.rulebook.geometry import Square
from app.rulebook.layout import side_of
from app.rulebook.side import Side
from app.rulebook.words import Problem

_PLAYING = (Phase.AWAIT_ROLL, Phase.OPEN, Phase.DOUBLE_SIX)
_HANDS_FULL = (Phase.SETUP, Phase.LINEOUT_SETUP, Phase.CONVERSION, Phase.FINISHED)


def check_position(state: State) -> None:
    """Raises Problem when the position breaks an invariant of spec §3.4 or lacks what its phase
    needs.
    """
    _check_squares(state)
    _check_shared(state)
    for place, tower in state.stacks.items():
        _check_stack(state, place, tower)
    _check_ball(state)
    _check_discs_named(state)
    _check_ledger(state)
    _check_phase(state)


def _check_squares(state: State) -> None:
    holds = state.pitch.board.holds
    for disc, place in state.squares.items():
        if not holds(place):
            raise Problem("taru.position.off_board", disc=disc, square=place.name)
    spots = (state.ball, state.tee, state.lineout.spot if state.lineout else None)
    for spot in spots:
        if isinstance(spot, Square) and not holds(spot):
            raise Problem("taru.position.square_off_board", square=spot.name)
    if state.conversion and state.conversion.file > state.pitch.board.files:
        raise Problem("taru.position.file", file=chr(ord("a") + state.conversion.file - 1))


def _check_shared(state: State) -> None:
    for place, count in Counter(state.squares.values()).items():
        if count > 1 and len(state.stacks.get(place, ())) != count:
            raise Problem("taru.position.shared", square=place.name, count=count)


def _check_stack(state: State, place: Square, tower: tuple[Layer, ...]) -> None:
    """§3.4, A49: two discs of a side lie on one another only when one between them was sent off, or
    was re-placed for a line-out before they were (T110).
    """
    discs = [layer.disc for layer in tower]
    if len(set(discs)) < len(discs) or any(state.squares.get(disc) != place for disc in discs):
        raise Problem("taru.position.stack", square=place.name)
    if state.phase is Phase.LINEOUT_SETUP:
        return
    present = Counter(disc[0] for disc in (*state.squares, *state.in_hand))
    for side in Side:
        twins = sum(a[0] == b[0] == side for a, b in pairwise(discs))
        if twins > TEAM_SIZE - present[side.other]:
            raise Problem("taru.position.stack_sides", square=place.name)


def _check_ball(state: State) -> None:
    carrier = state.carrier
    if carrier is not None and carrier not in state.squares:
        raise Problem("taru.position.carrier_absent", disc=carrier)
    if carrier is not None and not state.free(carrier):
        raise Problem("taru.position.carrier_pinned", disc=carrier)
    if state.loose is not None and state.loose in state.occupied:
        raise Problem("taru.position.ball_on_disc", square=state.loose.name)
    if state.ball is None and state.phase in _PLAYING:
        raise Problem("taru.position.no_ball", phase=state.phase.value)
    if state.tackle_line is not None and not 1 <= state.tackle_line <= state.pitch.board.ranks:
        raise Problem("taru.position.tackle_line", rank=state.tackle_line)


def _named(state: State) -> Iterator[str]:
    yield from (*state.moved, *state.carried, *state.reopened)
    yield from (disc for disc in (state.tackler, state.mark, state.exempt) if disc)
    yield from state.award.discs if state.award else ()
    yield from (state.tee,) if isinstance(state.tee, str) else ()
    for window in state.windows:
        yield from window.flankers


def _check_discs_named(state: State) -> None:
    for disc in _named(state):
        if disc not in state.squares:
            raise Problem("taru.position.disc_absent", disc=disc)
    award = state.award
    if award and any(side_of(disc) is not award.side for disc in award.discs):
        raise Problem("taru.position.award_side")


def _check_ledger(state: State) -> None:
    if state.dice and state.dice.points_left < 0:
        raise Problem("taru.position.overspent", left=state.dice.points_left)


def _flick_told(state: State) -> bool:
    """What an announced flick rests on: a roll, or the mark (T57)."""
    if state.awaited_flick == "mark":
        return state.mark == state.carrier
    return state.awaited_flick in ("pass", "kick") and state.dice is not None


def _check_phase(state: State) -> None:
    needs = {
        Phase.KICKOFF: state.kickoff is not None and state.kickoff.side is not None,
        Phase.AWARD_CHOICE: state.award is not None,
        Phase.PENALTY_CHOICE: state.offender is not None and state.ball is not None,
        Phase.PENALTY_KICK: state.offender is not None and state.tee is not None,
        Phase.PENALTY_TOUCH: state.offender is not None and state.carrier is not None,
        Phase.DROP: isinstance(state.tee, str) and state.dice is not None,
        Phase.AWAIT_FLICK: state.carrier is not None and _flick_told(state),
        Phase.CONVERSION: state.conversion is not None,
        Phase.INTERCEPT_WINDOW: bool(state.windows),
        Phase.LINEOUT_SETUP: state.lineout is not None,
        Phase.LINEOUT_THROW: state.carrier is not None and state.carrier == thrower(state),
    }
    if state.mark is not None and state.mark not in (state.ball, state.tee):
        raise Problem("taru.position.phase_lacks", phase=state.phase.value)
    if not needs.get(state.phase, True):
        raise Problem("taru.position.phase_lacks", phase=state.phase.value)
    if state.in_hand and state.phase not in _HANDS_FULL:
        raise Problem("taru.position.in_hand", phase=state.phase.value)
