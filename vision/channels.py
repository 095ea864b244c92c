"""Sums over the colours of many points. Numpy folds a last axis of three ten times more slowly than
it adds three planes, and finds a median by sorting sooner than by selecting.
"""

import numpy as np

from calibration.table_map import Floats
from vision.frames import Image
from vision.rectify import Floats32


def sum_of(colours: Floats | Floats32) -> Floats:
    """The three channels added up: …×3 → …."""
    return np.asarray(colours[..., 0] + colours[..., 1] + colours[..., 2], np.float64)


def mean_of(colours: Floats | Floats32) -> Floats:
    """The mean of the three channels: …×3 → …."""
    return sum_of(colours) / 3


def most_of(colours: Floats | Floats32) -> Floats:
    """The strongest of the three channels, of either sign: …×3 → …."""
    blue, green, red = (np.abs(colours[..., k]) for k in range(3))
    return np.asarray(np.maximum(np.maximum(blue, green), red), np.float64)


def median_of(colours: Floats | Floats32 | Image, axis: int) -> Floats:
    """The median along an axis that is not the last, whose values are known."""
    order = np.sort(np.moveaxis(colours, axis, -1), axis=-1)
    count = order.shape[-1]
    low, high = (np.asarray(order[..., k], np.float64) for k in ((count - 1) // 2, count // 2))
    return np.asarray((low + high) / 2, np.float64)
