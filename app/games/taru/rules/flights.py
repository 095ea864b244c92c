"""What became of a flicked ball: T19 (straddling), T48 (first touch), exits (A55, A57)."""

from dataclasses import dataclass
from itertools import product

from app.games.taru.rules.refusal import Rulings, rule
from app.games.taru.rules.touches import disc_met
from app.games.taru.state import State
from app.rulebook.facts import Edge, Exit, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What decides a flick: the disc touched (top of its stack, A13), else where it left the board,
    else the square it lies on. `rest` may also be known beside a touch.
    """

    touched: DiscId | None = None
    left: Exit | None = None
    rest: Square | None = None

    @property
    def out(self) -> Square | None:
        """The square it left the board from."""
        return self.left.square if self.left else None


def outcome(state: State, flown: Flown, side: Side) -> Outcome | None:
    """First touch decides (A12), then the exit, then the rest; None when nothing is known."""
    rest = resting_square(state, rest_of(state, flown), side)
    touched = _touched(state, flown, rest)
    if touched is not None:
        return Outcome(touched=touched, rest=rest)
    left = flown.exit or _over_an_edge(state, flown, rest)
    if left is not None and state.pitch.board.holds(left.square):
        return Outcome(left=left)
    return Outcome(rest=rest) if rest is not None else None


def over_touch(state: State, left: Exit) -> bool:
    """A57: over a side edge of the field of play, not of an in-goal (T50)."""
    goals = state.pitch.in_goal
    return left.edge in ("W", "E") and not any(left.square in zone for zone in goals.values())


def rest_of(state: State, flown: Flown) -> tuple[Square, ...]:
    """T19: the squares under a resting ball: as told, unless the match has its own measure of
    straddling (A19) and the resting point is known.
    """
    margin, spot, board = state.options.straddle_mm, flown.rest_spot, state.pitch.board
    if margin is None or spot is None:
        return flown.rest
    corners = product((spot.x_mm - margin, spot.x_mm + margin),
                      (spot.y_mm - margin, spot.y_mm + margin))  # fmt: skip
    found = {board.square_at(x, y) for x, y in corners}
    return tuple(sorted(square for square in found if square is not None)) or flown.rest


def _over_an_edge(state: State, flown: Flown, rest: Square | None) -> Exit | None:
    """A55: where a ball over an edge of the board counts as out, the edge it lies over."""
    if not state.options.edge_is_out or rest is None:
        return None
    board, spot = state.pitch.board, flown.rest_spot
    margin = state.options.straddle_within_mm(board.square_mm)
    x, y = (spot.x_mm, spot.y_mm) if spot else board.centre_of(rest)
    beside = [square for square in flown.rest if not board.holds(square)]
    over: dict[Edge, bool] = {
        "W": x <= margin or any(square.file < 1 for square in beside),
        "E": x >= board.width_mm - margin or any(sq.file > board.files for sq in beside),
        "S": y <= margin or any(square.rank < 1 for square in beside),
        "N": y >= board.length_mm - margin or any(sq.rank > board.ranks for sq in beside),
    }
    edge = next((edge for edge, lies in over.items() if lies), None)
    return Exit(edge=edge, square=rest, spot=spot) if edge else None


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
    squares = rest_of(state, flown)
    if rest is None or len(squares) < 2:
        return ()
    return (rule("T19", state, "straddle", square=rest.name, count=len(squares)),)


def _touched(state: State, flown: Flown, rest: Square | None) -> DiscId | None:
    """The first disc touched; a ball that came to rest on a disc's square touched it (T19)."""
    met = disc_met(state, flown)
    if met is not None:
        return state.top_at(state.squares[met])
    if flown.exit is None and rest is not None:
        return state.top_at(rest)
    return None
