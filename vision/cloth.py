"""A patch of felt about a place, as large as a ball needs, told by how far it is from felt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import Floats32, local_frames, sample

SHORT_PX = 5.0
"""Short half axis of the ball in a patch."""
REACH_MM = 5.0
"""How far from the middle of the patch the ball's may be."""
AROUND = 1.5
"""Long half axes that a patch shows about a ball."""
CLEARANCE_MM, EDGE_MM = 0.6, 5.0
"""What lies so near a disc, or the edge of the felt with its painted line, does not count."""
Picture = tuple[Image, TableMap, Surface]


@dataclass(frozen=True, kw_only=True, eq=False)
class Cloth:
    """A square patch about a place: log BGR over the felt's (H×W×3), which pixels count (H×W, 0
    or 1; what lies off the felt or on a disc does not), and px per mm.
    """

    over: Floats32
    counts: Floats32
    px_per_mm: float


def cloth_around(
    picture: Picture, at_mm: tuple[float, float], discs: Sequence[SeenDisc], felt: Felt
) -> Cloth:
    """The patch about a point, on the plane of the middle of a ball that lies there."""
    image, table, surface = picture
    long, short = surface.ball_mm
    scale = 2 * SHORT_PX / short
    half = int((REACH_MM + AROUND * long / 2) * scale) + 1
    steps = np.arange(-half, half + 1) / scale
    offsets = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    at = np.array([[*at_mm, short / 2]])
    over = felt.ratio(sample(image, local_frames(table, at), offsets), at[:, :2])
    side = 2 * half + 1
    counts = _on_bare_felt(table, surface, offsets + at_mm, discs)
    return Cloth(
        over=over.reshape(side, side, 3).astype(np.float32),
        counts=counts.reshape(side, side).astype(np.float32),
        px_per_mm=scale,
    )


def _on_bare_felt(
    table: TableMap, surface: Surface, points: Floats, discs: Sequence[SeenDisc]
) -> NDArray[np.bool_]:
    """Which points (N×2 mm, on the plane of the ball's middle) are seen before felt and no disc."""
    eye, z = table.eye_mm, surface.ball_mm[1] / 2
    felt = eye[:2] + (points - eye[:2]) * (eye[2] / (eye[2] - z))
    edge = np.array([surface.width_mm, surface.length_mm]) - EDGE_MM
    bare = ((felt > EDGE_MM) & (felt < edge)).all(1)
    middle, reach = points.mean(0), float(np.abs(points - points.mean(0)).max()) * 1.5
    for disc in discs:
        centre = np.array([disc.x_mm, disc.y_mm])
        if np.hypot(*(centre - middle)) > reach + surface.disc_mm:
            continue
        for height in (0.0, (disc.level + 1) * surface.disc_height_mm):
            share = (eye[2] - z) / (eye[2] - height)
            away = np.hypot(*(points - eye[:2] - (centre - eye[:2]) * share).T)
            bare &= away > surface.disc_mm / 2 * share + CLEARANCE_MM
    return np.asarray(bare, np.bool_)
