"""Paths, teams and discs as a record writes them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from app.games.taru.notation_fields import read_item
from app.games.taru.state import number_of
from app.rulebook.geometry import Square, direction_between, king_distance, square, step_between
from app.rulebook.layout import DiscId
from app.rulebook.side import Side


def legs(origin: Square, path: Sequence[Square]) -> tuple[Square, ...]:
    """The origin, the squares where the direction changes, and the end."""
    whole = (origin, *path)
    steps = [step_between(a, b) for a, b in pairwise(whole)]
    turns = [whole[i] for i in range(1, len(path)) if steps[i] != steps[i - 1]]
    return (origin, *turns, whole[-1])


def write_way(origin: Square, path: Sequence[Square], last: str = "-") -> str:
    """`g11-h12-h14`; `last` joins the last stretch (`x` of a strip or a tackle)."""
    names = [place.name for place in legs(origin, path)]
    return "-".join(names[:-1]) + last + names[-1]


def read_way(text: str) -> tuple[Square, tuple[Square, ...]]:
    """Origin and squares entered, straight in between. Raises ValueError."""
    corners = [square(name) for name in text.replace("x", "-").split("-")]
    path = [entered for a, b in pairwise(corners) for entered in _straight(a, b)]
    if not path:
        raise ValueError(text)
    return corners[0], tuple(path)


def _straight(start: Square, end: Square) -> Iterator[Square]:
    step = direction_between(start, end)
    if step is None:
        raise ValueError(f"{start}-{end}")
    yield from (start.towards(*step, i) for i in range(1, king_distance(start, end) + 1))


def write_team(squares: Mapping[DiscId, Square], side: Side) -> str:
    """`1-13a5,14a4`: three or more consecutive shirts on consecutive files are one item."""
    ours = sorted((number_of(d), place) for d, place in squares.items() if d[0] == side)
    runs: list[list[tuple[int, Square]]] = []
    for number, place in ours:
        last = runs[-1][-1] if runs else None
        if last and (number, place) == (last[0] + 1, last[1].towards(1, 0)):
            runs[-1].append((number, place))
        else:
            runs.append([(number, place)])
    return ",".join(item for run in runs for item in _items(run)) or "-"


def _items(run: Sequence[tuple[int, Square]]) -> tuple[str, ...]:
    if len(run) < 3:
        return tuple(f"{number}{place}" for number, place in run)
    return (f"{run[0][0]}-{run[-1][0]}{run[0][1]}",)


def read_squares(side: Side, text: str) -> tuple[tuple[DiscId, Square], ...]:
    """Discs of a side with their squares. Raises Problem on an item that is none."""
    if text == "-":
        return ()
    items = (found for item in text.split(",") for found in read_item(side, item))
    return tuple((f"{side}{number}", place) for number, place in items if place is not None)


def short(disc: DiscId, turn: Side) -> str:
    """A disc's number; with its letter unless it is of the side on turn."""
    return disc[1:] if disc[0] == turn else disc


def long(text: str, turn: Side) -> DiscId:
    return text if text[:1] in tuple(Side) else f"{turn}{text}"
