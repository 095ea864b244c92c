"""Two pictures of one table compared as if the light had not changed between them.

What light does is smooth: a lamp, a candle, a cloud changes each channel by a factor that varies
slowly over the picture. What moved does not follow.
"""

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.frames import Image

Floats32 = NDArray[np.float32]
DARK = 4.0
"""Grey levels added before a ratio, so that black noise does not dominate."""
CELL = 8
"""Pixels (reduced) whose mean is one sample of the light all over the picture."""
ROUNDS = 4
OUTLIER = 0.08
"""Log ratio by which a cell that follows the light misses it, at most."""
FINE_CELL, REACH_MM = 4, 34.0
"""The same for the light around each place, averaged to so far away."""
KEPT = 8
SAME, USUAL = 0.006, 0.75
"""A change of so little is none; of so many cells, when it is the light's."""


class Relit:
    """Relights pictures of one size (px, reduced)."""

    def __init__(self, size: tuple[int, int], mm_per_px: float) -> None:
        self._size = size
        self._cells = (max(size[0] // CELL, 3), max(size[1] // CELL, 3))
        u, v = (np.linspace(-1, 1, n) for n in self._cells)
        x, y = (grid.ravel() for grid in np.meshgrid(u, v))
        self._shape = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
        self._fine = (max(size[0] // FINE_CELL, 3), max(size[1] // FINE_CELL, 3))
        self._box = 2 * max(1, round(REACH_MM / mm_per_px / FINE_CELL)) + 1
        self._kept: deque[tuple[Image, Floats32]] = deque(maxlen=KEPT)

    def everywhere(self, before: Image, now: Image) -> Image:
        """`before` in the light of `now`: one smooth factor (quadratic in the picture, its
        logarithm fitted by the majority of cells), so that hands and heads stand out whole.
        """
        fine = np.log(self._around(now) / self._around(before))
        cells = cv2.resize(fine, self._cells, interpolation=cv2.INTER_AREA)
        ratio = np.asarray(cells, np.float64).reshape(-1, 3)
        if np.quantile(np.abs(ratio).max(axis=1), USUAL) < SAME:
            return before
        field = self._fit(ratio)
        return self._times(before, np.exp(field).reshape(*self._cells[::-1], 3))

    def _fit(self, ratio: Floats) -> Floats:
        """Quadratic surfaces (cells × 3) by least squares, cells that miss them left out."""
        middle = np.median(ratio, axis=0)
        off = np.abs(ratio - middle).max(axis=1)
        field = np.broadcast_to(middle, ratio.shape)
        limit = max(OUTLIER, 2.0 * float(np.median(off)))
        for _ in range(ROUNDS):
            good = off < limit
            if good.sum() < self._shape.shape[1] * 3:
                break
            shape = self._shape[good]
            normal = shape.T @ shape + 1e-3 * np.eye(shape.shape[1])
            field = self._shape @ np.linalg.solve(normal, shape.T @ ratio[good])
            off = np.abs(ratio - field).max(axis=1)
            limit = max(OUTLIER, 0.6 * limit)
        return np.asarray(field, np.float64)

    def nearby(self, before: Image, now: Image) -> Image:
        """`before` in the light of `now`, place by place: what changes brightness over more than
        REACH_MM, as a soft shadow does, is taken out too.
        """
        gain = self._around(now) / self._around(before)
        if np.abs(gain - 1).max() < SAME:
            return before
        return self._times(before, gain)

    def _around(self, image: Image) -> Floats32:
        """The mean around each place; each picture is compared with several."""
        for known, means in self._kept:
            if known is image:
                return means
        fine = cv2.resize(image, self._fine, interpolation=cv2.INTER_AREA).astype(np.float32)
        means = np.asarray(cv2.blur(fine, (self._box, self._box)) + np.float32(DARK), np.float32)
        self._kept.append((image, means))
        return means

    def _times(self, image: Image, gain: Floats | Floats32) -> Image:
        wide = cv2.resize(np.asarray(gain, np.float32), self._size)
        return np.asarray(cv2.multiply(image, wide, dtype=cv2.CV_8U), np.uint8)
