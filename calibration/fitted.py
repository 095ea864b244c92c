"""A map of before, brought onto the ruled lines of a picture, or found anew."""

import numpy as np
from numpy.typing import NDArray

from calibration.anew import registered_anew
from calibration.drift import found_again, holds, view_shift
from calibration.extent import extent
from calibration.grid import residual_mm
from calibration.pose import Freedom, snap
from calibration.surface import Surface
from calibration.table_map import TableMap

REACH, NEARER_MM = 0.15, 3.0
"""How far the ruled lines may lie from the given map (squares) for it to be moved onto them, and
how far around it they are looked for again (mm).
"""
FITS_MM = 1.0
"""How far they may lie from a map that fits: measured, 0.1 mm where it does, above 1 where it was
moved onto other lines.
"""


def fitted_map(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> TableMap | None:
    """The map moved onto the ruled lines of a BGR picture; found anew where those do not fit, or
    do not end where it says. None where that fails.
    """
    reaches = REACH * surface.square_mm, NEARER_MM
    moved = snap(image, table, surface, Freedom(lens=False, reaches_mm=reaches))
    fits = residual_mm(image, moved, surface) < FITS_MM
    if fits and holds(image, moved, surface):
        return moved
    found = found_again(image, table, surface)
    if found is not None and residual_mm(image, found, surface) < FITS_MM:
        return found
    if fits and _undisputed(image, moved, surface):
        return moved
    return registered_anew(image, table, surface)


def _undisputed(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> bool:
    """Whether all lines lie where the map says, and none says that the felt ends elsewhere: of a
    felt whose ends are out of sight no more can be told.
    """
    shift = view_shift(image, table, surface)
    if shift is None or not shift.sure or shift.most_mm > FITS_MM:
        return False
    return not any(end.beyond or end.sharp for end in extent(image, table, surface).ends)
