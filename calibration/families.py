"""The two families of ruled lines in a picture: segments, and where each family's lines meet."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats

SHORTEST = 0.012
"""Of the picture's width: shorter segments are crests, rims and noise."""
NEAR_DIRECTION = np.radians(24)
"""How far a family's lines stray from its main direction in a picture taken from above."""
APART = np.radians(40)
DARKER = 1.5
FULL, LEAST_LIFT = 120.0, 6.0
"""Grey levels the clearest lines are brought to, and below which nothing is a line."""
ROUNDS = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class Family:
    """N segments (N×4 px: x1 y1 x2 y2) of lines that meet in `vanishing` (3,), homogeneous, in
    pixels counted from the picture's middle in units of half its width.
    """

    segments: Floats
    vanishing: Floats


def find_segments(image: NDArray[np.uint8]) -> Floats:
    """Straight pieces of thin lines that are lighter than what is beside them, or darker where
    those are the stronger ones; N×4 px.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    wide = image.shape[1]
    kernel = np.ones((max(5, wide // 200 | 1),) * 2, np.uint8)
    thin = cv2.morphologyEx(grey, cv2.MORPH_TOPHAT, kernel)
    dark = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, kernel)
    if float(np.percentile(dark, 95)) > DARKER * float(np.percentile(thin, 95)):
        thin = dark
    gain = FULL / max(LEAST_LIFT, float(np.percentile(thin, 97)))
    soft = cv2.convertScaleAbs(cv2.GaussianBlur(thin, (0, 0), 1.0), alpha=gain)
    # OpenCV answers None, an array without dimensions here, where there is no segment at all
    found = np.asarray(cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(soft)[0])
    segments = np.asarray(found.reshape(-1, 4) if found.ndim else np.zeros((0, 4)), np.float64)
    return np.asarray(segments[_lengths(segments) > SHORTEST * wide], np.float64)


def two_families(segments: Floats, size: tuple[int, int]) -> tuple[Family, Family] | None:
    """The two main directions among segments, each with its vanishing point; None when there are
    no two.
    """
    if len(segments) < 8:
        return None
    angle = _angles(segments)
    first = _main_direction(angle, _lengths(segments))
    away = np.abs(_turn(angle, first))
    if not (away > APART).any():
        return None
    rest = away > APART
    second = _main_direction(angle[rest], _lengths(segments[rest]))
    members = [np.abs(_turn(angle, main)) < NEAR_DIRECTION for main in (first, second)]
    families = [_family(segments[chosen], size) for chosen in members]
    return (families[0], families[1]) if all(len(f.segments) > 3 for f in families) else None


def middle_units(px: Floats, size: tuple[int, int]) -> Floats:
    """Pixels (N×2) as homogeneous points (N×3) about the picture's middle, half widths."""
    half = size[0] / 2
    centred = (px - ((size[0] - 1) / 2, (size[1] - 1) / 2)) / half
    return np.column_stack([centred, np.ones(len(centred))])


def _family(segments: Floats, size: tuple[int, int]) -> Family:
    a, b = middle_units(segments[:, :2], size), middle_units(segments[:, 2:], size)
    lines = np.cross(a, b)
    lines /= np.linalg.norm(lines[:, :2], axis=1, keepdims=True) + 1e-12
    weight = base = _lengths(segments) / size[0]
    meeting = np.array([1.0, 0.0, 0.0])
    for _ in range(ROUNDS):
        weighted = lines * weight[:, None]
        meeting = np.linalg.svd(weighted.T @ lines)[2][-1]
        error = np.abs(lines @ meeting)
        scale = max(1e-4, 2.0 * float(np.median(error)))
        weight = base / (1 + (error / scale) ** 2)
    kept = np.abs(lines @ meeting) < 6 * max(1e-4, float(np.median(np.abs(lines @ meeting))))
    return Family(segments=segments[kept], vanishing=np.asarray(meeting, np.float64))


def _lengths(segments: Floats) -> Floats:
    return np.asarray(np.hypot(*(segments[:, 2:] - segments[:, :2]).T), np.float64)


def _angles(segments: Floats) -> Floats:
    dx, dy = (segments[:, 2:] - segments[:, :2]).T
    return np.asarray(np.arctan2(dy, dx) % np.pi, np.float64)


def _turn(angle: Floats, main: float) -> Floats:
    """Signed turn from a main direction, both without sense: within ±90°."""
    return np.asarray((angle - main + np.pi / 2) % np.pi - np.pi / 2, np.float64)


def _main_direction(angle: Floats, weight: Floats) -> float:
    counted = np.histogram(angle, 90, (0, np.pi), weights=weight)[0]
    smooth = sum(np.roll(counted, k) * (5 - abs(k)) for k in range(-4, 5))
    return float((np.asarray(smooth).argmax() + 0.5) * np.pi / 90)
