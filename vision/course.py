"""A flight's samples read as legs and bounces, all on the felt or through the air first."""

from dataclasses import dataclass

import numpy as np

from calibration.table_map import Floats
from vision.bounce import FITS, Obstacles, Strike
from vision.lift import Lift
from vision.trajectory import FIT_LAST, Break, Leg, Samples, cost_of, fit_leg, legs_of

BACK_FOR = 0.06
"""How far back (s) the path of a ball first seen moving is carried."""
TOUCH_MM = 3.0
"""How far apart disc and ball may seem and still have touched: blur, σ, an oval ball's turning."""
AWAY_MM = 5.0
ASIDE_MM, FAR_ASIDE_MM = 3.5, 8.0
"""A path that passes so far from where the ball lay was turned before it was first seen."""
FRAME_S = 1 / 45
"""A frame and a little more at 60 a second: how exactly a kink is placed in time."""
TOUCH_COSTS, ODD_COSTS = 8.0, 30.0
"""What it costs (χ²) to suppose a bounce off a disc, or a kink that nothing explains."""
GRAZE_GAIN = 12.0
"""How much better (χ²) two legs must explain what could be one that passes a disc by a hair."""
RIDES_MM = 1.2
EARLY, EARLY_SAMPLES = 1.6, 6
"""A ball is early on its way so near to where it lay (in distances at which discs are touched), and
after so few samples."""
PLAIN = 1.5
"""Misfit (in σ) up to which even an early bounce is beyond doubt."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Departure:
    """Where the ball lay before its flight (mm), on or against which disc, the last instant at
    which it surely lay there (s), whether it was seen lying, and how exactly (σ, mm), where that
    and what followed was measured anew once the place was bare (else None).
    """

    mm: Floats
    disc: int | None
    until: float
    seen: bool
    anew_mm: float | None = None


class Course:
    """Samples of where the ball truly was, with the discs they met. `lift`: the chip by which they
    were corrected, None for a ball that slid all the way.
    """

    def __init__(
        self,
        obstacles: Obstacles,
        departure: Departure,
        samples: Samples,
        lift: Lift | None = None,
    ) -> None:
        self._obstacles, self._from, self.lift = obstacles, departure, lift
        self.samples, self.t, self.p = samples, samples.t, samples.p
        self.spans, self.breaks = legs_of(samples)
        self.strikes = self._read()

    @property
    def cost(self) -> float:
        """How badly (χ²) legs and bounces explain the samples."""
        lift, total = self.lift, 0.0
        for start, stop in self.spans:
            airborne = lift is not None and self.t[stop - 1] <= lift.lands_at
            total += cost_of(self.samples.part(start, stop), slides=not airborne)
        if self._comes_from_aside is not None:
            total += TOUCH_COSTS if self._unseen() else ODD_COSTS
        for kink in self.breaks:
            lands = lift is not None and abs(kink.at - lift.lands_at) < 2 * FRAME_S
            struck = any(abs(strike.at - kink.at) < 2 * FRAME_S for strike in self.strikes)
            total += 0.0 if lands else TOUCH_COSTS if struck else ODD_COSTS
        return total

    def leg(self, n: int, *, last: bool) -> Leg:
        """The end (`last`) or the beginning of leg n."""
        start, stop = self.spans[n]
        return self._end(start, stop) if last else self._beginning(start, stop)

    def _end(self, start: int, stop: int) -> Leg:
        part = slice(max(start, stop - FIT_LAST), stop)
        return fit_leg(self.t[part], self.p[part])

    def _beginning(self, start: int, stop: int) -> Leg:
        part = slice(start, min(stop, start + FIT_LAST))
        return fit_leg(self.t[part], self.p[part])

    def has_left(self, disc: int, until: int | None = None) -> bool:
        """Whether the ball was clear of a disc for a while after setting off (to sample until)."""
        centre = self._obstacles.centres[disc]
        far = np.linalg.norm(self.p[: None if until is None else until + 1] - centre, axis=1)
        clear = max(self._obstacles.close + TOUCH_MM, float(np.hypot(*(centre - self._from.mm))))
        return bool((far > clear + AWAY_MM).any())

    def came_up_to(self, disc: int, within: float) -> float | None:
        """When the ball came so near a disc (mm) as it stayed; None when it is not near at last, or
        was near from the first.
        """
        gaps = self._obstacles.gaps(self.p)[:, disc] - self._obstacles.close
        apart = np.nonzero(gaps > within)[0]
        k = int(apart[-1]) + 1 if len(apart) else 0
        return float(self.t[k]) if 0 < k < len(self.t) else None

    def _leaving(self, until: int) -> int | None:
        """The disc the ball set off from, as long as it has not been clear of it (by a sample)."""
        disc = self._from.disc
        return None if disc is None or self.has_left(disc, until) else disc

    def _leaving_at(self, at: float) -> int | None:
        return self._leaving(int(np.searchsorted(self.t, at)) - 1)

    # ------------------------------------------------------------------ discs met

    def _read(self) -> list[Strike]:
        """Every bounce, in order; a disc struck twice running is told once."""
        found = self._unseen()
        for n, kink in enumerate(self.breaks):
            found += self._at(n, kink)
        found += self._grazes({strike.disc for strike in found})
        found = [strike for strike in found if self._reaches(strike)] + self._landings()
        found = [strike for strike in found if strike.disc != self._leaving_at(strike.at)]
        found.sort(key=lambda strike: strike.at)
        return [s for k, s in enumerate(found) if not k or s.disc != found[k - 1].disc]

    def _reaches(self, strike: Strike) -> bool:
        """Whether the ball was low enough to strike that disc."""
        if self.lift is None:
            return True
        top = float(self._obstacles.tops[strike.disc])
        return float(self.lift.height(strike.at)) <= top + RIDES_MM

    def _at(self, n: int, kink: Break) -> list[Strike]:
        """The discs that a kink tells of."""
        window = (self.t[kink.last] - FRAME_S, self.t[kink.last + 1] + FRAME_S / 4)
        legs = (self.leg(n, last=True), self.leg(n + 1, last=False))
        struck = self._obstacles.struck(*legs, window, self._leaving(kink.last))
        if not struck:
            return self._early_kink(kink, legs[1])
        if struck[0].misfit > PLAIN and self._is_early(struck[0]):
            first = self._obstacles.unsure(struck[0], self._from.mm, self._from.disc)
            return [first, *struck[1:]]
        return struck

    def _early_kink(self, kink: Break, after: Leg) -> list[Strike]:
        """The disc that turned a ball before much of its way was seen: it came straight from where
        it lay.
        """
        home = self._from.mm
        far = float(np.hypot(*(self.p[kink.last] - home)))
        if not self._from.seen or kink.last > EARLY_SAMPLES or far > EARLY * self._obstacles.close:
            return []
        times = np.linspace(self.t[kink.last] - FRAME_S, self.t[kink.last + 1], 17)
        strike = self._obstacles.turned_by(home, after, times, self._from.disc)
        return [strike] if strike else []

    def _is_early(self, strike: Strike) -> bool:
        """Whether a disc was struck where the ball was hardly clear of where it lay."""
        way = float(np.hypot(*(strike.mm - self._from.mm)))
        return self._from.seen and way < self._obstacles.close

    def _unseen(self) -> list[Strike]:
        """A disc struck before the ball was first seen moving: its path does not come from where
        it lay.
        """
        aside = self._comes_from_aside
        if aside is None:
            return []
        leg, times, leaves = self.leg(0, last=False), self._before(), self._from.disc
        strike = self._obstacles.turned_by(self._from.mm, leg, times, leaves)
        if strike is None and aside > FAR_ASIDE_MM:
            strike = self._obstacles.brushed(leg, times[::-1], leaves)
            strike = strike and self._obstacles.unsure(strike, self._from.mm, leaves)
        return [strike] if strike else []

    def _before(self) -> Floats:
        """Times from when the ball surely lay to the first sample."""
        return np.linspace(max(self._from.until, self.t[0] - BACK_FOR), self.t[0], 17)

    @property
    def _comes_from_aside(self) -> float | None:
        """How far (mm, beyond its samples' σ) the first leg passes from where the ball lay; None
        when it may come from there.
        """
        if not self._from.seen or not len(self.t):
            return None
        back = self.leg(0, last=False).at(self._before())
        aside = float(np.linalg.norm(back - self._from.mm, axis=1).min())
        aside -= self._wavers(self._from.mm)
        return aside if aside > ASIDE_MM else None

    def _wavers(self, home: Floats) -> float:
        """How far aside (mm) the first leg, carried back to a place, may be from its samples' σ."""
        start, stop = self.spans[0]
        first, last = self.p[start], self.p[min(stop, start + FIT_LAST) - 1]
        length = max(float(np.hypot(*(last - first))), 1.0)
        unsure = float(self.samples.slack[start : min(stop, start + FIT_LAST)].mean())
        return unsure * float(np.hypot(*(first - home))) / length

    def _grazes(self, known: set[int]) -> list[Strike]:
        """Discs passed by a hair where two legs explain the samples better than one."""
        return [
            strike
            for n in range(len(self.spans))
            for k, disc in self._passes(n)
            if disc not in known and disc != self._leaving(k) and self._bends(n, k)
            for strike in self._graze(n, k)
            if strike.disc == disc and strike.misfit < FITS
        ]

    def _passes(self, n: int) -> list[tuple[int, int]]:
        """(sample after, disc) wherever leg n passes the outline of a disc by a hair."""
        start, stop = self.spans[n]
        far = self._obstacles.gaps(self.p[start:stop])
        if not far.size:
            return []
        close, near = self._obstacles.close, far.min(axis=0)
        hair = (near < close + TOUCH_MM) & (near > close - 2 * TOUCH_MM)
        after = [(start + int(far[:, disc].argmin()), int(disc)) for disc in np.nonzero(hair)[0]]
        return [
            (k + shift, disc)
            for k, disc in after
            for shift in (0, 1)
            if start + 2 <= k + shift <= stop - 3
        ]

    def _bends(self, n: int, k: int) -> bool:
        """Whether leg n is better explained as two that meet before sample k."""
        start, stop = self.spans[n]
        whole = cost_of(self.samples.part(start, stop))
        parts = cost_of(self.samples.part(start, k)) + cost_of(self.samples.part(k, stop))
        return whole - parts > GRAZE_GAIN

    def _graze(self, n: int, k: int) -> list[Strike]:
        start, stop = self.spans[n]
        window = (self.t[k - 1] - FRAME_S, self.t[k] + FRAME_S / 4)
        legs = (self._end(start, k), self._beginning(k, stop))
        return self._obstacles.struck(*legs, window, self._leaving(k))

    def _landings(self) -> list[Strike]:
        """The discs a chipped ball comes down on."""
        if self.lift is None:
            return []
        start, stop = self.spans[0]
        up = start + int(np.searchsorted(self.t[start:stop], self.lift.lands_at))
        part = slice(start, max(start + 2, up))
        return self._obstacles.landed_on(
            fit_leg(self.t[part], self.p[part], (0.0, 0.0)),
            [self.lift.comes_down_to(float(top)) for top in self._obstacles.tops],
            (float(self.t[0]), float(self.t[-1])),
            self._from.disc,
        )
