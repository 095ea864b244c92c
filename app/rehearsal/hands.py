"""Hands at a pretend table: what they do, motion by motion, with the time a person takes.

A hand comes in over its own end of the table, does what it came for, and leaves.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.rehearsal.table import PretendTable
from app.rulebook.acts import Act, Flick, LayOut, PutBall, Slide, TakeAway
from app.rulebook.facts import Edge
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout, side_of
from app.rulebook.side import Side
from vision.synthetic.legs import Flight, Point

REACH_S, GRASP_S, SQUARE_S, LET_GO_S, LEAVE_S = 0.30, 0.10, 0.11, 0.10, 0.30
TIDY_REACH_S, TIDY_CARRY_S = 0.10, 0.13
AIM_S = 0.25
OUTSIDE_MM = 160.0
BALL = "ball"
EDGES: dict[Side, Edge] = {Side.HOME: "S", Side.AWAY: "N"}


@dataclass(frozen=True, kw_only=True)
class Motion:
    """The hand's tip goes to a point in some seconds, carrying a disc, the ball, or nothing; then
    something is done.
    """

    seconds: float
    to: Point
    carry: DiscId | None = None
    then: Callable[[], None] | None = None
    grips: bool = False


@dataclass(kw_only=True)
class Pieces:
    """What hands work on: the table, where carried pieces are right now, discs kept in a fist, and
    what to call when a finger lets the ball fly.
    """

    table: PretendTable
    release: Callable[[DiscId, Flight], None]
    carried: dict[DiscId, Point] = field(default_factory=dict)
    in_fist: set[DiscId] = field(default_factory=set)


class Hand:
    """One hand on one visit. `only` limits a tidying hand to one side's discs."""

    def __init__(
        self, side: Side, acts: Iterable[Act], pieces: Pieces, *, only: Side | None = None
    ) -> None:
        self.side, self.only = side, only
        self.edge = EDGES[side]
        self._pieces, self._table = pieces, pieces.table
        self._acts = deque(acts)
        self._motions: deque[Motion] = deque()
        self._used = 0.0
        self.angle: float | None = None
        """Where the fingers point (rad), when it is not straight away from the hand's own end."""
        self.tip = self._from = self._outside((self._table.board.width_mm / 2, 0.0))
        self._leaving = False
        self.linger_s = 0.0
        """How long the hand stays over the table once its acts are done."""
        self.gone = False

    @property
    def holding(self) -> bool:
        return bool(self._motions) and self._motions[0].grips

    def fetch_ball(self) -> None:
        """Carry the ball off the felt before anything else."""
        self._motions.extend(self._take_ball())

    def advance(self, seconds: float) -> None:
        left = seconds
        while left > 1e-9 and not self.gone:
            if not self._motions:
                self._plan_next()
                continue
            left = self._follow(self._motions[0], left)

    def _follow(self, motion: Motion, left: float) -> float:
        """Move along one motion; what is left of the time."""
        spent = min(left, motion.seconds - self._used)
        self._used += spent
        share = 1.0 if motion.seconds <= 0 else self._used / motion.seconds
        ease = share * share * (3 - 2 * share)
        self.tip = (
            self._from[0] + (motion.to[0] - self._from[0]) * ease,
            self._from[1] + (motion.to[1] - self._from[1]) * ease,
        )
        if motion.carry is not None:
            self._pieces.carried[motion.carry] = self.tip
        if self._used >= motion.seconds - 1e-9:
            self._motions.popleft()
            self._used, self._from = 0.0, motion.to
            if motion.then is not None:
                motion.then()
        return left - spent

    def _plan_next(self) -> None:
        """Plan the next act, which may be nothing at all, or the way out."""
        if self._acts:
            self._motions.extend(self._plan(self._acts.popleft()))
        elif self._leaving:
            self.gone = True
        else:
            self._leaving = True
            self._motions.append(Motion(seconds=self.linger_s, to=self.tip))
            self._motions.append(Motion(seconds=LEAVE_S, to=self._outside(self.tip)))

    def point(self, angle: float, at: Point) -> None:
        """Let the fingers point that way; the hand comes to `at` from behind, and goes there."""
        self.angle = angle
        self.tip = self._from = self._outside(at)

    def _outside(self, at: Point) -> Point:
        """Where the hand is off the table, on its way from or to a point."""
        board = self._table.board
        if self.angle is None:
            return (at[0], -OUTSIDE_MM if self.edge == "S" else board.length_mm + OUTSIDE_MM)
        back = (-math.cos(self.angle), -math.sin(self.angle))
        reach = min(
            ((size if way > 0 else 0.0) - here) / way if way else math.inf
            for here, way, size in zip(at, back, (board.width_mm, board.length_mm), strict=True)
        )
        return (
            at[0] + back[0] * (reach + OUTSIDE_MM),
            at[1] + back[1] * (reach + OUTSIDE_MM),
        )

    # ------------------------------------------------------------------ what each act takes

    def _plan(self, act: Act) -> list[Motion]:
        match act:
            case Slide(disc=disc, path=path):
                return self._slide(disc, path)
            case PutBall(to=to):
                return self._put_ball(to)
            case Flick():
                return self._flick(act)
            case TakeAway(disc=disc):
                return self._take_away(disc)
            case LayOut(layout=layout):
                return self._tidy(act, layout)
            case _:
                return []

    def _slide(self, disc: DiscId, path: tuple[Square, ...]) -> list[Motion]:
        table, end = self._table, self._table.place_for(path[-1])
        start = table.spots[disc]
        stops = [*(table.board.centre_of(square) for square in path[:-1]), end]
        motions = self._reach(start)
        here = start
        for stop in stops:
            steps = max(1.0, math.dist(here, stop) / table.board.square_mm)
            motions.append(Motion(seconds=SQUARE_S * steps, to=stop, carry=disc, grips=True))
            here = stop

        def set_down() -> None:
            self._pieces.carried.pop(disc, None)
            table.lift(disc)
            table.set_down(disc, path[-1], end)

        motions.append(Motion(seconds=LET_GO_S, to=end, carry=disc, grips=True, then=set_down))
        return motions

    def _reach(self, at: Point) -> list[Motion]:
        return [
            Motion(seconds=REACH_S, to=at),
            Motion(seconds=GRASP_S, to=at, grips=True),
        ]

    def _put_ball(self, to: DiscId | Square) -> list[Motion]:
        table = self._table
        end = table.spots[to] if isinstance(to, str) else table.board.centre_of(to)
        start = table.ball_at
        motions = self._reach(start) if start is not None else []

        def lay() -> None:
            self._pieces.carried.pop(BALL, None)
            table.put_ball(to)

        reach = REACH_S if start is None else 0.18 + math.dist(start, end) / 2500
        motions.append(Motion(seconds=reach, to=end, carry=BALL, grips=True))
        motions.append(Motion(seconds=LET_GO_S, to=end, carry=BALL, grips=True, then=lay))
        return motions

    def _flick(self, flick: Flick) -> list[Motion]:
        table = self._table
        motions = self._put_ball(flick.by) if table.ball != flick.by else []
        x, y = table.spots[flick.by]
        size = math.dist((x, y), flick.towards_mm) or 1.0
        behind = (
            x - (flick.towards_mm[0] - x) / size * 14,
            y - (flick.towards_mm[1] - y) / size * 14,
        )

        def let_fly() -> None:
            self._pieces.release(flick.by, table.flight(flick))

        return [
            *motions,
            Motion(seconds=REACH_S, to=behind),
            Motion(seconds=AIM_S, to=behind, then=let_fly),
        ]

    def _take_away(self, disc: DiscId) -> list[Motion]:
        def gone() -> None:
            self._pieces.carried.pop(disc, None)
            self._table.take_away(disc)

        start = self._table.spots[disc]
        out = Motion(seconds=LEAVE_S, to=self._outside(start), carry=disc, grips=True, then=gone)
        return [*self._reach(start), out]

    # ------------------------------------------------------------------ tidying up

    def _tidy(self, act: LayOut, layout: Layout) -> list[Motion]:
        """Put one more disc where it belongs and come back to the same act; the ball comes last."""
        wrong = self._table.out_of_place(layout)
        mine = sorted(disc for disc in wrong if self.only in {None, side_of(disc)})
        if not mine:
            waits_for_discs = bool(wrong) and self.only is not None
            return [] if waits_for_discs else self._tidy_ball(layout)
        self._acts.appendleft(act)
        where = layout.where()
        for disc in mine:
            if disc not in where:
                return self._take_away(disc)
            if self._may_lie_down(disc, where[disc], layout):
                return self._lay_disc(disc, where[disc])
        return self._take_into_fist(mine)

    def _may_lie_down(self, disc: DiscId, square: Square, layout: Layout) -> bool:
        below = tuple(d for d in self._table.towers.get(square, ()) if d != disc)
        tower = dict(layout.towers)[square]
        return below == tower[: tower.index(disc)]

    def _lay_disc(self, disc: DiscId, square: Square) -> list[Motion]:
        table = self._table
        end = table.place_for(square)
        start = self.tip if table.square_of(disc) is None else table.spots[disc]

        def set_down() -> None:
            self._pieces.carried.pop(disc, None)
            self._pieces.in_fist.discard(disc)
            table.lift(disc)
            table.set_down(disc, square, end)

        return [
            Motion(seconds=TIDY_REACH_S, to=start),
            Motion(seconds=TIDY_CARRY_S, to=end, carry=disc, grips=True, then=set_down),
        ]

    def _take_into_fist(self, mine: list[DiscId]) -> list[Motion]:
        """Every place is taken: clear one, or wait for the other hand."""
        table = self._table
        disc = next((d for d in mine if table.square_of(d) is not None), None)
        if disc is None:
            return [Motion(seconds=TIDY_REACH_S, to=self.tip)]

        def close() -> None:
            table.lift(disc)
            self._pieces.in_fist.add(disc)

        return [Motion(seconds=TIDY_REACH_S, to=table.spots[disc], then=close)]

    def _tidy_ball(self, layout: Layout) -> list[Motion]:
        if layout.ball == self._table.layout().ball:
            return []
        if layout.ball is not None:
            return self._put_ball(layout.ball)
        return self._take_ball()

    def _take_ball(self) -> list[Motion]:
        start = self._table.ball_at
        if start is None:
            return []

        def gone() -> None:
            self._pieces.carried.pop(BALL, None)
            self._table.ball = None

        out = Motion(seconds=LEAVE_S, to=self._outside(start), carry=BALL, grips=True, then=gone)
        return [*self._reach(start), out]
