"""Flights of the ball: from which disc, what it touched first, where it went out or came to rest.

A disc is touched where the path has a kink within a disc's and the ball's radius of its centre, or
where the ball comes to rest against it or on it. The instant is found back along the fitted path.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats
from vision.ball_path import LOST_FOR, BallPath, Contact, leaves_at, sides_of
from vision.bounce import Obstacles
from vision.course import BACK_FOR, Departure
from vision.free_run import CLOSE_S, FASTEST_MM_S, free_run
from vision.hindsight import SIGMA_MM
from vision.observation import Observation, SeenAgain, SeenBall, SeenDisc
from vision.trajectory import FIT_LAST, Samples, fit_leg

SET_OFF_MM = 3.5
STILL_FOR = 0.20
SURE_STILL, LEAST_STILL = 3, 3
DRIFT_MM, SCATTER_MM = 0.8, 1.2
UNSURE_MM = 2.2
LEAP_MM_S = 5000.0
FLICK_MM_S = 120.0
LONGEST = 20.0
BEYOND = 6
"""So many samples beyond the edge are kept: they too tell how high the ball flew."""
STEP_MM, LEAST_STEPS = 1.0, 2
COMES_MM, NEAR_BALLS = 12.0, 2.0
"""A path begins where the ball may have lain when, carried back, it comes so near (mm), or when its
first sample is so near (lengths of the ball)."""
FLICKED_MM_S, FLICKED_MM = 3000.0, 15.0


@dataclass(frozen=True, kw_only=True)
class Flight:
    """One flick, from rest to rest or out. Times in s on the frames' clock, places in table mm.

    `open_first`: where that cannot be told, the discs of which any may have been touched first
    (None: none at all). `discs` are those the indices mean; `exit_mm`, `edge` and `exit_at`:
    where the ball's centre first crossed an edge of the felt (`S N W E`); `path` are the samples
    (s, mm, mm).
    """

    release_at: float
    from_mm: tuple[float, float]
    from_disc: int | None
    contacts: tuple[Contact, ...] = ()
    open_first: tuple[int | None, ...] = ()
    exit_mm: tuple[float, float] | None = None
    edge: str | None = None
    exit_at: float | None = None
    rest_mm: tuple[float, float] | None = None
    rest_sigma_mm: float | None = None
    rest_disc: int | None = None
    ended_at: float = 0.0
    peak_mm_s: float = 0.0
    discs: tuple[SeenDisc, ...] = ()
    path: tuple[tuple[float, float, float], ...] = field(default=(), repr=False)

    @property
    def first_touch(self) -> Contact | None:
        return self.contacts[0] if self.contacts else None


@dataclass(frozen=True, kw_only=True)
class _Sample:
    at: float
    ball: SeenBall

    @property
    def mm(self) -> tuple[float, float]:
        return (self.ball.x_mm, self.ball.y_mm)


class FlightWatch:
    """Feed it every frame's ball and discs; it answers with a flight once that is over."""

    def __init__(self, surface: Surface, eye_mm: Floats | None = None) -> None:
        self._surface = surface
        self.eye_mm = eye_mm
        """Where the camera is (mm), which tells a ball in the air from one on the felt."""
        self._still: list[_Sample] = []
        self._believed: _Sample | None = None
        self._flown: list[_Sample] = []
        self._anew_until = -np.inf
        self._discs: tuple[SeenDisc, ...] = ()
        self._now: tuple[SeenDisc, ...] = ()

    def look(self, seen: Observation) -> Flight | None:
        """One frame, and what it tells of those before it."""
        if seen.again:
            self._take_back(seen.again)
        return self.feed(seen.at, seen.ball, seen.discs)

    def feed(self, at: float, ball: SeenBall | None, discs: Sequence[SeenDisc]) -> Flight | None:
        """One frame at `at` s (None: the ball is not seen). Discs as they lie when it sets off."""
        self._now = tuple(discs)
        if not self._flown:
            self._discs = self._now
        if ball is None or self._leaps(at, ball):
            return self._lost(at)
        sample = _Sample(at=at + ball.late_s, ball=ball)
        if self._flown:
            return self._under_way(sample)
        if self._still and _apart(sample, self._rest()) > SET_OFF_MM:
            unsure = len(self._still) < SURE_STILL
            self._flown = [*self._still, sample] if unsure else [sample]
            self._still = [] if unsure else self._still
        elif ball.sigma_mm < UNSURE_MM:
            self._still = [*self._still, sample][-12:]
        else:
            self._believed = sample
        return None

    def _take_back(self, again: Sequence[SeenAgain]) -> None:
        """The ball lay, and set off, where the frames are now seen to show it."""
        home, seen = again[0].ball, [_Sample(at=a.at + a.ball.late_s, ball=a.ball) for a in again]
        away = [k for k, sample in enumerate(seen) if sample.ball is not home]
        start = away[0] if away else len(seen)
        lay = [replace(s, ball=home) for s in self._still if s.at > seen[0].at]
        lay = [s for s in lay if start == len(seen) or s.at < seen[start].at]
        still = sorted([*seen[:start], *lay], key=lambda sample: sample.at)
        self._still, self._flown = still, seen[start:]
        self._anew_until = seen[-1].at

    def _leaps(self, at: float, ball: SeenBall) -> bool:
        """Whether that can hardly be the same ball: it would have been too fast."""
        before = (self._flown or self._still)[-1:]
        return bool(before) and _apart(_Sample(at=at, ball=ball), before[0].mm) > LEAP_MM_S * (
            at - before[0].at + 0.01
        )

    def _rest(self) -> tuple[float, float]:
        x, y = np.median([s.mm for s in self._still], axis=0)
        return (float(x), float(y))

    def _under_way(self, sample: _Sample) -> Flight | None:
        if len(self._flown) == 1 and self._still and _apart(sample, self._rest()) <= SET_OFF_MM:
            self._flown, self._anew_until = [], -np.inf
            return None
        self._flown.append(sample)
        if self._flown[-1].at - self._flown[0].at > LONGEST:
            self._forget()
            return None
        tail = [s for s in self._flown if s.at >= sample.at - STILL_FOR]
        tail = tail if len(tail) >= LEAST_STILL else self._flown[-LEAST_STILL:]
        brief = sample.at - tail[0].at < 0.6 * STILL_FOR  # at 15 frames a second too
        if brief or tail[0] is self._flown[0] or not _lies(tail):
            return None
        flight = self._told(tail)
        self._forget(tail)
        return flight

    def _lost(self, at: float) -> Flight | None:
        if not self._flown:
            return None
        if at - self._flown[-1].at < LOST_FOR:
            return None
        flight = self._told(None) if len(self._flown) >= 3 else None
        self._forget(None if flight else self._still)
        return flight

    def _forget(self, still: list[_Sample] | None = None) -> None:
        self._still, self._flown, self._anew_until = list(still or []), [], -np.inf

    def _told(self, resting: list[_Sample] | None) -> Flight | None:
        """Tell the flight whose samples were gathered; None when that was no flick."""
        t = np.array([s.at for s in self._flown])
        p = np.array([s.mm for s in self._flown])
        first = free_run([s.at for s in self._flown], [s.mm for s in self._flown]) or 0
        t, p = t[first:], p[first:]
        lay = self._still[-1:] if self._still and first == 0 else []
        seen_at = np.concatenate([[s.at for s in lay], t])
        if _steps(seen_at, np.vstack([*(np.array([s.mm]) for s in lay), p])) < LEAST_STEPS:
            return None
        if len(t) < 2:
            return None
        peak = float((np.linalg.norm(np.diff(p, axis=0), axis=1) / np.diff(t)).max())
        if peak < FLICK_MM_S:
            return None
        left = leaves_at(self._surface, p)
        if left is not None:
            t, p, resting = t[: left + BEYOND], p[: left + BEYOND], None
        self._discs = self._with_carrier(p)
        departure = self._departure(t, p)
        if sides_of(self._surface, departure.mm[None]).max() > max(self._surface.ball_mm) / 2:
            return None  # on a disc at the edge a ball may lie half beyond it
        samples = Samples(t=t, p=p, slack=self._slack(first, len(t)))
        path = BallPath(self._surface, self._discs, samples, departure, self.eye_mm)
        rest = np.mean([s.mm for s in resting], axis=0) if resting else None
        out = path.way_out() if resting is None else None
        ended = resting[0].at if resting else float(t[-1])
        return Flight(
            release_at=path.release(),
            from_mm=(float(departure.mm[0]), float(departure.mm[1])),
            from_disc=departure.disc,
            contacts=tuple(path.contacts(rest, ended)),
            open_first=path.open_first(rest),
            exit_mm=out[1] if out else None,
            edge=out[2] if out else None,
            exit_at=out[0] if out else None,
            rest_mm=(float(rest[0]), float(rest[1])) if rest is not None else None,
            rest_sigma_mm=_sigma(resting) if resting else None,
            rest_disc=path.leans_on(rest) if rest is not None else None,
            ended_at=ended,
            peak_mm_s=peak,
            discs=self._discs,
            path=tuple((s.at, *s.mm) for s in self._flown if left is None or s.at <= t[-1]),
        )

    def _slack(self, first: int, count: int) -> Floats:
        """How many times less exact than usual samples are that were told anew."""
        flown = self._flown[first : first + count]
        sigma = [s.ball.sigma_mm for s in flown]
        anew = np.array([s.at <= self._anew_until for s in flown])
        return np.asarray(np.where(anew, np.maximum(sigma, SIGMA_MM) / SIGMA_MM, 1.0))

    def _with_carrier(self, p: Floats) -> tuple[SeenDisc, ...]:
        """The discs as they lay, with the one that only showed once the ball was gone from it."""
        size, lay = self._surface.disc_mm, [(d.x_mm, d.y_mm) for d in self._discs]
        starts = [*([self._rest()] if self._still else []), *p[:2]]
        shown = [
            disc
            for disc in self._now
            if _nearest(disc, lay) > 0.6 * size and _nearest(disc, starts) < size
        ]
        return (*self._discs, *shown)

    def _resting_places(self) -> Iterator[tuple[tuple[float, float], float, bool]]:
        """Where the ball was last believed to lie, until when, and whether that was sure."""
        if self._still:
            yield self._rest(), self._still[-1].at, True
        if self._believed is not None:
            yield self._believed.mm, self._believed.at, False

    def _departure(self, t: Floats, p: Floats) -> Departure:
        """Where the ball lay; for one first seen moving, beside the disc that its path, carried
        back a little, comes from, or else where it was first seen.
        """
        obstacles = Obstacles(self._surface, self._discs)
        leg = fit_leg(t[:FIT_LAST], p[:FIT_LAST])
        back = leg.at(np.linspace(t[0] - BACK_FOR, t[0], 25))
        for mm, until, sure in self._resting_places():
            home = np.array(mm)
            near = min(np.linalg.norm(back - home, axis=1).min() / COMES_MM, 1.0)
            near = min(near, np.hypot(*(p[0] - home)) / (NEAR_BALLS * max(self._surface.ball_mm)))
            comes = sure or near < 1.0
            if comes and _within(p[0] - home, float(t[0]) - until):
                disc = obstacles.beside(home[None])
                anew = sure and self._anew_until > -np.inf
                anew_mm = self._still[-1].ball.sigma_mm if anew else None
                return Departure(mm=home, disc=disc, until=until, seen=True, anew_mm=anew_mm)
        disc, home = obstacles.beside(back), p[0]
        if disc is not None:
            home = back[int(np.linalg.norm(back - obstacles.centres[disc], axis=1).argmin())]
        return Departure(mm=home, disc=disc, until=float(t[0]) - BACK_FOR, seen=False)


