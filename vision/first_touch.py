"""What a ball met first, told by the flicks that explain its samples."""

from dataclasses import dataclass
from itertools import dropwhile, pairwise

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats
from vision.bounce import Obstacles
from vision.course import BACK_FOR, Departure
from vision.flick_model import Field, FlickModel, Home
from vision.retrace import Explanation, Search
from vision.throws import Indices, Stage
from vision.trajectory import Samples

NEAR_MM = 15.0
"""Discs farther from where the ball was seen to go are not met."""
DISC_SIGMA_MM, FELT_SIGMA_MM, UNSEEN_SIGMA_MM, CENTRE_SIGMA_MM = 1.0, 2.0, 4.0, 2.5
"""σ of where a ball lay: seen on a disc, seen loose, not seen, taken to have been on a disc."""
ANEW_SIGMA_MM = 0.8
"""The same at least where its place was seen bare: on a disc and on felt a ball looks otherwise."""
LATE_S = 0.004
"""A ball first seen moving may, by its blur, only just be setting off."""
FAIR, GOOD, POOR, AWFUL = 1.4, 2.0, 3.0, 4.2
"""Misfit (χ² a sample) above which more care is needed; up to which a ball surely slid; above which
it may have lain elsewhere; above which nothing is believed.
"""
ELSEWHERE_COSTS = 8.0
"""What it costs (χ²) to suppose that the ball lay elsewhere than it was seen to lie."""
ELSEWHERE, ELSEWHERE_REACH = 3, 2.5
TIED, AT_ONCE_S = 5.0, 0.002
"""Prices (χ², more where all is explained badly) and contacts (s) less apart are a tie."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Retraced:
    """How a ball went: when it was let go (s), the discs it met, with the instants (s), and the
    discs that may have been met first instead (None: none); `sure`: samples and flick agree; the
    discs `near` its way.
    """

    let_go: float
    met: tuple[tuple[int, float], ...]
    rivals: tuple[int | None, ...]
    sure: bool
    near: tuple[int, ...]


def retraced(
    surface: Surface,
    obstacles: Obstacles,
    departure: Departure,
    samples: Samples,
    eye_mm: Floats | None,
) -> Retraced | None:
    """The likeliest flick; None when the samples are too few."""
    if len(samples.t) < 3:
        return None
    teller = _Teller(surface, obstacles, departure.disc, samples, eye_mm)
    looks = teller.looks(_lay(obstacles, departure, samples))
    badly = _least(looks).misfit > POOR and departure.anew_mm is None
    if badly or not departure.seen:
        for home in _elsewhere(obstacles, departure, samples):
            looks += teller.looks(home, ELSEWHERE_COSTS if departure.seen else 0.0)
    if _least(looks).misfit > FAIR:
        _least(looks).search.more()
    found = sorted((one for look in looks for one in look.found()), key=lambda one: one.price)
    count = len(samples.t)
    best = found[0]
    tied = TIED * max(1.0, best.misfit / (GOOD * count))
    rivals = [one.first for one in found if one.price < best.price + tied]
    soon = [disc for disc, at in best.met[1:2] if at - best.met[0][1] < AT_ONCE_S]
    rivals = [*sorted(best.at_once), *soon, *rivals]
    return Retraced(
        let_go=best.let_go,
        met=best.met,
        rivals=tuple(dict.fromkeys(disc for disc in rivals if disc != best.first)),
        sure=best.misfit < AWFUL * count,
        near=tuple(sorted({int(disc) for look in looks for disc in look.discs})),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Look:
    """A search among certain discs, by their numbers; what it costs (χ²) to look there; the disc
    that the ball lay on.
    """

    search: Search
    discs: Indices
    costs: float
    own: int | None

    @property
    def misfit(self) -> float:
        """Of the likeliest explanation (χ² a sample)."""
        return self.search.misfit

    def found(self) -> list[Explanation]:
        """What was found, the discs numbered as the obstacles are."""
        return [
            Explanation(
                price=one.price + self.costs,
                misfit=one.misfit,
                let_go=one.let_go,
                met=self._met_since(tuple((int(self.discs[disc]), at) for disc, at in one.met)),
                at_once=frozenset(int(self.discs[disc]) for disc in one.at_once) - {self.own},
            )
            for one in self.search.found
        ]

    def _met_since(self, met: tuple[tuple[int, float], ...]) -> tuple[tuple[int, float], ...]:
        """What was met once it had left its own disc, onto which nothing but a bounce off another
        one can bring a ball back.
        """
        return tuple(dropwhile(lambda contact: contact[0] == self.own, met))


def _least(looks: list[_Look]) -> _Look:
    return min(looks, key=lambda look: look.misfit)


class _Teller:
    def __init__(
        self,
        surface: Surface,
        obstacles: Obstacles,
        own: int | None,
        samples: Samples,
        eye_mm: Floats | None,
    ) -> None:
        self._surface, self._obstacles, self._own = surface, obstacles, own
        self._samples, self._eye_mm = samples, eye_mm

    def looks(self, home: Home, costs: float = 0.0) -> list[_Look]:
        """Searches for the flick from there: of balls that slide, and, where those do badly, of
        balls that fly.
        """
        near = self._near(home)
        field = Field(
            stage=Stage(
                centres=self._obstacles.centres[near],
                tops=self._obstacles.tops[near],
                felt=np.array([self._surface.width_mm, self._surface.length_mm]),
            ),
            reach=self._obstacles.close,
            eye_mm=self._eye_mm,
            middle_mm=min(self._surface.ball_mm) / 2,
        )
        model = FlickModel(field, home, self._samples)
        searches = [Search(model, chip=False)]
        if self._eye_mm is not None and searches[0].misfit > GOOD:
            searches.append(Search(model, chip=True))
        return [_Look(search=one, discs=near, costs=costs, own=self._own) for one in searches]

    def _near(self, home: Home) -> Indices:
        way = np.vstack([home.mm[None], self._samples.p])
        steps = [np.linspace(a, b, 12) for a, b in pairwise(way)]
        far = self._obstacles.gaps(np.vstack(steps)).min(axis=0)
        return np.flatnonzero(far < self._obstacles.close + NEAR_MM)


def _lay(obstacles: Obstacles, departure: Departure, samples: Samples) -> Home:
    late = float(samples.t[0])
    disc = departure.disc
    sigma = DISC_SIGMA_MM if disc is not None else FELT_SIGMA_MM
    if departure.anew_mm is not None:
        sigma = max(departure.anew_mm, ANEW_SIGMA_MM)
    return Home(
        mm=departure.mm,
        sigma_mm=sigma if departure.seen else UNSEEN_SIGMA_MM,
        foot_mm=0.0 if disc is None else float(obstacles.tops[disc]),
        early=max(min(departure.until, late), late - BACK_FOR),
        late=late + LATE_S,
    )


def _elsewhere(obstacles: Obstacles, departure: Departure, samples: Samples) -> list[Home]:
    """The discs near where the ball was first seen moving: it may have lain on one of them."""
    if not len(obstacles.centres):
        return []
    near, late = obstacles.gaps(samples.p[:3]).min(axis=0), float(samples.t[0])
    discs = [int(k) for k in np.argsort(near) if near[k] < ELSEWHERE_REACH * obstacles.close]
    return [
        Home(
            mm=obstacles.centres[disc],
            sigma_mm=CENTRE_SIGMA_MM,
            foot_mm=float(obstacles.tops[disc]),
            early=late - BACK_FOR,
            late=late + LATE_S,
        )
        for disc in discs[:ELSEWHERE]
        if disc != departure.disc or not departure.seen
    ]
