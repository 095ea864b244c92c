"""The flicks that explain a ball's samples: imagined by the thousand, the best of them fitted.

Which disc a ball met first is often not seen: it was met between two frames, or before the ball was
clear of where it lay. But what came of it is seen, and only few flicks lead there.
"""

from dataclasses import dataclass

import numpy as np

from calibration.table_map import Floats
from vision.flick_model import FlickModel
from vision.guesses import SLIDING, Unknown, against, aimed, chipped, scattered, within
from vision.throws import NOTHING, Ways

COARSE, ROUNDS, LAST_WIDE = 14.0, ((0.1, 14.0), (0.15, 9.0), (0.25, 6.0)), 4.0
"""By how much a sample's σ is widened in the first choice of flicks; in the rounds of the second,
by the samples of the first so many seconds; and in its last.
"""
SCALES = (10.0, 6.0, 4.0, 2.5, 1.6, 1.2, 1.0, 1.0, 1.0, 1.0)
FINE_SCALES = (4.0, 3.0, 2.2, 1.6, 1.2, 1.0, 1.0, 1.0, 1.0, 1.0)
"""The same at each step of a fit: from afar to exactly."""
KEPT_EACH, KEPT, KEPT_LAST, NARROWER = 3, 36, 12, 0.5
HALFWAY = 3
GOOD = 0.9
"""Misfit (χ² a sample) up to which no second choice is needed."""
CHIP_COSTS = 8.0
AT_ONCE_MM, ENDS_S = 0.3, 0.1
DAMP, LESS, MORE = 1e-2, 5.0, 10.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Explanation:
    """A flick that may have been: its price (χ², and how narrow a choice of unknowns it takes),
    its misfit (χ²) alone, the discs it met and when (s), those it met first all at once.
    """

    price: float
    misfit: float
    met: tuple[tuple[int, float], ...]
    at_once: frozenset[int]

    @property
    def first(self) -> int | None:
        return self.met[0][0] if self.met else None


def explanations(model: FlickModel, *, chip: bool = False) -> list[Explanation]:
    """The best explanation for every disc that may have been met first (None: no disc), the
    likeliest first; of balls that slide, or of chips.
    """
    imagined = _imagined(model, chip=chip)
    found = _fitted(model, _kept(model, imagined, np.inf, COARSE), SCALES)
    if found[0].misfit > GOOD * len(model.samples.t):
        found += _fitted(model, _sought(model, imagined), FINE_SCALES)
    best: dict[int | None, Explanation] = {}
    for one in sorted(found, key=lambda one: one.price):
        best.setdefault(one.first, one)
    return list(best.values())


def _imagined(model: FlickModel, *, chip: bool) -> Floats:
    mm, window = model.home.mm, (model.home.early, model.home.late)
    flicks = aimed(mm, window, model.samples)
    if chip:
        return chipped(flicks)
    discs, reach = model.field.stage.centres, model.field.reach
    return np.vstack([flicks, *(against(mm, window, disc, reach) for disc in discs)])


def _sought(model: FlickModel, flicks: Floats) -> Floats:
    """The best of flicks ever more alike, by ever more samples: bounces scatter small errors."""
    spread = 1.0
    for seconds, wide in ROUNDS:
        flicks = _kept(model, flicks, seconds, wide)
        flicks = np.vstack([flicks, scattered(flicks, spread)])
        spread *= NARROWER
    return _kept(model, flicks, np.inf, LAST_WIDE)


def _kept(model: FlickModel, flicks: Floats, seconds: float, wide: float) -> Floats:
    """The best few flicks for every pair of discs met first, by the samples of so many seconds."""
    t, ways = model.samples.t, model.ways(flicks)
    count = int(np.searchsorted(t, t[0] + seconds, "right"))
    price = model.early_price(flicks, wide, ways, count)
    met = np.where(ways.met_at <= t[-1] + ENDS_S, ways.met, NOTHING)[:, :2]
    counts: dict[tuple[int, ...], int] = {}
    ranked: list[tuple[int, float, int]] = []
    for k in np.argsort(price):
        pair = tuple(int(disc) for disc in met[k])
        rank = counts[pair] = counts.get(pair, 0) + 1
        if rank <= KEPT_EACH:
            ranked.append((rank, float(price[k]), int(k)))
    return flicks[[k for _, _, k in sorted(ranked)[:KEPT]]]


def _fitted(model: FlickModel, flicks: Floats, scales: tuple[float, ...]) -> list[Explanation]:
    """Levenberg–Marquardt on all of them at once, samples far off counting less and less."""
    damp = np.full(len(flicks), DAMP)
    for k, wide in enumerate(scales):
        price = model.price(flicks, wide)
        if k == HALFWAY:
            best = np.argsort(price)[:KEPT_LAST]
            flicks, damp, price = flicks[best], damp[best], price[best]
        slope = model.slope(flicks, wide)
        diagonal = np.einsum("mii->mi", slope.curve) * damp[:, None] + 1e-9
        curve = slope.curve + diagonal[:, :, None] * np.eye(flicks.shape[1])
        tried = within(flicks - np.linalg.solve(curve, slope.pull[..., None])[..., 0])
        better = model.price(tried, wide) < price
        flicks = np.where(better[:, None], tried, flicks)
        damp = np.where(better, damp / LESS, damp * MORE)
    return _priced(model, flicks)


def _priced(model: FlickModel, flicks: Floats) -> list[Explanation]:
    """The explanations that fitted flicks are. What explains the samples only just so, all else
    being equal, is the less likely (Laplace's approximation).
    """
    ways = model.ways(flicks)
    misfit = model.price(flicks, 1.0, ways)
    curve = model.slope(flicks, 1.0).curve + 1e-9 * np.eye(flicks.shape[1])
    price = misfit + np.linalg.slogdet(curve)[1]
    price += CHIP_COSTS if flicks.shape[1] > SLIDING else 0.0
    return [
        Explanation(
            price=float(price[k]),
            misfit=float(misfit[k]),
            met=_met(model, ways, int(k)),
            at_once=_at_once(model, ways, int(k), float(flicks[k, Unknown.REACH])),
        )
        for k in np.argsort(price)
    ]


def _met(model: FlickModel, ways: Ways, k: int) -> tuple[tuple[int, float], ...]:
    until = float(model.samples.t[-1]) + ENDS_S
    pairs = zip(ways.met[k], ways.met_at[k], strict=True)
    return tuple((int(disc), float(at)) for disc, at in pairs if disc != NOTHING and at <= until)


def _at_once(model: FlickModel, ways: Ways, k: int, farther: float) -> frozenset[int]:
    """The discs that flick k touches at the same time as the one it meets first: both sides of a
    gap, or all that it comes down on.
    """
    met = _met(model, ways, k)
    if not met:
        return frozenset()
    first = int((ways.met[k] != NOTHING).argmax())
    gaps = np.hypot(*(model.field.stage.centres - ways.met_mm[k, first]).T)
    gaps -= model.field.reach + farther
    on_top = gaps[met[0][0]] < -AT_ONCE_MM
    beside = gaps < AT_ONCE_MM if on_top else np.abs(gaps) < AT_ONCE_MM
    return frozenset(int(disc) for disc in np.flatnonzero(beside))
