"""A camera that has gone far from its last map: registered anew, its lens and its Home end kept."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drift import apart_mm, holds, posed
from calibration.problem import EyeProblem
from calibration.registration import register, turned
from calibration.surface import Surface
from calibration.table_map import TableMap


def registered_anew(image: NDArray[np.uint8], last: TableMap, surface: Surface) -> TableMap | None:
    """The map of a BGR picture from the picture alone, through the lens of the last map where
    that fits; which end is Home is as it was. None when the picture does not register.
    """
    try:
        table = register(image, surface, thorough=False).table
    except EyeProblem:
        return None
    ways = (table, turned(table, surface))
    near = min(ways, key=lambda way: apart_mm(way, last, surface))
    found = posed(image, with_lens(near, last, surface), surface)
    return found if holds(image, found, surface) else near


def with_lens(table: TableMap, other: TableMap, surface: Surface) -> TableMap:
    """About the same view through the lens of another map."""
    ends = (surface.files, surface.ranks)
    x, y = np.meshgrid(*(np.arange(count + 1.0) * surface.square_mm for count in ends))
    plane = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    lens = other.lens
    _, rvec, tvec = cv2.solvePnP(plane, table.to_image(plane), lens.K, lens.dist)
    rotation, _ = cv2.Rodrigues(rvec)
    return replace(other, R=np.asarray(rotation, np.float64), t=tvec.reshape(3).astype(np.float64))
