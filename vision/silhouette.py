"""A lone oval of known size by its own colour: that colour inside its outline, none around it.

Shape alone is deceived by what is printed on a thing and by what shines on it; its colour is not.
The felt's is zero on the scale used, so that any colour serves, a shadow (dark, of no other hue)
counts little, and an edge against felt of nearly the same brightness is as good as any other.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_map import Floats
from vision.cloth import Cloth
from vision.rectify import Floats32

TURNS = 12
LIGHT_WEIGHT = 0.35
"""Of log brightness beside log chroma."""
HEART = 0.75
"""Share of the axes within which the colour is learned."""
INSIDE = 48
"""Points inside, spread like the seeds of a sunflower up to RIM of the axes."""
RIM = 0.95
BEYOND = (0.16, 0.32, 0.48)
"""Where around the outline there must be none of the colour, in short half axes."""
ROUND, QUARTER = 32, 8
STEPS = ((3.0, 2, 6), (1.5, 1, 1), (0.75, 1, 1), (0.4, 1, 1), (0.2, 1, 0))
"""Step (mm), and how many steps each way and turns each way are tried, one after another."""
ROUNDS = 2
ONE_SIDED = 0.4
"""Weight of the colour found along the worst quarter of the outline, where it outweighs what is all
around: the end of a finger goes on there, a ball nowhere.
"""
LEAST_IN_SIGHT = 0.45
"""Share of the inside that must be in sight."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Silhouette:
    """Where an oval fits best: mm from the middle of its patch, turn (rad), and the share of its
    colour inside less that around it (0–1).
    """

    x_mm: float
    y_mm: float
    turn_rad: float
    score: float


def silhouette(cloth: Cloth, axes_mm: tuple[float, float], turn_rad: float) -> Silhouette | None:
    """The oval with these half axes (long, short) near the middle of a patch, first thought to
    lie there at turn_rad; None where too little of it is in sight.
    """
    light = cloth.over.mean(axis=2, keepdims=True)
    looks = np.concatenate([cloth.over - light, LIGHT_WEIGHT * light], axis=2)
    best = (0.0, 0.0, turn_rad)
    score = -1.0
    for _ in range(ROUNDS):
        own = _own_colour(looks, cloth, axes_mm, best)
        if own is None:
            return None
        share = np.clip(looks @ own / max(float(own @ own), 1e-9), 0, 1) * cloth.counts
        sheet = np.asarray(np.dstack([share, cloth.counts]), np.float32)
        best, score = _climbed(sheet, cloth.px_per_mm, axes_mm, best)
    x, y, turn = best
    return Silhouette(x_mm=x, y_mm=y, turn_rad=turn % np.pi, score=score)


def _own_colour(
    looks: Floats32,
    cloth: Cloth,
    axes_mm: tuple[float, float],
    oval: tuple[float, float, float],
) -> Floats | None:
    """The usual look of the heart of an oval."""
    half = looks.shape[0] // 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1] / cloth.px_per_mm
    cos, sin = np.cos(oval[2]), np.sin(oval[2])
    x, y = x - oval[0], y - oval[1]
    level = np.hypot((x * cos + y * sin) / axes_mm[0], (-x * sin + y * cos) / axes_mm[1])
    heart = (level < HEART) & (cloth.counts > 0)
    if heart.sum() < LEAST_IN_SIGHT * (level < HEART).sum():
        return None
    return np.asarray(np.median(looks[heart], axis=0), np.float64)


def _climbed(
    sheet: Floats32,
    px_per_mm: float,
    axes_mm: tuple[float, float],
    start: tuple[float, float, float],
) -> tuple[tuple[float, float, float], float]:
    """The best place and turn reached by ever smaller steps, and its score as a lonely thing."""
    inside, around = _points(axes_mm)
    best, score, told = start, -1.0, -1.0
    for step, reach, turned in STEPS:
        moves = np.arange(-reach, reach + 1) * step
        turns = np.arange(-turned, turned + 1) * np.pi / TURNS * min(1.0, step / 1.5)
        tries = np.stack(np.meshgrid(moves, moves, turns), 3).reshape(-1, 3) + best
        scores, lonely = _scores(sheet, px_per_mm, tries, (inside, around))
        k = int(scores.argmax())
        if scores[k] > score:
            best = (float(tries[k, 0]), float(tries[k, 1]), float(tries[k, 2]))
            score, told = float(scores[k]), float(lonely[k])
    return best, told


def _points(axes_mm: tuple[float, float]) -> tuple[Floats, Floats]:
    """Points inside an oval that is not turned, and around it, mm."""
    golden = np.arange(INSIDE) * 2.399963
    far = RIM * np.sqrt((np.arange(INSIDE) + 0.5) / INSIDE)
    unit = np.column_stack([far * np.cos(golden), far * np.sin(golden)])
    phase = np.arange(ROUND) * 2 * np.pi / ROUND
    rim = np.column_stack([np.cos(phase), np.sin(phase)])
    normal = rim / axes_mm
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    beyond = np.concatenate([rim * axes_mm + normal * share * axes_mm[1] for share in BEYOND])
    return unit * axes_mm, beyond


def _scores(
    sheet: Floats32, px_per_mm: float, tries: Floats, points: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Of each place and turn tried (N×3), the share of colour inside less that around; and the
    same where the worst side of the outline tells more.
    """
    cos, sin = np.cos(tries[:, 2])[:, None], np.sin(tries[:, 2])[:, None]
    both = np.concatenate(points)
    x = tries[:, :1] + both[:, 0] * cos - both[:, 1] * sin
    y = tries[:, 1:2] + both[:, 0] * sin + both[:, 1] * cos
    half = sheet.shape[0] // 2
    u, v = (np.asarray(half + mm * px_per_mm, np.float32) for mm in (x, y))
    seen = cv2.remap(sheet, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    colour, counts = seen[..., 0].astype(np.float64), seen[..., 1].astype(np.float64)
    n = len(points[0])
    within, there = counts[:, :n].sum(1), counts[:, n:].sum(1)
    score = colour[:, :n].sum(1) / np.maximum(within, 1e-6)
    everywhere = colour[:, n:].sum(1) / np.maximum(there, 1e-6)
    quarters = [_quarters(part[:, n:]) for part in (colour, counts)]
    worst = (quarters[0] / np.maximum(quarters[1], QUARTER)).max(1)
    hidden = within < LEAST_IN_SIGHT * n
    return (
        np.where(hidden, -1.0, score - everywhere),
        np.where(hidden, -1.0, score - np.maximum(everywhere, ONE_SIDED * worst)),
    )


def _quarters(around: Floats) -> Floats:
    """Sums over every quarter of the outline: N×ROUND of N×(rings·ROUND)."""
    outline = around.reshape(len(around), -1, ROUND).sum(1)
    whole = np.cumsum(np.concatenate([outline, outline], axis=1), axis=1)
    return np.asarray(whole[:, QUARTER : QUARTER + ROUND] - whole[:, :ROUND], np.float64)
