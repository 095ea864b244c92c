"""One flight's samples against the discs: contacts, the way out, the instant of release."""

from dataclasses import dataclass, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats
from vision.bounce import Obstacles
from vision.course import BACK_FOR, Course, Departure
from vision.first_touch import retraced
from vision.lift import Lift, best_lift, lowered
from vision.observation import SeenDisc
from vision.trajectory import WORST, Leg, Samples, fit_leg, without_strays

LOST_FOR = 0.35
"""A ball unseen for so long (s) has ended its flight."""
LEANS_MM = 1.6
"""How far from a disc a ball at rest may seem that leans on it."""
DOUBT_MM = 0.6
"""Nearer than that to LEANS_MM nobody could tell whether it leans."""
LIFT_COSTS = 12.0
"""What it costs (χ²) to suppose that the ball was chipped."""
OUT_MM = 2.0
BY_EDGE_MM, EDGE_SLACK, HALF_SLACK, HARDLY = 8.0, 3.0, 2.0, 2.5
LEFT_OUT_COSTS, MOST_LEFT_OUT, LEAST_LEFT = 6.0, 3, 3
HALF_SEEN_MM = 1.5
STAYS_MM = 1.0
WHOLE, WHOLE_MM = 1.1, 4.0


@dataclass(frozen=True, kw_only=True)
class Contact:
    """The ball touched a disc: its index among the discs of the flight, its centre, the instant."""

    disc: int
    disc_mm: tuple[float, float]
    at: float


