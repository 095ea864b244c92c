"""The ruled grid found in a picture: which line is which, and where the felt's corners must be."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import LinePoints
from calibration.comb import Comb, find_combs
from calibration.families import Family, find_segments, middle_units, two_families
from calibration.surface import Surface
from calibration.table_map import Floats

MOST = 40


@dataclass(frozen=True, kw_only=True, eq=False)
class Lattice:
    """A guess: the felt's corners in the picture (4×2 px), the sightings that say so, and
    `support`, the share of the ruled lines that were found.
    """

    corners_px: Floats
    points: LinePoints
    support: float


def find_lattices(image: NDArray[np.uint8], surface: Surface) -> list[Lattice]:
    """Likely grids of surface.files × surface.ranks squares in a BGR picture, best first; each
    one way round (the other is the same turned by 180°).
    """
    size = (image.shape[1], image.shape[0])
    families = two_families(find_segments(image), size)
    if families is None:
        return []
    found = [
        *_laid(families[0], families[1], surface, size),
        *_laid(families[1], families[0], surface, size),
    ]
    return sorted(found, key=lambda lattice: -lattice.support)[:MOST]


def _laid(
    ranks: Family, files: Family, surface: Surface, size: tuple[int, int]
) -> Iterator[Lattice]:
    """Lattices in which the segments of `files` lie on lines x = const, those of `ranks` on lines
    y = const. In rectified coordinates (a, b) both vanishing points are at infinity.
    """
    columns = (_outward(ranks.vanishing), _outward(files.vanishing), np.array([0.0, 0.0, 1.0]))
    to_picture = np.column_stack(columns)
    if abs(np.linalg.det(to_picture)) < 1e-3:
        return
    flatten = np.linalg.inv(to_picture)
    a, b = (_places(family, flatten, size, k) for k, family in ((0, files), (1, ranks)))
    lengths = [np.hypot(*(f.segments[:, 2:] - f.segments[:, :2]).T) for f in (files, ranks)]
    across = find_combs(a, lengths[0], surface.files + 1)
    along = find_combs(b, lengths[1], surface.ranks + 1)
    for comb_x in across:
        for comb_y in along:
            corners = _corners(comb_x, comb_y, surface, to_picture, size)
            if corners is None:
                continue
            # seen from above, the corners go round against the clock; the picture's y runs down
            mirrored = _area(corners) > 0
            if mirrored:
                corners = corners[[1, 0, 3, 2]]
            points = _points((files, comb_x), (ranks, comb_y), surface, mirrored=mirrored)
            total = surface.files + surface.ranks + 2
            support = (comb_x.support + comb_y.support) / total
            yield Lattice(corners_px=corners, points=points, support=support)


def _outward(vanishing: Floats) -> Floats:
    """The same homogeneous point, its sense chosen by its larger component."""
    sense = np.sign(vanishing[int(np.abs(vanishing[:2]).argmax())])
    return np.asarray(vanishing * (sense or 1.0), np.float64)


def _places(family: Family, flatten: Floats, size: tuple[int, int], axis: int) -> Floats:
    middle = (family.segments[:, :2] + family.segments[:, 2:]) / 2
    flat = middle_units(middle, size) @ flatten.T
    return np.asarray(flat[:, axis] / flat[:, 2], np.float64)


def _corners(
    comb_x: Comb, comb_y: Comb, surface: Surface, to_picture: Floats, size: tuple[int, int]
) -> Floats | None:
    a = comb_x.first + comb_x.period * np.array([0, surface.files, surface.files, 0])
    b = comb_y.first + comb_y.period * np.array([0, 0, surface.ranks, surface.ranks])
    seen = np.column_stack([a, b, np.ones(4)]) @ to_picture.T
    if (seen[:, 2] < 0.05).any():
        return None
    half = size[0] / 2
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    corners = seen[:, :2] / seen[:, 2:] * half + middle
    return None if np.abs(corners - middle).max() > 1.5 * size[0] else corners


def _area(corners: Floats) -> float:
    x, y = corners.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _points(
    files: tuple[Family, Comb], ranks: tuple[Family, Comb], surface: Surface, *, mirrored: bool
) -> LinePoints:
    """Three points of every segment that lies on a line of the grid."""
    px, axes, at = [], [], []
    for axis, (family, comb) in enumerate((files, ranks)):
        on = comb.tooth >= 0
        segments, tooth = family.segments[on], comb.tooth[on]
        if axis == 0 and mirrored:
            tooth = surface.files - tooth
        ends = (segments[:, :2], (segments[:, :2] + segments[:, 2:]) / 2, segments[:, 2:])
        px.append(np.concatenate(ends))
        axes.append(np.full(3 * len(tooth), axis))
        at.append(np.tile(tooth * surface.square_mm, 3))
    return LinePoints(px=np.concatenate(px), axis=np.concatenate(axes), at_mm=np.concatenate(at))
