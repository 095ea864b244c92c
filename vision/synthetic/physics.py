"""How a flicked ball travels: Coulomb friction on the felt, chips through the air, contacts.

Between two events (contact, landing, leaving the felt, rest) a ball moves on a straight line with
constant deceleration µg, or flies on a parabola: both are solved in closed form, so that nothing
depends on a step of time. On free felt a ball of speed v stops after exactly v²/2µg.

Discs stay where they are: Taru's are of aluminium, twenty times as heavy as the ball, and a hit
moves them by less than the eye's σ. The ball is a circle in plan.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.synthetic.legs import GRAVITY, Flight, Leg, Point

STILL = 1.0
"""A ball slower than this (mm/s) lies still."""
MOST_CONTACTS = 24


@dataclass(frozen=True, kw_only=True)
class Ground:
    """What a ball moves on: a felt of `width_mm` × `length_mm`, friction µ, restitution against
    discs, and the ball's radius in plan (mm).
    """

    width_mm: float
    length_mm: float
    friction: float
    restitution: float
    ball_radius_mm: float

    @property
    def deceleration(self) -> float:
        """µg in mm/s²."""
        return self.friction * GRAVITY


@dataclass(frozen=True, kw_only=True)
class Obstacle:
    """A disc, or a tower of discs, in the way: centre (mm), radius, height of its top."""

    disc: str
    centre: Point
    radius_mm: float
    top_mm: float


@dataclass(frozen=True, kw_only=True)
class Launch:
    """A ball as the finger releases it: foot (mm), direction (unit), speed, climb (mm/s)."""

    origin: Point
    way: Point
    speed: float
    z_mm: float = 0.0
    climb: float = 0.0


def launch_towards(
    origin: Point, target: Point, ground: Ground, *, z_mm: float = 0.0, lift: float = 0.0
) -> Launch:
    """The flick that would come to rest on `target` on free felt; `lift` = height of the chip's
    top above the foot of the ball (mm), 0 for a flat flick, which slides all the way.

    A chip flies for T, loses µ·(landing speed) as it lands, and slides on; speed solves
    v·T + (v − µw)²/2µg = distance, or v·T = distance when nothing is left to slide.
    """
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    distance = math.hypot(dx, dy)
    way = (dx / distance, dy / distance) if distance > 0 else (0.0, 1.0)
    slow = ground.deceleration
    if lift <= 0:
        return Launch(origin=origin, way=way, speed=math.sqrt(2 * slow * distance))
    climb = math.sqrt(2 * GRAVITY * lift)
    fall = math.sqrt(2 * GRAVITY * (lift + z_mm))
    airborne = (climb + fall) / GRAVITY
    lost = ground.friction * fall
    speed = distance / airborne
    if speed > lost:
        half = slow * airborne - lost
        speed = -half + math.sqrt(half * half - lost * lost + 2 * slow * distance)
    return Launch(origin=origin, way=way, speed=speed, z_mm=z_mm, climb=climb)


def fly(launch: Launch, obstacles: Sequence[Obstacle], ground: Ground) -> Flight:
    """Let a ball go. Discs whose outline it starts over are not touched until it has left them."""
    flying = _Flying(launch, obstacles, ground)
    while flying.moving:
        flying.next_leg()
    return flying.flight()


@dataclass(frozen=True, kw_only=True)
class _Hit:
    """The next thing a leg meets: seconds into it, which disc, and whether on its top."""

    after: float
    obstacle: Obstacle
    on_top: bool


class _Flying:
    """A flight being worked out, leg by leg."""

    def __init__(self, launch: Launch, obstacles: Sequence[Obstacle], ground: Ground) -> None:
        self.obstacles, self.ground = obstacles, ground
        self.origin, self.way, self.speed = launch.origin, launch.way, launch.speed
        self.z_mm = launch.z_mm
        self.climb: float | None = launch.climb if launch.climb > 0 else None
        self.clock = 0.0
        self.legs: list[Leg] = []
        self.contacts: list[tuple[float, str]] = []
        self.left_at: Point | None = None
        self.landed = self.climb is None
        self.moving = True

    def flight(self) -> Flight:
        return Flight(
            legs=tuple(self.legs),
            contacts=tuple(self.contacts),
            left_at=self.left_at,
            landed=self.landed,
        )

    def next_leg(self) -> None:
        leg = self._free_leg()
        hit = self._first_hit(leg)
        leaves = self._leaves_after(leg)
        if leaves is not None and leaves <= leg.duration and (hit is None or leaves < hit.after):
            self._go(leg, leg.duration)
            self.left_at = leg.point(leg.distance(leaves))
            self.moving = False
        elif hit is not None:
            self._go(leg, hit.after)
            self._meet(hit)
        else:
            self._go(leg, leg.duration)
            self._land_or_rest()

    def _free_leg(self) -> Leg:
        if self.climb is None:
            slow = self.ground.deceleration
            duration = self.speed / slow
        else:
            slow = 0.0
            duration = (self.climb + math.sqrt(self.climb**2 + 2 * GRAVITY * self.z_mm)) / GRAVITY
        return Leg(
            start=self.clock,
            origin=self.origin,
            way=self.way,
            speed=self.speed,
            deceleration=slow,
            duration=duration,
            z_mm=self.z_mm if self.climb is not None else 0.0,
            climb=self.climb,
        )

    def _go(self, leg: Leg, duration: float) -> None:
        done = Leg(**{**vars(leg), "duration": duration})
        self.legs.append(done)
        self.clock += duration
        self.origin = done.point(done.distance(duration))
        self.speed = done.speed_at(duration)
        self.z_mm = done.height(duration)
        if self.climb is not None:
            self.climb -= GRAVITY * duration

    def _land_or_rest(self) -> None:
        if self.climb is None:
            self.moving = False
            return
        self._drop_flat()
        self.landed = True

    def _drop_flat(self) -> None:
        """The ball comes down dead: friction takes µ·(landing speed) off its way along."""
        falling = -(self.climb or 0.0)
        self.speed = max(0.0, self.speed - self.ground.friction * max(0.0, falling))
        self.climb, self.z_mm = None, 0.0
        self.moving = self.speed >= STILL

    def _meet(self, hit: _Hit) -> None:
        self.contacts.append((self.clock, hit.obstacle.disc))
        if len(self.contacts) >= MOST_CONTACTS:
            self.moving = False
            return
        if hit.on_top:
            self.contacts += [(self.clock, other.disc) for other in self._under_as_well(hit)]
            self._drop_flat()
            return
        self._bounce(hit.obstacle)
        if self.climb is None and self.speed < STILL:
            self.moving = False

    def _under_as_well(self, hit: _Hit) -> list[Obstacle]:
        """The other discs, as high, that a ball comes down on at once."""
        return [
            other
            for other in self.obstacles
            if other is not hit.obstacle
            and math.isclose(other.top_mm, hit.obstacle.top_mm)
            and math.dist(self.origin, other.centre) < other.radius_mm + self.ground.ball_radius_mm
        ]

    def _bounce(self, obstacle: Obstacle) -> None:
        nx, ny = self.origin[0] - obstacle.centre[0], self.origin[1] - obstacle.centre[1]
        size = math.hypot(nx, ny)
        nx, ny = nx / size, ny / size
        vx, vy = self.way[0] * self.speed, self.way[1] * self.speed
        into = min(0.0, vx * nx + vy * ny)
        vx -= (1 + self.ground.restitution) * into * nx
        vy -= (1 + self.ground.restitution) * into * ny
        self.speed = math.hypot(vx, vy)
        if self.speed > 0:
            self.way = (vx / self.speed, vy / self.speed)

    def _leaves_after(self, leg: Leg) -> float | None:
        """Seconds into the leg at which the centre of the ball crosses an edge of the felt."""
        reach = math.inf
        felt = (self.ground.width_mm, self.ground.length_mm)
        for at, way, limit in zip(leg.origin, leg.way, felt, strict=True):
            if way > 0:
                reach = min(reach, (limit - at) / way)
            elif way < 0:
                reach = min(reach, -at / way)
        return leg.reaches(max(0.0, reach)) if reach < math.inf else None

    def _first_hit(self, leg: Leg) -> _Hit | None:
        hits = (self._hit(leg, obstacle) for obstacle in self.obstacles)
        return min(
            (hit for hit in hits if hit is not None and hit.after <= leg.duration),
            key=lambda hit: hit.after,
            default=None,
        )

    def _hit(self, leg: Leg, obstacle: Obstacle) -> _Hit | None:
        dx, dy = leg.origin[0] - obstacle.centre[0], leg.origin[1] - obstacle.centre[1]
        reach = obstacle.radius_mm + self.ground.ball_radius_mm
        nearing = dx * leg.way[0] + dy * leg.way[1]
        inside = dx * dx + dy * dy - reach * reach
        under_root = nearing * nearing - inside
        # Touching (within rounding) and moving away, or starting over the disc: no contact.
        if under_root <= 0 or nearing >= 0 or inside < -1e-6 * reach:
            return None
        root = math.sqrt(under_root)
        enters = leg.reaches(max(0.0, -nearing - root))
        if enters is None:
            return None
        if leg.climb is None or leg.height(enters) <= obstacle.top_mm:
            return _Hit(after=enters, obstacle=obstacle, on_top=False)
        return self._hit_from_above(leg, obstacle, -nearing + root)

    def _hit_from_above(self, leg: Leg, obstacle: Obstacle, out_mm: float) -> _Hit | None:
        """Flying over a disc: does the ball come down on it before it is past?"""
        climb = leg.climb or 0.0
        drop = climb**2 + 2 * GRAVITY * (leg.z_mm - obstacle.top_mm)
        down = (climb + math.sqrt(max(0.0, drop))) / GRAVITY
        past = leg.reaches(out_mm)
        if past is not None and down > past:
            return None
        return _Hit(after=down, obstacle=obstacle, on_top=True)
