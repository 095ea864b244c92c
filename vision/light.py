"""Whether the light is good enough to read the table by: too dark, glare, a lamp that flickers."""

from collections import deque
from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.change import Reduction
from vision.frames import Image
from vision.observation import LightWarning
from vision.relit import DARK

Kind = Literal["dark", "glare", "flicker"]
BRIGHTEST, DIM = 0.99, 100.0
"""A table whose brightest hundredth is no brighter than this (grey levels) is too dark."""
CELL_SQUARES = 2.0
"""Side of the cells that dark and glare are looked for in, in squares."""
HERE, HERE_LEVELS = 0.3, 22.0
"""A cell this dark beside the whole felt, and darker than so many levels, is too dark."""
LOW = 0.10
"""The quantile of brightness in a cell that only a veil of light can lift."""
VEIL_LEVELS, VEIL_SHARE = 38.0, 0.40
"""A veil: the darkest tenth of a cell so much brighter than around it, in levels and as a share."""
PALE = 0.55
"""A veil lifts its least channel by this share of its most: skin does not."""
AROUND_CELLS = 3
FLICKER = 0.008
"""Log brightness that changes from frame to frame, by the median: a flicker."""
FLICKER_CELLS, FLICKER_FRAMES = 0.25, 24
"""Share of the felt it must be seen on, and frames it is watched for."""
SOME = 2
"""Of a cell's pixels every so manieth is looked at."""
BLOCK = 8
"""Side of the blocks (reduced px) whose brightness is followed."""


class LightMeter:
    """Measures reduced pictures of one camera over one surface."""

    def __init__(self, reduction: Reduction) -> None:
        self._reduction = reduction
        width, height = reduction.size
        self._blocks = (max(width // BLOCK, 3), max(height // BLOCK, 3))
        inside = cv2.resize(reduction.felt, self._blocks, interpolation=cv2.INTER_AREA)
        self._felt: NDArray[np.bool_] = np.asarray(inside) == 255
        self._cells, self._centres = _cells(reduction)
        self._before: Floats | None = None
        self._changes: deque[Floats] = deque(maxlen=FLICKER_FRAMES)

    def follow(self, small: Image) -> None:
        """Take in the next frame of a table over which nobody moves."""
        grey = cv2.resize(small, self._blocks, interpolation=cv2.INTER_AREA).mean(axis=2)
        now = np.log(np.asarray(grey, np.float64) + DARK)
        if self._before is not None:
            self._changes.append(np.abs(now - self._before))
        self._before = now

    def interrupted(self) -> None:
        """Somebody moved: the next frame follows none."""
        self._before = None

    def warnings(self, small: Image) -> tuple[LightWarning, ...]:
        """What is wrong with the light of a picture without hands, and of the frames followed."""
        found = [self._dark(small), self._glare(small), self._flicker()]
        return tuple(warning for warning in found if warning is not None)

    def _dark(self, small: Image) -> LightWarning | None:
        brightest = small.max(axis=2)
        if np.quantile(brightest[self._reduction.watched > 0], BRIGHTEST) < DIM:
            return LightWarning(kind="dark")
        flat = brightest.ravel()
        levels = np.array([np.median(flat[cell]) for cell in self._cells])
        k = int(levels.argmin())
        if levels[k] < min(HERE_LEVELS, HERE * float(np.median(levels))):
            return self._warning("dark", self._centres[k])
        return None

    def _glare(self, small: Image) -> LightWarning | None:
        flat = small.reshape(-1, 3)
        low = np.array([_lowest(flat[cell]) for cell in self._cells])
        apart = np.abs(self._centres[:, None] - self._centres[None]).max(axis=2)
        reach = AROUND_CELLS * CELL_SQUARES * self._reduction.surface.square_mm
        usual = np.array([np.median(low[near < reach], axis=0) for near in apart])
        lifted = (low - usual).min(axis=1), (low - usual).max(axis=1)
        level = usual.min(axis=1)
        excess = lifted[0] - np.maximum(VEIL_LEVELS, VEIL_SHARE * level)
        excess[lifted[0] < PALE * lifted[1]] = -1.0
        k = int(excess.argmax())
        return self._warning("glare", self._centres[k]) if excess[k] > 0 else None

    def _flicker(self) -> LightWarning | None:
        if len(self._changes) < FLICKER_FRAMES:
            return None
        usual = np.median(np.stack(self._changes), axis=0)
        usual[~self._felt] = 0.0
        if (usual[self._felt] > FLICKER).mean() < FLICKER_CELLS:
            return None
        soft = cv2.blur(usual, (5, 5))
        row, column = np.unravel_index(int(np.where(self._felt, soft, 0).argmax()), soft.shape)
        px = np.array([[(column + 0.5) * BLOCK, (row + 0.5) * BLOCK]])
        return self._warning("flicker", self._reduction.to_mm(px)[0])

    def _warning(self, kind: Kind, at: Floats) -> LightWarning:
        surface = self._reduction.surface
        x = float(np.clip(at[0], 1.0, surface.width_mm - 1.0))
        y = float(np.clip(at[1], 1.0, surface.length_mm - 1.0))
        return LightWarning(kind=kind, at_mm=(x, y))


def light_warnings(image: Image, table: TableMap, surface: Surface) -> tuple[LightWarning, ...]:
    """What is wrong with the light of one BGR picture (a flicker is not seen in one)."""
    reduction = Reduction(table, surface)
    return LightMeter(reduction).warnings(reduction.of(image))


def _lowest(colours: Image) -> Floats:
    """The quantile LOW of each channel (N×3 → 3)."""
    k = int(LOW * (len(colours) - 1))
    return np.asarray(np.partition(colours, k, axis=0)[k], np.float64)


def _cells(reduction: Reduction) -> tuple[Sequence[NDArray[np.intp]], Floats]:
    """Square cells of the felt, as indices of some of their pixels (rows laid end to end), and
    their centres (N×2 mm).
    """
    surface = reduction.surface
    side = CELL_SQUARES * surface.square_mm
    columns, rows = (max(2, round(mm / side)) for mm in (surface.width_mm, surface.length_mm))
    x, y = reduction.x_mm / surface.width_mm, reduction.y_mm / surface.length_mm
    which = np.floor(x * columns) + columns * np.floor(y * rows)
    which[reduction.felt == 0] = -1
    pixels, centres = [], []
    for k in range(columns * rows):
        own = np.flatnonzero(which == k)[::SOME]
        if len(own) >= BLOCK:
            pixels.append(own)
            place = ((k % columns + 0.5) / columns, (k // columns + 0.5) / rows)
            centres.append((place[0] * surface.width_mm, place[1] * surface.length_mm))
    return pixels, np.array(centres).reshape(-1, 2)
