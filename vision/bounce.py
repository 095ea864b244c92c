"""What a bounce off a disc looks like, and whether a kink in a ball's path is one.

A disc pushes the ball along the line from its centre to the ball's: the speed across that line
keeps but for a little friction, the speed along it turns round and shrinks. Landing, blur or a
stray sample do nothing of the kind.
"""

from dataclasses import dataclass, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats
from vision.observation import SeenDisc
from vision.trajectory import Leg

SLACK_MM = 2.5
"""How much farther apart than round things disc and ball may seem: an oval ball turns, blur."""
BESIDE_MM = 3.0
PACE_MM_S, PACE_SHARE = 40.0, 0.12
"""What a change of velocity is off by: a part that is always there, and a share of it."""
SHORT_MM_S = 150.0
"""The same for a leg of two samples; longer legs have less of it."""
GAP_MM = 1.5
TIED_S = 0.006
"""Discs struck so shortly one after the other cannot be told apart: a third of a frame."""
NEARER_MM = 4.0
THROUGH_MM, BRUSH_MM = 0.6, 0.25
FRICTION = 0.4
FITS, ROUGHLY = 3.0, 250.0
"""Misfit (in σ) below which a kink is a bounce; change of velocity (mm/s) that something caused."""
STEPS = 33


@dataclass(frozen=True, kw_only=True, eq=False)
class Strike:
    """A disc was struck at `at` s, the ball's centre at `mm`; `misfit` in σ says how unlike a
    bounce it looks (infinite: the ball was moving away). `rivals`: discs that may have been struck
    first instead.
    """

    disc: int
    at: float
    mm: Floats
    misfit: float
    rivals: frozenset[int] = frozenset()


