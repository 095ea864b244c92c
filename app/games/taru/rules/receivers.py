"""Who may have a ball kicked dead, and where: T50, T51 (A20, A51b, A73)."""

from app.games.taru.state import State
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId


def in_the_22(state: State) -> tuple[DiscId, ...]:
    """T50: the receiving side's free discs in its 22, its in-goal not included (A20)."""
    zone = state.pitch.zone22[state.turn]
    if state.options.restart_in_goal:
        zone |= state.pitch.in_goal[state.turn]
    ours = state.discs_of(state.turn)
    return tuple(d for d in ours if state.squares[d] in zone and state.free(d))


def receivers(state: State) -> tuple[DiscId, ...]:
    """T50: the discs that may have the ball; T51: else those nearest to the restart spot (A73)."""
    inside = in_the_22(state)
    if inside:
        return inside
    spot = state.pitch.restart_spot[state.turn]
    free = [d for d in state.discs_of(state.turn) if state.free(d)]
    far = {disc: king_distance(state.squares[disc], spot) for disc in free}
    return tuple(disc for disc in free if far[disc] == min(far.values()))


def spots(state: State) -> tuple[Square, ...]:
    """T51: where a disc is brought to: the centre square behind the 22 line, else the nearest empty
    square of its rank, two when equally near (A51b).
    """
    spot = state.pitch.restart_spot[state.turn]
    files = range(1, state.pitch.board.files + 1)
    taken = state.occupied
    empty = [sq for sq in (Square(f, spot.rank) for f in files) if sq not in taken]
    near = min((king_distance(square, spot) for square in empty), default=None)
    if near is None:
        return (nearest_empty(state, spot),)
    return tuple(square for square in empty if king_distance(square, spot) == near)


def nearest_empty(state: State, spot: Square) -> Square:
    """Among equals the one on the spot's rank, then the farther back, then nearer file a."""
    forward, taken = state.turn.forward, state.occupied
    empty = (square for square in state.pitch.neighbours if square not in taken)
    return min(
        empty,
        key=lambda s: (king_distance(s, spot), s.rank != spot.rank, s.rank * forward, s.file),
    )
