"""Where a disc of known radius may lie in a rectified picture, blind to colour and contrast sign.

Edges vote for centres; a double-angle gradient-orientation correlation with one ring decides.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.frames import Image
from vision.rectify import Floats32, View

MIN_VOTES = 0.25
NEAR = 5
"""Ring scores are sought among so many by so many pixels around a place with many votes."""
SOFT_EDGE = 25.0
"""Gradient (Sobel, grey levels) at which an edge counts half; weaker ones vote for no centre."""


@lru_cache(maxsize=64)
def _rings(radius_px: float) -> Floats32:
    """A ring at each of the NEAR × NEAR places around the middle of a window: places × the window's
    pixels (side × side × 2, laid end to end).
    """
    half = int(np.ceil(radius_px)) + 3
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    weight = np.exp(-0.5 * ((np.hypot(x, y) - radius_px) / 1.3) ** 2)
    angle = np.arctan2(y, x)
    ring = np.stack([np.cos(2 * angle) * weight, np.sin(2 * angle) * weight], 2)
    size, side = 2 * half + 1, 2 * half + NEAR
    placed = np.zeros((NEAR, NEAR, side, side, 2), np.float32)
    for row, column in np.ndindex(NEAR, NEAR):
        placed[row, column, row : row + size, column : column + size] = ring / weight.sum()
    return placed.reshape(NEAR * NEAR, -1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Gradient:
    """Sobel gradients of a picture (H×W each), at each pixel of the channel where it is strongest;
    `strength` is a quarter of |x| + |y|, and `soft` the gradient at which an edge counts half.
    """

    x: NDArray[np.int16]
    y: NDArray[np.int16]
    strength: NDArray[np.uint8]
    soft: float

    @classmethod
    def of(cls, image: Image, soft_edge: float = SOFT_EDGE) -> "Gradient":
        smooth = cv2.GaussianBlur(image, (3, 3), 0)
        (x, y, best), *others = (_slopes(np.asarray(one, np.uint8)) for one in cv2.split(smooth))
        for other_x, other_y, rival in others:
            better = cv2.compare(rival, best, cv2.CMP_GT)
            cv2.copyTo(other_x, better, x)
            cv2.copyTo(other_y, better, y)
            cv2.max(best, rival, best)
        return cls(x=x, y=y, strength=best, soft=soft_edge)

    def directions(self) -> Floats32:
        """Cosine and sine of twice the gradient's angle, by its strength: H×W×2."""
        return _doubled(self.x.astype(np.float32), self.y.astype(np.float32), self.soft)

    def voters(self) -> "Voters":
        """The clear edges on every other pixel, as on a chequerboard: edges are wider than that."""
        high, wide = self.strength.shape
        at = np.flatnonzero((self.strength >= int(np.ceil(self.soft / 4))) & _chequer(high, wide))
        x, y = (plane.ravel().take(at).astype(np.float32) for plane in (self.x, self.y))
        square, least = x * x + y * y, np.float32(self.soft**2)
        length = np.sqrt(square)
        weight = 2 * square / (square + least)
        weight[square <= least] = 0.0
        return Voters(
            row=np.asarray(at.astype(np.int32) // np.int32(wide), np.int32),
            column=np.asarray(at.astype(np.int32) % np.int32(wide), np.int32),
            cos=np.asarray(x / length, np.float32),
            sin=np.asarray(y / length, np.float32),
            weight=np.asarray(weight, np.float32),
            shape=(high, wide),
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Voters:
    """N edge pixels: place, direction of the gradient, weight; and the `shape` of their picture."""

    row: NDArray[np.int32]
    column: NDArray[np.int32]
    cos: Floats32
    sin: Floats32
    weight: Floats32
    shape: tuple[int, int]


def _slopes(
    plane: NDArray[np.uint8],
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.uint8]]:
    """Sobel gradients of one channel, along x and y, and a quarter of the sum of their sizes."""
    x, y = cv2.spatialGradient(plane)
    size = cv2.add(cv2.convertScaleAbs(x, alpha=0.25), cv2.convertScaleAbs(y, alpha=0.25))
    return np.asarray(x, np.int16), np.asarray(y, np.int16), np.asarray(size, np.uint8)


@lru_cache(maxsize=8)
def _chequer(high: int, wide: int) -> NDArray[np.bool_]:
    return np.asarray(np.add.outer(np.arange(high), np.arange(wide)) % 2 == 0, np.bool_)


def propose(view: View, radius_mm: float, threshold: float = 0.27) -> tuple[Floats, Floats]:
    """Likely disc centres in a view: table mm (N×2) and scores (N,), best first.

    Edges first vote for centres one radius away along their gradient (Hough with a known radius);
    where enough votes meet, the ring correlation decides.
    """
    radius_px = radius_mm * view.px_per_mm
    gradient = Gradient.of(view.image)
    votes = centre_votes(gradient.voters(), radius_px)
    u, v = peaks(votes, int(0.5 * radius_px), MIN_VOTES)
    u, v, score = ring_scores(gradient, radius_px, u, v)
    order = [k for k in np.argsort(-score)[:250] if score[k] > threshold]
    return view.to_mm(np.column_stack([u, v])[order].astype(np.float64)), score[order]


def peaks(
    votes: Floats32, reach_px: int, least: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Columns and rows where no pixel within reach_px has more votes, and there are enough."""
    size = 2 * reach_px + 1
    highest = cv2.dilate(votes, np.ones((size, size), np.uint8))
    at = np.flatnonzero((votes >= highest) & (votes > least))
    return at % votes.shape[1], at // votes.shape[1]


def centre_votes(voters: Voters, radius_px: float) -> Floats32:
    """Votes for centres (H×W): about the share of a ring whose edges point at each pixel."""
    high, wide = voters.shape
    border = int(radius_px) + 3
    row = np.int32(wide + 2 * border)
    place = (voters.row + border) * row + voters.column + border
    away = np.rint(voters.sin * np.float32(radius_px)).astype(np.int32) * row
    away += np.rint(voters.cos * np.float32(radius_px)).astype(np.int32)
    votes = np.concatenate([place + away, place - away])
    size = int((high + 2 * border) * row)
    counted = np.bincount(votes, np.concatenate([voters.weight, voters.weight]), size)
    sheet = counted.reshape(-1, row)[border:-border, border:-border].astype(np.float32)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 1.6) / radius_px, np.float32)


def ring_scores(
    gradient: Gradient, radius_px: float, u: NDArray[np.intp], v: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """The best ring correlation near each place: its column, row and score."""
    if not len(u):
        return u, v, np.zeros(0)
    rings = _rings(round(radius_px * 8) / 8)
    side = int(np.sqrt(rings.shape[1] / 2))
    x, y = (_windows(plane, side, u, v) for plane in (gradient.x, gradient.y))
    field = _doubled(x, y, gradient.soft)
    # no matrix product: BLAS would wake its threads for it, which costs more than they bring
    scores = np.einsum("ni,pi->np", field.reshape(len(u), -1), rings)
    best, reach = scores.argmax(1), NEAR // 2
    return u + best % NEAR - reach, v + best // NEAR - reach, scores.max(1).astype(np.float64)


def _doubled(x: Floats32, y: Floats32, soft: float) -> Floats32:
    """Cosine and sine of twice the gradient's angle, by its strength: …×2."""
    xx, yy = x * x, y * y
    weight = 1 / (xx + yy + np.float32(soft**2))
    return np.stack([(xx - yy) * weight, 2 * x * y * weight], -1)


def _windows(
    plane: NDArray[np.int16], side: int, u: NDArray[np.intp], v: NDArray[np.intp]
) -> Floats32:
    """Square windows around N places: N × side × side, zeros beyond the edge."""
    border = side // 2
    padded = cv2.copyMakeBorder(plane, *(border,) * 4, cv2.BORDER_CONSTANT)
    cut = sliding_window_view(padded, (side, side))[v, u]
    return cut.astype(np.float32)
