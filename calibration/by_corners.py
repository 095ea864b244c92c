"""A camera registered by four corners of the felt that a person touched or told: they say where
the felt lies, the ruled lines whether it is the board chosen.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.acceptance import LINES_FIT, ON_LINE_MM, borne_out, lines_fit
from calibration.border import borders
from calibration.pose import from_corners, from_corners_by_focal
from calibration.problem import EyeProblem
from calibration.registration import Registration, good_quality
from calibration.surface import Surface
from calibration.table_map import TableMap

Corners = Sequence[tuple[float, float]]
ASTRAY, FAR_ASTRAY = 0.5, 1.0
"""So far from the felt's a corner may be touched (squares), or the map may be another square's; so
far where the felt is seen to end all around as the map says.
"""
NEAR = 0.2
"""How near its place a line lies by a map from corners alone (squares)."""
OTHERS = (-2, -1, 0, 1, 2)
"""By so many files and ranks another board than the one chosen may differ, to be told."""


def register_by_corners(
    image: NDArray[np.uint8], surface: Surface, corners_px: Corners
) -> Registration:
    """The full camera from the felt's corners (0,0) (W,0) (W,L) (0,L) in a BGR picture (px).
    EyeProblem when they are not this felt's, it is another board, or no lines are seen.
    """
    table = _fitted(image, surface, corners_px)
    if table is None:
        raise _unfit(image, surface, corners_px)
    borne_out(image, table, surface)
    quality = good_quality(image, table, surface)
    return Registration(table=table, method="corners", quality=quality, home_known=True)


def _fitted(image: NDArray[np.uint8], surface: Surface, corners_px: Corners) -> TableMap | None:
    """The map whose lines all lie on those seen and whose corners are the ones told; None when
    there is none.
    """
    table = from_corners(corners_px, surface, (image.shape[1], image.shape[0]), image)
    off = table.to_table(corners_px, 0.0) - surface.corners_mm
    astray = float(np.linalg.norm(off, axis=1).max()) / surface.square_mm
    if astray > FAR_ASTRAY or min(lines_fit(image, table, surface, ON_LINE_MM)) < LINES_FIT:
        return None
    if astray > ASTRAY and any(border.at != 0 for border in borders(image, table, surface)):
        return None
    return table


def _unfit(image: NDArray[np.uint8], surface: Surface, corners_px: Corners) -> EyeProblem:
    """What is wrong: the corners are those of a board with other squares, or not of a felt, or
    nothing is seen there.
    """
    size = (image.shape[1], image.shape[0])
    boards = [
        replace(surface, files=surface.files + i, ranks=surface.ranks + j)
        for i in OTHERS
        for j in OTHERS
        if min(surface.files + i, surface.ranks + j) > 1
    ]
    near = NEAR * surface.square_mm

    def fit(board: Surface) -> float:
        table = from_corners_by_focal(corners_px, board, size)[0]
        return min(lines_fit(image, table, board, near))

    other = max(boards, key=fit)
    if other != surface and _told_right(image, other, corners_px):
        return EyeProblem(
            "calibration.squares",
            seen=f"{other.files} × {other.ranks}",
            board=f"{surface.files} × {surface.ranks}",
        )
    if fit(other) == 0.0:
        return EyeProblem("calibration.no_grid")
    return EyeProblem("corners.felt", files=surface.files, ranks=surface.ranks)


def _told_right(image: NDArray[np.uint8], surface: Surface, corners_px: Corners) -> bool:
    try:
        return _fitted(image, surface, corners_px) is not None
    except EyeProblem:
        return False
