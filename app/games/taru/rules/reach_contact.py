"""Which discs can strip or tackle the carrier: T66–T68, T78, T79, by exact count."""

from collections.abc import Iterator

from app.games.taru.plays import Strip, Tackle
from app.games.taru.rules.contact import STRIP, TACKLE, opposing_carrier
from app.games.taru.rules.paths import LONGEST_BENT
from app.games.taru.rules.reach import walks
from app.games.taru.rules.refusal import first_refusal
from app.games.taru.rules.strip import STRIP_CHECKS, arrives_square
from app.games.taru.rules.tackle import TACKLE_CHECKS
from app.games.taru.state import State
from app.rulebook.geometry import Square, direction_between, king_distance
from app.rulebook.layout import DiscId, side_of

Path = tuple[Square, ...]


def contacts(state: State, only: DiscId | None = None) -> Iterator[Strip | Tackle]:
    """One strip and one tackle for each disc of the turn owner that has one."""
    carrier = opposing_carrier(state, state.turn)
    if carrier is None or state.dice is None:
        return
    for disc in (only,) if only else state.discs_of(state.turn):
        for count in reversed(STRIP.counts(state)):
            path = exact_path(state, disc, count, strip=True)
            play = Strip(disc=disc, path=path) if path else None
            if play is not None and first_refusal(state, play, STRIP_CHECKS) is None:
                yield play
                break
        for count in reversed(TACKLE.counts(state)):
            path = exact_path(state, disc, count, strip=False)
            onto = Tackle(disc=disc, path=path) if path else None
            if onto is not None and first_refusal(state, onto, TACKLE_CHECKS) is None:
                yield onto
                break


def exact_path(state: State, disc: DiscId, count: int, *, strip: bool) -> Path | None:
    """A legal path of exactly `count` squares onto the carrier, None when there is none (A2)."""
    carrier = state.carrier
    if carrier is None:
        return None
    start, goal = state.squares[disc], state.squares[carrier]
    if king_distance(start, goal) > count:
        return None
    barred = state.occupied
    straight = state.options.exact_path == "distance"
    if straight and king_distance(start, goal) < count:
        return None
    paths = (
        _walks(state, start, goal, count, barred)
        if count <= LONGEST_BENT
        else _long(state, start, goal, count, barred)
    )
    attacks = side_of(carrier)
    for path in paths:
        last = path[-2] if count > 1 else start
        if not strip or arrives_square(last, goal, attacks):
            return path
    return None


def _long(
    state: State, start: Square, goal: Square, count: int, barred: frozenset[Square]
) -> Iterator[Path]:
    """T26: straight, or by house rule straight after three that may bend (A3)."""
    yield from _runs(start, goal, count, barred)
    if not state.options.bend_then_run:
        return
    for walk in walks(state, start, LONGEST_BENT - 1, barred):
        for path in _runs(walk[-1], goal, count - len(walk), barred | {start, *walk}):
            yield (*walk, *path)


def _runs(start: Square, goal: Square, count: int, barred: frozenset[Square]) -> Iterator[Path]:
    step = direction_between(start, goal)
    if step is None or king_distance(start, goal) != count:
        return
    path = tuple(start.towards(*step, i) for i in range(1, count + 1))
    if not any(square in barred for square in path[:-1]):
        yield path


def _walks(
    state: State, start: Square, goal: Square, count: int, barred: frozenset[Square]
) -> Iterator[Path]:
    """All paths of exactly `count` squares to the goal over free squares, none twice."""
    if count == 1:
        if goal in state.pitch.neighbours[start]:
            yield (goal,)
        return
    for step in state.pitch.neighbours[start]:
        if step in barred or king_distance(step, goal) > count - 1:
            continue
        for rest in _walks(state, step, goal, count - 1, barred | {step}):
            yield (step, *rest)
