"""Rings that are no discs: a ball with its shadow on the felt has an outline of about that size."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import most_of
from vision.faces import RIM, ring_offsets
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, sample

MOSTLY_BARE = 0.6
"""The same where nothing was seen to happen: a grey rim in the shade passes for grey felt."""
LIKE_FELT = 0.30
"""Log ratio to the felt's colour, in every channel, under which a point of a rim is felt."""
BALL_MM, LINE_MM = 1.0, 4.0
"""So far around a ball, and beside the middle of a painted line, either may be what is seen."""
BARE = 0.15
"""Share of the rim that may be felt: none of a disc is (measured 0.00), a shadow leaves 0.29."""
TOP, OUTER = 0.95, 0.68
"""The top of a disc, and where its metal begins (radii)."""
TOP_BARE, OUTER_BARE = 0.28, 0.03
"""Shares of the top, and of its metal, that may be felt beside the ball and painted lines. Measured
on discs 0.02 and 0.01 at most (0.27 and 0.01 with enamel of the felt’s colour); on what a ball
makes with a line or an edge, one of them more.
"""
TOP_STEPS = 25


Picture = tuple[Image, TableMap, Surface]
"""A BGR picture, its map, the surface."""


def real_discs(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    felt: Felt | None = None,
    most: float = BARE,
) -> list[SeenDisc]:
    """The discs of whose rim not more than a share is felt. `felt` saves learning it again."""
    if not discs:
        return []
    bare, _ = _like_felt((image, table, surface), discs, ring_offsets(surface, RIM), felt)
    return [disc for disc, share in zip(discs, bare.mean(axis=1), strict=True) if share < most]


def real_under_ball(
    picture: Picture,
    discs: Sequence[SeenDisc],
    ball_mm: tuple[float, float],
    felt: Felt | None = None,
) -> list[SeenDisc]:
    """The same of discs that a ball is taken to lie on, judged by all of their tops; what that or a
    painted line may be is not held against the felt.
    """
    if not discs:
        return []
    steps = np.linspace(-TOP, TOP, TOP_STEPS)
    unit = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    away = np.hypot(*unit.T)
    inside = away < TOP
    unit, outer = unit[inside], away[inside] > OUTER
    bare, points = _like_felt(picture, discs, unit * picture[2].disc_mm / 2, felt)
    clear = _clear(picture[2], points, ball_mm)
    top, metal = _share(bare, clear), _share(bare, clear & outer)
    return [
        disc
        for disc, all_over, around in zip(discs, top, metal, strict=True)
        if all_over < TOP_BARE and around < OUTER_BARE
    ]


def _share(some: NDArray[np.bool_], of: NDArray[np.bool_]) -> Floats:
    """Which share of the points (N×M) are also others, row by row; 0 of none."""
    return np.asarray((some & of).sum(axis=1) / np.maximum(of.sum(axis=1), 1), np.float64)


def _like_felt(
    picture: Picture, discs: Sequence[SeenDisc], offsets: Floats, felt: Felt | None
) -> tuple[NDArray[np.bool_], Floats]:
    """Which points of each disc's top, told from its middle (M×2 mm), look like felt (N×M), and
    where they are (N×M×2 mm).
    """
    image, table, surface = picture
    at = np.array([(d.x_mm, d.y_mm, (d.level + 1) * surface.disc_height_mm) for d in discs])
    seen = sample(image, local_frames(table, at), offsets)
    ratio = (felt or Felt.learn(image, table, surface)).ratio(seen, at[:, :2])
    return np.asarray(most_of(ratio) < LIKE_FELT, np.bool_), at[:, None, :2] + offsets


def _clear(surface: Surface, points: Floats, ball_mm: tuple[float, float]) -> NDArray[np.bool_]:
    """Which points (N×M×2 mm) lie well away from a ball, from the edges of the felt, and from the
    lines painted on it.
    """
    clear = np.linalg.norm(points - ball_mm, axis=2) > max(surface.ball_mm) / 2 + BALL_MM
    size = np.array([surface.width_mm, surface.length_mm])
    clear &= (np.minimum(points, size - points) > LINE_MM).all(axis=2)
    for line in surface.lines:
        start, way = np.array(line.a), np.subtract(line.b, line.a)
        share = np.clip((points - start) @ way / (way @ way), 0.0, 1.0)
        clear &= np.linalg.norm(points - start - share[..., None] * way, axis=2) > LINE_MM
    return np.asarray(clear, np.bool_)
