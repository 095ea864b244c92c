"""Where one disc can move: T22–T27, T32, T85, T101, T131, by search over free squares."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from app.games.taru.rules.paths import LONGEST_BENT
from app.games.taru.state import State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of

Path = tuple[Square, ...]


@dataclass(frozen=True, kw_only=True)
class Ends:
    """Squares a path may enter but not leave (the ball, a scoring square), and may not enter."""

    stops: Collection[Square]
    barred: Collection[Square]


def destinations(state: State, disc: DiscId) -> Iterator[Path]:
    """The cheapest path to every square a free, unplayed disc may move to."""
    points = state.points_left
    if points <= 0:
        return
    ends = _ends(state, disc)
    origin = state.squares[disc]
    yield from _bent(state, origin, min(points, LONGEST_BENT), ends).values()
    if points > LONGEST_BENT:
        yield from _straight(state, origin, points, ends)


def shortest(state: State, origin: Square, goal: Square) -> Path | None:
    """The shortest path over free squares however long it bends; None when there is none."""
    ends = Ends(stops=(), barred=state.occupied)
    size = state.pitch.board.files * state.pitch.board.ranks
    return _bent(state, origin, size, ends).get(goal)


def _ends(state: State, disc: DiscId) -> Ends:
    occupied = state.occupied
    loose = state.loose
    if disc == state.carrier:
        return Ends(stops=state.pitch.scoring[side_of(disc)], barred=occupied)
    if loose is None:
        return Ends(stops=(), barred=occupied)
    kept_off = disc == state.tackler or (
        state.tackle_line is not None and disc in state.offside(side_of(disc))
    )
    return Ends(stops=(loose,), barred=occupied | {loose} if kept_off else occupied)


def _bent(state: State, origin: Square, depth: int, ends: Ends) -> dict[Square, Path]:
    """Breadth first: the first path to reach a square is a cheapest one."""
    neighbours, barred, stops = state.pitch.neighbours, ends.barred, ends.stops
    found: dict[Square, Path] = {origin: ()}
    edge: list[Square] = [origin]
    for _ in range(depth):
        reached: list[Square] = []
        for square in edge:
            way = found[square]
            for step in neighbours[square]:
                if step in found or step in barred:
                    continue
                found[step] = (*way, step)
                if step not in stops:
                    reached.append(step)
        edge = reached
        if not edge:
            break
    del found[origin]
    return found


def _straight(state: State, origin: Square, points: int, ends: Ends) -> Iterator[Path]:
    """T26: beyond three squares, straight runs only."""
    for ray in state.pitch.rays[origin]:
        for count, square in enumerate(ray[:points], start=1):
            if square in ends.barred:
                break
            if count > LONGEST_BENT:
                yield ray[:count]
            if square in ends.stops:
                break
