"""Does a place look like the discs of this picture or like its board? Nearest neighbours in
colour and place, both learned from the picture itself.
"""

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from calibration.table_map import Floats
from vision.frames import Image

RINGS = (0.15, 0.30, 0.45, 0.60, 0.72)
"""Where the face of a disc is sampled, in radii."""
ROUND = 24
PLACES = 4000
CLEAR_OF_DISCS = 1.9
"""Radii from a sure disc beyond which a place is board."""
LEAST_BOARD = 10
DISTANCE_WEIGHT = 0.5
"""Units of colour (CIE L*a*b*) that one radius of distance on the board is worth: light varies."""


def disc_likeness(
    image: Image, centres: Floats, radius_px: float, discs: NDArray[np.bool_]
) -> Floats:
    """For each of N places (px): 1 = looks like the sure `discs` (N,), -1 = like the board."""
    scaled = image.astype(np.float32) / np.float32(255)
    lab = np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB), np.float32)
    looks = _looks(lab, centres, radius_px)
    high, wide = image.shape[:2]
    low, top = np.array([radius_px, radius_px]), np.array([wide, high]) - radius_px
    places = np.random.default_rng(1).uniform(low, np.maximum(top, low + 1), (PLACES, 2))
    gaps, _ = cKDTree(centres[discs]).query(places)
    board = places[gaps > CLEAR_OF_DISCS * radius_px]
    if len(board) < LEAST_BOARD:
        return np.zeros(len(centres))
    like_board = _away(looks, _looks(lab, board, radius_px), 3, 8)
    like_disc = _away(looks, looks[discs], 0, 3, np.where(discs, 1, 0))
    return np.asarray((like_board - like_disc) / (like_board + like_disc), np.float64)


def _away(
    looks: Floats, known: Floats, first: int, last: int, skipped: NDArray[np.int_] | None = None
) -> Floats:
    """Mean distance to the first-th to last-th nearest of the known looks, N; where `skipped` is
    1, the very nearest is the place itself and does not count. Infinitely far where none is left.
    """
    most = min(last + 1, len(known))
    distances, _ = cKDTree(known).query(looks, k=list(range(1, most + 1)))
    order = (
        np.arange(most)[None] - (np.zeros(len(looks), int) if skipped is None else skipped)[:, None]
    )
    counted = (order >= first) & (order < last)
    total = np.where(counted, distances, 0.0).sum(1)
    return np.asarray(np.where(counted.any(1), total / np.maximum(counted.sum(1), 1) + 1e-9, 1e3))


def _looks(lab: NDArray[np.float32], centres: Floats, radius_px: float) -> Floats:
    """Median colour of each face and its place in radii, N×5."""
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    offsets = np.concatenate([unit * share for share in RINGS]) * radius_px
    places = (centres[:, None] + offsets).astype(np.float32)
    seen = cv2.remap(
        lab, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    near = DISTANCE_WEIGHT * centres / radius_px
    return np.column_stack([np.median(seen, axis=1), near])
