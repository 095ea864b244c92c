"""What in a picture is new beside the settled one: pixels that differ, and not by shade alone."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.change import Mask, as_mask, strongest
from vision.channels import median_of
from vision.frames import Image

ANYWHERE, NEAR = (18.0, 0.16), (11.0, 0.10)
"""How much a pixel must differ: levels, and a share of its light; less is enough near the place
where something is expected."""
SHADE_HUE, SHADE_DARK = 0.10, (0.30, 0.97)
ALIKE_HUE, ALIKE_LIGHT = 0.22, 0.55
OFFSET = 4.0
LEAST_OUTSIDE = 0.2


def differs(delta: Mask, still: Image, limit: tuple[float, float] = ANYWHERE) -> Mask:
    """255 where the strongest difference of a channel is beyond the limit."""
    limits = cv2.LUT(strongest(still), _limits(*limit))
    return np.asarray(cv2.compare(delta, limits, cv2.CMP_GT), np.uint8)


@lru_cache(maxsize=4)
def _limits(least: float, share: float) -> NDArray[np.uint8]:
    """By how many levels a pixel must differ, for each level it had."""
    return np.asarray(np.clip(share * np.arange(256) + least, 0, 255), np.uint8)


def shade(now: Image, still: Image) -> Mask:
    """255 where a picture is merely darker than it was: all channels by one factor."""
    ratio = (now.astype(np.float32) + 4) / (still.astype(np.float32) + 4)
    blue, green, red = ratio[..., 0], ratio[..., 1], ratio[..., 2]
    mean = (blue + green + red) / 3
    even = np.abs(blue - mean) < SHADE_HUE
    even &= (np.abs(green - mean) < SHADE_HUE) & (np.abs(red - mean) < SHADE_HUE)
    dark = (mean > SHADE_DARK[0]) & (mean < SHADE_DARK[1])
    return as_mask(even & dark)


def look_of(colours: Image) -> Floats:
    """Median log BGR of pixels (N×3)."""
    return np.asarray(np.log(median_of(colours, axis=0) + OFFSET), np.float64)


def hues_apart(pixels: Image, look: Floats) -> float:
    """How much another hue (log chroma, the worse channel) pixels (M×3 BGR) have than a look."""
    return float(np.abs(hue_of(look_of(pixels)) - hue_of(look)).max())


def hue_of(look: Floats) -> Floats:
    """Log chroma of log BGR (…×3): the three channels less their mean."""
    return np.asarray(look - look.mean(axis=-1, keepdims=True), np.float64)


def alike(colours: Image, look: Floats) -> NDArray[np.bool_]:
    """Which pixels (N×3) have a colour (log BGR), but for some light."""
    away = np.log(colours.astype(np.float64) + OFFSET) - look
    hue = np.abs(hue_of(away)).max(axis=-1) < ALIKE_HUE
    return np.asarray(hue & (np.abs(away.mean(axis=-1)) < ALIKE_LIGHT), np.bool_)


def without_holes(new: Mask, old: tuple[NDArray[np.intp], NDArray[np.intp]]) -> Mask:
    """New things less those that lie all but within a thing's old place (rows, columns): what
    looks like it there is what lay below.
    """
    count, labels = cv2.connectedComponents(new)
    inside = np.bincount(labels[old], minlength=count)
    whole = np.bincount(labels.ravel(), minlength=count)
    hole = whole - inside < LEAST_OUTSIDE * whole
    hole[0] = False
    return np.asarray(np.where(hole[labels], np.uint8(0), new), np.uint8)