class Obstacles:
    """The discs a ball may strike: centres (N×2 mm) and heights of their tops (N mm)."""

    def __init__(self, surface: Surface, discs: tuple[SeenDisc, ...]) -> None:
        self.centres: Floats = np.array([(d.x_mm, d.y_mm) for d in discs], np.float64).reshape(
            -1, 2
        )
        self.tops: Floats = np.array([(d.level + 1) * surface.disc_height_mm for d in discs])
        self.close = surface.disc_mm / 2 + sum(surface.ball_mm) / 4

    def gaps(self, points: Floats) -> Floats:
        """Distances (M×N mm) from points (M×2) to every centre."""
        return np.asarray(
            np.linalg.norm(points[:, None] - self.centres[None], axis=2), np.float64
        ).reshape(len(points), len(self.centres))

    def beside(self, points: Floats, within: float = BESIDE_MM) -> int | None:
        """The disc a ball at these points (M×2 mm) lies on or against, to so many mm; of a stack
        the upper one.
        """
        if not len(self.centres):
            return None
        far = self.gaps(points).min(axis=0)
        near = far <= self.close + within
        best = np.lexsort((-self.tops, np.where(near, np.round(far, 0), np.inf)))[0]
        return int(best) if near[best] else None

    def struck(
        self, before: Leg, after: Leg, window: tuple[float, float], leaves: int | None = None
    ) -> list[Strike]:
        """The disc whose bounce turns one leg into the other within a window (s), or the two that
        were struck within it, in order; none when nothing was. `leaves`: the disc the ball lies
        on and is only just leaving.
        """
        met = [strike for strike in self._met(before, window) if strike.disc != leaves]
        judged = [_with_misfit(one, self.centres[one.disc], before, after) for one in met]
        found = [strike for strike in judged if strike.misfit < np.inf]
        good = [strike for strike in found if strike.misfit < FITS]
        if good:
            best = min(good, key=lambda strike: strike.misfit)
            order = _tied([*self._barred(before, best, found), best])
            alike = {s.disc for s in good if abs(s.at - order[0].at) < TIED_S}
            rivals = (order[0].rivals | alike) - {order[0].disc}
            return [replace(order[0], rivals=rivals), *order[1:]]
        change = after.velocity(window[1]) - before.velocity(window[1])
        far = self.gaps(before.at(np.linspace(*window, STEPS))).min(axis=0)
        into = [strike for strike in found if far[strike.disc] < self.close - THROUGH_MM]
        if into and np.hypot(*change) > ROUGHLY:
            first = min(into, key=lambda strike: strike.at)
            soon = [s for s in found if s.disc != first.disc and s.at - first.at < TIED_S]
            second = min(soon, key=lambda strike: strike.at, default=None)
            second = second or self._left_from(after, (first.at, window[1]), first.disc)
            return _tied([first, second]) if second else [first]
        return []

    def _barred(self, before: Leg, best: Strike, found: list[Strike]) -> list[Strike]:
        """The disc that must have been struck before another: the way to that leads through it."""
        far = self.gaps(before.at(np.array([best.at])))[0]
        through = [
            strike
            for strike in found
            if strike.at < best.at and far[strike.disc] < self.close - THROUGH_MM
        ]
        return [min(through, key=lambda strike: strike.at)] if through else []

    def _left_from(self, after: Leg, window: tuple[float, float], other: int) -> Strike | None:
        """The disc, not the `other`, that a leg carried back into a window comes away from."""
        times = np.linspace(window[1], window[0], STEPS)
        return self.brushed(after, times, other)

    def turned_by(
        self, home: Floats, after: Leg, times: Floats, leaves: int | None
    ) -> Strike | None:
        """The disc off which a ball that lay at `home` must have come onto a leg, within times."""
        found = []
        for strike in self._met(after, (float(times[-1]), float(times[0]))):
            if strike.disc == leaves:
                continue
            centre = self.centres[strike.disc]
            way = strike.mm - home
            length = float(np.hypot(*way))
            if length < 1e-6:
                continue
            since = max(strike.at - float(times[0]), 1e-3)
            pace = max(float(np.hypot(*after.velocity(strike.at))), length / since)
            before = Leg(t0=strike.at, start=strike.mm, heading=way / length, speed=pace, brake=0.0)
            judged = _with_misfit(strike, centre, before, after)
            if judged.misfit < FITS:
                found.append(judged)
        best = min(found, key=lambda strike: strike.misfit, default=None)
        return None if best is None else self.unsure(best, home, leaves)

    def unsure(self, strike: Strike, home: Floats, leaves: int | None) -> Strike:
        """A strike that was not seen: discs as near to where the ball lay may have come first."""
        near = self.gaps(home[None])[0]
        others = np.nonzero(near < near[strike.disc] + NEARER_MM)[0]
        own = (strike.disc, leaves)
        return replace(strike, rivals=frozenset(int(k) for k in others if int(k) not in own))

    def landed_on(
        self,
        leg: Leg,
        times: list[float | None],
        within: tuple[float, float],
        leaves: int | None,
    ) -> list[Strike]:
        """The discs over whose tops a leg is when it comes down to them at `times` (one each), the
        one that is under the ball most first.
        """
        out = []
        for disc, at in enumerate(times):
            if at is None or disc == leaves or not within[0] <= at <= within[1]:
                continue
            spot = leg.at(at)
            deep = self.close - float(np.hypot(*(spot - self.centres[disc])))
            if deep > 0:
                out.append((deep, Strike(disc=disc, at=at, mm=spot, misfit=0.0)))
        return _tied([strike for _, strike in sorted(out, key=lambda pair: -pair[0])])

    def brushed(self, leg: Leg, times: Floats, leaves: int | None) -> Strike | None:
        """The disc that a leg carried back (over falling times) first comes upon."""
        points = leg.at(times)
        far = self.gaps(points)
        if leaves is not None:
            far[:, leaves] = np.inf
        touching = np.argwhere(far <= self.close + SLACK_MM)
        if not len(touching):
            return None
        k, disc = (int(v) for v in touching[0])
        return Strike(disc=disc, at=float(times[k]), mm=points[k], misfit=FITS)

    def _met(self, leg: Leg, window: tuple[float, float]) -> list[Strike]:
        """Every disc that a leg carried on comes up to within a window, and when."""
        times = np.linspace(*window, STEPS)
        points = leg.at(times)
        far = self.gaps(points)
        out = []
        for disc in np.nonzero(far.min(axis=0) < self.close + SLACK_MM)[0]:
            reach = max(self.close, float(far[:, disc].min()) + BRUSH_MM)
            k = int(np.nonzero(far[:, disc] <= reach)[0][0])
            out.append(Strike(disc=int(disc), at=float(times[k]), mm=points[k], misfit=np.inf))
        return out


def _tied(strikes: list[Strike]) -> list[Strike]:
    """The first of strikes that came too soon one after the other to tell knows its rivals."""
    if len(strikes) < 2 or strikes[1].at - strikes[0].at > TIED_S:
        return strikes
    return [replace(strikes[0], rivals=frozenset({strikes[1].disc})), *strikes[1:]]


def _with_misfit(strike: Strike, centre: Floats, before: Leg, after: Leg) -> Strike:
    normal = strike.mm - centre
    normal = normal / max(float(np.hypot(*normal)), 1e-6)
    came, went = before.velocity(strike.at), after.velocity(strike.at)
    change = went - came
    away = float(np.hypot(*(after.at(strike.at) - strike.mm)))
    into = -float(came @ normal)
    if into <= 0:
        return strike
    push = float(change @ normal)
    across = np.array([-normal[1], normal[0]])
    along = float(came @ across)
    rub = -float(change @ across) * (1.0 if along >= 0 else -1.0)
    amiss = max(0.0, into - push, push - 2 * into)
    scuffed = max(0.0, -rub, rub - FRICTION * max(push, 0.0))
    unsure = PACE_MM_S + PACE_SHARE * float(np.hypot(*change)) + SHORT_MM_S * after.shortness
    misfit = float(np.hypot(amiss, scuffed)) / unsure + max(0.0, away / GAP_MM - 1) / 2
    return replace(strike, misfit=misfit)
