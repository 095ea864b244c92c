"""Which disc bears something that no other disc shows: the ball's colour, whatever it is."""

from collections.abc import Sequence

import numpy as np
from scipy.spatial import cKDTree

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, sample

FACE = 0.74
"""Share of the radius within which a face is sampled: inside the rim."""
POINTS = 28
LIGHT_WEIGHT = 0.35
"""Of log brightness beside log chroma: shadow and glare change the one more than the other."""
COMPANY = 3
"""The so manieth nearest colour on other discs counts: one odd highlight is no company."""


def strangeness(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> Floats:
    """How far the stranger part of each face, as large as the ball, is from any colour that the
    other discs show (N,): distances of log chroma.
    """
    if len(discs) < 3:
        return np.zeros(len(discs))
    height = surface.disc_height_mm
    at = np.array([(d.x_mm, d.y_mm, (d.level + 1) * height) for d in discs])
    radius = np.sqrt((np.arange(POINTS) + 0.5) / POINTS) * FACE * surface.disc_mm / 2
    angle = np.arange(POINTS) * 2.399963  # a sunflower covers a circle evenly
    offsets = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    over = felt.ratio(sample(image, local_frames(table, at), offsets), at[:, :2])
    light = mean_of(over)[..., None]
    looks = np.concatenate([over - light, LIGHT_WEIGHT * light], axis=2)
    ball = surface.ball_mm[0] * surface.ball_mm[1] / (FACE * surface.disc_mm) ** 2
    largest = max(1, int(0.5 * min(1.0, ball) * POINTS))
    flat = looks.reshape(-1, looks.shape[2])
    near = min(POINTS + COMPANY, len(flat))
    far, index = cKDTree(flat).query(flat, k=near)
    own = index // POINTS == (np.arange(len(flat)) // POINTS)[:, None]
    others = np.sort(np.where(own, np.inf, far), axis=1)[:, COMPANY - 1].reshape(-1, POINTS)
    return np.asarray(np.sort(others, axis=1)[:, -largest:].mean(1), np.float64)
