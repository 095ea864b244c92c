"""The path of a sliding ball: legs of uniform deceleration, broken where something was hit."""

from dataclasses import dataclass

import numpy as np

from calibration.table_map import Floats

FIT_LAST = 9
TOLERANCE_MM = 2.4
TOLERANCE_SHORT_MM = 4.5
LONG_ENOUGH = 5
STILL_MM_S = 40.0
SMOOTH_MM, STRAY_MM = 0.7, 2.5
MOST_BRAKE = 5000.0
"""No felt brakes harder (mm/s², friction 0.5); what seems to was a blow."""
ANY_BRAKE = (0.0, MOST_BRAKE)
SLIDING = (600.0, MOST_BRAKE)
"""What a felt may brake (mm/s²): friction 0.06 to 0.5."""
SIGMA_MM, WORST = 0.5, 9.0
"""What one sample is off by; how much (χ²) one may count, were it quite wrong."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Samples:
    """Places of a ball: times (N s), where it was (N×2 mm), and how many times less exact than
    usual each is (N).
    """

    t: Floats
    p: Floats
    slack: Floats

    def part(self, start: int, stop: int | None = None) -> "Samples":
        """The samples from start to before stop."""
        part = slice(start, stop)
        return Samples(t=self.t[part], p=self.p[part], slack=self.slack[part])


@dataclass(frozen=True, kw_only=True, eq=False)
class Leg:
    """Straight motion with uniform deceleration that ends in rest: s(t) = vτ - aτ²/2, τ = t - t0.

    `start` (mm) at `t0` (s), unit `heading`, `speed` (mm/s), `brake` (mm/s², never negative).
    """

    t0: float
    start: Floats
    heading: Floats
    speed: float
    brake: float
    samples: int = 9

    def at(self, t: float | Floats) -> Floats:
        """Positions (N×2 mm, or 2) at times (s); before t0 the motion is continued backwards."""
        tau = np.asarray(t, np.float64) - self.t0
        if self.brake > 0:
            tau = np.minimum(tau, self.speed / self.brake)
        s = self.speed * tau - self.brake * tau * tau / 2
        return np.asarray(self.start + s[..., None] * self.heading, np.float64)

    def speed_at(self, t: float) -> float:
        """Speed in mm/s."""
        return max(0.0, self.speed - self.brake * (t - self.t0))

    def velocity(self, t: float) -> Floats:
        """Velocity in mm/s (2)."""
        return np.asarray(self.speed_at(t) * self.heading, np.float64)

    @property
    def shortness(self) -> float:
        """1 for a leg of two samples, less for longer ones, whose velocity is better known."""
        return (2 / max(self.samples, 2)) ** 2

    def when_gone(self, mm: float) -> float | None:
        """When the leg has gone so far from its start (s; negative = before); None if never."""
        root = self.speed**2 - 2 * self.brake * mm
        if root < 0 or self.speed <= 0:
            return None
        return self.t0 + 2 * mm / (self.speed + float(np.sqrt(root)))


def fit_leg(t: Floats, p: Floats, brakes: tuple[float, float] = ANY_BRAKE) -> Leg:
    """Least squares: heading from a straight line, then a parabola along it (a line when short).

    t (N s), p (N×2 mm), N >= 1; t0 is the first time. The parabola is fitted on polynomials
    orthogonal over the samples (Forsythe 1957), in closed form; its deceleration is held within
    `brakes` (mm/s²).
    """
    t0, late = float(t[0]), float(t[-1] - t[0])
    if late <= 0:
        heading = np.array([1.0, 0.0])
        return Leg(t0=t0, start=p[0], heading=heading, speed=0.0, brake=0.0, samples=len(t))
    u = t - t.mean()
    middle, spread = p.mean(axis=0), float(u @ u)
    slope = (u @ (p - middle)) / spread
    pace = float(np.hypot(*slope))
    heading = slope / pace if pace > 1e-9 else np.array([1.0, 0.0])
    first = float(u[0])
    if len(t) >= LONG_ENOUGH and pace > STILL_MM_S:
        skew, mean = float(u @ (u * u)) / spread, spread / len(t)
        q = u * u - mean - skew * u
        bend = float(q @ ((p - middle) @ heading)) / float(q @ q)
        bend = min(max(bend, -brakes[1] / 2), -brakes[0] / 2)
        speed = pace + bend * (2 * first - skew)
        if bend < 0 < speed:
            start = middle + (pace * first + bend * float(q[0])) * heading
            return Leg(
                t0=t0, start=start, heading=heading, speed=speed, brake=-2 * bend, samples=len(t)
            )
    start = middle + pace * first * heading
    return Leg(t0=t0, start=start, heading=heading, speed=pace, brake=0.0, samples=len(t))


def cost_of(samples: Samples, *, slides: bool = True) -> float:
    """How badly (χ²) one leg explains samples: a slide, or uniform motion through the air."""
    if len(samples.t) < 2:
        return 0.0
    leg = fit_leg(samples.t, samples.p, SLIDING if slides else (0.0, 0.0))
    off = (leg.at(samples.t) - samples.p) / (SIGMA_MM * samples.slack[:, None])
    return float(np.minimum((off**2).sum(axis=1), WORST).sum())


def without_strays(samples: Samples) -> Samples:
    """The samples less those that alone stand aside of a path that is smooth without them."""
    t, p = samples.t, samples.p
    if len(t) < LONG_ENOUGH:
        return samples
    keep = np.ones(len(t), np.bool_)
    for k in range(2, len(t) - 2):
        if keep[k - 2 : k].all():
            keep[k] = not _strays(t, p, k, [k - 2, k - 1, k + 1, k + 2])
    return Samples(t=t[keep], p=p[keep], slack=samples.slack[keep])


def _strays(t: Floats, p: Floats, k: int, others: list[int]) -> bool:
    """Whether four others lie on a parabola that sample k is well away from."""
    u = t[others] - t[k]
    bend = np.polyfit(u, p[others], 2)
    smooth = np.abs(np.vander(u, 3) @ bend - p[others]).max() < SMOOTH_MM
    return bool(smooth) and float(np.hypot(*(p[k] - bend[2]))) > STRAY_MM


@dataclass(frozen=True, kw_only=True)
class Break:
    """A kink between two legs: the last sample before, and when the two fitted paths meet."""

    last: int
    at: float


def legs_of(samples: Samples) -> tuple[list[tuple[int, int]], list[Break]]:
    """Split samples into legs (start, stop indices) and the breaks between them."""
    t, p = samples.t, samples.p
    spans: list[tuple[int, int]] = []
    breaks: list[Break] = []
    start = 0
    while True:
        k = _first_break(samples, start)
        if k is None:
            spans.append((start, len(t)))
            return spans, breaks
        k = _sharpest(t, p, start, k)
        spans.append((start, k))
        after = fit_leg(t[k : k + FIT_LAST], p[k : k + FIT_LAST])
        first = max(start, k - FIT_LAST)
        breaks.append(
            Break(last=k - 1, at=_meeting(fit_leg(t[first:k], p[first:k]), after, t[k - 1], t[k]))
        )
        start = k


def _first_break(samples: Samples, start: int) -> int | None:
    """The first sample (index) that, with its successor, leaves the path fitted before it."""
    t, p = samples.t, samples.p
    for k in range(start + 3, len(t)):
        first = max(start, k - FIT_LAST)
        leg = fit_leg(t[first:k], p[first:k])
        limit = TOLERANCE_MM if k - first >= LONG_ENOUGH else TOLERANCE_SHORT_MM
        ahead = slice(k, min(k + 2, len(t)))
        off = np.linalg.norm(leg.at(t[ahead]) - p[ahead], axis=1)
        if (off > limit * samples.slack[ahead]).all():
            return k
    return None


def _sharpest(t: Floats, p: Floats, start: int, found: int) -> int:
    """The break near `found` (at most four samples earlier) that two legs explain best."""
    best, least = found, np.inf
    for k in range(max(start + 2, found - 4), found + 1):
        first, last = max(start, k - FIT_LAST), min(len(t), found + 4)
        before, after = fit_leg(t[first:k], p[first:k]), fit_leg(t[k:last], p[k:last])
        cost = float(
            ((before.at(t[first:k]) - p[first:k]) ** 2).sum()
            + ((after.at(t[k:last]) - p[k:last]) ** 2).sum()
        )
        if cost < least - 1e-9:
            best, least = k, cost
    return best


def _meeting(before: Leg, after: Leg, early: float, late: float) -> float:
    """When the old path, carried on, is nearest to the new one, carried back (s)."""
    times = np.linspace(early, late, 41)
    backwards = after.at(times)
    gap = np.linalg.norm(before.at(times) - backwards, axis=1)
    return float(times[int(gap.argmin())])
