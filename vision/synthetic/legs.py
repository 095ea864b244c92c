"""A flight of the ball as legs between two events, each solved in closed form."""

import math
from dataclasses import dataclass

GRAVITY = 9810.0
"""mm/s²."""
Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Leg:
    """A stretch of a flight: from `start` s on, at `origin` mm, along the unit vector `way` with
    `speed` mm/s. In the air (`climb` given, mm/s upwards) speed keeps and the foot of the ball
    starts at `z_mm`; on the felt it slides.
    """

    start: float
    origin: Point
    way: Point
    speed: float
    deceleration: float
    duration: float
    z_mm: float = 0.0
    climb: float | None = None

    def distance(self, after: float) -> float:
        """Way covered `after` seconds into the leg, in mm: exact, never beyond standing still."""
        t = min(after, self.duration)
        if self.deceleration > 0:
            t = min(t, self.speed / self.deceleration)
        return self.speed * t - self.deceleration * t * t / 2

    def reaches(self, distance_mm: float) -> float | None:
        """Seconds into the leg at which a distance is covered; None when it stops short of it."""
        if self.deceleration <= 0:
            return distance_mm / self.speed if self.speed > 0 else None
        left = self.speed**2 - 2 * self.deceleration * distance_mm
        return None if left < 0 else (self.speed - math.sqrt(left)) / self.deceleration

    def speed_at(self, after: float) -> float:
        return max(0.0, self.speed - self.deceleration * after)

    def height(self, after: float) -> float:
        if self.climb is None:
            return self.z_mm
        return max(0.0, self.z_mm + self.climb * after - GRAVITY * after * after / 2)

    def point(self, distance_mm: float) -> Point:
        return (
            self.origin[0] + self.way[0] * distance_mm,
            self.origin[1] + self.way[1] * distance_mm,
        )


@dataclass(frozen=True, kw_only=True)
class Flight:
    """A flick from release to rest: legs in order, contacts in order with their times, and the
    point where the ball left the felt (None when it stayed on it).
    """

    legs: tuple[Leg, ...]
    contacts: tuple[tuple[float, str], ...]
    left_at: Point | None
    landed: bool
    """Whether the ball touched the felt before it left it or lay still."""

    @property
    def duration(self) -> float:
        return self.legs[-1].start + self.legs[-1].duration

    @property
    def rest(self) -> Point:
        return self.position(self.duration)[:2]

    def position(self, at: float) -> tuple[float, float, float]:
        """Foot of the ball (x, y, z mm) `at` seconds after the release."""
        leg = self._leg(at)
        x, y = leg.point(leg.distance(at - leg.start))
        return (x, y, leg.height(min(at - leg.start, leg.duration)))

    def velocity(self, at: float) -> tuple[float, float, float]:
        """mm/s; zero once at rest."""
        leg = self._leg(at)
        after = at - leg.start
        if after > leg.duration:
            return (0.0, 0.0, 0.0)
        speed = leg.speed_at(after)
        climb = 0.0 if leg.climb is None else leg.climb - GRAVITY * after
        return (leg.way[0] * speed, leg.way[1] * speed, climb)

    def _leg(self, at: float) -> Leg:
        return next((leg for leg in reversed(self.legs) if leg.start <= at), self.legs[0])
