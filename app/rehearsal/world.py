"""One pretend table in virtual time, behind both seams: what a camera sees of it, and what its
people do to the box.

The world plays what it is told and knows no rule. `perform` takes the acts of one side; they are
done in order as `advance` lets time pass. Nothing here reads a clock.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from app.rehearsal.aim import steadied
from app.rehearsal.chance import chance_of
from app.rehearsal.hands import BALL, Hand, Pieces
from app.rehearsal.table import PretendTable, team_of
from app.rulebook.acts import (
    Act,
    Flick,
    KickAtPosts,
    LayOut,
    PressKey,
    RollDice,
    Say,
)
from app.rulebook.api import Physics
from app.rulebook.board import Board
from app.rulebook.facts import Flown
from app.rulebook.layout import DiscId
from app.rulebook.side import Side
from vision.synthetic import Scene, SceneBall, SceneDisc, SceneHand
from vision.synthetic.legs import Flight, Point

TWO_HANDED = 7
"""From so many discs out of place on, both sides tidy up."""
BOX_ACT_S = 0.35
DRAW_BACK_S = 0.8
KICK_S = 0.8
SHUTTER_S = 0.004
BEYOND_MM = 45.0
"""A ball this far off the felt has fallen off the table."""


class BoxKeys(Protocol):
    """What people can do to the box on the table."""

    now: float
    """The world's time, kept up by the world."""

    rolls: list[tuple[int, ...]]
    """The faces of every roll so far: the truth."""

    def press_dice(self) -> bool:
        """False when the box could not notice."""
        ...

    def press_key(self, act: PressKey) -> bool:
        """False when the box could not notice."""
        ...

    def kick(self, side: Side, *, good: bool) -> None:
        """A side kicks the ball at the posts."""
        ...


@dataclass(frozen=True, kw_only=True)
class _Visit:
    """What happens at one time: hands over the table, or something done beside it at its end."""

    hands: Callable[[], tuple[Hand, ...]] | None = None
    seconds: float = 0.0
    then: Callable[[], bool] | None = None
    """Tried again after as many seconds when it gives False."""


