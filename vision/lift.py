"""Telling a chipped ball from a sliding one: what flies keeps its speed and is seen displaced.

A ball at height z over the felt is seen, on the felt, away from the point under the camera by the
share z / (camera height - z). In the air it moves uniformly; on the felt it brakes. Both are tried
on the first stretch of a flight; the parabola that makes it uniform wins when it wins clearly.
"""

from dataclasses import dataclass

import numpy as np

from calibration.table_map import Floats
from vision.trajectory import Samples, cost_of

GRAVITY = 9810.0
"""mm/s²."""
CLIMBS = np.linspace(150.0, 1500.0, 46)
"""Speeds of climb tried (mm/s): tops 1 to 115 mm above where the ball lay."""
RELEASES = 3
LOOKED_AT_S = 0.3
LEAST_SAMPLES, LEAST_S = 5, 0.05
ROUGHEST = 3.0
"""A flight through the air fits its samples at least so well (χ² a sample)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Lift:
    """A chip: off at `at` s from a foot height `foot_mm`, climbing at `climb` mm/s."""

    at: float
    foot_mm: float
    climb: float

    @property
    def lands_at(self) -> float:
        return self.at + _airborne(self.climb, self.foot_mm)

    def comes_down_to(self, height_mm: float) -> float | None:
        """When its foot comes down through a height (s); None when it never is so high."""
        root = self.climb**2 + 2 * GRAVITY * (self.foot_mm - height_mm)
        return None if root < 0 else self.at + (self.climb + float(np.sqrt(root))) / GRAVITY

    def height(self, t: Floats | float) -> Floats:
        """Height of the foot (mm) at times (s); 0 once landed, `foot_mm` before."""
        return _heights(np.asarray(t, np.float64) - self.at, self.climb, self.foot_mm)


def _airborne(climb: float, foot: float) -> float:
    return (climb + float(np.sqrt(climb * climb + 2 * GRAVITY * foot))) / GRAVITY


def _heights(since: Floats, climb: float, foot: float) -> Floats:
    since = np.maximum(since, 0.0)
    high = foot + climb * since - GRAVITY * since * since / 2
    high = np.where(since > _airborne(climb, foot), 0.0, high)
    return np.asarray(np.maximum(high, 0.0), np.float64)


def lowered(p: Floats, z: Floats, eye_mm: Floats, middle_mm: float) -> Floats:
    """Where balls truly are (N×2 mm) that are seen at `p` as if their foot were on the felt, but
    whose foot is at height `z` (N); their middle is `middle_mm` higher.
    """
    share = (eye_mm[2] - middle_mm - z) / (eye_mm[2] - middle_mm)
    return np.asarray(eye_mm[:2] + (p - eye_mm[:2]) * share[..., None], np.float64)


def best_lift(
    samples: Samples, eye_mm: Floats, middle_mm: float, off: tuple[float, float, float]
) -> Lift | None:
    """The chip that explains a flight's first samples best, when it explains them better than one
    slide does; None when none does.

    `off` = earliest and latest instant of release (s), height of the foot where it lay (mm).
    """
    early, late, foot = off
    first = int(np.searchsorted(samples.t, samples.t[0] + LOOKED_AT_S))
    samples = samples.part(0, first)
    slid, best, most = cost_of(samples), None, 0.0
    for climb in CLIMBS:
        for at in np.linspace(early, late, RELEASES):
            lift = Lift(at=float(at), foot_mm=foot, climb=float(climb))
            gain = slid - _cost(samples, lift, eye_mm, middle_mm)
            if gain > most:
                best, most = lift, gain
    return best


def _cost(samples: Samples, lift: Lift, eye_mm: Floats, middle_mm: float) -> float:
    """How badly (χ²) a parabola and a slide explain the samples."""
    up = int(np.searchsorted(samples.t, lift.lands_at))
    air = samples.part(0, up)
    if up < LEAST_SAMPLES or air.t[-1] - air.t[0] < LEAST_S:
        return np.inf
    true = lowered(air.p, lift.height(air.t), eye_mm, middle_mm)
    flown = cost_of(Samples(t=air.t, p=true, slack=air.slack), slides=False)
    return flown + cost_of(samples.part(up)) if flown < ROUGHEST * up else np.inf
