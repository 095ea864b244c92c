"""Where a disc of known radius may lie in a rectified picture, blind to colour and contrast sign.

Edges vote for centres; a double-angle gradient-orientation correlation with one ring decides.
"""

from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.frames import Image
from vision.rectify import Floats32, View

VOTING_EDGE = 0.5
"""Strength in the orientation field (0–1) from which an edge votes for a centre."""
MIN_VOTES = 0.25
SOFT_EDGE = 25.0
"""Gradient (Sobel, grey levels) at which an edge counts half."""


@lru_cache(maxsize=64)
def _ring(radius_px: float) -> Floats32:
    half = int(np.ceil(radius_px)) + 3
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    weight = np.exp(-0.5 * ((np.hypot(x, y) - radius_px) / 1.3) ** 2)
    angle = np.arctan2(y, x)
    ring = np.stack([np.cos(2 * angle) * weight, np.sin(2 * angle) * weight], 2)
    return np.asarray(ring / weight.sum(), np.float32)


def orientation_field(image: Image, soft_edge: float = SOFT_EDGE) -> Floats32:
    """H×W×2: cos and sin of twice the gradient angle, weighted by a soft edge test.

    At each pixel the channel with the strongest gradient speaks.
    """
    smooth = cv2.GaussianBlur(image, (3, 3), 0)
    gx, gy = cv2.Sobel(smooth, cv2.CV_16S, 1, 0), cv2.Sobel(smooth, cv2.CV_16S, 0, 1)
    strength = cv2.add(cv2.convertScaleAbs(gx, alpha=0.25), cv2.convertScaleAbs(gy, alpha=0.25))
    (x, *more_x), (y, *more_y) = cv2.split(gx), cv2.split(gy)
    best, *rivals = cv2.split(strength)
    for rival, rival_x, rival_y in zip(rivals, more_x, more_y, strict=True):
        better = cv2.compare(rival, best, cv2.CMP_GT)
        x, y = cv2.copyTo(rival_x, better, x), cv2.copyTo(rival_y, better, y)
        best = cv2.max(best, rival)
    fx, fy = x.astype(np.float32), y.astype(np.float32)
    xx, yy = cv2.multiply(fx, fx), cv2.multiply(fy, fy)
    weight = 1 / (xx + yy + np.float32(soft_edge**2))
    double = cv2.multiply(cv2.multiply(fx, fy), weight, scale=2.0)
    return np.asarray(cv2.merge([cv2.multiply(xx - yy, weight), double]), np.float32)


def propose(view: View, radius_mm: float, threshold: float = 0.27) -> tuple[Floats, Floats]:
    """Likely disc centres in a view: table mm (N×2) and scores (N,), best first.

    Edges first vote for centres one radius away along their gradient (Hough with a known radius);
    where enough votes meet, the ring correlation decides.
    """
    radius_px = radius_mm * view.px_per_mm
    field = orientation_field(view.image)
    u, v = peaks(centre_votes(field, radius_px), int(0.5 * radius_px), MIN_VOTES)
    u, v, score = ring_scores(field, radius_px, u, v)
    order = [k for k in np.argsort(-score)[:250] if score[k] > threshold]
    return view.to_mm(np.column_stack([u, v])[order].astype(np.float64)), score[order]


def peaks(
    votes: Floats32, reach_px: int, least: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Columns and rows where no pixel within reach_px has more votes, and there are enough."""
    size = 2 * reach_px + 1
    highest = cv2.dilate(votes, np.ones((size, size), np.uint8))
    v, u = np.nonzero((votes >= highest) & (votes > least))
    return u, v


def centre_votes(field: Floats32, radius_px: float) -> Floats32:
    """Votes for centres (H×W): about the share of a ring whose edges point at each pixel."""
    high, wide = field.shape[:2]
    strength = cv2.magnitude(field[..., 0], field[..., 1]).ravel()
    at = np.flatnonzero(strength > VOTING_EDGE)
    weight = strength[at]
    # half the double angle: cos θ = √((1 + cos 2θ) / 2), sin θ = sin 2θ / (2 cos θ)
    cos = np.sqrt(np.maximum((1 + field[..., 0].ravel()[at] / weight) / 2, 1e-6))
    sin = field[..., 1].ravel()[at] / weight / (2 * cos)
    border = int(radius_px) + 3
    row = wide + 2 * border
    place = (at // wide + border) * row + at % wide + border
    away = np.rint(sin * radius_px).astype(np.int64) * row
    away += np.rint(cos * radius_px).astype(np.int64)
    places = np.concatenate([place + away, place - away])
    counted = np.bincount(places, np.concatenate([weight, weight]), (high + 2 * border) * row)
    sheet = counted.reshape(-1, row)[border:-border, border:-border].astype(np.float32)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 1.6) / radius_px, np.float32)


def ring_scores(
    field: Floats32, radius_px: float, u: NDArray[np.intp], v: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """The best ring correlation within 2 px of each place: its column, row and score."""
    if not len(u):
        return u, v, np.zeros(0)
    ring = _ring(round(radius_px * 8) / 8)
    size = ring.shape[0]
    border = size // 2 + 2
    padded = cv2.copyMakeBorder(field, border, border, border, border, cv2.BORDER_CONSTANT)
    side = size + 4
    windows = sliding_window_view(padded, (side, side), axis=(0, 1))[v, u]
    column = np.ascontiguousarray(windows.transpose(0, 2, 3, 1).reshape(-1, side, 2))
    scores = cv2.matchTemplate(column, ring, cv2.TM_CCORR)
    rows = np.arange(len(u))[:, None] * side + np.arange(5)
    near = scores[rows].reshape(len(u), 25)
    best = near.argmax(1)
    return u + best % 5 - 2, v + best // 5 - 2, near.max(1).astype(np.float64)
