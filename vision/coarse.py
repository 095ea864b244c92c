"""A picture at two resolutions: rings are proposed and judged at one, measured at the other."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Lens, TableMap
from vision.frames import Image
from vision.rectify import native_px_per_mm

WORK_RADIUS_PX = 14.0
"""Radius at which rings are proposed. Measured on scrums of touching discs: 8.5 finds 0.87 of them,
11 finds 0.97, 13 finds 0.997, at 26, 33 and 35 ms for a full reading."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CoarseToFine:
    """A picture with its camera, and both again at the resolution proposals are made at."""

    image: Image
    table: TableMap
    small: Image
    camera: TableMap


@lru_cache(maxsize=16)
def reduced(table: TableMap, factor: int) -> TableMap:
    """The camera that fits a picture shrunk by a whole factor (kept, so that its maps are)."""
    if factor <= 1:
        return table
    camera = table.lens.K.copy()
    camera[:2] /= factor
    camera[:2, 2] += 0.5 / factor - 0.5  # pixel centres: u' = (u + 0.5) / factor - 0.5
    width, height = table.lens.size
    lens = Lens(K=camera, dist=table.lens.dist, size=(width // factor, height // factor))
    return TableMap(lens=lens, R=table.R, t=table.t)


def coarse_to_fine(image: Image, table: TableMap, surface: Surface) -> CoarseToFine:
    """The picture shrunk by the whole factor at which a disc is about WORK_RADIUS_PX large."""
    factor = int(native_px_per_mm(table, surface) * surface.disc_mm / 2 / WORK_RADIUS_PX + 0.3)
    small = image
    if factor > 1:
        height, width = image.shape[0] // factor, image.shape[1] // factor
        whole = image[: height * factor, : width * factor]
        resized = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
        small = np.asarray(resized, np.uint8)
    return CoarseToFine(image=image, table=table, small=small, camera=reduced(table, factor))
