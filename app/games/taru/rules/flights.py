"""What became of a flicked ball: T19 (straddling), T48 of passes (first touch), exits."""

from dataclasses import dataclass

from app.games.taru.rules.refusal import Rulings, rule
from app.games.taru.rules.touches import disc_met
from app.games.taru.state import State
from app.rulebook.facts import Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What decides a flick: the disc touched (top of its stack, A13), else the square it left the
    board from, else the square it lies on. `rest` may also be known beside a touch.
    """

    touched: DiscId | None = None
    out: Square | None = None
    rest: Square | None = None


def outcome(state: State, flown: Flown, side: Side) -> Outcome | None:
    """First touch decides (A12), then the exit, then the rest; None when nothing is known."""
    rest = resting_square(state, flown.rest, side)
    touched = _touched(state, flown, rest)
    if touched is not None:
        return Outcome(touched=touched, rest=rest)
    if flown.exit is not None and state.pitch.board.holds(flown.exit.square):
        return Outcome(out=flown.exit.square)
    return Outcome(rest=rest) if rest is not None else None


def resting_square(state: State, rest: tuple[Square, ...], side: Side) -> Square | None:
    """T19: of the squares straddled, the farthest back for the side that flicked; among equals the
    nearest to the central file.
    """
    on_board = [square for square in rest if state.pitch.board.holds(square)]
    return min(
        on_board,
        key=lambda s: (s.rank * side.forward, state.pitch.centre_distance(s), s.file),
        default=None,
    )


def straddled(state: State, flown: Flown, rest: Square | None) -> Rulings:
    """T19 as a ruling of its own, when the ball lay over a line."""
    if rest is None or len(flown.rest) < 2:
        return ()
    return (rule("T19", state, "straddle", square=rest.name, count=len(flown.rest)),)


def _touched(state: State, flown: Flown, rest: Square | None) -> DiscId | None:
    """The first disc touched; a ball that came to rest on a disc's square touched it (T19)."""
    met = disc_met(state, flown)
    if met is not None:
        return state.top_at(state.squares[met])
    if flown.exit is None and rest is not None:
        return state.top_at(rest)
    return None
