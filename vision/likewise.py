"""Discs whose outline was mistaken for what lies around them, found by what discs have in common.

Paint or a line that runs along a disc is often the stronger edge. Discs of one picture have the
same rings: the outline, the rim's inner edge, a groove. How clearly each shows is learned from
discs that are outlined all around; a doubtful one lies where just these rings meet.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.merit import WEAK, fitted_anew, merit
from vision.proposals import Gradient
from vision.rectify import Floats32, local_frames, sample
from vision.rings import Circles, refine

RADIUS_PX = 16.0
SHARES = np.arange(0.3, 1.06, 0.05)
"""Radii of the rings, in shares of a disc's."""
REACH = 0.2
"""How far off (radii) the outline may have been believed."""
CLEAR, LEAST, MOST = 0.92, 3, 4
"""Share of the outline that must be seen of discs to learn from, and how many of them."""
DOUBTFUL = 0.90
"""Share of the outline below which it may be another's."""
FAINT = 0.3
"""Share of the clearest ring's clarity that is none."""
ROUGH, EXACT = (0.09,), (0.06, 0.06)
"""How far around the usual radius (as a share) the outline is sought again, time after time: the
outline of a circle painted around a disc is often a twentieth larger.
"""
BETTER, BETTER_SEEN = 1.06, 0.04
"""A doubtful disc lies elsewhere where its rings are so many times clearer, or so much more of its
outline is seen.
"""
SPAN = 0.16
"""How far around its radius (as a share) a circle is sought where few are clear."""
LARGE, EVEN, ODD_PRICE = 0.02, 0.01, 4.0
"""Share by which a radius beyond the usual one of the picture makes a circle doubtful; by which the
discs of a picture differ; and the price of more.
"""
ROOM, ALONE = 0.97, 1.2
"""Discs of one level lie at least so many diameters apart; and where one lies nearer than that, its
rings may pass for a neighbour's.
"""
Picture = tuple[Image, TableMap, Surface]
"""A BGR picture, its map, the surface."""
HALF = int(np.ceil(1.2 * RADIUS_PX))


def settled(picture: Picture, circles: Circles, height: tuple[float, float]) -> Circles:
    """The circles (on the plane of the top faces), doubtful ones moved to where the rings of the
    clear ones fit best; where few are clear, fitted anew each by itself. `height` = (z of a top
    face, of its foot) in mm.
    """
    image, table, surface = picture
    clear = circles.support >= CLEAR
    if clear.sum() < LEAST:
        return fitted_anew(image, table, circles, surface.disc_mm / 2, height, SPAN)
    usual = float(np.median(circles.radii[clear]))
    doubtful = (circles.support < DOUBTFUL) | (circles.radii > (1 + LARGE) * usual)
    return _moved(picture, circles, (clear, doubtful), height, EXACT)


def sought_again(
    picture: Picture, circles: Circles, lost: NDArray[np.bool_], height: tuple[float, float]
) -> tuple[Circles, NDArray[np.bool_]]:
    """The circles, those `lost` (N) moved to where the rings of the others fit best; and which of
    them then are well outlined.
    """
    clear = (circles.support >= CLEAR) & ~lost
    if clear.sum() < LEAST:
        return circles, np.zeros(len(lost), np.bool_)
    found = _moved(picture, circles, (clear, lost), height, ROUGH)
    moved = (found.centres != circles.centres).any(axis=1)
    return found, moved & (found.support >= WEAK)


def _moved(
    picture: Picture,
    circles: Circles,
    which: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    height: tuple[float, float],
    gates: Sequence[float],
) -> Circles:
    """The circles, some moved to where the rings of others fit best. `which` = (the clear ones, the
    doubtful ones), N each; `gates`: how far around the usual radius (as a share) the outline is
    sought there, again and again.
    """
    image, table, surface = picture
    usual = float(np.median(circles.radii[which[0]]))
    clear, doubtful = np.flatnonzero(which[0])[:MOST], np.flatnonzero(which[1])
    if not len(doubtful):
        return circles
    fields, mm = _fields(image, table, surface, circles.centres[[*clear, *doubtful]])
    common = _common(fields[: len(clear)])
    found = [
        _best(np.asarray(cv2.matchTemplate(field, common, cv2.TM_CCORR), np.float32))
        for field in fields[len(clear) :]
    ]
    gains, off = np.array([gain for _, gain in found]), np.array([off for off, _ in found])
    elsewhere = np.flatnonzero(gains > 1.0)
    doubtful, gains = doubtful[elsewhere], gains[elsewhere]
    before = circles.take(doubtful)
    there = refine(image, table, before.centres + mm * off[elsewhere], usual, height, gates[0])
    for gate in gates[1:]:
        there = refine(image, table, there.centres, usual, height, gate)
    now, was = (merit(some, usual, EVEN, ODD_PRICE) for some in (there, before))
    better = now > was + BETTER_SEEN
    room = _room(there, circles, doubtful) / (2 * usual)
    moved = (((gains > BETTER) & (room > ALONE)) | better) & (room > ROOM)
    return circles.with_(doubtful[moved], there.take(np.flatnonzero(moved)))


