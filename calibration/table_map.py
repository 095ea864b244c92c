"""Pixel ↔ table conversions that know about height."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
DISTORTIONS = (4, 5, 8, 12, 14)
"""How many distortion coefficients OpenCV takes."""
MOST_PX = 100_000
MOST_ASTRAY = 0.05
"""How far from itself a place may come out of a lens there and back, in longer sides."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Lens:
    """A pinhole with OpenCV's distortion: K 3×3 in px, dist = k1 k2 p1 p2 k3; row time in s."""

    K: Floats
    dist: Floats
    size: tuple[int, int]
    row_time: float = 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class TableMap:
    """A camera over a table: rotation R (3×3) and translation t (3,) in mm, table to camera."""

    lens: Lens
    R: Floats
    t: Floats

    def to_image(self, xyz_mm: ArrayLike) -> Floats:
        """Table points (N×3 mm, z up from the felt) to pixels (N×2), distortion included."""
        points = np.asarray(xyz_mm, np.float64).reshape(-1, 1, 3)
        rvec, _ = cv2.Rodrigues(self.R)
        pixels, _ = cv2.projectPoints(points, rvec, self.t, self.lens.K, self.lens.dist)
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def to_table(self, px: ArrayLike, z_mm: float | ArrayLike) -> Floats:
        """Pixels (N×2) to table points (N×2 mm) on the plane at height z_mm (one, or one each)."""
        pixels = np.asarray(px, np.float64).reshape(-1, 1, 2)
        flat = cv2.undistortPoints(pixels, self.lens.K, self.lens.dist).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.R
        eye = self.eye_mm
        reach = (np.asarray(z_mm, np.float64) - eye[2]) / rays[:, 2]
        return np.asarray((eye + rays * reach.reshape(-1, 1))[:, :2], np.float64)

    @property
    def eye_mm(self) -> Floats:
        """Where the camera is, in the table frame (mm)."""
        return np.asarray(-self.R.T @ self.t.reshape(3), np.float64)

    @property
    def possible(self) -> bool:
        """Whether any camera could have this lens and pose; a file may hold others."""
        K, dist, size = self.lens.K, self.lens.dist, self.lens.size
        if not all(np.isfinite(numbers).all() for numbers in (K, dist, self.R, self.t)):
            return False
        turned = np.allclose(self.R @ self.R.T, np.eye(3), atol=0.01)
        seeing = min(K[0, 0], K[1, 1]) > 0 and dist.size in DISTORTIONS
        sized = 0 < min(size) <= max(size) <= MOST_PX
        return bool(turned and seeing and sized and self.eye_mm[2] > 0 and _one_to_one(self.lens))


def _one_to_one(lens: Lens) -> bool:
    """Whether places halfway to the picture's corners come back to where they are through the
    lens; wide angles may fold farther out, where no felt lies.
    """
    middle = np.array(lens.size) / 2
    places = middle * (1 + 0.5 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    with np.errstate(all="ignore"):
        flat = cv2.undistortPoints(places[:, None], lens.K, lens.dist).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))])
        back, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.K, lens.dist)
    astray = np.abs(back.reshape(-1, 2) - places).max()
    return bool(astray <= MOST_ASTRAY * max(lens.size))
