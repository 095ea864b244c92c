"""How good a calibration is: residual of the ruled lines, on the whole and by region."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.grid import sight_lines
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

REGIONS = 3
LEAST_IN_REGION = 6
OUTSIDE = 0.35
"""How far inside and outside the felt's edge its colour is compared, in squares."""
OTHER_COLOUR = 0.35
"""Log difference of colour that tells felt from frame beyond doubt."""


@dataclass(frozen=True, kw_only=True)
class Quality:
    """Median distance of seen lines from the map's, mm; `regions_mm` = the same by thirds of the
    felt, rows along y from Home, three a row along x, None where no line is seen; `seen` = share
    of the stations on ruled lines where one was seen.
    """

    residual_mm: float
    regions_mm: tuple[float | None, ...]
    seen: float


def quality(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> Quality:
    """Measures a map on a BGR picture."""
    lines = sight_lines(image, table, surface)
    off = np.abs(lines.offset_mm)
    cell_x = (lines.at_mm[:, 0] / surface.width_mm * REGIONS).astype(int).clip(0, REGIONS - 1)
    cell_y = (lines.at_mm[:, 1] / surface.length_mm * REGIONS).astype(int).clip(0, REGIONS - 1)
    parts = [off[(cell_x == k % REGIONS) & (cell_y == k // REGIONS)] for k in range(REGIONS**2)]
    stations = 2 * ((surface.files - 1) * surface.ranks + (surface.ranks - 1) * surface.files)
    return Quality(
        residual_mm=float(np.median(off)) if lines.count else float("inf"),
        regions_mm=tuple(
            round(float(np.median(part)), 3) if len(part) >= LEAST_IN_REGION else None
            for part in parts
        ),
        seen=lines.count / max(1, stations),
    )


def edge_contrast(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> float:
    """How clearly the felt ends where the map says: per edge 1 = felt inside and something else
    outside, 0 = alike, negative when even the inside is no felt; the mean of the four.
    """
    middle = _felt_colour(image, table, surface)
    scores = []
    for axis, far in ((0, False), (0, True), (1, False), (1, True)):
        inside = _along_edge(image, table, surface, (axis, far), -OUTSIDE)
        outside = _along_edge(image, table, surface, (axis, far), OUTSIDE)
        ends = min(1.0, float(np.abs(outside - inside).max()) / OTHER_COLOUR)
        strange = min(1.0, float(np.abs(inside - middle).max()) / (3 * OTHER_COLOUR))
        scores.append(ends - strange)
    return float(np.mean(scores))


def _felt_colour(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> Floats:
    places = [
        ((file + 0.5) * surface.square_mm, (rank + 0.5) * surface.square_mm)
        for file in range(1, surface.files - 1)
        for rank in range(1, surface.ranks - 1)
    ]
    return _log_colour(image, table, np.asarray(places))


def _along_edge(
    image: NDArray[np.uint8],
    table: TableMap,
    surface: Surface,
    edge: tuple[int, bool],
    out_squares: float,
) -> Floats:
    axis, far = edge
    size = (surface.width_mm, surface.length_mm)
    out = out_squares * surface.square_mm
    count = (surface.files, surface.ranks)[1 - axis]
    places = np.empty((count, 2))
    places[:, axis] = size[axis] + out if far else -out
    places[:, 1 - axis] = (np.arange(count) + 0.5) * surface.square_mm
    return _log_colour(image, table, places)


def _log_colour(image: NDArray[np.uint8], table: TableMap, places: Floats) -> Floats:
    """Median log colour (BGR) of the picture at table points that lie in it."""
    px = np.rint(table.to_image(np.column_stack([places, np.zeros(len(places))]))).astype(int)
    high, wide = image.shape[:2]
    inside = (px >= 0).all(1) & (px[:, 0] < wide) & (px[:, 1] < high)
    if not inside.any():
        return np.zeros(3)
    seen = image[px[inside, 1], px[inside, 0]].astype(np.float64)
    return np.asarray(np.median(np.log(seen + 6.0), axis=0), np.float64)
