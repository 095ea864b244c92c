"""The painted face of a disc: ground and crest, the rim around it, and the felt beside it."""

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

FACE = tuple(float(share) for share in np.arange(0.11, 0.70, 0.07))
"""Rings sampled, in radii: all of the face, inside a wide metal rim."""
RIM = (0.84, 0.91)
PAINT = (0.42, 0.48, 0.54, 0.60)
"""Rings outside the heart of a crest, where most of the ground shows."""
ROUND = 24
CREST = 0.04
"""A crest covers at least that share of the face."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Faces:
    """Of N discs, each N×3 BGR 0–255: ground, crest (NaN where there is none to be seen), rim,
    and the felt around.
    """

    ground: Floats
    crest: Floats
    rim: Floats
    felt: Floats

    def __len__(self) -> int:
        return len(self.ground)

    def of(self, chosen: NDArray[np.bool_] | Sequence[int]) -> "Faces":
        """The faces of some discs, by mask or indices."""
        return Faces(
            ground=self.ground[chosen],
            crest=self.crest[chosen],
            rim=self.rim[chosen],
            felt=self.felt[chosen],
        )


def faces(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    felt: Felt | None = None,
) -> Faces:
    """The faces of discs in a BGR picture; `felt` saves learning it again."""
    felt = felt or Felt.learn(image, table, surface)
    places = tops(surface, discs)
    frames = local_frames(table, places)
    points = sample(image, frames, ring_offsets(surface, FACE))
    weights = np.repeat(FACE, ROUND)
    paints = [two_paints(face, weights) for face in points]
    return Faces(
        ground=np.array([ground for ground, _ in paints]).reshape(-1, 3),
        crest=np.array([crest for _, crest in paints]).reshape(-1, 3),
        rim=np.asarray(
            np.median(sample(image, frames, ring_offsets(surface, RIM)), axis=1), np.float64
        ),
        felt=felt.at(places[:, :2]),
    )


def tops(surface: Surface, discs: Sequence[SeenDisc]) -> Floats:
    """Centres of the discs' top faces: N×3 mm."""
    height = surface.disc_height_mm
    at = [(disc.x_mm, disc.y_mm, (disc.level + 1) * height) for disc in discs]
    return np.asarray(at, np.float64).reshape(-1, 3)


def two_paints(points: Floats | Floats32, weights: Floats) -> tuple[Floats, Floats]:
    """The paint that covers most of some points (M×3 BGR, weights by the area each stands for) and
    the other one, NaN when that is next to nothing: exact 2-means along the widest spread.
    """
    points = np.asarray(points, np.float64)
    away = points - weights @ points / weights.sum()
    axis = np.linalg.eigh((away * weights[:, None]).T @ away)[1][:, -1]
    along = away @ axis
    order = np.argsort(along)
    heavy, moment = np.cumsum(weights[order]), np.cumsum((weights * along)[order])
    left, right = heavy[:-1], heavy[-1] - heavy[:-1]
    between = moment[:-1] ** 2 / left + (moment[-1] - moment[:-1]) ** 2 / right
    cut = int(between.argmax()) + 1
    low, high = order[:cut], order[cut:]
    ground, crest = (low, high) if 2 * left[cut - 1] >= heavy[-1] else (high, low)
    if weights[crest].sum() < CREST * heavy[-1]:
        return _middle(points[order]), np.full(3, np.nan)
    return _middle(points[ground]), _middle(points[crest])


def _middle(points: Floats) -> Floats:
    """Mean of the middle half of points in order: as deaf to strays as a median, and cheaper."""
    quarter = len(points) // 4
    return np.asarray(points[quarter : len(points) - quarter].mean(axis=0), np.float64)


def ring_colours(
    image: Image, table: TableMap, surface: Surface, at: Floats, shares: Sequence[float]
) -> Floats:
    """Median colour of rings (radii in shares of a disc's) around table points (N×3 mm), the
    brightest quarter (glare, a light crest) left out: N×3 BGR.
    """
    colours = sample(image, local_frames(table, at), ring_offsets(surface, shares))
    order = np.argsort(colours.sum(2), axis=1)[:, : 3 * colours.shape[1] // 4, None]
    return np.asarray(np.median(np.take_along_axis(colours, order, 1), axis=1), np.float64)


def ring_offsets(surface: Surface, shares: Sequence[float]) -> Floats:
    """Points (M×2 mm) on rings around a centre, ring after ring."""
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.concatenate([unit * share * surface.disc_mm / 2 for share in shares])
