"""Painted circles among real discs: a face without shading, crest or shine is mere paint."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.frames import Image

SHARES = np.arange(0.08, 0.74, 0.06)
ROUND = 36
FLAT = 0.02
"""Spread of log brightness over a face (shading and texture together) below which it is flat:
go stones stay above 0.03, draughts and metal above 0.07."""
DEEPER = 5.0
"""How many times deeper the relief of the other discs must be for flat ones to be paint."""
MINORITY = 0.45
"""Where more are flat than that, the discs themselves are."""


def painted(image: Image, centres: Floats, radii: Floats) -> NDArray[np.bool_]:
    """Which of N discs (px) are flat circles among discs that are not."""
    if not len(radii):
        return np.zeros(0, bool)
    depth = relief(image, centres, radii)
    flat = depth < FLAT
    if not flat.any() or flat.mean() > MINORITY:
        return np.zeros(len(radii), bool)
    return np.asarray(flat & (depth * DEEPER < np.median(depth[~flat])), np.bool_)


def relief(image: Image, centres: Floats, radii: Floats) -> Floats:
    """Spread of log brightness over each face (N,): its slope, and what is left without it."""
    grey = np.log(image.mean(2).astype(np.float32) + np.float32(6))
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    offsets = (SHARES[:, None, None] * unit).reshape(-1, 2)
    places = (centres[:, None] + radii[:, None, None] * offsets).astype(np.float32)
    seen = cv2.remap(
        grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    plane = np.column_stack([np.ones(len(offsets)), offsets])
    fitted = np.linalg.lstsq(plane, seen.T, rcond=None)[0]
    rest = (seen.T - plane @ fitted).std(0)
    return np.asarray(np.hypot(rest, np.hypot(fitted[1], fitted[2])), np.float64)
