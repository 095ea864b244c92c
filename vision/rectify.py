"""The table seen from above: regions of a picture resampled to millimetres at a given height."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image

Floats32 = NDArray[np.float32]
COARSE_STEP = 8
"""The rectifying map is projected every so many pixels and interpolated between: < 0.01 px off."""


@dataclass(frozen=True, kw_only=True, eq=False)
class View:
    """A rectified region: pixel (u, v) shows the table point `origin_mm + (u, v) / px_per_mm`
    on the plane z_mm (u along x, v along y: seen from below the felt, but that hurts no circle).
    """

    image: Image
    origin_mm: tuple[float, float]
    px_per_mm: float
    z_mm: float

    def to_mm(self, px: Floats) -> Floats:
        """View pixels (N×2) to table mm."""
        return np.asarray(self.origin_mm) + np.asarray(px, np.float64) / self.px_per_mm


def native_px_per_mm(table: TableMap, surface: Surface) -> float:
    """Median resolution of the picture over the felt, px per mm."""
    points = [
        (surface.width_mm * u, surface.length_mm * v, 0.0)
        for u in (0.1, 0.5, 0.9)
        for v in (0.1, 0.5, 0.9)
    ]
    frames = local_frames(table, np.asarray(points))
    return float(np.median(np.sqrt(np.abs(np.linalg.det(frames[:, :, :2])))))


def local_frames(table: TableMap, xyz_mm: Floats) -> Floats:
    """The affine camera around each table point (N×3 mm): N×2×3 [∂px/∂x ∂px/∂y px].

    Central differences over ±5 mm; over a disc the neglected second order stays below 0.05 px.
    """
    step = 5.0
    points = np.asarray(xyz_mm, np.float64).reshape(-1, 3)
    shifts = np.array([(0, 0, 0), (step, 0, 0), (-step, 0, 0), (0, step, 0), (0, -step, 0)])
    if not len(points):
        return np.zeros((0, 2, 3))
    px = table.to_image((points[:, None] + shifts).reshape(-1, 3)).reshape(-1, 5, 2)
    across, along = (px[:, 1] - px[:, 2]) / (2 * step), (px[:, 3] - px[:, 4]) / (2 * step)
    return np.stack([across, along, px[:, 0]], 2)


@lru_cache(maxsize=12)
def _felt_map(
    table: TableMap, surface: Surface, px_per_mm: float, z_mm: float, margin_mm: float
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Fixed-point remap tables for the whole felt and a margin beside it."""
    wide = int((surface.width_mm + 2 * margin_mm) * px_per_mm) + 1
    high = int((surface.length_mm + 2 * margin_mm) * px_per_mm) + 1
    nodes_u, nodes_v = wide // COARSE_STEP + 2, high // COARSE_STEP + 2
    u, v = np.meshgrid(np.arange(nodes_u), np.arange(nodes_v))
    xy = np.stack([u, v], 2).reshape(-1, 2) * COARSE_STEP / px_per_mm - margin_mm
    px = table.to_image(np.column_stack([xy, np.full(len(xy), z_mm)]))
    coarse = px.reshape(nodes_v, nodes_u, 2).astype(np.float32)
    grid_u, grid_v = np.meshgrid(
        np.arange(wide, dtype=np.float32) / COARSE_STEP,
        np.arange(high, dtype=np.float32) / COARSE_STEP,
    )
    fine = cv2.remap(coarse, grid_u, grid_v, cv2.INTER_LINEAR)
    xy_fixed, fraction = cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)
    return np.asarray(xy_fixed, np.int16), np.asarray(fraction, np.uint16)


def felt_view(
    image: Image,
    table: TableMap,
    surface: Surface,
    px_per_mm: float,
    z_mm: float = 0.0,
    margin_mm: float = 0.0,
) -> View:
    """The whole felt (and a margin) from a BGR picture; the map is kept for the next frame."""
    maps = _felt_map(table, surface, px_per_mm, z_mm, margin_mm)
    flat = cv2.remap(image, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return View(
        image=np.asarray(flat, np.uint8),
        origin_mm=(-margin_mm, -margin_mm),
        px_per_mm=px_per_mm,
        z_mm=z_mm,
    )


def patch_view(
    image: Image,
    table: TableMap,
    centre_mm: tuple[float, float],
    half_mm: float,
    scale: tuple[float, float],
) -> View:
    """A square patch ±half_mm around a point; `scale` = (px per mm, height z in mm)."""
    px_per_mm, z_mm = scale
    half = int(np.ceil(half_mm * px_per_mm))
    frame = local_frames(table, np.array([[*centre_mm, z_mm]]))[0]
    to_picture = np.column_stack([frame[:, :2] / px_per_mm, frame[:, 2]])
    to_picture[:, 2] -= to_picture[:, :2] @ (half, half)
    flat = cv2.warpAffine(
        image,
        to_picture,
        (2 * half + 1, 2 * half + 1),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    origin = (centre_mm[0] - half / px_per_mm, centre_mm[1] - half / px_per_mm)
    return View(image=np.asarray(flat, np.uint8), origin_mm=origin, px_per_mm=px_per_mm, z_mm=z_mm)


def sample(image: Image, frames: Floats, offsets_mm: Sequence[Floats] | Floats) -> Floats32:
    """Colours at offsets (M×2 mm, or N×M×2) around N local frames: N×M×3 float32 BGR."""
    offsets = np.asarray(offsets_mm, np.float64)
    px = offsets @ frames[:, :, :2].transpose(0, 2, 1) + frames[:, None, :, 2]
    return pixels(image, px[..., 0], px[..., 1])


def pixels(image: Image, u: Floats, v: Floats) -> Floats32:
    """Colours at places of a picture (N×M px each, both below 32767): N×M×3 float32 BGR."""
    if not u.size:
        return np.zeros((*u.shape, 3), np.float32)
    places = u.astype(np.float32), v.astype(np.float32)
    seen = cv2.remap(image, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)
