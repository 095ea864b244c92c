"""The shadow that a disc throws on the felt beside it, and paint does not.

What all shadows of a picture have in common is learned from the rings that throw one; of each ring
it is told how much of that it throws, whatever else makes the felt beside it lighter or darker.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, most_of
from vision.faces import ROUND, around
from vision.felt import Felt
from vision.frames import Image
from vision.rectify import local_frames, sample
from vision.rings import Circles

BESIDE = np.linspace(1.06, 1.41, 8)
"""Where shadows are sampled, in radii of the ring."""
SHADE_HUE, LIT = 0.15, 0.25
"""Log chroma up to which a place is felt in shadow, and log brightness up to which it is."""
DARK_RIM, NEAR_RIM, PAINT_REACH = -0.15, 0.25, 1.25
"""A rim darker than that may be paint that reaches out so many radii, where it goes on as dark."""
OTHERS = 1.45
"""Radii around other rings within which a shadow may be theirs."""
LINE_MM, EDGE_MM = 2.0, 3.0
NOISE = 0.1
"""Deviation (log brightness) of one place beside a ring: felt is woven, its places are alike."""
LIKELY, USUAL = 0.45, 1.0
"""Share of a shadow before anything was seen, and its deviation."""
LEVEL, SLOPE, VEIL_SLOPE = 0.1, 0.03, 0.5
"""Deviations of what else makes the felt beside a ring lighter or darker (log brightness): all of
it, and from one side to the other a radius away; so much more under so much glare.
"""
EDGE = 0.3
"""And the blurred edge of dark paint, within these radii."""
EDGES = ((1.0, 1.1), (1.1, 1.2))
NO_EDGE = 1e-3
OWN_MEAN, OWN_SLOPE = 0.3, 3.0
"""How many rings without a shadow the common one begins with, and what its slope over the table is
held by: few rings tell little of it.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Surroundings:
    """What lies beside N rings at ROUND × BESIDE places: `light`, log brightness over the felt's
    (N×M), 0 where it is not `clear` felt (N×M, 1 or 0); whether dark paint may
    end there (N).
    """

    light: Floats
    clear: Floats
    dark: NDArray[np.bool_]

    def without(self, others: Floats) -> "Surroundings":
        """The same, less what else makes the felt lighter or darker (N×M)."""
        light = (self.light - others) * self.clear
        return Surroundings(light=light, clear=self.clear, dark=self.dark)

    def depths(self) -> Floats:
        """How much darker the felt is on each ring's darkest side, the mean of 3×3 places: N, NaN
        where none is clear.
        """
        shape = (len(self.light), len(BESIDE), ROUND)
        weight, dark = (
            a + a[:, :, [*range(1, ROUND), 0]] + a[:, :, [-1, *range(ROUND - 1)]]
            for a in (self.clear.reshape(shape), self.light.reshape(shape))
        )
        weight, dark = (a[:, :-2] + a[:, 1:-1] + a[:, 2:] for a in (weight, dark))
        seen = np.where(weight > 2, dark / np.maximum(weight, 1), np.inf).reshape(shape[0], -1)
        least = seen.min(1)
        return np.asarray(np.where(np.isfinite(least), -least, np.nan), np.float64)


def surroundings(
    image: Image,
    table: TableMap,
    surface: Surface,
    circles: Circles,
    judge: tuple[Felt, Floats, NDArray[np.bool_]],
) -> Surroundings:
    """The felt beside rings (on the plane of the discs' tops), around the foot of a disc there.
    `judge` = (the felt, log brightness of each rim over it, whose rim is felt itself). Ruled lines,
    whatever has another hue, what may be a dark rim going on or the line around a felt one, and the
    neighbourhood of other rings are not clear.
    """
    felt, rim, line = judge
    centres, radius = circles.centres, surface.disc_mm / 2
    at = np.column_stack([centres, np.zeros(len(centres))])
    offsets = around(BESIDE) * np.maximum(circles.radii, radius)[:, None, None]
    points = centres[:, None] + offsets
    over = felt.ratio(sample(image, local_frames(table, at), offsets), centres)
    light = mean_of(over)
    clear = (most_of(over - light[..., None]) < SHADE_HUE) & (light < LIT)
    clear &= ~_ruled(points, surface) & ~_others(centres, points, OTHERS * radius)
    dark = (rim < DARK_RIM) | line
    tops = np.column_stack([centres, np.full(len(centres), surface.disc_height_mm)])
    there = table.to_table(table.to_image(tops), 0.0)[dark, None]
    clear &= ~((rim < DARK_RIM)[:, None] & (light < rim[:, None] + NEAR_RIM))
    clear[dark] &= np.linalg.norm(points[dark] - there, axis=2) > PAINT_REACH * radius
    return Surroundings(light=np.where(clear, light, 0.0), clear=clear.astype(float), dark=dark)


