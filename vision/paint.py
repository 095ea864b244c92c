"""Painted circles on the felt: rings without a body. A disc throws a shadow, and discs look alike.

Rings that look alike are judged together, by the depth of the shadow most of them throw: one
circle may lie in the shadow of a disc beside it, one disc in front of the lamp.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, median_of, most_of
from vision.felt import Felt
from vision.frames import Image
from vision.rectify import local_frames, sample

ROUND = 24
FACE = np.array([0.30, 0.48, 0.64, 0.76, 0.86, 0.94])
INNER = 4
"""So many of these rings tell what a ring is: about the outermost, paint may peek out."""
BESIDE = np.arange(1.06, 1.42, 0.05)
"""Where face and shadow are sampled, in radii."""
LIGHT_WEIGHT = 0.35
ALIKE = 0.16
"""Mean distance of two faces (log chroma; light counts LIGHT_WEIGHT) that look alike."""
SHADE_HUE, LIT = 0.15, 0.25
"""Log chroma up to which a place is felt in shadow, and log brightness up to which it is."""
DARK_RIM, NEAR_RIM = -0.5, 0.25
"""A rim darker than that may be paint that reaches out, where it goes on as dark."""
LINE_MM, EDGE_MM = 2.0, 3.0
FLAT, FLAT_ALONE = 0.36, 0.2
"""Share of the usual shadow depth of a disc below which a kind of ring, or a few, are paint."""
USUAL = 0.6
"""Which of the kinds, by depth, stands for the discs: lamps differ over a table."""
SHALLOW = 0.13
"""Depth (log brightness) above which it is a shadow all the same, within one kind."""
NO_SHADOW = 0.1
"""Depth that is no shadow, where there are hardly other rings to compare with."""
BURNT = 240.0
"""Grey levels of a rim in glare; it shows nothing of what it is."""
FEW = 3
LOOKS_WEIGHT = 5.0
"""Of colours beside the relief of rings (log of the spread of log brightness)."""
TOLD_APART = 0.8
"""Share of paint and of discs of one kind that their looks must tell apart to be believed."""
ON_PAINT, FAR_APART = 0.5, 2.0
"""Less of the rings without a shadow may look like paint, as a disc that lies on paint throws none
to be seen, where paint is so many times as far from discs as from other paint.
"""
DEEP, DEEP_MOST = 0.5, 0.3
"""Share of the usual depth that is a disc's shadow for sure, and share of such rings among paint:
those in the shadow of a disc beside them.
"""
LEAST_SPREAD = 0.15
VEILED = 1.25
"""How many times brighter than usual the felt is where glare may have filled a shadow."""


def bodies(
    image: Image, table: TableMap, surface: Surface, centres: Floats, felt: Felt
) -> NDArray[np.bool_]:
    """Which of N rings (N×2 mm, on the plane of the discs' tops) are discs and not paint."""
    count = len(centres)
    if not count:
        return np.zeros(0, bool)
    over, burnt = _faces(image, table, surface, centres, felt)
    face = median_of(over, axis=2)
    depth = shadow_depths(image, table, surface, centres, (felt, face[:, -1].mean(1)))
    if count < FEW:
        return np.asarray(~(depth < NO_SHADOW) | burnt, np.bool_)
    face, over = face[:, :INNER], over[:, :INNER]
    light = face.mean(2, keepdims=True)
    looks = np.concatenate([face - light, LIGHT_WEIGHT * light], 2).reshape(count, -1)
    looks /= np.sqrt(INNER)
    kinds = fcluster(linkage(looks, "average"), ALIKE, "distance")
    groups = [np.flatnonzero(kinds == k) for k in np.unique(kinds)]
    if np.isnan(depth).all():
        return np.ones(count, np.bool_)
    medians = [_median(depth[group]) for group in groups]
    told = [m for m, group in zip(medians, groups, strict=True) if len(group) >= FEW]
    usual = float(np.quantile(told or depth[~np.isnan(depth)], USUAL, method="higher"))
    relief = np.column_stack([np.log(mean_of(over).std(2) + 0.01), LOOKS_WEIGHT * looks])
    paint = np.zeros(count, bool)
    for group, median in zip(groups, medians, strict=True):
        least = FLAT if len(group) >= FEW else FLAT_ALONE
        if median < least * usual and (depth[group] > DEEP * usual).mean() < DEEP_MOST:
            paint[group] = True
        else:
            paint[group] = _among(relief[group], depth[group], usual)
    bright = mean_of(felt.at(centres)) > VEILED * np.median(mean_of(felt.colour))
    few = np.bincount(kinds)[kinds] < FEW
    return np.asarray(~paint | burnt | (few & bright), np.bool_)


def _median(depth: Floats) -> float:
    """The median of the depths that are known; nan when none is."""
    known = depth[~np.isnan(depth)]
    return float(np.median(known)) if len(known) else np.nan


def _among(relief: Floats, depth: Floats, usual: float) -> NDArray[np.bool_]:
    """Which rings of one kind are paint: some throw no shadow, and their faces differ in relief
    and looks (N×M) from those that do.
    """
    none = np.zeros(len(depth), bool)
    shallow, deep = depth < min(SHALLOW, FLAT * usual), depth > DEEP * usual
    if min(int(shallow.sum()), int(deep.sum())) < FEW:
        return none
    away = [_unlike(relief, some) for some in (shallow, deep)]
    like_paint = np.asarray(away[0] < away[1], np.bool_)
    told = float(like_paint[shallow].mean())
    paint = shallow & like_paint
    if float((~like_paint)[deep].mean()) < TOLD_APART or told < ON_PAINT or paint.sum() < FEW:
        return none
    if told < TOLD_APART:
        away[0] = _unlike(relief, paint)
        like_paint = np.asarray(away[0] < away[1], np.bool_)
        if np.median(away[1][paint] / away[0][paint]) < FAR_APART:
            return none
    return like_paint & ~deep


def _unlike(looks: Floats, some: NDArray[np.bool_]) -> Floats:
    """How far each of N looks (N×M) is from those of `some`, itself left out: N, in spreads."""
    far = np.zeros(len(looks))
    for k, look in enumerate(looks):
        others = looks[some & (np.arange(len(looks)) != k)]
        far[k] = np.linalg.norm((look - others.mean(0)) / (others.std(0) + LEAST_SPREAD))
    return far


def _faces(
    image: Image, table: TableMap, surface: Surface, centres: Floats, felt: Felt
) -> tuple[Floats, NDArray[np.bool_]]:
    """Colour over the felt's on rings of each face: N×rings×ROUND×3 log BGR; and which are burnt
    out.
    """
    at = np.column_stack([centres, np.full(len(centres), surface.disc_height_mm)])
    seen = sample(image, local_frames(table, at), _rings(FACE) * surface.disc_mm / 2)
    over = felt.ratio(seen, centres).reshape(len(centres), len(FACE), ROUND, 3)
    rim = seen.reshape(len(centres), len(FACE) * ROUND, 3)[:, -2 * ROUND :]
    burnt = median_of(rim, axis=1).min(1) > BURNT
    return over, np.asarray(burnt, np.bool_)


def shadow_depths(
    image: Image,
    table: TableMap,
    surface: Surface,
    centres: Floats,
    judge: tuple[Felt, Floats],
) -> Floats:
    """How much darker the felt beside each ring is than elsewhere, on its darkest side: N, log
    brightness. `judge` = (the felt, log brightness of each rim over it). Ruled lines, whatever has
    another hue, and what is as dark as a dark rim do not count; NaN where nothing is left.

    Where the rim is dark, the less of two counts: around the foot of a disc, and around what paint
    there would be.
    """
    felt, rim = judge
    depths = _shadows(image, table, surface, centres, judge)
    dark = np.flatnonzero(rim < DARK_RIM)
    if len(dark):
        tops = np.column_stack([centres[dark], np.full(len(dark), surface.disc_height_mm)])
        there = table.to_table(table.to_image(tops), 0.0)
        paint = _shadows(image, table, surface, there, (felt, rim[dark]))
        depths[dark] = np.minimum(depths[dark], paint)
    return depths


def _shadows(
    image: Image,
    table: TableMap,
    surface: Surface,
    centres: Floats,
    judge: tuple[Felt, Floats],
) -> Floats:
    """The same around centres on the felt."""
    felt, rim = judge
    count = len(centres)
    at = np.column_stack([centres, np.zeros(count)])
    offsets = _rings(BESIDE) * surface.disc_mm / 2
    over = felt.ratio(sample(image, local_frames(table, at), offsets), centres)
    light = mean_of(over)
    hue = most_of(over - light[..., None])
    clear = (hue < SHADE_HUE) & (light < LIT) & ~_ruled(centres[:, None] + offsets, surface)
    paint = (rim[:, None] < DARK_RIM) & (light < rim[:, None] + NEAR_RIM)
    clear &= ~paint
    shape = (count, len(BESIDE), ROUND)
    weight, dark = (
        (a + a[:, :, [*range(1, ROUND), 0]] + a[:, :, [-1, *range(ROUND - 1)]])
        for a in (clear.reshape(shape).astype(float), np.where(clear, light, 0.0).reshape(shape))
    )
    weight, dark = (a[:, :-2] + a[:, 1:-1] + a[:, 2:] for a in (weight, dark))
    seen = np.where(weight > 2, dark / np.maximum(weight, 1), np.inf).reshape(count, -1)
    deepest = seen.min(1)
    return np.asarray(np.where(np.isfinite(deepest), -deepest, np.nan), np.float64)


def _rings(shares: Floats) -> Floats:
    """Points (M×2) on rings of these radii."""
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray((shares[:, None, None] * unit).reshape(-1, 2), np.float64)


def _ruled(points: Floats, surface: Surface) -> NDArray[np.bool_]:
    """Which points lie on ruled lines or at the felt's edge."""
    ruled = np.zeros(points.shape[:-1], np.bool_)
    for k, side in enumerate((surface.width_mm, surface.length_mm)):
        along = np.ascontiguousarray(points[..., k])
        cells = along / surface.square_mm
        away = np.abs(cells - np.rint(cells)) * surface.square_mm
        ruled |= (away < LINE_MM) | (along < EDGE_MM) | (along > side - EDGE_MM)
    return ruled
