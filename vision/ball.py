"""Finding the ball, lying on the felt or on a disc: an oval of known size, of any colour."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.breach import breaches
from vision.cloth import cloth_around
from vision.faces import tops
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.ovals import best_ovals, oval_field
from vision.rectify import Floats32, local_frames, sample
from vision.silhouette import silhouette
from vision.spots import Spot, lone_spots
from vision.strange import strangeness
from vision.usual_face import unlike_team

SHORT_PX = 5.0
"""Short half axis of the ball at the resolution it is sought at on discs."""
LOOKED_AT = 8
"""Discs, the likeliest by colour alone, that are looked at closely."""
ODDEST, ODD_WEIGHT = 0.4, 1.4
UNLIKE_MOST, UNLIKE_WEIGHT = 4.0, 0.18
BROKEN_MOST, BROKEN_WEIGHT = 0.6, 0.3
"""Strangeness (log chroma), unlikeness to a team's faces (times the usual) and broken arc of the
ground (share of the circle) beyond which they count no more, and their weights beside the oval
score. Fitted on two hundred pictures of ten kinds, synthetic and path-traced: 0.98 are right.
"""
PLAIN_OVAL, PLAIN_SHARE = 0.2, 0.8
"""An oval score counts up to the first, and by how much it beats what this share of the discs show:
crests of one design are all as oval.
"""
COMMON = (1.0, 2.0)
"""Unlikeness up to which a broken arc is what other discs show too (a crest, a glare) and counts
nothing, and from which it counts in full.
"""
OFF_CENTRE = 0.6
"""How far from the centre of its disc the ball may lie, in disc radii."""
NEAR_MM = 70.0
MIN_SCORE = 0.0
"""Of all three together; one ball lies somewhere, so beating the other discs counts for more."""
SPOTS = 8
"""So many lone spots, the most ball-like, are looked at closely."""
SPOT_REACH_MM = 5.0
LEAST_LIKE = 0.3
"""Likeness by size and shape below which a spot is not looked at."""
MIN_SILHOUETTE, LEAST_SILHOUETTE, OVAL_WEIGHT = 0.68, 0.58, 0.1
"""Of a lone spot on the felt, silhouette and a little of the oval score (measured: balls above
0.71, hands and line crossings below 0.66)."""
MIN_LIKENESS = 0.62
"""Of its likeness and its oval score, which will do as well with a silhouette that is none too bad:
balls that lean on a disc show 0.59 and more, paint half hidden less. Such a spot is the ball,
whatever seems to lie on discs."""
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
        if spot.likeness > LEAST_LIKE and _near(spot.x_mm, spot.y_mm, near_mm)
    ][:SPOTS]
    loose = _loose((image, table, surface), spots, discs, felt)
    if loose is not None:
        return loose
    near = [k for k, disc in enumerate(discs) if _near(disc.x_mm, disc.y_mm, near_mm)]
    odd = np.minimum(strangeness(image, table, surface, discs, felt), ODDEST)
    broken = np.minimum(breaches(image, table, surface, discs, felt), BROKEN_MOST)
    unlike = unlike_team(image, table, surface, discs, felt)
    uncommon = np.clip((unlike - COMMON[0]) / (COMMON[1] - COMMON[0]), 0.0, 1.0)
    colour = ODD_WEIGHT * odd + UNLIKE_WEIGHT * np.minimum(unlike, UNLIKE_MOST)
    colour += BROKEN_WEIGHT * uncommon * broken
    return _carried(image, table, surface, discs, near, colour)


def _loose(
    picture: tuple[Image, TableMap, Surface],
    spots: Sequence[Spot],
    discs: Sequence[SeenDisc],
    felt: Felt,
) -> SeenBall | None:
    """The spot on the felt that is the ball, if one is: by its silhouette, and as an oval."""
    if not spots:
        return None
    image, table, surface = picture
    scale = SHORT_PX / (surface.ball_mm[1] / 2)
    places = np.array([(spot.x_mm, spot.y_mm, 0.0) for spot in spots])
    axes = (surface.ball_mm[0] / 2, surface.ball_mm[1] / 2)
    ovals = best_ovals(
        _fields(image, table, surface, places, (scale, SPOT_REACH_MM)),
        (axes[0] * scale, axes[1] * scale),
        SPOT_REACH_MM * scale,
    )
    best, highest = None, 0.0
    for spot, oval in zip(spots, ovals, strict=True):
        cloth = cloth_around(picture, (spot.x_mm, spot.y_mm), discs, felt)
        shape = silhouette(cloth, axes, spot.turn_rad)
        if shape is None or shape.score < LEAST_SILHOUETTE:
            continue
        by_colour = shape.score + OVAL_WEIGHT * oval.score - MIN_SILHOUETTE
        sure = max(by_colour, spot.likeness + oval.score - MIN_LIKENESS)
        if sure > highest:
            highest = sure
            best = SeenBall(
                x_mm=float(spot.x_mm + shape.x_mm),
                y_mm=float(spot.y_mm + shape.y_mm),
                sigma_mm=float(np.clip(1.0 - 2 * sure, 0.5, 1.0)),
                turn_rad=shape.turn_rad,
            )
    return best


def _near(x_mm: float, y_mm: float, near_mm: tuple[float, float] | None) -> bool:
    return near_mm is None or float(np.hypot(x_mm - near_mm[0], y_mm - near_mm[1])) < NEAR_MM


def _carried(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    among: Sequence[int],
    colour: Floats,
) -> SeenBall | None:
    """The ball on whichever of the discs `among` looks most as if it carried it: by the oval on
    it, and by what its `colour` (one for each of `discs`) tells.
    """
    if not among:
        return None
    scale = SHORT_PX / (surface.ball_mm[1] / 2)
    reach = OFF_CENTRE * surface.disc_mm / 2
    chosen = sorted(among, key=lambda k: -colour[k])[:LOOKED_AT]
    places = tops(surface, [discs[k] for k in chosen])
    fields = _fields(image, table, surface, places, (scale, reach))
    axes = (surface.ball_mm[0] / 2 * scale, surface.ball_mm[1] / 2 * scale)
    ovals = best_ovals(fields, axes, reach * scale)
    shape = _outstanding(np.array([oval.score for oval in ovals]))
    worth = [float(shape[k] + colour[disc]) for k, disc in enumerate(chosen)]
    order = sorted(range(len(chosen)), key=lambda k: -worth[k])
    best = ovals[order[0]]
    if worth[order[0]] < MIN_SCORE:
        return None
    lead = worth[order[0]] - worth[order[1]] if len(order) > 1 else 1.0
    x, y, z = places[order[0]]
    middle = fields[order[0]].shape[0] // 2
    return SeenBall(
        x_mm=float(x + (best.x - middle) / scale),
        y_mm=float(y + (best.y - middle) / scale),
        z_mm=float(z),
        sigma_mm=1.0 if lead > CLEAR_LEAD else 3.0,
        on_disc=chosen[order[0]],
        turn_rad=best.turn,
    )


def _outstanding(scores: Floats) -> Floats:
    """Oval scores (N) as far as other discs do not show the same."""
    usual = max(PLAIN_OVAL, float(np.quantile(scores, PLAIN_SHARE)))
    return np.asarray(np.minimum(scores, PLAIN_OVAL) + np.maximum(scores - usual, 0.0), np.float64)


def _fields(
    image: Image,
    table: TableMap,
    surface: Surface,
    places: Floats,
    grid: tuple[float, float],
) -> list[Floats32]:
    """The oval field of a square patch over each disc, on the plane of the ball's middle.

    `grid` = (px per mm, how far from the disc's centre the ball's may be, mm).
    """
    scale, reach = grid
    half = int((reach + surface.ball_mm[0] / 2) * scale) + 2
    steps = np.arange(-half, half + 1) / scale
    offsets = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    middle = places + np.array([0.0, 0.0, surface.ball_mm[1] / 2])
    colours = sample(image, local_frames(table, middle), offsets)
    size = 2 * half + 1
    field = oval_field(colours.reshape(len(places) * size, size, 3).astype(np.uint8))
    return [field[k * size : (k + 1) * size] for k in range(len(places))]


def on_its_disc(ball: SeenBall, discs: Sequence[SeenDisc], surface: Surface) -> SeenBall:
    """The same ball, its disc counted anew among discs that were read again."""
    if ball.on_disc is None:
        return ball
    far = [float(np.hypot(d.x_mm - ball.x_mm, d.y_mm - ball.y_mm)) for d in discs]
    nearest = int(np.argmin(far)) if far else None
    close = nearest is not None and far[nearest] < surface.disc_mm / 2
    return replace(ball, on_disc=nearest if close else None)


def resting(
    ball: SeenBall, discs: Sequence[SeenDisc], where: tuple[Image, TableMap, Surface]
) -> SeenBall:
    """The same ball, followed as if on the felt: on a disc, if it lies where one is."""
    _, table, surface = where
    high = ball.z_mm + min(surface.ball_mm) / 2
    seen = table.to_image([[ball.x_mm, ball.y_mm, high]])
    for k, disc in enumerate(discs):
        top = (disc.level + 1) * surface.disc_height_mm
        x, y = table.to_table(seen, top + min(surface.ball_mm) / 2)[0]
        if np.hypot(disc.x_mm - x, disc.y_mm - y) < OFF_CENTRE * surface.disc_mm / 2:
            return replace(ball, x_mm=float(x), y_mm=float(y), z_mm=top, on_disc=k)
    return replace(ball, on_disc=None)