def common_shadow(beside: Surroundings, places: Floats, weight: Floats) -> Floats:
    """The shadow that a disc would throw at each of N places (N×2, -1 to 1 across the table):
    linear in the place, as lamps are not far; from the rings that throw one, by their weight.
    """
    terms = np.column_stack([np.ones(len(places)), places])
    known = weight[:, None] * beside.clear
    pairs = (terms[:, :, None] * terms[:, None]).reshape(len(places), -1)
    normal = (known.T @ pairs).reshape(-1, 3, 3) + np.diag([OWN_MEAN, OWN_SLOPE, OWN_SLOPE])
    sums = (known * beside.light).T @ terms
    found = np.linalg.solve(normal, sums[..., None])[..., 0]
    return np.asarray(np.minimum(terms @ found.T, 0.0), np.float64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Thrown:
    """Of N rings: the `share` of the common shadow that each throws, its `sigma`, what `others`
    make the felt there lighter or darker (N×M), and how far from all that it is seen (`misfit`).
    """

    share: Floats
    sigma: Floats
    others: Floats
    misfit: Floats


def thrown(beside: Surroundings, common: Floats, bright: Floats) -> Thrown:
    """How much of the common shadow (N×M) each ring throws: linear Gaussian regression. `bright` is
    how many times brighter than usual the felt is (N).
    """
    count = len(common)
    else_ = _else()
    terms = np.concatenate([common[:, None], np.broadcast_to(else_, (count, *else_.shape))], 1)
    veil = np.maximum(bright - 1.0, 0.0)
    slope = SLOPE + VEIL_SLOPE * veil
    edge = np.where(beside.dark, EDGE, NO_EDGE)
    sigma = np.column_stack([np.full(count, USUAL), LEVEL + veil, slope, slope, edge, edge])
    known = terms * beside.clear[:, None] / NOISE**2
    normal = known @ terms.transpose(0, 2, 1)
    sums = (known @ beside.light[..., None])[..., 0]
    index = np.arange(normal.shape[1])
    normal[:, index, index] += sigma**-2
    sums[:, 0] += LIKELY / USUAL**2
    spread = np.linalg.inv(normal)
    found = (spread @ sums[..., None])[..., 0]
    others = found[:, 1:] @ else_
    left = (beside.light - found[:, :1] * common - others) * beside.clear
    return Thrown(
        share=found[:, 0],
        sigma=np.sqrt(spread[:, 0, 0]),
        others=others,
        misfit=np.sqrt((left**2).sum(1) / np.maximum(beside.clear.sum(1), 1)),
    )


def _else() -> Floats:
    """What else may make the felt beside a ring lighter or darker: 5×M."""
    x, y = around(BESIDE).T
    away = np.repeat(BESIDE, ROUND)
    edges = [((away >= near) & (away < far)).astype(float) for near, far in EDGES]
    return np.asarray([np.ones(len(x)), x, y, *edges], np.float64)


def _others(centres: Floats, points: Floats, within: float) -> NDArray[np.bool_]:
    """Which points (N×M×2) lie near another centre than their own."""
    near = np.zeros(points.shape[:2], np.bool_)
    far = float(np.abs(points - centres[:, None]).max()) * np.sqrt(2)
    gaps = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    own, other = np.nonzero((gaps < within + far) & (gaps > 0.0))
    away = points[own] - centres[other, None]
    close = away[..., 0] ** 2 + away[..., 1] ** 2 < within**2
    for k, some in zip(own, close, strict=True):
        near[k] |= some
    return near


def _ruled(points: Floats, surface: Surface) -> NDArray[np.bool_]:
    """Which points lie on ruled lines or at the felt's edge."""
    ruled = np.zeros(points.shape[:-1], np.bool_)
    for k, side in enumerate((surface.width_mm, surface.length_mm)):
        along = np.ascontiguousarray(points[..., k])
        cells = along / surface.square_mm
        away = np.abs(cells - np.rint(cells)) * surface.square_mm
        ruled |= (away < LINE_MM) | (along < EDGE_MM) | (along > side - EDGE_MM)
    return ruled
