"""Finding the ball, lying on the felt or on a disc: an oval of known size, of any colour."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.ovals import Oval, best_ovals, oval_field
from vision.rectify import Floats32, felt_view, local_frames, sample

SHORT_PX = 5.0
"""Short half axis of the ball at the resolution it is sought at."""
SMOOTHEST = 9
"""Discs with the smoothest spot that are looked at closely: a crest is full of edges."""
OFF_CENTRE = 0.6
"""How far from the centre of its disc the ball may lie, in disc radii."""
LOOSE_REACH_MM = 8.0
NEAR_MM = 70.0
MIN_ON_DISC, MIN_LOOSE = 0.0, 0.35
"""Least scores: on a disc anything that beats the other discs, on the felt a clear oval."""
LOOSE_CONTRAST = 0.30
"""Difference from the felt, as a share of it, from which a spot may be a ball."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Places:
    """Where a ball may lie: N points (x, y, z of what carries it, mm), the disc under each (-1
    for the felt), and how far from the point its centre may be (mm).
    """

    at: Floats
    disc: tuple[int, ...]
    reach: tuple[float, ...]


def find_ball(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    near_mm: tuple[float, float] | None = None,
    felt: Felt | None = None,
) -> SeenBall | None:
    """The ball's foot in table mm and its height, or None; `on_disc` indexes `discs`.

    With `near_mm` only its surroundings (NEAR_MM) are searched. `sigma_mm` grows when the best
    place is hardly better than the next. `felt` saves learning it again.
    """
    felt = felt or Felt.learn(image, table, surface)
    loose = _loose_places(image, table, surface, discs, felt)
    places = _joined(_disc_places(surface, discs), loose)
    if near_mm is not None:
        away = np.hypot(places.at[:, 0] - near_mm[0], places.at[:, 1] - near_mm[1])
        places = _take(places, [int(k) for k in np.nonzero(away < NEAR_MM)[0]])
    return _best_place(image, table, surface, places)


def _best_place(
    image: Image, table: TableMap, surface: Surface, places: _Places
) -> SeenBall | None:
    scale = SHORT_PX / (surface.ball_mm[1] / 2)
    fields = _fields(image, table, surface, places, scale)
    chosen = _smoothest(fields, places, scale)
    places, fields = _take(places, chosen), [fields[k] for k in chosen]
    axes = (surface.ball_mm[0] / 2 * scale, surface.ball_mm[1] / 2 * scale)
    ovals = best_ovals(fields, axes, [reach * scale for reach in places.reach])
    ranked = sorted(
        (
            (oval.score, k)
            for k, oval in enumerate(ovals)
            if oval.score > (MIN_LOOSE if places.disc[k] < 0 else MIN_ON_DISC)
        ),
        reverse=True,
    )
    if not ranked:
        return None
    score, best = ranked[0]
    lead = score - ranked[1][0] if len(ranked) > 1 else 1.0
    return _ball(places, best, ovals[best], (scale, fields[best].shape[0], lead))


def _ball(places: _Places, best: int, oval: Oval, grid: tuple[float, int, float]) -> SeenBall:
    scale, size, lead = grid
    x, y, z = places.at[best]
    return SeenBall(
        x_mm=float(x + (oval.x - size // 2) / scale),
        y_mm=float(y + (oval.y - size // 2) / scale),
        z_mm=float(z),
        sigma_mm=0.8 if lead > 0.05 else 2.5,
        on_disc=places.disc[best] if places.disc[best] >= 0 else None,
        turn_rad=oval.turn,
    )


def _disc_places(surface: Surface, discs: Sequence[SeenDisc]) -> _Places:
    height = surface.disc_height_mm
    at = [(disc.x_mm, disc.y_mm, (disc.level + 1) * height) for disc in discs]
    return _Places(
        at=np.asarray(at, np.float64).reshape(-1, 3),
        disc=tuple(range(len(discs))),
        reach=(OFF_CENTRE * surface.disc_mm / 2,) * len(discs),
    )


def _joined(one: _Places, two: _Places) -> _Places:
    return _Places(
        at=np.concatenate([one.at, two.at]), disc=one.disc + two.disc, reach=one.reach + two.reach
    )


def _take(places: _Places, index: Sequence[int]) -> _Places:
    return _Places(
        at=places.at[list(index)],
        disc=tuple(places.disc[k] for k in index),
        reach=tuple(places.reach[k] for k in index),
    )


def _fields(
    image: Image, table: TableMap, surface: Surface, places: _Places, scale: float
) -> list[Floats32]:
    """The oval field of a square patch around each place, on the plane of the ball's middle."""
    farthest = max(OFF_CENTRE * surface.disc_mm / 2, LOOSE_REACH_MM)
    half = int((farthest + surface.ball_mm[0] / 2) * scale) + 2
    grid = np.arange(-half, half + 1) / scale
    offsets = np.stack(np.meshgrid(grid, grid), 2).reshape(-1, 2)
    middle = places.at + np.array([0.0, 0.0, surface.ball_mm[1] / 2])
    colours = sample(image, local_frames(table, middle), offsets)
    size = 2 * half + 1
    if not len(colours):
        return []
    sheet = colours.reshape(len(colours) * size, size, 3).astype(np.uint8)
    field = oval_field(sheet)
    return [field[k * size : (k + 1) * size] for k in range(len(colours))]


def _smoothest(fields: Sequence[Floats32], places: _Places, scale: float) -> list[int]:
    """All loose places, and the SMOOTHEST discs that have the calmest ball-sized spot."""
    width = 2 * int(0.6 * SHORT_PX) + 1
    calm = []
    for k, field in enumerate(fields):
        blurred = cv2.blur(field[..., 2], (width, width))
        middle, reach = len(field) // 2, int(places.reach[k] * scale)
        window = slice(middle - reach, middle + reach + 1)
        calm.append(float(blurred[window, window].min()))
    discs = [k for k in np.argsort(calm) if places.disc[k] >= 0][:SMOOTHEST]
    return [int(k) for k in discs] + [k for k, disc in enumerate(places.disc) if disc < 0]


def _loose_places(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> _Places:
    """Spots on the felt, clear of discs, about as large as the ball."""
    scale = 3.0 / (surface.ball_mm[1] / 2)
    view = felt_view(image, table, surface, scale, surface.ball_mm[1] / 2)
    plain = felt.fill(view.image.shape[:2], scale)
    excess = cv2.absdiff(view.image.astype(np.float32), plain) - LOOSE_CONTRAST * (plain + 10)
    mask = np.asarray((excess > 0).any(2), np.uint8)
    radius = int(np.ceil((surface.disc_mm / 2 + 2.5) * scale))
    for disc in discs:
        at = (round(disc.x_mm * scale), round(disc.y_mm * scale))
        cv2.circle(mask, at, radius, 0, -1)
    clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, stats, centres = cv2.connectedComponentsWithStats(clean)
    long, short = surface.ball_mm[0] * scale, surface.ball_mm[1] * scale
    fits = (stats[:, 4] > 0.3 * long * short) & (stats[:, 4] < 2.0 * long * short)
    fits &= (stats[:, 2:4].min(1) > 0.6 * short) & (stats[:, 2:4].max(1) < 2.2 * long)
    fits[0] = False
    spots = centres[fits][:12] / scale
    return _Places(
        at=np.column_stack([spots, np.zeros(len(spots))]),
        disc=(-1,) * len(spots),
        reach=(LOOSE_REACH_MM,) * len(spots),
    )