class BallPath:
    """The samples of one flight, as if the foot of the ball were on the felt, read as the course
    that explains them best. `eye_mm` is where the camera is: without it a chipped ball cannot be
    told from a sliding one.
    """

    def __init__(
        self,
        surface: Surface,
        discs: tuple[SeenDisc, ...],
        samples: Samples,
        departure: Departure,
        eye_mm: Floats | None = None,
    ) -> None:
        self._surface, self._discs, self._from = surface, discs, departure
        self._obstacles = Obstacles(surface, discs)
        moving = _moving(samples)
        smooth = without_strays(moving)
        p, doubtful = smooth.p, self._half_seen(smooth.p)
        slides = [(self._course(smooth.part(k)), k) for k in range(doubtful + 1)]
        self.course = min(slides, key=lambda pair: self._price(p, *pair))[0]
        self.retraced = retraced(surface, self._obstacles, departure, self._plain(moving), eye_mm)
        if eye_mm is None:
            return
        chips = [(self._chip(smooth.part(k), eye_mm), k) for k in sorted({0, doubtful})]
        found = [(chip, k) for chip, k in chips if chip is not None]
        if not found:
            return
        chip, left_out = min(found, key=lambda pair: self._price(p, *pair))
        stop = left_out + len(chip.t)
        same = [(self._until(smooth.part(0, stop), k), k) for k in range(doubtful + 1)]
        if self._price(p, chip, left_out) + LIFT_COSTS < min(
            self._price(p, *pair) for pair in same
        ):
            self.course = chip

    def _price(self, p: Floats, course: Course, left_out: int) -> float:
        """How badly (χ²) a course explains a flight (N×2 mm), so many of the first samples left
        out: each costs little on the straight way from where the ball lay, and more beside it.
        """
        home, first = self._from.mm, p[min(left_out, len(p) - 1)]
        way = first - home
        share = np.clip((p[:left_out] - home) @ way / max(float(way @ way), 1e-6), 0.0, 1.0)
        aside = np.linalg.norm(p[:left_out] - home - share[:, None] * way, axis=1) / HALF_SEEN_MM
        return course.cost + float((LEFT_OUT_COSTS + np.minimum(aside**2, WORST)).sum())

    def _until(self, samples: Samples, start: int) -> Course:
        return Course(self._obstacles, self._from, self._weighed(samples).part(start))

    def _half_seen(self, p: Floats) -> int:
        """How many of the first samples lie so near to where the ball lay that it may be seen in
        part only, as long as others are left.
        """
        if self._from.anew_mm is not None:
            return 0
        if not self._from.seen:
            return 1 if len(p) > LEAST_LEFT else 0
        whole = np.hypot(*(p - self._from.mm).T) > WHOLE * max(self._surface.ball_mm) + WHOLE_MM
        return min(int(whole.argmax()), MOST_LEFT_OUT, max(len(p) - LEAST_LEFT, 0))

    def _weighed(self, samples: Samples) -> Samples:
        """Over line and wood by the edge, and half over its old place, a ball is seen less well."""
        by_edge = sides_of(self._surface, samples.p).max(axis=0) > -BY_EDGE_MM
        slack = np.where(by_edge, np.maximum(samples.slack, EDGE_SLACK), samples.slack)
        slack[: self._half_seen(samples.p)] = HALF_SLACK
        return replace(samples, slack=slack)

    def _plain(self, samples: Samples) -> Samples:
        """The samples on the felt, those half over the ball's old place hardly believed."""
        weighed = self._weighed(samples)
        weighed.slack[: self._half_seen(samples.p)] *= HARDLY
        return weighed.part(0, leaves_at(self._surface, samples.p))

    def _course(self, samples: Samples, lift: Lift | None = None) -> Course:
        """The course of these samples, until they have left the felt."""
        left = leaves_at(self._surface, samples.p)
        weighed = self._weighed(samples).part(0, None if left is None else left + 1)
        return Course(self._obstacles, self._from, weighed, lift)

    def _chip(self, samples: Samples, eye_mm: Floats) -> Course | None:
        """The course of a chipped ball that fits the samples best."""
        disc = self._from.disc
        foot = 0.0 if disc is None else float(self._obstacles.tops[disc])
        t, late = samples.t, float(samples.t[0])
        off = (max(min(self._from.until, late), late - BACK_FOR), late, foot)
        middle = min(self._surface.ball_mm) / 2
        lift = best_lift(self._weighed(samples), eye_mm, middle, off)
        if lift is None:
            return None
        low = lowered(samples.p, lift.height(t), eye_mm, middle)
        return self._course(replace(samples, p=low), lift)

    def release(self) -> float:
        """When the ball was let go (s), by the flick that explains its samples, or else when the
        first leg, carried back, leaves the resting place.
        """
        if self.retraced is not None and self.retraced.sure:
            return self.retraced.let_go
        leg, late = self.course.leg(0, last=False), float(self.course.t[0])
        gone = leg.when_gone(float((self._from.mm - leg.start) @ leg.heading))
        return self._from.until if gone is None else min(max(gone, self._from.until), late)

    def leans_on(self, rest: Floats) -> int | None:
        """The disc on or against which a ball at rest lies."""
        return self._obstacles.beside(rest[None], LEANS_MM)

    def contacts(self, rest: Floats | None, rest_at: float) -> list[Contact]:
        """Every disc touched, in order, the one the ball comes to rest on or against included: that
        one last, whatever it passed close by before.
        """
        if self.retraced is not None and self.retraced.sure:
            out = [self._contact(*met) for met in _once(self.retraced.met)]
        else:
            out = [self._contact(strike.disc, strike.at) for strike in self.course.strikes]
        disc = None if rest is None else self.leans_on(rest)
        met = {contact.disc for contact in out}
        stayed = disc == self._from.disc and disc is not None and not self.course.has_left(disc)
        if disc is None or disc in met or stayed:
            return out
        came = self.course.came_up_to(disc, LEANS_MM + STAYS_MM)
        at = max([rest_at if came is None else came, *(contact.at for contact in out)])
        return [*out, self._contact(disc, at)]

    def open_first(self, rest: Floats | None) -> tuple[int | None, ...]:
        """The discs of which any may have been touched first (None: none at all), the likeliest
        first; empty when there is no doubt.
        """
        told, kinks = self.retraced, self.course.strikes
        if told is None:
            return self._open_by_kinks(rest)
        first = told.met[0][0] if told.met else None
        if told.sure and (told.met or told.rivals):
            return (first, *told.rivals) if told.rivals else ()
        if told.sure:
            return self._open_at_rest(rest)
        seen = kinks[0].disc if kinks else None
        if first == seen and seen is not None:
            return ()
        return tuple(dict.fromkeys((seen, first, *told.rivals, *told.near)))

    def _open_by_kinks(self, rest: Floats | None) -> tuple[int | None, ...]:
        strikes = self.course.strikes
        if not strikes:
            return self._open_at_rest(rest)
        return (strikes[0].disc, *sorted(strikes[0].rivals)) if strikes[0].rivals else ()

    def _open_at_rest(self, rest: Floats | None) -> tuple[int | None, ...]:
        """Whether a ball that met nothing on its way leans on a disc where it lies."""
        disc = None if rest is None else self._obstacles.beside(rest[None], LEANS_MM + DOUBT_MM)
        if disc is None or rest is None or disc == self._from.disc:
            return ()
        gap = float(self._obstacles.gaps(rest[None])[0, disc]) - self._obstacles.close
        if gap < LEANS_MM - DOUBT_MM:
            return ()
        return (disc, None) if gap <= LEANS_MM else (None, disc)

    def _contact(self, disc: int, at: float) -> Contact:
        x, y = self._obstacles.centres[disc]
        return Contact(disc=disc, disc_mm=(float(x), float(y)), at=at)

    def way_out(self) -> tuple[float, tuple[float, float], str] | None:
        """When, where and over which edge the ball's centre first left the felt, the last leg of a
        ball that was lost carried on for LOST_FOR s. One that was lost while it hung over an edge,
        slow and half hidden, fell there.
        """
        t, p, spans = self.course.t, self.course.p, self.course.spans
        outside = np.nonzero(sides_of(self._surface, p).max(axis=0) > 0)[0]
        if not len(outside):
            late = float(t[-1])
            last = self.course.leg(len(spans) - 1, last=True)
            return self._crossing(last, late, late + LOST_FOR) or self._over_edge(late)
        k = int(outside[0])
        start, stop = next(span for span in spans if k < span[1])
        part = slice(max(start, k - 4), min(stop, max(k + 4, start + 2)))
        return self._crossing(fit_leg(t[part], p[part]), float(t[max(k - 1, 0)]), float(t[k]))

    def _over_edge(self, at: float) -> tuple[float, tuple[float, float], str] | None:
        """The last place of the ball, moved to the edge it hung over and had come towards."""
        p = self.course.p
        sides = sides_of(self._surface, p)
        side = int(sides[:, -1].argmax())
        inside = -float(sides[side, -1])
        if inside > max(self._surface.ball_mm) / 2 or sides[side, -1] <= sides[side, 0]:
            return None
        outward = np.array([(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)])[side]
        x, y = p[-1] + inside * outward
        return at, (float(x), float(y)), "SNWE"[side]

    def _crossing(
        self, leg: Leg, early: float, late: float
    ) -> tuple[float, tuple[float, float], str] | None:
        times = np.linspace(early - 0.04, late + 0.01, 500)
        points = leg.at(times)
        sides = sides_of(self._surface, points)
        gone = np.nonzero(sides.max(axis=0) >= 0)[0]
        if not len(gone):
            return None
        k = int(gone[0])
        x, y = points[k]
        edge = "SNWE"[int(sides[:, k].argmax())]
        return float(times[k]), (float(x), float(y)), edge


