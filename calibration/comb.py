"""Equally spaced lines among many: the comb that a family of ruled lines makes on one axis."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats

PERIODS, BINS = 1200, 600
TRIES = 4
ON_TOOTH = 0.3
"""How far from its place a line may lie, in spacings: a lens bends what is ruled straight."""
WHOLE = 0.5
"""Share of a usual line's length that must be seen for a tooth to count wholly."""
DOUBT = 1.6
"""A comb shifted by one that loses less than this many teeth is offered too."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Comb:
    """`teeth` lines at first + k · period; `tooth` tells the k of each of N segments (-1: none);
    `support` is the number of teeth seen.
    """

    first: float
    period: float
    support: float
    tooth: NDArray[np.intp]


def find_combs(places: Floats, lengths: Floats, teeth: int) -> list[Comb]:
    """Combs of so many teeth among segments at `places` (N,) of `lengths` (N,), best first."""
    if len(places) < teeth:
        return []
    low, high = np.quantile(places, (0.01, 0.99))
    if high - low < 1e-6:
        return []
    found = [
        comb
        for period in _periods(places, lengths, (float(low), float(high)), teeth)
        for comb in _placed(places, lengths, period, teeth)
    ]
    best = max((comb.support for comb in found), default=0.0)
    kept = [comb for comb in found if comb.support > best - DOUBT]
    return sorted(kept, key=lambda comb: -comb.support)


def _periods(places: Floats, lengths: Floats, span: tuple[float, float], teeth: int) -> list[float]:
    """The spacings at which most lines are in step (peaks of the Rayleigh statistic)."""
    reach = span[1] - span[0]
    counted, edges = np.histogram(places, BINS, span, weights=lengths)
    weight = np.minimum(counted, np.quantile(counted[counted > 0], 0.8))
    middle = (edges[1:] + edges[:-1]) / 2 - (span[0] + span[1]) / 2
    frequency = np.linspace(0.85, 2.3, PERIODS) * (teeth - 1) / reach
    step = np.abs(np.exp(2j * np.pi * np.outer(frequency, middle)) @ weight)
    peak = (step[1:-1] >= step[:-2]) & (step[1:-1] > step[2:])
    at = np.nonzero(peak)[0] + 1
    return [float(1 / frequency[k]) for k in at[np.argsort(-step[at])][:TRIES]]


def _placed(places: Floats, lengths: Floats, period: float, teeth: int) -> Iterator[Comb]:
    phase = np.angle((lengths * np.exp(2j * np.pi * places / period)).sum()) / (2 * np.pi)
    for _ in range(3):
        index = np.rint(places / period - phase)
        off = places / period - phase - index
        near = np.abs(off) < ON_TOOTH
        if near.sum() < teeth:
            return
        slope, start = np.polyfit(index[near], places[near], 1, w=np.sqrt(lengths[near]))
        if slope <= 0:
            return
        period, phase = float(slope), float(start / slope)
    index = np.rint(places / period - phase).astype(np.intp)
    near = np.abs(places / period - phase - index) < ON_TOOTH
    low = int(index[near].min())
    seen = np.bincount(index[near] - low, lengths[near])
    usual = float(np.median(np.sort(seen)[::-1][:teeth]))
    padded = np.concatenate([np.zeros(teeth), np.minimum(1.0, seen / (WHOLE * usual + 1e-9))])
    padded = np.concatenate([padded, np.zeros(teeth)])
    sums = np.convolve(padded, np.ones(teeth), "valid")
    for start_at in np.nonzero(sums > sums.max() - DOUBT)[0]:
        first = low - teeth + int(start_at)
        tooth = np.where(near & (index >= first) & (index < first + teeth), index - first, -1)
        yield Comb(
            first=(first + phase) * period,
            period=period,
            support=float(sums[start_at]),
            tooth=np.asarray(tooth, np.intp),
        )
