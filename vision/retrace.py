"""The flicks that explain a ball's samples: imagined by the thousand, the best of them fitted.

Which disc a ball met first is often not seen: it was met between two frames, or before the ball was
clear of where it lay. But what came of it is seen, and only few flicks lead there.
"""

from dataclasses import dataclass

import numpy as np

from calibration.table_map import Floats
from vision.flick_model import FlickModel
from vision.guesses import SLIDING, Unknown, against, aimed, chipped, within
from vision.throws import NOTHING, Flags, Indices, Ways

COARSE, ROUND_WIDE, LAST_WIDE = 14.0, 6.0, 4.0
"""By how much a sample's σ is widened in the first choice of flicks; in the rounds of the second,
and in its last.
"""
ROUNDS, ROUND_SCALES = (0.045, 0.065, 0.1, 0.15, 0.25, 0.4), (8.0, 4.0, 2.0, 1.4, 1.0, 1.0)
ALIKE, SPREAD = 30, 1.5
"""By the samples of the first so many seconds; at each step; so many like each, how unlike (σ)."""
SCALES = (10.0, 6.0, 4.0, 2.5, 1.6, 1.2, 1.0, 1.0, 1.0, 1.0)
FINE_SCALES = (4.0, 3.0, 2.2, 1.6, 1.2, 1.0, 1.0, 1.0, 1.0, 1.0)
"""The same at each step of a fit: from afar to exactly."""
KEPT_EACH, KEPT, KEPT_LAST = 3, 36, 12
HALFWAY = 3
CHIP_COSTS, AT_HOME_COSTS, AT_HOME_MM = 8.0, 8.0, 6.0
AT_ONCE_MM = 0.3
DAMP, DAMPS, WORSE, SINGULAR = 1e-2, (0.1, 1.0, 10.0), 10.0, 1e-6
MOST_STEPS, STAYS, LEADERS, BEHIND = 20, 0.1, 4, 60.0
"""The best flicks are fitted on for so many steps at most, while any gains so much (χ²) by one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Explanation:
    """A flick that may have been: its price (χ², and how narrow a choice of unknowns it takes),
    its misfit (χ²) alone, when the ball was let go (s), the discs it met and when (s), those it met
    first all at once.
    """

    price: float
    misfit: float
    let_go: float
    met: tuple[tuple[int, float], ...]
    at_once: frozenset[int]

    @property
    def first(self) -> int | None:
        return self.met[0][0] if self.met else None


class Search:
    """A search for what explains the samples of one ball from one place, that slides or flies.
    `found`: the best explanation for every disc that may have been met first (None: no disc), the
    likeliest first.
    """

    def __init__(self, model: FlickModel, *, chip: bool) -> None:
        self._model, self._imagined = model, _imagined(model, chip=chip)
        self.found = _best(_fitted(model, _kept(model, self._imagined, COARSE), SCALES))

    @property
    def misfit(self) -> float:
        """Of the likeliest explanation (χ² a sample)."""
        return self.found[0].misfit / len(self._model.samples.t)

    def more(self) -> None:
        """Look with more care."""
        sought = _sought(self._model, self._imagined)
        self.found = _best([*self.found, *_fitted(self._model, sought, FINE_SCALES)])


def _best(found: list[Explanation]) -> list[Explanation]:
    best: dict[int | None, Explanation] = {}
    for one in sorted(found, key=lambda one: one.price):
        best.setdefault(one.first, one)
    return list(best.values())


def _imagined(model: FlickModel, *, chip: bool) -> Floats:
    mm, window = model.home.mm, (model.home.early, model.home.late)
    if chip:
        return chipped(mm, window, model.samples)
    discs, reach = model.field.stage.centres, model.field.reach
    flicks = aimed(mm, window, model.samples)
    return np.vstack([flicks, *(against(mm, window, disc, reach) for disc in discs)])


def _sought(model: FlickModel, flicks: Floats) -> Floats:
    """The best of flicks like those that explain ever more samples: bounces scatter errors."""
    for seconds in ROUNDS:
        part = model.of_first(seconds)
        fit = Fit(part, _kept(part, flicks, ROUND_WIDE))
        for wide in ROUND_SCALES:
            fit.step(wide)
        flicks = np.vstack([fit.flicks, fit.alike()])
    return _kept(model, flicks, LAST_WIDE)


def _kept(model: FlickModel, flicks: Floats, wide: float) -> Floats:
    """The best few flicks for every pair of discs met first."""
    ways = model.ways(flicks)
    order = np.argsort(model.misfit(flicks, ways).price(wide))
    pair = ways.met[order, 0] * (len(model.field.stage.centres) + 1) + ways.met[order, 1]
    alike = np.argsort(pair, kind="stable")
    first = np.searchsorted(pair[alike], pair[alike])
    rank = np.empty(len(pair), np.intp)
    rank[alike] = np.arange(len(pair)) - first
    best = np.argsort(rank, kind="stable")
    return flicks[order[best[rank[best] < KEPT_EACH][:KEPT]]]


def _fitted(model: FlickModel, flicks: Floats, scales: tuple[float, ...]) -> list[Explanation]:
    """All of them fitted at once, samples far off counting less and less; the best of them, one for
    every disc met first, to the end.
    """
    fit = Fit(model, flicks)
    for k, wide in enumerate(scales):
        if k == HALFWAY:
            fit.keep(np.argsort(fit.price(wide))[:KEPT_LAST])
        fit.step(wide)
    fit.keep(_leaders(model, fit))
    gained = np.inf
    for _ in range(MOST_STEPS):
        before, gained_before = fit.price(1.0), gained
        fit.step(1.0)
        gained = float((before - fit.price(1.0)).max())
        if max(gained, gained_before) < STAYS:
            break
    return _priced(model, fit.flicks)


def _leaders(model: FlickModel, fit: "Fit") -> Indices:
    """Which flicks are the best with the disc they meet first, unless they are far behind."""
    price, first = fit.price(1.0), model.ways(fit.flicks).met[:, 0]
    order = np.argsort(price)
    _, leaders = np.unique(first[order], return_index=True)
    leading = order[np.sort(leaders)]
    return np.asarray(leading[price[leading] < price.min() + BEHIND][:LEADERS])


class Fit:
    """Levenberg–Marquardt for many flicks (M×P) at once; every step is tried in several lengths."""

    def __init__(self, model: FlickModel, flicks: Floats) -> None:
        self._model, self.flicks = model, flicks
        self._misfit, self._damp = model.misfit(flicks), np.full(len(flicks), DAMP)

    def price(self, wide: float) -> Floats:
        """What they cost (χ², M), σ widened."""
        return self._misfit.price(wide)

    def keep(self, which: Indices) -> None:
        """Go on with some of them."""
        self.flicks, self._damp = self.flicks[which], self._damp[which]
        self._misfit = self._misfit.of(which)

    def alike(self) -> Floats:
        """Many flicks like each of these, as unlike as the samples leave room for; the same ones
        whenever it is asked.
        """
        many, count = self.flicks.shape
        curve = self._model.slope(self.flicks, self._misfit, 1.0).curve
        unit = np.sqrt(np.einsum("mii->mi", curve) + 1e-12)
        even = curve / (unit[:, :, None] * unit[:, None]) + SINGULAR * np.eye(count)
        root = np.linalg.cholesky(even).transpose(0, 2, 1)
        drawn = np.random.default_rng(0).standard_normal((many, count, ALIKE))
        unlike = np.linalg.solve(root, drawn).transpose(0, 2, 1) / unit[:, None]
        return within((self.flicks[:, None] + SPREAD * unlike).reshape(-1, count))

    def step(self, wide: float) -> None:
        """A step for each of them, where one of the lengths makes it better."""
        many, count = self.flicks.shape
        slope = self._model.slope(self.flicks, self._misfit, wide)
        damps = self._damp[:, None] * np.array(DAMPS)
        diagonal = np.einsum("mii->mi", slope.curve)[:, None] * damps[..., None] + 1e-9
        curve = slope.curve[:, None] + diagonal[..., None] * np.eye(count)
        moved = np.linalg.solve(curve, np.repeat(slope.pull[:, None, :, None], len(DAMPS), 1))
        tried = within((self.flicks[:, None] - moved[..., 0]).reshape(-1, count))
        beside = self._model.misfit(tried)
        prices = beside.price(wide).reshape(many, -1)
        best = prices.argmin(axis=1)
        rows = np.arange(many)
        better = prices[rows, best] < self.price(wide)
        at = rows * len(DAMPS) + best
        self.flicks = np.where(better[:, None], tried[at], self.flicks)
        self._misfit = beside.of(at).or_else(self._misfit, better)
        self._damp = np.where(better, damps[rows, best], damps[:, -1] * WORSE)


def _priced(model: FlickModel, flicks: Floats) -> list[Explanation]:
    """The explanations that fitted flicks are. What explains the samples only just so, all else
    being equal, is the less likely (Laplace's approximation).
    """
    ways = model.ways(flicks)
    misfit = model.misfit(flicks, ways)
    chi2 = misfit.price(1.0)
    curve = model.slope(flicks, misfit, 1.0).curve + 1e-9 * np.eye(flicks.shape[1])
    price = chi2 + np.linalg.slogdet(curve)[1]
    price += CHIP_COSTS if flicks.shape[1] > SLIDING else 0.0
    price += np.where(_at_home(ways, flicks), AT_HOME_COSTS, 0.0)
    return [
        Explanation(
            price=float(price[k]),
            misfit=float(chi2[k]),
            let_go=float(flicks[k, Unknown.AT]),
            met=_met(ways, int(k)),
            at_once=_at_once(model, ways, int(k), float(flicks[k, Unknown.REACH])),
        )
        for k in np.argsort(price)
    ]


def _at_home(ways: Ways, flicks: Floats) -> Flags:
    """Which flicks meet their first disc all but where the ball lay: nobody flicks it there."""
    first = (ways.met != NOTHING).argmax(axis=1)
    rows = np.arange(len(flicks))
    way = ways.met_mm[rows, first] - flicks[:, : Unknown.VX]
    near = np.hypot(way[:, 0], way[:, 1]) < AT_HOME_MM
    return np.asarray(near & (ways.met[rows, first] != NOTHING))


def _met(ways: Ways, k: int) -> tuple[tuple[int, float], ...]:
    pairs = zip(ways.met[k], ways.met_at[k], strict=True)
    return tuple((int(disc), float(at)) for disc, at in pairs if disc != NOTHING)


def _at_once(model: FlickModel, ways: Ways, k: int, farther: float) -> frozenset[int]:
    """The discs that flick k touches at the same time as the one it meets first: both sides of a
    gap, or all that it comes down on.
    """
    met = _met(ways, k)
    if not met:
        return frozenset()
    first = int((ways.met[k] != NOTHING).argmax())
    gaps = np.hypot(*(model.field.stage.centres - ways.met_mm[k, first]).T)
    gaps -= model.field.reach + farther
    on_top = gaps[met[0][0]] < -AT_ONCE_MM
    beside = gaps < AT_ONCE_MM if on_top else np.abs(gaps) < AT_ONCE_MM
    return frozenset(int(disc) for disc in np.flatnonzero(beside))
