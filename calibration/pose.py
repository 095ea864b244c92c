"""Where the camera is: from a known camera, from four clicked corners, and snapped to the grid."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.bundle import fit_camera
from calibration.grid import residual_mm, sight_lines
from calibration.problem import EyeProblem
from calibration.surface import Surface
from calibration.table_map import Floats, Lens, TableMap

MM_PER_M = 1000.0
FARTHEST_PX = 1e5
PLAUSIBLE_FOCALS = (0.45, 2.2)
"""Focal lengths believed, in picture widths: from a 96° wide angle to a 26° telephoto."""
USUAL_FOCALS = (0.9, 0.65, 1.3)
"""Tried when the corners leave the focal length open (a camera straight above the table)."""
FEWEST, MOST_POINTS = 40, 600
GOOD_FIT_MM = 0.15
"""Residual of the ruled lines below which no other focal length is tried."""


def from_camera(
    K: ArrayLike,
    dist: ArrayLike,
    world_to_camera_m: ArrayLike,
    size: tuple[int, int],
) -> TableMap:
    """A known camera: K 3×3 px, dist k1 k2 p1 p2 k3, [R|t] 3×4 table to camera with t in metres."""
    pose = np.asarray(world_to_camera_m, np.float64).reshape(3, 4)
    lens = Lens(
        K=np.asarray(K, np.float64).reshape(3, 3),
        dist=np.asarray(dist, np.float64).reshape(-1),
        size=size,
    )
    return TableMap(lens=lens, R=pose[:, :3], t=pose[:, 3] * MM_PER_M)


def from_corners(
    corners_px: Sequence[tuple[float, float]],
    surface: Surface,
    size: tuple[int, int],
    image: NDArray[np.uint8] | None = None,
) -> TableMap:
    """From the four felt corners (0,0) (W,0) (W,L) (0,L) in the picture, square pixels and a
    centred principal point; with the picture, snapped to the ruled lines (the full camera).

    Raises EyeProblem when the corners are no convex quadrangle. Whether the lines are those of
    this felt is not asked: `register_by_corners` does.
    """
    tries = from_corners_by_focal(corners_px, surface, size)
    if image is None:
        return tries[0]
    best, best_residual = tries[0], float("inf")
    for start in tries:
        snapped = snap(image, start, surface)
        residual = residual_mm(image, snapped, surface)
        if residual < best_residual - 0.05:
            best, best_residual = snapped, residual
        if best_residual < GOOD_FIT_MM:
            break
    return refined(image, best, surface)


def from_corners_by_focal(
    corners_px: Sequence[tuple[float, float]] | Floats, surface: Surface, size: tuple[int, int]
) -> list[TableMap]:
    """A map from the four felt corners for each likely focal length, the one that the corners
    tell first; EyeProblem when they are no convex quadrangle seen from above.
    """
    corners = np.asarray(corners_px, np.float64).reshape(-1, 2)
    _check_corners(corners)
    homography, _ = cv2.findHomography(np.asarray(surface.corners_mm, np.float64), corners)
    focal = focal_from_homography(np.asarray(homography, np.float64), size)
    focals = [focal] if focal else []
    return [
        _pose_for(corners, surface, size, f)
        for f in (*focals, *(share * size[0] for share in USUAL_FOCALS))
    ]


def refined(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> TableMap:
    """The full camera fitted to the ruled lines near where a map expects them."""
    return snap(image, table, surface, Freedom(reaches_mm=(6.0, 4.0, 3.0, 3.0)))


def _check_corners(corners: Floats) -> None:
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise EyeProblem("corners.four")
    if np.abs(corners).max() > FARTHEST_PX or not cv2.isContourConvex(corners.astype(np.float32)):
        raise EyeProblem("corners.order")


def focal_from_homography(homography: Floats, size: tuple[int, int]) -> float | None:
    """Focal length (px) of a plane's homography (Zhang 2000: r1·r2 = 0 and |r1| = |r2|, least
    squares of both), None when the view is too frontal to tell or the answer implausible.
    """
    centre = np.array([[1, 0, -(size[0] - 1) / 2], [0, 1, -(size[1] - 1) / 2], [0, 0, 1]])
    h1, h2 = (centre @ homography)[:, 0], (centre @ homography)[:, 1]
    scale = np.linalg.norm(h1)
    h1, h2 = h1 / scale, h2 / scale
    # unknown w = 1 / f²: w (h1x h2x + h1y h2y) = -h1z h2z, w (|h1xy|² - |h2xy|²) = h2z² - h1z²
    left = np.array([h1[:2] @ h2[:2], h1[:2] @ h1[:2] - h2[:2] @ h2[:2]])
    right = np.array([-h1[2] * h2[2], h2[2] ** 2 - h1[2] ** 2])
    inverse_square = float(left @ right) / max(float(left @ left), 1e-30)
    if inverse_square <= 0:
        return None
    focal = float(1 / np.sqrt(inverse_square))
    low, high = PLAUSIBLE_FOCALS
    return focal if low * size[0] < focal < high * size[0] else None


def _pose_for(corners: Floats, surface: Surface, size: tuple[int, int], focal: float) -> TableMap:
    camera = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    lens = Lens(K=camera, dist=np.zeros(5), size=size)
    plane = np.column_stack([np.asarray(surface.corners_mm, np.float64), np.zeros(4)])
    _, rvec, tvec = cv2.solvePnP(plane, corners, camera, lens.dist, flags=cv2.SOLVEPNP_ITERATIVE)
    rotation, _ = cv2.Rodrigues(rvec)
    table = TableMap(
        lens=lens, R=np.asarray(rotation, np.float64), t=np.asarray(tvec, np.float64).reshape(3)
    )
    if table.eye_mm[2] <= 0:
        raise EyeProblem("corners.order")
    return table


@dataclass(frozen=True, kw_only=True)
class Freedom:
    """Whether `snap` may change the lens (focal length, centre, k1, k2) besides the pose, and from
    how far it looks for lines (mm), round after round.
    """

    lens: bool = True
    reaches_mm: tuple[float, ...] = (14.0, 7.0, 4.0, 3.0)


def snap(
    image: NDArray[np.uint8],
    table: TableMap,
    surface: Surface,
    freedom: Freedom | None = None,
) -> TableMap:
    """The map fitted so that its ruled lines fall on those of the picture (sub-pixel); as it was
    from the round on in which fewer than FEWEST points of lines are seen.
    """
    free = freedom or Freedom()
    for reach in free.reaches_mm:
        lines = sight_lines(image, table, surface, reach)
        if lines.count < FEWEST:
            break
        table = fit_camera(table, lines.points(table).thinned(MOST_POINTS), lens=free.lens)
    return table
