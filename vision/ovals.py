"""Small ovals lying at any angle: an egg-shaped ball against whatever is under it.

An oval is a smooth inside with a closed outline. Both are read from one field: gradient direction
(double angle, so dark on light and light on dark are alike) and edge strength.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.frames import Image
from vision.rectify import Floats32

TURNS = 8
SOFT_EDGE = 200.0
"""Sobel gradient (3×3) at which an edge counts half."""
INSIDE = 0.75
"""Share of the axes that counts as inside."""
EDGE_PRICE = 2.0
"""Price of edges inside, against the outline's agreement of at most 1."""
WEAK_ARCS = 1.0
"""Weight of the outline's two weakest eighths: a crest or a rim matches only in parts."""


@dataclass(frozen=True, kw_only=True)
class Oval:
    """The best oval of a patch: centre (patch px), turn (rad) and score (about -1 … 2)."""

    x: float
    y: float
    turn: float
    score: float


def oval_field(image: Image) -> Floats32:
    """H×W×3: cos and sin of twice the gradient angle times edge strength, and edge strength."""
    smooth = cv2.GaussianBlur(image, (3, 3), 0)
    gx, gy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strongest = (gx * gx + gy * gy).argmax(2)[..., None]
    x = np.take_along_axis(gx, strongest, 2)[..., 0]
    y = np.take_along_axis(gy, strongest, 2)[..., 0]
    square = x * x + y * y
    weight = 1 / (square + np.float32(SOFT_EDGE**2))
    return np.asarray(
        cv2.merge([(x * x - y * y) * weight, 2 * x * y * weight, square * weight]), np.float32
    )


@lru_cache(maxsize=32)
def _template(long: float, short: float, turn: float) -> Floats32:
    """Half axes in px: the outline's directions, and minus EDGE_PRICE for edges inside."""
    half = int(np.ceil(long)) + 3
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float64)
    cos, sin = np.cos(turn), np.sin(turn)
    u, v = (x * cos + y * sin) / long, (-x * sin + y * cos) / short
    level = np.hypot(u, v) + 1e-6
    across, along = u / long / level, v / short / level
    slope = np.hypot(across, along) + 1e-9
    weight = np.exp(-0.5 * ((level - 1) / slope / 1.2) ** 2)
    nx, ny = (across * cos - along * sin) / slope, (across * sin + along * cos) / slope
    weight /= weight.sum()
    inside = (level < INSIDE).astype(np.float64)
    channels = [
        (nx * nx - ny * ny) * weight,
        2 * nx * ny * weight,
        -EDGE_PRICE * inside / inside.sum(),
    ]
    return np.asarray(cv2.merge([np.asarray(c, np.float32) for c in channels]), np.float32)


def best_ovals(
    fields: Sequence[Floats32], axes_px: tuple[float, float], reach_px: float
) -> list[Oval]:
    """The best oval (half axes `axes_px`) of each square field, its centre within `reach_px` of
    the middle of the field.
    """
    if not fields:
        return []
    turns = np.arange(TURNS) * np.pi / TURNS
    half = _template(*axes_px, 0.0).shape[0] // 2
    keep = int(reach_px) + 1 + half  # farther out no outline can reach
    parts = [_middle(field, keep) for field in fields]
    sheet = np.concatenate(parts, 1)
    scores = [cv2.matchTemplate(sheet, _template(*axes_px, t), cv2.TM_CCORR) for t in turns]
    maps = np.stack(scores).astype(np.float32)
    found = []
    middle, side = keep - half, int(reach_px)
    for k, field in enumerate(fields):
        first = k * (2 * keep + 1) + middle - side
        rows = slice(middle - side, middle + side + 1)
        found.append(_best(maps[:, rows, first : first + 2 * side + 1], turns, field, axes_px))
    return found


def _middle(field: Floats32, keep: int) -> Floats32:
    """The middle ±keep px of a square field, zeros where it is smaller."""
    middle = field.shape[0] // 2
    border = max(0, keep - middle)
    wide = cv2.copyMakeBorder(field, border, border, border, border, cv2.BORDER_CONSTANT)
    first = middle + border - keep
    return np.asarray(wide[first : first + 2 * keep + 1, first : first + 2 * keep + 1], np.float32)


def _best(part: Floats32, turns: Floats, field: Floats32, axes_px: tuple[float, float]) -> Oval:
    """The peak of a score map (turns × rows × columns) centred on the middle of its field."""
    side = part.shape[1]
    y, x = np.mgrid[:side, :side] - side // 2
    allowed = np.where(np.hypot(x, y) <= side // 2 + 0.5, part, -np.inf)
    turn, row, column = (int(k) for k in np.unravel_index(int(allowed.argmax()), part.shape))
    middle = field.shape[0] // 2 - side // 2
    oval = Oval(
        x=middle + column + _vertex(part[turn, row], column),
        y=middle + row + _vertex(part[turn, :, column], row),
        turn=float(turns[turn]),
        score=float(part[turn, row, column]),
    )
    weakest = _weak_arcs(field, oval, axes_px)
    return Oval(x=oval.x, y=oval.y, turn=oval.turn, score=oval.score + WEAK_ARCS * weakest)


def _vertex(values: NDArray[np.float32], at: int) -> float:
    """Offset of a peak from the parabola through it and its neighbours."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(values[at + k]) for k in (-1, 0, 1))
    curve = before - 2 * here + after
    if not np.isfinite(curve) or curve >= 0:
        return 0.0
    return float(np.clip(0.5 * (before - after) / curve, -0.6, 0.6))


def _weak_arcs(field: Floats32, oval: Oval, axes_px: tuple[float, float]) -> float:
    """Mean agreement of the two weakest of eight arcs of the outline, ±1.2 px tolerated."""
    phase = np.arange(32) * 2 * np.pi / 32
    long, short = axes_px
    cos, sin = np.cos(oval.turn), np.sin(oval.turn)
    u, v = long * np.cos(phase), short * np.sin(phase)
    across, along = np.cos(phase) / long, np.sin(phase) / short
    slope = np.hypot(across, along)
    nx, ny = (across * cos - along * sin) / slope, (across * sin + along * cos) / slope
    shift = np.array([-1.2, -0.6, 0.0, 0.6, 1.2])[:, None]
    x = (oval.x + u * cos - v * sin + shift * nx).astype(np.float32)
    y = (oval.y + u * sin + v * cos + shift * ny).astype(np.float32)
    seen = cv2.remap(field, x, y, cv2.INTER_LINEAR)
    agreement = (seen[..., 0] * (nx * nx - ny * ny) + seen[..., 1] * 2 * nx * ny).max(0)
    return float(np.sort(agreement.reshape(8, 4).mean(1))[:2].mean())
