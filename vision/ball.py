"""Finding the ball, lying on the felt or on a disc: an oval of known size, of any colour."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.ovals import best_ovals, oval_field
from vision.rectify import Floats32, local_frames, sample
from vision.spots import Spot, lone_spots
from vision.strange import strangeness

SHORT_PX = 5.0
"""Short half axis of the ball at the resolution it is sought at on discs."""
SMOOTHEST = 9
"""Discs with the smoothest spot that are looked at closely: a crest is full of edges."""
LOOKED_AT = 3
ODDEST, ODD_WEIGHT = 0.2, 2.5
"""Strangeness (log chroma) beyond which it counts no more, and its weight beside the oval score."""
OFF_CENTRE = 0.6
"""How far from the centre of its disc the ball may lie, in disc radii."""
NEAR_MM = 70.0
MIN_SCORE = 0.0
"""Of an oval on a disc; one ball lies somewhere, so beating the other discs counts for more."""
SPOT_REACH_MM = 5.0
MIN_LIKENESS = 0.62
"""Of a lone spot on the felt, shape and oval score together; such a spot is the ball, whatever
seems to lie on discs (measured: balls above 0.68, hands and line crossings below 0.55)."""
CLEAR_LEAD = 0.05


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
    disc is hardly better than the next. `felt` saves learning it again.
    """
    felt = felt or Felt.learn(image, table, surface)
    spots = [
        spot
        for spot in lone_spots(image, table, surface, discs, felt)
        if spot.likeness > 0.3 and _near(spot.x_mm, spot.y_mm, near_mm)
    ]
    loose = _loose(image, table, surface, spots)
    if loose is not None:
        return loose
    near = [k for k, disc in enumerate(discs) if _near(disc.x_mm, disc.y_mm, near_mm)]
    odd = strangeness(image, table, surface, discs, felt)
    return _carried(image, table, surface, discs, near, odd)


def _loose(
    image: Image, table: TableMap, surface: Surface, spots: Sequence[Spot]
) -> SeenBall | None:
    """The spot on the felt that is the ball, if one is: by its shape and as an oval."""
    if not spots:
        return None
    scale = SHORT_PX / (surface.ball_mm[1] / 2)
    places = np.array([(spot.x_mm, spot.y_mm, 0.0) for spot in spots])
    fields = _fields(image, table, surface, places, (scale, SPOT_REACH_MM))
    axes = (surface.ball_mm[0] / 2 * scale, surface.ball_mm[1] / 2 * scale)
    ovals = best_ovals(fields, axes, SPOT_REACH_MM * scale)
    totals = [spot.likeness + oval.score for spot, oval in zip(spots, ovals, strict=True)]
    likeness, k = max((total, k) for k, total in enumerate(totals))
    if likeness < MIN_LIKENESS:
        return None
    middle = fields[k].shape[0] // 2
    return SeenBall(
        x_mm=float(spots[k].x_mm + (ovals[k].x - middle) / scale),
        y_mm=float(spots[k].y_mm + (ovals[k].y - middle) / scale),
        sigma_mm=float(np.clip(0.8 / likeness, 0.5, 1.5)),
        turn_rad=ovals[k].turn,
    )


def _near(x_mm: float, y_mm: float, near_mm: tuple[float, float] | None) -> bool:
    return near_mm is None or float(np.hypot(x_mm - near_mm[0], y_mm - near_mm[1])) < NEAR_MM


def _carried(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    among: Sequence[int],
    odd: Floats,
) -> SeenBall | None:
    """The ball on whichever of the discs `among` looks most as if it carried it: by the oval on
    it, and by how `odd` (one for each of `discs`) the colours on it are.
    """
    if not among:
        return None
    scale = SHORT_PX / (surface.ball_mm[1] / 2)
    reach = OFF_CENTRE * surface.disc_mm / 2
    height = surface.disc_height_mm
    tops = [(discs[k].x_mm, discs[k].y_mm, (discs[k].level + 1) * height) for k in among]
    fields = _fields(image, table, surface, np.asarray(tops, np.float64), (scale, reach))
    strange = [min(float(odd[k]), ODDEST) for k in among]
    oddest = sorted(range(len(among)), key=lambda k: -strange[k])[:LOOKED_AT]
    smooth = _smoothest(fields, int(reach * scale))
    chosen = [*smooth, *(k for k in oddest if k not in smooth)]
    axes = (surface.ball_mm[0] / 2 * scale, surface.ball_mm[1] / 2 * scale)
    ovals = best_ovals([fields[k] for k in chosen], axes, reach * scale)
    worth = [oval.score + ODD_WEIGHT * strange[k] for oval, k in zip(ovals, chosen, strict=True)]
    order = sorted(range(len(chosen)), key=lambda k: -worth[k])
    best = ovals[order[0]]
    if worth[order[0]] < MIN_SCORE:
        return None
    lead = worth[order[0]] - worth[order[1]] if len(order) > 1 else 1.0
    carrier = chosen[order[0]]
    x, y, z = tops[carrier]
    middle = fields[carrier].shape[0] // 2
    return SeenBall(
        x_mm=float(x + (best.x - middle) / scale),
        y_mm=float(y + (best.y - middle) / scale),
        z_mm=float(z),
        sigma_mm=1.0 if lead > CLEAR_LEAD else 3.0,
        on_disc=among[carrier],
        turn_rad=best.turn,
    )


def _fields(
    image: Image,
    table: TableMap,
    surface: Surface,
    tops: Floats,
    grid: tuple[float, float],
) -> list[Floats32]:
    """The oval field of a square patch over each disc, on the plane of the ball's middle.

    `grid` = (px per mm, how far from the disc's centre the ball's may be, mm).
    """
    scale, reach = grid
    half = int((reach + surface.ball_mm[0] / 2) * scale) + 2
    steps = np.arange(-half, half + 1) / scale
    offsets = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    middle = tops + np.array([0.0, 0.0, surface.ball_mm[1] / 2])
    colours = sample(image, local_frames(table, middle), offsets)
    size = 2 * half + 1
    field = oval_field(colours.reshape(len(tops) * size, size, 3).astype(np.uint8))
    return [field[k * size : (k + 1) * size] for k in range(len(tops))]


def _smoothest(fields: Sequence[Floats32], reach_px: int) -> list[int]:
    """The SMOOTHEST discs with the calmest ball-sized spot."""
    width = 2 * int(0.6 * SHORT_PX) + 1
    calm = []
    for field in fields:
        blurred = cv2.blur(field[..., 2], (width, width))
        middle = len(field) // 2
        window = slice(middle - reach_px, middle + reach_px + 1)
        calm.append(float(blurred[window, window].min()))
    return [int(k) for k in np.argsort(calm)[:SMOOTHEST]]


def on_its_disc(ball: SeenBall, discs: Sequence[SeenDisc], surface: Surface) -> SeenBall:
    """The same ball, its disc counted anew among discs that were read again."""
    if ball.on_disc is None:
        return ball
    far = [float(np.hypot(d.x_mm - ball.x_mm, d.y_mm - ball.y_mm)) for d in discs]
    nearest = int(np.argmin(far)) if far else None
    close = nearest is not None and far[nearest] < surface.disc_mm / 2
    return replace(ball, on_disc=nearest if close else None)
