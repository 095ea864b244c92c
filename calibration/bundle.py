"""The full camera from points seen on ruled lines: pose, focal length, centre, k1 and k2."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.table_map import Floats, Lens, TableMap

LINE_SIGMA_MM = 0.15
"""Scatter of a sighting; farther ones count less and less (soft L1)."""
USUAL_FOCAL, FOCAL_SIGMA, K_SIGMA = 0.9, 0.3, 0.15
CENTRE_SIGMA = 0.006
"""Weak beliefs: of log focal length about so many picture widths, of k1 and k2 about 0, of the
optical centre about the picture's middle (in widths)."""
MM_UNIT = 100.0


@dataclass(frozen=True, kw_only=True, eq=False)
class LinePoints:
    """N pixels (N×2) on lines of the felt: axis 0 = a line x = at_mm, axis 1 = a line y = at_mm."""

    px: Floats
    axis: NDArray[np.intp]
    at_mm: Floats

    def thinned(self, most: int) -> "LinePoints":
        """At most so many of them, evenly taken."""
        if len(self.axis) <= most:
            return self
        some = np.linspace(0, len(self.axis) - 1, most).astype(int)
        return LinePoints(px=self.px[some], axis=self.axis[some], at_mm=self.at_mm[some])

    def off_mm(self, table: TableMap) -> Floats:
        """How far from its line each pixel lies on the felt by a map, signed."""
        seen = table.to_table(self.px, 0.0)
        return np.asarray(seen[np.arange(len(self.axis)), self.axis] - self.at_mm, np.float64)


def fit_camera(start: TableMap, points: LinePoints, *, lens: bool = True) -> TableMap:
    """The camera near `start` whose lines pass through the points (Levenberg–Marquardt family,
    soft L1); without `lens` only its pose moves. The start comes back where nothing better is.
    """
    count = 11 if lens else 6
    wide, high = start.lens.size
    start_focal = float(np.log(start.lens.K[0, 0] / (USUAL_FOCAL * wide)))
    start_k = np.resize(start.lens.dist, 5)[:2]
    start_centre = (start.lens.K[:2, 2] - ((wide - 1) / 2, (high - 1) / 2)) / wide
    sigmas = (FOCAL_SIGMA, K_SIGMA, K_SIGMA, CENTRE_SIGMA, CENTRE_SIGMA)

    def residuals(step: Floats) -> Floats:
        off = points.off_mm(_moved(start, step))
        off = np.nan_to_num(off, nan=1e3, posinf=1e3, neginf=-1e3)
        if not lens:
            return off / LINE_SIGMA_MM
        believed = (start_focal + step[6], *(start_k + step[7:9]), *(start_centre + step[9:11]))
        beliefs = np.asarray(believed) / sigmas
        return np.concatenate([off / LINE_SIGMA_MM, beliefs])

    solved = least_squares(
        residuals, np.zeros(count), loss="soft_l1", x_scale="jac", ftol=1e-5, max_nfev=30
    )
    moved = _moved(start, solved.x)
    return moved if moved.possible and moved.eye_mm[2] > 0 else start


def _moved(table: TableMap, step: Floats) -> TableMap:
    """Turned by step[:3] rad, shifted by step[3:6] × MM_UNIT, log focal, k1, k2 and the centre (in
    picture widths) added to.

    A longer focal length takes the camera back as much, and a centre farther aside turns it: the
    picture stays, so that what can hardly be told apart in one view does not fight.
    """
    turn, _ = cv2.Rodrigues(np.asarray(step[:3], np.float64))
    aside = np.eye(3)
    camera, dist = table.lens.K.copy(), np.zeros(max(5, len(table.lens.dist)))
    dist[: len(table.lens.dist)] = table.lens.dist
    back = 1.0
    if len(step) > 6:
        back = float(np.exp(np.clip(step[6], -2, 2)))
        camera[[0, 1], [0, 1]] *= back
        dist[:2] += step[7:9]
        shift_px = step[9:11] * table.lens.size[0]
        camera[:2, 2] += shift_px
        across, down = shift_px / camera[0, 0]
        aside = np.asarray(cv2.Rodrigues(np.array([down, -across, 0.0]))[0], np.float64)
    lens = Lens(K=camera, dist=dist, size=table.lens.size, row_time=table.lens.row_time)
    shift = np.asarray(step[3:6], np.float64) * MM_UNIT
    turned = aside @ np.asarray(turn, np.float64) @ table.R
    return TableMap(lens=lens, R=turned, t=aside @ (table.t * back + shift))