class World:
    """A table, its hands, its ball in flight and its clock (`now`, in virtual seconds)."""

    def __init__(self, board: Board, physics: Physics, box: BoxKeys, seed: int) -> None:
        self.board, self.box = board, box
        self.table = PretendTable(board, physics, chance_of(seed, "placing"))
        self.now = 0.0
        self.light = 1.0
        self.flown: list[tuple[float, Flown]] = []
        """Every flight with the time its ball came to rest: the truth."""
        self.said: list[Say] = []
        """Choices people told the app by touch, to be passed on to it."""
        self.linger_s = 0.0
        self.steady = True
        """Whether people flick so that anybody could tell what happened (see `aim.steadied`)."""
        self.hand_left_at = 0.0
        self._pieces = Pieces(table=self.table, release=self._release)
        self._hands: tuple[Hand, ...] = ()
        self._visits: deque[_Visit] = deque()
        self._wait = 0.0
        self._beside: _Visit | None = None
        self._flight: tuple[float, DiscId, Flight] | None = None
        self._chance = chance_of(seed, "aiming")
        chance = chance_of(seed, "crests")
        self._angles = {f"{side}{n}": chance.gauss(0, 0.5) for side in Side for n in range(1, 40)}

    # ------------------------------------------------------------------ what is going on

    @property
    def flying(self) -> bool:
        return self._flight is not None

    @property
    def hands_over(self) -> bool:
        return bool(self._hands)

    @property
    def busy(self) -> bool:
        """Something that was asked for is not done yet."""
        return bool(self._hands or self._visits or self._flight or self._beside)

    def perform(self, acts: Iterable[Act], side: Side) -> None:
        """Queue acts. Neighbouring acts on the pieces are one visit of a hand; a flick ends it."""
        visit: list[Act] = []
        for act in acts:
            if isinstance(act, RollDice | PressKey | KickAtPosts | Say):
                self._queue_hands(visit, side)
                visit = []
                self._queue_beside(act, side)
                continue
            if isinstance(act, LayOut | Flick) and visit:
                # Who puts the ball down draws the hand back before flicking it.
                self._queue_hands(visit, side)
                self._visits.append(_Visit(seconds=DRAW_BACK_S, then=lambda: True))
                visit = []
            visit.append(act)
            if isinstance(act, Flick | LayOut):
                self._queue_hands(visit, side)
                visit = []
        self._queue_hands(visit, side)

    def _queue_hands(self, acts: list[Act], side: Side) -> None:
        if acts:
            self._visits.append(_Visit(hands=lambda: self._hands_for(tuple(acts), side)))

    def _hands_for(self, acts: tuple[Act, ...], side: Side) -> tuple[Hand, ...]:
        first = acts[0]
        if isinstance(first, LayOut) and self._is_tidying(first):
            # Both tidy their own discs; whoever comes last lays the ball.
            return tuple(Hand(s, (first,), self._pieces, only=s) for s in (side, side.other))
        hand = Hand(side, acts, self._pieces)
        if isinstance(first, Flick):
            first = steadied(first, self.table, self._chance) if self.steady else first
            acts = (first, *acts[1:])
            hand = Hand(side, acts, self._pieces)
            x, y = self.table.spots[first.by]
            angle = math.atan2(first.towards_mm[1] - y, first.towards_mm[0] - x)
            hand.point(angle, (x, y))
        hand.linger_s = self.linger_s
        return (hand,)

    def _is_tidying(self, act: LayOut) -> bool:
        return len(self.table.out_of_place(act.layout)) >= TWO_HANDED

    def _queue_beside(self, act: RollDice | PressKey | KickAtPosts | Say, side: Side) -> None:
        match act:
            case RollDice():
                self._beside_after(BOX_ACT_S, self.box.press_dice)
            case PressKey():
                self._beside_after(BOX_ACT_S, lambda: self.box.press_key(act))
            case KickAtPosts(good=good):
                if self.table.ball is not None:
                    self._visits.append(_Visit(hands=lambda: (self._ball_lifter(side),)))
                self._beside_after(KICK_S, lambda: self._kick(side, good=good))
            case Say():
                self._beside_after(BOX_ACT_S, lambda: self._say(act))

    def _beside_after(self, seconds: float, then: Callable[[], bool]) -> None:
        self._visits.append(_Visit(seconds=seconds, then=then))

    def _kick(self, side: Side, *, good: bool) -> bool:
        self.box.kick(side, good=good)
        return True

    def _say(self, say: Say) -> bool:
        self.said.append(say)
        return True

    def _ball_lifter(self, side: Side) -> Hand:
        hand = Hand(side, (), self._pieces)
        hand.fetch_ball()
        return hand

    # ------------------------------------------------------------------ time

    def advance(self, seconds: float) -> None:
        """Let virtual time pass."""
        self.now += seconds
        self.box.now = self.now
        self._follow_flight()
        if not self._hands and not self.flying:
            self._begin_next(seconds)
        for hand in self._hands:
            hand.advance(seconds)
        if self._hands and all(hand.gone for hand in self._hands):
            self._hands = ()
            self.hand_left_at = self.now

    def _begin_next(self, seconds: float) -> None:
        if self._beside is not None:
            self._go_on_beside(self._beside, seconds)
            return
        if not self._visits:
            return
        visit = self._visits.popleft()
        if visit.hands is not None:
            self._hands = visit.hands()
        else:
            self._wait, self._beside = visit.seconds, visit

    def _go_on_beside(self, visit: _Visit, seconds: float) -> None:
        self._wait -= seconds
        if self._wait > 0 or visit.then is None:
            return
        if visit.then():
            self._beside = None
            self.hand_left_at = self.now
        else:
            self._wait = visit.seconds

    def _release(self, by: DiscId, flight: Flight) -> None:
        self._flight = (self.now, by, flight)

    def _follow_flight(self) -> None:
        if self._flight is None:
            return
        since, by, flight = self._flight
        done = self.now - since >= flight.duration
        if done or self._far_off(flight.position(self.now - since)):
            self._flight = None
            self.table.land(flight)
            self.flown.append((self.now, self.table.flown(by, flight)))

    def _far_off(self, at: tuple[float, float, float]) -> bool:
        x, y, _ = at
        outside = max(-x, x - self.board.width_mm, -y, y - self.board.length_mm)
        return outside > BEYOND_MM

    # ------------------------------------------------------------------ what a camera sees

    def scene(self) -> Scene:
        carried = self._pieces.carried
        discs = [
            self._scene_disc(lying.disc, carried.get(lying.disc, lying.at), lying.level)
            for lying in self.table.lying()
        ]
        shown = {lying.disc for lying in self.table.lying()}
        discs += [
            self._scene_disc(disc, at, 0)
            for disc, at in carried.items()
            if disc not in shown and disc != BALL
        ]
        hands = tuple(
            SceneHand(
                x_mm=hand.tip[0],
                y_mm=hand.tip[1],
                edge=hand.edge,
                holding=hand.holding,
                angle=hand.angle,
            )
            for hand in self._hands
        )
        return Scene(discs=tuple(discs), ball=self._scene_ball(), hands=hands, light=self.light)

    def _scene_disc(self, disc: DiscId, at: Point, level: int) -> SceneDisc:
        return SceneDisc(
            x_mm=at[0],
            y_mm=at[1],
            level=level,
            team=team_of(disc),
            angle=self._angles[disc],
        )

    def _scene_ball(self) -> SceneBall | None:
        if self._flight is not None:
            since, _, flight = self._flight
            x, y, z = flight.position(self.now - since)
            vx, vy, _ = flight.velocity(self.now - since)
            trail = (vx * SHUTTER_S, vy * SHUTTER_S)
            return SceneBall(x_mm=x, y_mm=y, z_mm=z, angle=math.atan2(vy, vx), trail_mm=trail)
        height = self.board.disc_height_mm
        if BALL in self._pieces.carried:
            x, y = self._pieces.carried[BALL]
            return SceneBall(x_mm=x, y_mm=y, z_mm=2 * height)
        ball = self.table.ball
        if ball is None:
            return None
        if isinstance(ball, tuple):
            return SceneBall(x_mm=ball[0], y_mm=ball[1])
        x, y = self._pieces.carried.get(ball, self.table.spots[ball])
        return SceneBall(x_mm=x, y_mm=y, z_mm=height * (self.table.level_of(ball) + 1))
