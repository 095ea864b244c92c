"""Finding discs in one picture: proposals from above, refined on the picture, each at its height."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, Lens, TableMap
from vision.frames import Image
from vision.observation import SeenDisc
from vision.palette import PAINT, Palette, ring_colours, with_teams
from vision.rectify import View, felt_view, native_px_per_mm, patch_view
from vision.rings import Circles, propose, refine

WORK_RADIUS_PX = 8.5
"""Radius at which rings are proposed: enough for 0.99 recall, cheap enough for a live table."""
MIN_SCORE = 0.40
MIN_SUPPORT = 0.50
RIM = (0.86, 0.92)
NOT_FELT = 0.2
"""Least difference (log ratio) of a disc's paint or rim from the felt around it."""
APART = 0.82
"""Two discs on one level are at least this share of a diameter apart (1 less the fit's error)."""


def reduced(image: Image, table: TableMap, factor: int) -> tuple[Image, TableMap]:
    """The picture shrunk by a whole factor (area average) and the camera that fits it."""
    if factor <= 1:
        return image, table
    small = cv2.resize(image, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
    camera = table.lens.K.copy()
    camera[:2] /= factor
    camera[:2, 2] += 0.5 / factor - 0.5  # pixel centres: u' = (u + 0.5) / factor - 0.5
    height, width = small.shape[:2]
    lens = Lens(K=camera, dist=table.lens.dist, size=(width, height))
    return np.asarray(small, np.uint8), TableMap(lens=lens, R=table.R, t=table.t)


def find_discs(
    image: Image, table: TableMap, surface: Surface, palette: Palette | None = None
) -> list[SeenDisc]:
    """Every disc on the felt of a BGR picture, positions in table mm at the right height.

    Teams are filled from `palette`, or from two clusters learned here (team 0 the lighter one);
    a palette that is only a reference (`Palette.from_colours`) is first fitted to this picture.
    """
    radius = surface.disc_mm / 2
    scale = WORK_RADIUS_PX / radius
    factor = int(native_px_per_mm(table, surface) / scale + 0.3)
    small, camera = _small(image, table, factor)
    view = felt_view(small, camera, surface, scale, surface.disc_height_mm, radius)
    return with_teams(image, table, surface, _read([view], image, table, surface), palette)


_CAMERAS: dict[int, tuple[TableMap, int, TableMap]] = {}


def _small(image: Image, table: TableMap, factor: int) -> tuple[Image, TableMap]:
    """As `reduced`, but the same camera object for the same table, so that its maps are kept."""
    small, camera = reduced(image, table, factor)
    known = _CAMERAS.get(id(table))
    if known and known[0] is table and known[1] == factor:
        return small, known[2]
    if len(_CAMERAS) > 8:
        _CAMERAS.clear()
    _CAMERAS[id(table)] = (table, factor, camera)
    return small, camera


def find_discs_near(
    image: Image,
    table: TableMap,
    surface: Surface,
    palette: Palette | None,
    where_mm: Sequence[tuple[float, float]],
    radius_mm: float,
) -> list[SeenDisc]:
    """The discs whose centre lies within radius_mm of one of the points: a cheap re-read."""
    scale = WORK_RADIUS_PX / (surface.disc_mm / 2)
    half = radius_mm + 0.75 * surface.disc_mm
    views = [
        patch_view(image, table, point, half, (scale, surface.disc_height_mm)) for point in where_mm
    ]
    found = _read(views, image, table, surface)
    near = [
        disc
        for disc in found
        if any(np.hypot(disc.x_mm - x, disc.y_mm - y) <= radius_mm for x, y in where_mm)
    ]
    return with_teams(image, table, surface, near, palette)


def _read(views: Sequence[View], image: Image, table: TableMap, surface: Surface) -> list[SeenDisc]:
    radius, height = surface.disc_mm / 2, surface.disc_height_mm
    proposed = [propose(view, radius, MIN_SCORE) for view in views]
    if not proposed:
        return []
    centres = np.concatenate([points for points, _ in proposed])
    scores = np.concatenate([score for _, score in proposed])
    first = _apart(centres, scores, 0.6 * surface.disc_mm)
    circles = refine(image, table, centres[first], radius, height)
    good = np.nonzero(circles.support >= MIN_SUPPORT)[0]
    circles = circles.take(good)
    circles = circles.take(np.nonzero(_not_felt(circles, image, table, surface) > NOT_FELT)[0])
    order = _apart(circles.centres, circles.support, APART * surface.disc_mm)
    return [_disc(circles, k, table, surface) for k in order if _on_felt(circles, k, surface)]


def _not_felt(
    circles: Circles, image: Image, table: TableMap, surface: Surface
) -> NDArray[np.float64]:
    """How much the paint or the rim of each circle differs from felt (log ratio): an empty ruled
    square has a ring of edges too, but felt inside them.
    """
    at = np.column_stack([circles.centres, np.full(len(circles.radii), surface.disc_height_mm)])
    paint, rim = (ring_colours(image, table, surface, at, shares) for shares in (PAINT, RIM))
    return np.asarray(np.maximum(np.abs(paint).max(1), np.abs(rim).max(1)))


def _apart(points: Floats, scores: Floats, distance: float) -> NDArray[np.intp]:
    """Indices of the best points, none nearer to a better one than `distance`."""
    kept: list[int] = []
    for k in np.argsort(-scores, kind="stable"):
        if all(np.hypot(*(points[k] - points[other])) >= distance for other in kept):
            kept.append(int(k))
    return np.asarray(kept, np.intp)


def _on_felt(circles: Circles, k: int, surface: Surface) -> bool:
    """A piece lying on the frame, its centre beyond the edge, is not in play."""
    x, y = circles.centres[k]
    return bool(-1.0 <= x <= surface.width_mm + 1.0 and -1.0 <= y <= surface.length_mm + 1.0)


def _disc(circles: Circles, k: int, table: TableMap, surface: Surface) -> SeenDisc:
    x, y = circles.centres[k]
    depth = table.eye_mm[2] - surface.disc_height_mm
    focal = float(table.lens.K[0, 0])
    return SeenDisc(
        x_mm=float(x),
        y_mm=float(y),
        sigma_mm=float(circles.sigma[k]),
        radius_px=float(circles.radii[k] * focal / depth),
    )
