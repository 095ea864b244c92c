"""The ellipse that the outlines of equal discs share in a picture of a table seen at a slant."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_map import Floats
from vision.frames import Image

ANGLES = 36
SHARES = np.linspace(0.7, 1.3, 49)


@dataclass(frozen=True, kw_only=True, eq=False)
class Outline:
    """Mean radius as a share of the one asked with, and the stretch (2×2, about 1) that makes the
    ellipse of a circle.
    """

    share: float
    stretch: Floats


def shared_outline(image: Image, centres: Floats, radius_px: float) -> Outline:
    """Where, over all discs at centres (N×2 px), the edge lies on the whole in each direction:
    r(θ) = r (1 + a cos 2θ + b sin 2θ), to first order an ellipse.
    """
    angle = np.arange(ANGLES) * 2 * np.pi / ANGLES
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    places = centres[:, None, None] + radius_px * SHARES[:, None] * unit[:, None]
    flat = places.reshape(len(centres) * ANGLES, -1, 2).astype(np.float32)
    smooth = cv2.GaussianBlur(image, (0, 0), max(0.6, 0.05 * radius_px)).astype(np.float32)
    seen = cv2.remap(smooth, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    edge = np.abs(seen[:, 2:] - seen[:, :-2]).max(2).reshape(len(centres), ANGLES, -1)
    pooled = (edge / (edge.max(2, keepdims=True) + 8)).mean(0)
    pooled += np.roll(pooled, ANGLES // 2, axis=0)
    pooled = np.asarray(cv2.GaussianBlur(pooled, (0, 0), 1.0), np.float64)
    share, weight = SHARES[1:-1][pooled.argmax(1)], pooled.max(1)
    model = np.column_stack([np.ones(ANGLES), np.cos(2 * angle), np.sin(2 * angle)])
    mean, a, b = np.linalg.lstsq(model * weight[:, None], share * weight, rcond=None)[0]
    return Outline(share=float(mean), stretch=np.eye(2) + np.array([[a, b], [b, -a]]) / mean)


def circular(image: Image, outline: Outline) -> tuple[Image, Floats]:
    """The picture in which the shared ellipse is a circle, and the affine map (2×3) into it."""
    undo = np.linalg.inv(outline.stretch)
    high, wide = image.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [0, high], [wide, high]]) @ undo.T
    low, top = corners.min(0), corners.max(0)
    to_flat = np.column_stack([undo, -low])
    size = np.ceil(top - low).astype(int)
    flat = cv2.warpAffine(
        image, to_flat, (int(size[0]), int(size[1])), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8), to_flat
