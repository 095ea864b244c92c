"""What changes in the picture, looked for at quarter scale: cheap enough for every frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.relit import Relit

Mask = NDArray[np.uint8]
FACTOR = 4
BAND_MM = (32.0, 70.0)
"""The strip around the felt a hand must cross: no piece on the felt reaches so far out."""
EDGE_MM = 8.0
"""Of the felt, what counts to the frame around it."""
BESIDE_MM = 10.0
"""What moves farther from the felt than this moves no piece."""
SAMPLE_STEP = 7


class Reduction:
    """A picture at quarter scale, and what each of its pixels shows of the table.

    Masks are uint8 0/255 of the reduced size; `side` holds 0..3 for the nearest edge S N W E;
    `off_line_px` how far each pixel lies from the nearest ruled line; `x_mm`, `y_mm` what it shows.
    """

    def __init__(self, table: TableMap, surface: Surface) -> None:
        self.table, self.surface = table, surface
        width, height = table.lens.size
        self.size = (width // FACTOR, height // FACTOR)
        u, v = np.meshgrid(np.arange(self.size[0]), np.arange(self.size[1]))
        mm = self.to_mm(np.column_stack([u.ravel(), v.ravel()]))
        x, y = mm[:, 0].reshape(u.shape), mm[:, 1].reshape(u.shape)
        self.x_mm: Floats = x
        self.y_mm: Floats = y
        out = np.stack([-y, y - surface.length_mm, -x, x - surface.width_mm])
        self.side: NDArray[np.intp] = out.argmax(axis=0)
        beyond = out.max(axis=0)
        self.felt = as_mask(beyond < 0)
        self.band = as_mask((beyond > BAND_MM[0]) & (beyond < BAND_MM[1]))
        self.band |= self._rim_of_picture(beyond)
        self.watched = as_mask(beyond < BAND_MM[1])
        self.near_felt = as_mask(beyond < BESIDE_MM)
        self.frame = as_mask((beyond > -EDGE_MM) & (beyond < BAND_MM[1]))
        right, down = _steps(x, y)
        area = np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0])
        self.mm2_per_px = float(np.median(area[self.felt[:-1, :-1] > 0]))
        self.mm_per_px = float(np.sqrt(self.mm2_per_px))
        self.relit = Relit(self.size, self.mm_per_px)
        square = surface.square_mm
        off = [np.abs((grid + square / 2) % square - square / 2) for grid in (x, y)]
        self.off_line_px: Floats = np.minimum(*off) / self.mm_per_px

    def _rim_of_picture(self, beyond: Floats) -> Mask:
        """Where the picture cuts the felt off, its own rim is where hands come in."""
        rim = np.zeros(beyond.shape, bool)
        rim[[0, -1]], rim[:, [0, -1]] = True, True
        return as_mask(rim & (beyond < BAND_MM[0]))

    def of(self, image: Image) -> Image:
        """The picture reduced (BGR); a few columns that do not divide by four are cut off."""
        w, h = self.size[0] * FACTOR, self.size[1] * FACTOR
        half = cv2.resize(image[:h, :w], (w // 2, h // 2), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(half, self.size, interpolation=cv2.INTER_AREA), np.uint8)

    def to_mm(self, px: Floats | NDArray[np.intp]) -> Floats:
        """Reduced pixels (N×2) to felt points (N×2 mm)."""
        full = np.asarray(px, np.float64) * FACTOR + (FACTOR - 1) / 2
        return self.table.to_table(full, 0.0)


def carried_over(
    old: Image, before: TableMap, now: TableMap, shown: Image, factor: int = 1
) -> Image:
    """A picture of the table (reduced by `factor`) as it would look through another map; where it
    did not reach, what is shown now.
    """
    high, wide = shown.shape[:2]
    around = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    middle = (factor - 1) / 2
    felt = now.to_table(around * factor + middle, 0.0)
    there = (before.to_image(np.column_stack([felt, np.zeros(4)])) - middle) / factor
    back = cv2.getPerspectiveTransform(around.astype(np.float32), there.astype(np.float32))
    moved = shown.copy()
    cv2.warpPerspective(
        old,
        back,
        (wide, high),
        dst=moved,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    return moved


def as_mask(where: NDArray[np.bool_]) -> Mask:
    """255 where true."""
    return np.where(where, np.uint8(255), np.uint8(0))


def _steps(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Table steps (mm, H-1×W-1×2) from each pixel to its right and lower neighbour."""
    right = np.stack([np.diff(x, axis=1)[:-1], np.diff(y, axis=1)[:-1]], -1)
    down = np.stack([np.diff(x, axis=0)[:, :-1], np.diff(y, axis=0)[:, :-1]], -1)
    return right, down


def gains(now: Image, before: Image) -> Floats:
    """How much brighter each channel became (3): the median ratio over a sample of pixels.

    A median, so that a hand over a third of the picture does not pass for a change of light.
    """
    a = now[::SAMPLE_STEP, ::SAMPLE_STEP].reshape(-1, 3).astype(np.float64)
    b = before[::SAMPLE_STEP, ::SAMPLE_STEP].reshape(-1, 3).astype(np.float64)
    return np.asarray(np.median((a + 4) / (b + 4), axis=0), np.float64)


def brightened(image: Image, gain: Floats) -> Image:
    """The picture times a gain per channel (itself when the gain is no change)."""
    if np.abs(gain - 1).max() < 0.004:
        return image
    table = np.clip(np.arange(256)[:, None, None] * gain + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def strongest(image: Image) -> Mask:
    """The largest of the three channels."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


@dataclass(frozen=True, kw_only=True, eq=False)
class Change:
    """What moved since the last frames: pixels (reduced), and whether that is motion at all."""

    moving: bool
    mask: Mask


class MotionGate:
    """Tells motion from noise. The threshold follows the noise of the camera; what light changes
    smoothly is taken out. Compares with the last frame and, for slow slides, with an older one.
    """

    LEAST_PX = 2
    LAG = 0.07

    def __init__(self, reduction: Reduction) -> None:
        self._reduction = reduction
        self._past: list[tuple[float, Image]] = []
        self._noise = 1.0

    def look(self, small: Image, at: float) -> Change:
        """Feed the next reduced frame, taken at `at` s."""
        mask = np.zeros(small.shape[:2], np.uint8)
        if self._past:
            mask = self._differs(small, self._past[-1][1])
        if len(self._past) > 1:
            mask |= self._differs(small, self._past[0][1])
        recent = [old for old in self._past if old[0] >= at - self.LAG]
        self._past = [*recent, (at, small)]
        return Change(moving=cv2.countNonZero(mask) >= self.LEAST_PX, mask=mask)

    def _differs(self, now: Image, before: Image) -> Mask:
        delta = cv2.absdiff(now, self._reduction.relit.nearby(before, now))
        spread = float(delta[::3, ::3].mean())
        self._noise += 0.05 * (min(spread, 2 * self._noise + 0.2) - self._noise)
        limit = max(6.0, 7.0 * self._noise + 2.0)
        far = cv2.threshold(strongest(np.asarray(delta, np.uint8)), limit, 255, cv2.THRESH_BINARY)
        return np.asarray(cv2.bitwise_and(far[1], self._reduction.near_felt), np.uint8)
