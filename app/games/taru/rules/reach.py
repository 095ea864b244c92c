"""Where one disc can move: T22–T27, T32, T85, T101, T131, by search over free squares."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from app.games.taru.rules.paths import (
    LONGEST_BENT,
    beyond_the_tackle,
    tackled_this_turn,
)
from app.games.taru.state import State
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of

Path = tuple[Square, ...]


@dataclass(frozen=True, kw_only=True)
class Ends:
    """Squares a path may enter but not leave (the ball, a scoring square), and may not enter. Where
    the ball is swept up in passing (A5), a path that did so may not leave `goal` either.
    """

    stops: Collection[Square]
    barred: Collection[Square]
    ball: Square | None = None
    goal: Collection[Square] = ()

    def stop(self, way: Path, square: Square) -> bool:
        """Whether a path that has come along a way ends on this next square."""
        return square in self.stops or (square in self.goal and self.ball in (*way, square))


def destinations(state: State, disc: DiscId) -> Iterator[Path]:
    """The cheapest path to every square a free, unplayed disc may move to."""
    points = state.points_left
    if points <= 0:
        return
    ends = _ends(state, disc)
    origin = state.squares[disc]
    near = _bent(state, origin, min(points, LONGEST_BENT), ends)
    yield from near.values()
    if points > LONGEST_BENT and state.options.bend_then_run:
        yield from _bent_runs(state, origin, points, ends, near)
    elif points > LONGEST_BENT:
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
    if tackled_this_turn(state, disc) or beyond_the_tackle(state, disc):
        return Ends(stops=(), barred=occupied | {loose})
    if not state.options.pickup_in_passing:
        return Ends(stops=(loose,), barred=occupied)
    return Ends(stops=(), barred=occupied, ball=loose, goal=state.pitch.scoring[side_of(disc)])


def _bent(state: State, origin: Square, depth: int, ends: Ends) -> dict[Square, Path]:
    """Breadth first: the first path to reach a square is a cheapest one."""
    neighbours, barred = state.pitch.neighbours, ends.barred
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
                if not ends.stop(way, step):
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
            if ends.stop(ray[:count], square):
                break


def _bent_runs(
    state: State, origin: Square, points: int, ends: Ends, near: Mapping[Square, Path]
) -> Iterator[Path]:
    """T26 by house rule (A3): beyond three squares, on as the third step went. The cheapest way to
    each square that three do not reach.
    """
    found: dict[Square, Path] = {}
    for walk in walks(state, origin, LONGEST_BENT - 1, ends.barred):
        if any(ends.stop(walk[:n], square) for n, square in enumerate(walk)):
            continue
        for ray in state.pitch.rays[walk[-1]]:
            for count, square in enumerate(ray[: points - len(walk)], start=1):
                if square in ends.barred or square in (origin, *walk):
                    break
                way = (*walk, *ray[:count])
                if square not in near and len(way) < len(found.get(square, range(points + 1))):
                    found[square] = way
                if ends.stop(way[:-1], square):
                    break
    yield from found.values()


def walks(state: State, origin: Square, count: int, barred: Collection[Square]) -> Iterator[Path]:
    """All ways of so many steps over free squares, none entered twice."""
    ways: list[Path] = [()]
    for _ in range(count):
        ways = [
            (*way, step)
            for way in ways
            for step in state.pitch.neighbours[way[-1] if way else origin]
            if step not in barred and step not in way and step != origin
        ]
    yield from ways
