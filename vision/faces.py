"""The painted face of a disc: ground and crest, the rim around it, and the felt beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, median_of
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
    and the felt around; `cover` (N): the share of the face that the ground has, half or more.
    """

    ground: Floats
    crest: Floats
    cover: Floats
    rim: Floats
    felt: Floats

    def __len__(self) -> int:
        return len(self.ground)

    def of(self, chosen: NDArray[np.bool_] | Sequence[int]) -> "Faces":
        """The faces of some discs, by mask or indices."""
        return Faces(
            ground=self.ground[chosen],
            crest=self.crest[chosen],
            cover=self.cover[chosen],
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
    ground, crest, cover = two_paints(points, np.repeat(FACE, ROUND))
    return Faces(
        ground=ground,
        crest=crest,
        cover=cover,
        rim=median_of(sample(image, frames, ring_offsets(surface, RIM)), axis=1),
        felt=felt.at(places[:, :2]),
    )


def tops(surface: Surface, discs: Sequence[SeenDisc]) -> Floats:
    """Centres of the discs' top faces: N×3 mm."""
    height = surface.disc_height_mm
    at = [(disc.x_mm, disc.y_mm, (disc.level + 1) * height) for disc in discs]
    return np.asarray(at, np.float64).reshape(-1, 3)


def two_paints(points: Floats | Floats32, weights: Floats) -> tuple[Floats, Floats, Floats]:
    """The paint that covers most of the points of each of N faces (N×M×3 BGR, weights (M,) by the
    area each stands for) and the other one, NaN when that is next to nothing: N×3 each, exact
    2-means along the widest spread; and the share of the first (N).
    """
    planes, total = np.ascontiguousarray(points.transpose(0, 2, 1), np.float64), weights.sum()
    away = planes - (planes @ weights / total)[..., None]
    axis = np.linalg.eigh(away * weights @ away.transpose(0, 2, 1))[1][:, None, :, -1]
    along = (axis @ away)[:, 0]
    order = np.argsort(along, axis=1)
    heavy = np.cumsum(weights[order], axis=1)
    moment = np.cumsum(np.take_along_axis(weights * along, order, 1), axis=1)
    left, right = heavy[:, :-1], total - heavy[:, :-1]
    between = moment[:, :-1] ** 2 / left + (moment[:, -1:] - moment[:, :-1]) ** 2 / right
    cut = between.argmax(1) + 1
    lower = left[np.arange(len(cut)), cut - 1]
    sums = np.cumsum(np.take_along_axis(planes, order[:, None], 2), axis=2)
    low, high = (_middles(sums, *ends) for ends in ((0 * cut, cut), (cut, 0 * cut + len(weights))))
    below = (2 * lower >= total)[:, None]
    ground, crest = np.where(below, low, high), np.where(below, high, low)
    bare = np.minimum(lower, total - lower) < CREST * total
    ground[bare] = _middles(sums, 0 * cut, 0 * cut + len(weights))[bare]
    crest[bare] = np.nan
    return ground, crest, np.maximum(lower, total - lower) / total


def _middles(sums: Floats, first: NDArray[np.intp], end: NDArray[np.intp]) -> Floats:
    """Mean of the middle half of the points from `first` to before `end` (N each), of which N×3×M
    `sums` up to each are known: as deaf to strays as a median, and cheaper.
    """
    quarter = (end - first) // 4
    row, low, high = np.arange(len(sums)), first + quarter, end - quarter
    before = np.where((low > 0)[:, None], sums[row, :, low - 1], 0.0)
    return np.asarray((sums[row, :, high - 1] - before) / (high - low)[:, None], np.float64)


def ring_colours(image: Image, surface: Surface, frames: Floats, shares: Sequence[float]) -> Floats:
    """Median colour of rings (radii in shares of a disc's) in N local frames, the brightest quarter
    (glare, a light crest) left out: N×3 BGR.
    """
    colours = sample(image, frames, ring_offsets(surface, shares))
    order = np.argsort(mean_of(colours), axis=1)[:, : 3 * colours.shape[1] // 4, None]
    return median_of(np.take_along_axis(colours, order, 1), axis=1)


def ring_offsets(surface: Surface, shares: Sequence[float] | Floats) -> Floats:
    """Points (M×2 mm) on rings around a centre, ring after ring."""
    return around(shares) * surface.disc_mm / 2


def around(shares: Sequence[float] | Floats) -> Floats:
    """The same in radii of a ring: M×2."""
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.concatenate([unit * share for share in shares])