def _steps(t: Floats, p: Floats) -> int:
    """How often the ball was seen on from one frame to the next: one leap is no flight."""
    far, since = np.linalg.norm(np.diff(p, axis=0), axis=1), np.diff(t)
    return int(((far > STEP_MM) & (far < FASTEST_MM_S * since) & (since <= 2 * CLOSE_S)).sum())


def _within(way: Floats, since: float) -> bool:
    """Whether a flicked ball can have come so far (mm) in so many seconds."""
    return float(np.hypot(*way)) < FLICKED_MM_S * since + FLICKED_MM


def _nearest(disc: SeenDisc, places: Sequence[tuple[float, float] | Floats]) -> float:
    """How far the nearest of some places is (mm)."""
    return min((float(np.hypot(disc.x_mm - x, disc.y_mm - y)) for x, y in places), default=np.inf)


def _apart(sample: _Sample, mm: tuple[float, float]) -> float:
    return float(np.hypot(sample.ball.x_mm - mm[0], sample.ball.y_mm - mm[1]))


def _lies(tail: list[_Sample]) -> bool:
    """Whether these samples scatter about one place instead of drifting."""
    mm = np.array([s.mm for s in tail])
    half = len(mm) // 2
    drift = np.abs(mm[:half].mean(axis=0) - mm[half:].mean(axis=0)).max()
    return bool(drift < DRIFT_MM and mm.std(axis=0).max() < SCATTER_MM)


def _sigma(resting: list[_Sample]) -> float:
    """σ of the mean resting place: the scatter over √n, never under a third of the readings' σ."""
    spread = float(np.std([s.mm for s in resting], axis=0).max())
    claimed = float(np.median([s.ball.sigma_mm for s in resting]))
    return max(spread / float(np.sqrt(len(resting))), claimed / 3)