def _once(met: tuple[tuple[int, float], ...]) -> list[tuple[int, float]]:
    """Discs touched, each the first time only."""
    out: dict[int, float] = {}
    for disc, at in met:
        out.setdefault(disc, at)
    return list(out.items())


def _moving(samples: Samples) -> Samples:
    """The samples until the ball comes to where it stays."""
    t, p = samples.t, samples.p
    away = np.nonzero(np.linalg.norm(p - p[-3:].mean(axis=0), axis=1) > STAYS_MM)[0]
    stop = min(len(t), int(away[-1]) + 2) if len(away) else len(t)
    return samples.part(0, stop)


def sides_of(surface: Surface, p: Floats) -> Floats:
    """How far points (N×2 mm) lie beyond each edge S N W E (4×N, negative inside)."""
    w, length = surface.width_mm, surface.length_mm
    sides = np.stack([-p[:, 1], p[:, 1] - length, -p[:, 0], p[:, 0] - w])
    return np.asarray(sides, np.float64)


def leaves_at(surface: Surface, p: Floats) -> int | None:
    """Index of the second of the first two samples in a row that lie beyond an edge."""
    beyond = sides_of(surface, p).max(axis=0) > OUT_MM
    both = np.nonzero(beyond[1:] & beyond[:-1])[0]
    return int(both[0]) + 1 if len(both) else None
