"""One flight's samples against the discs: contacts, the way out, the instant of release."""

from dataclasses import dataclass

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats
from vision.observation import SeenDisc
from vision.trajectory import FIT_LAST, Break, Leg, fit_leg, legs_of

LOST_FOR = 0.35
"""A ball unseen for so long (s) has ended its flight."""
BACK_FOR = 0.06
"""How far back (s) the path of a ball first seen moving is carried."""
TOUCH_MM = 3.0
"""How far apart disc and ball may seem and still have touched: blur, σ, an oval ball's turning."""
AWAY_MM = 5.0


@dataclass(frozen=True, kw_only=True)
class Contact:
    """The ball touched a disc: its index among the discs of the flight, its centre, the instant."""

    disc: int
    disc_mm: tuple[float, float]
    at: float


class BallPath:
    """The samples of one flight as legs, with the discs they may have met."""

    def __init__(self, surface: Surface, discs: tuple[SeenDisc, ...], t: Floats, p: Floats) -> None:
        self._surface, self._discs, self._t, self._p = surface, discs, t, p
        self._centres = np.array([(d.x_mm, d.y_mm) for d in discs]).reshape(-1, 2)
        self._spans, self._breaks = legs_of(t, p)
        self._reach = surface.disc_mm / 2 + max(surface.ball_mm) / 2 + TOUCH_MM
        self._close = surface.disc_mm / 2 + sum(surface.ball_mm) / 4

    def _leg(self, n: int, *, last: bool) -> Leg:
        start, stop = self._spans[n]
        part = (
            slice(max(start, stop - FIT_LAST), stop)
            if last
            else slice(start, min(stop, start + FIT_LAST))
        )
        return fit_leg(self._t[part], self._p[part])

    def home(self) -> tuple[float, float]:
        """Where a ball first seen moving must have lain: beside the disc that its path, carried
        back a little, comes from; else where it was first seen.
        """
        leg = self._leg(0, last=False)
        back = leg.at(np.linspace(self._t[0] - BACK_FOR, self._t[0], 25))
        x, y = self._p[0]
        disc = self.near(back)
        if disc is not None:
            x, y = back[int(np.linalg.norm(back - self._centres[disc], axis=1).argmin())]
        return (float(x), float(y))

    def release(self, home: Floats, still_until: float) -> float:
        """When the first leg, carried back, leaves the resting place (s)."""
        leg = self._leg(0, last=False)
        gone = leg.when_gone(float((home - leg.start) @ leg.heading))
        late = float(self._t[0])
        return min(max(gone, still_until), late) if gone is not None else still_until

    def near(self, points: Floats) -> int | None:
        """The disc a ball at these points (N×2) touches: on it or against it."""
        if not len(self._centres):
            return None
        far = np.linalg.norm(points[:, None] - self._centres[None], axis=2).min(axis=0)
        level = np.array([d.level for d in self._discs])
        best = np.lexsort((-level, np.where(far <= self._reach, np.round(far, 0), np.inf)))[0]
        return int(best) if far[best] <= self._reach else None

    def contacts(self, start: int | None, home: tuple[float, float]) -> list[Contact]:
        """Every kink beside a disc, in order; the disc it set off from counts once it was left."""
        out: list[Contact] = []
        for n, kink in enumerate(self._breaks):
            disc = self.near(self._around(n, kink))
            if disc is None or (disc == start and not self.has_left(disc, home, kink.last)):
                continue
            if not out or out[-1].disc != disc:
                out.append(self.contact(disc, self._instant(n, kink, disc)))
        return out

    def contact(self, disc: int, at: float) -> Contact:
        x, y = self._centres[disc]
        return Contact(disc=disc, disc_mm=(float(x), float(y)), at=at)

    def _around(self, n: int, kink: Break) -> Floats:
        """Where the ball may have been when it was turned aside (N×2): something was hit there."""
        leg = self._leg(n, last=True)
        times = np.linspace(self._t[kink.last], self._t[kink.last + 1], 17)
        return np.vstack([leg.at(times), self._p[kink.last : kink.last + 2]])

    def _instant(self, n: int, kink: Break, disc: int) -> float:
        """When the leg before the kink brings the ball against the disc; else the kink itself."""
        leg = self._leg(n, last=True)
        times = np.linspace(self._t[kink.last] - 0.02, self._t[kink.last + 1], 121)
        far = np.linalg.norm(leg.at(times) - self._centres[disc], axis=1)
        inside = np.nonzero(far <= self._close)[0]
        return float(times[inside[0]]) if len(inside) else kink.at

    def has_left(self, disc: int, home: tuple[float, float], until: int | None = None) -> bool:
        """Whether the ball was clear of a disc for a while after setting off from `home`."""
        p = self._p if until is None else self._p[: until + 1]
        far = np.linalg.norm(p - self._centres[disc], axis=1)
        return bool(
            (far > max(self._reach, np.hypot(*(self._centres[disc] - home))) + AWAY_MM).any()
        )

    def stopped_at(self, otherwise: float) -> float:
        """When the last kink was, if there was one; else a given instant."""
        return self._breaks[-1].at if self._breaks else otherwise

    def way_out(self, *, lost: bool) -> tuple[float, tuple[float, float], str] | None:
        """When, where and over which edge the ball's centre first left the felt."""
        outside = np.nonzero(self._beyond(self._p) > 0)[0]
        if len(outside):
            k = int(outside[0])
            n = next(i for i, (_, stop) in enumerate(self._spans) if k < stop)
            early = self._t[max(k - 1, 0)]
            return self._crossing(self._leg_about(n, k), float(early), float(self._t[k]))
        if not lost:
            return None
        leg = self._leg(len(self._spans) - 1, last=True)
        return self._crossing(leg, float(self._t[-1]), float(self._t[-1]) + LOST_FOR)

    def _leg_about(self, n: int, k: int) -> Leg:
        start, stop = self._spans[n]
        part = slice(max(start, k - 4), min(stop, max(k + 4, start + 2)))
        return fit_leg(self._t[part], self._p[part])

    def _beyond(self, p: Floats) -> Floats:
        """How far points (N×2) lie outside the felt (negative inside), mm."""
        return np.asarray(self._sides(p).max(axis=0), np.float64)

    def _sides(self, p: Floats) -> Floats:
        w, length = self._surface.width_mm, self._surface.length_mm
        sides = np.stack([-p[:, 1], p[:, 1] - length, -p[:, 0], p[:, 0] - w])
        return np.asarray(sides, np.float64)

    def _crossing(
        self, leg: Leg, early: float, late: float
    ) -> tuple[float, tuple[float, float], str] | None:
        times = np.linspace(early - 0.04, late + 0.01, 500)
        points = leg.at(times)
        sides = self._sides(points)
        gone = np.nonzero(sides.max(axis=0) >= 0)[0]
        if not len(gone):
            return None
        k = int(gone[0])
        x, y = points[k]
        edge = "SNWE"[int(sides[:, k].argmax())]
        return float(times[k]), (float(x), float(y)), edge