def _room(there: Circles, circles: Circles, own: NDArray[np.intp]) -> Floats:
    """How far circles, taken for those at `own`, lie from the nearest of all others (mm)."""
    gaps = np.linalg.norm(there.centres[:, None] - circles.centres[None], axis=2)
    gaps[np.arange(len(own)), own] = np.inf
    return np.asarray(gaps.min(1), np.float64)


def _fields(
    image: Image, table: TableMap, surface: Surface, centres: Floats
) -> tuple[Floats32, float]:
    """Directions of edges around N places (double angle, N×side×side×2), and mm per pixel."""
    mm = surface.disc_mm / 2 / RADIUS_PX
    half = HALF + int(REACH * RADIUS_PX)
    steps = np.arange(-half, half + 1) * mm
    offsets = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    tops = np.column_stack([centres, np.full(len(centres), surface.disc_height_mm)])
    seen = sample(image, local_frames(table, tops), offsets)
    sheet = seen.astype(np.uint8).reshape(-1, len(steps), 3)
    directions = Gradient.of(sheet).directions()
    return directions.reshape(len(centres), len(steps), len(steps), 2), mm


def _common(fields: Floats32) -> Floats32:
    """Rings as clear as they are, on the whole, in the middle of these fields."""
    middle = fields.shape[1] // 2
    inside = slice(middle - HALF, middle + HALF + 1)
    rings = _rings()
    mean = fields[:, inside, inside].mean(0)
    seen = rings.reshape(len(rings), -1) @ mean.ravel()
    weight = np.maximum(0.0, seen - FAINT * seen.max()).astype(np.float32)
    return np.asarray(np.tensordot(weight, rings, 1), np.float32)


def _best(scores: NDArray[np.float32]) -> tuple[Floats, float]:
    """Where the highest score is, px from the middle, and how many times the middle's it is."""
    half = scores.shape[0] // 2
    near = scores + _far(half)
    row, column = np.unravel_index(int(near.argmax()), near.shape)
    gain = float(scores[row, column] / max(float(scores[half, half]), 1e-6))
    across, down = _between(scores[row], int(column)), _between(scores[:, column], int(row))
    return np.array([column + across - half, row + down - half], np.float64), gain


@lru_cache(maxsize=1)
def _far(half: int) -> NDArray[np.float32]:
    """Nothing within REACH of the middle of (2 half + 1)² places, and no hope beyond."""
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    return np.where(np.hypot(x, y) <= REACH * RADIUS_PX, 0.0, -np.inf).astype(np.float32)


def _between(scores: NDArray[np.float32], at: int) -> float:
    """How far beside its highest sample the peak of a parabola through it lies (±½)."""
    if not 0 < at < len(scores) - 1:
        return 0.0
    before, here, after = (float(scores[at + k]) for k in (-1, 0, 1))
    curve = before - 2 * here + after
    return float(np.clip((before - after) / (2 * curve), -0.5, 0.5)) if curve < 0 else 0.0


@lru_cache(maxsize=1)
def _rings() -> Floats32:
    """A ring of each of SHARES: rings × (2 HALF + 1)² × 2, double angle."""
    y, x = np.mgrid[-HALF : HALF + 1, -HALF : HALF + 1].astype(np.float32)
    away, turn = np.hypot(x, y), 2 * np.arctan2(y, x)
    weight = np.exp(-0.5 * (away - SHARES[:, None, None] * RADIUS_PX) ** 2)
    weight /= weight.sum((1, 2), keepdims=True)
    return np.asarray(weight[..., None] * np.stack([np.cos(turn), np.sin(turn)], 2), np.float32)
