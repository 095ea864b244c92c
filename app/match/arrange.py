"""How far a table is from the layout it is to be brought to."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.match.table_view import Ghost
from app.rulebook.api import Arrange
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import Layout, Seen, side_of
from app.rulebook.side import Side

HOLD_S = 1.0
"""A table counts as arranged when it has agreed this long without a hand."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """What is left to do: where pieces must go, and how many; satisfied when nothing is."""

    ghosts: tuple[Ghost, ...] = ()
    spare: tuple[Square, ...] = ()
    """Squares that hold a disc which belongs nowhere on the felt."""

    @property
    def count(self) -> int:
        return len(self.ghosts) + len(self.spare)

    @property
    def satisfied(self) -> bool:
        return self.count == 0


def progress(target: Layout, seen: Seen) -> Progress:
    """Compares a seen table with a layout. A disc is taken from the nearest square that has one
    too many of its side.
    """
    wanted, there = dict(target.towers), dict(seen.towers)
    spare: dict[Side, list[Square]] = {side: [] for side in Side}
    lacking: list[tuple[str, Square]] = []
    for square in sorted({*wanted, *there}):
        discs, sides = wanted.get(square, ()), there.get(square, ())
        same = _common(tuple(side_of(d) for d in discs), sides)
        lacking += [(disc, square) for disc in discs[same:]]
        for side in sides[same:]:
            spare[side].append(square)
    ghosts: list[Ghost] = []
    for disc, square in lacking:
        source = _nearest(spare[side_of(disc)], square)
        if source is not None:
            spare[side_of(disc)].remove(source)
        ghosts.append(Ghost(disc=disc, to=square, came_from=source))
    left = tuple(square for squares in spare.values() for square in squares)
    return Progress(ghosts=(*ghosts, *_ball_ghost(target, seen)), spare=left)


def agrees(layout: Layout, seen: Seen) -> bool:
    """Whether a table shows a layout. Where the ball is while it should be off the felt (in a hand,
    on the tee, on the disc it is about to be flicked from) is of no account.
    """
    wanted = layout.seen()
    same_ball = wanted.ball is None or (wanted.ball, wanted.carried) == (seen.ball, seen.carried)
    return same_ball and wanted.towers == seen.towers


def _common(a: tuple[Side, ...], b: tuple[Side, ...]) -> int:
    """How many discs from the bottom agree."""
    same = 0
    while same < min(len(a), len(b)) and a[same] is b[same]:
        same += 1
    return same


def _nearest(squares: Iterable[Square], to: Square) -> Square | None:
    return min(squares, key=lambda square: (king_distance(square, to), square), default=None)


def _ball_ghost(target: Layout, seen: Seen) -> tuple[Ghost, ...]:
    wanted = target.seen()
    if wanted.ball is None or (wanted.ball, wanted.carried) == (seen.ball, seen.carried):
        return ()
    return (Ghost(disc=None, to=wanted.ball, came_from=seen.ball),)


class ArrangeWatch:
    """Closes an Arrange once the table has agreed with it for a second without a hand."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._target: Layout | None = None
        self.progress: Progress | None = None

    def watch(self, arrange: Arrange, at: float, seen: Seen | None, *, quiet: bool) -> bool:
        """Told at every look: the settled table (None: none yet) and whether no hand is near.
        True when the Arrange is fulfilled. One without a target is fulfilled by people's word.
        """
        if arrange.target is None:
            self.progress = None
            return False
        if arrange.target != self._target:
            self._target, self._since, self.progress = arrange.target, None, None
        if seen is not None:
            self.progress = progress(arrange.target, seen)
        if not quiet or self.progress is None or not self.progress.satisfied:
            self._since = None
            return False
        self._since = at if self._since is None else self._since
        return at - self._since >= HOLD_S
