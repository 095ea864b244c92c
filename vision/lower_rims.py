"""The rim of a lower disc in a still picture: a second arc of the right radius beside the outline.

A disc that lies on another is seen displaced, away from the point under the camera, and what it
leaves to see of the disc under it ends in an arc: the hull of two circles whose places are known
but for how far off its middle it lies. Lines, neighbours and shadows have no such edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, most_of, sum_of
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import Floats32, local_frames, native_px_per_mm, sample

ROUND = 72
STEP_MM, WITHIN_MM, BEYOND_MM = 0.25, 1.5, 8.5
"""Edges are looked for so closely, from so far within the outline to so far beyond it."""
CLEAR_MM, CLEAR_PX = 1.0, 1.8
"""Beyond the outline of a single disc from here on: nearer lies its own blurred edge."""
OFF_MM, OFF_STEP_MM, OFF_PRICE = 2.4, 0.4, 0.15
"""How far off the middle of the lower disc the upper one may lie, and what a mm² of it costs."""
SOFT_EDGE, SOFT_SHARE = 20.0, 0.1
"""Step (grey levels, and share of brightness; three channels summed) that counts half an edge."""
NO_EDGE = 0.4
"""Strength that speaks neither for an arc nor against one."""
FEWEST = 6
"""An arc shows in so many directions at least."""
SHADOW_HUE = 0.15
"""Log chroma that both sides of a shadow's edge share."""
LIKE_RIM = 0.3
"""Log chroma within which something has the hue of the discs' rims; paint may not."""
LINE_MM, EDGE_MM, NEIGHBOUR_MM = 2.3, 4.0, 1.2
"""Kept clear of ruled lines, of the felt's edge and of other discs."""
LEAST, LEAST_BELOW, LESS_PER_MM = 1.0, 2.7, 1.1
"""Evidence for a lower disc: single ones stay below LEAST where its displacement shows (mm), and
below more under the camera, where its arc hugs the upper disc's own.
"""
SHARP, COARSE, LESS_COARSE = 1.5, 1.0, 1.5
"""Pixels per mm at which that was measured, down to which it was, and by how much less is enough
there: fewer directions show beyond a blurred outline, of either kind (single discs then stay below
-0.6, three of four stacks above 0.2).
"""
AWAY_MM, ALL_ROUND_MM, ALL_ROUND = 0.5, 2.5, 0.32
"""A lower disc shows on one side, not where the two outlines are one (to within AWAY_MM); a circle
painted around the disc may also show there: so far beyond the outline, with edges so strong on the
average (measured: stacks 0.28 and less, circles 0.37 and more).
"""
ON_PAINT = 2.0
"""And so much more evidence is asked for on a board of painted circles (measured there: three of
60 discs on circles had more that had any, as had a third of all stacks).
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Edges:
    """Around N discs, in ROUND directions, at distances of STEP_MM from the first (mm beyond the
    radius): how strong an edge is there (0–1), and what may hold the edge of something else.
    """

    strength: Floats
    unsure: NDArray[np.bool_]
    first_mm: float


def heights(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    felt: Felt,
    *,
    painted: bool = False,
) -> tuple[list[int], list[int]]:
    """The height (1 or 2) of each disc, found as if on the felt, by what shows beside it; and which
    of them may have another height. `painted`: whether circles are painted on the felt.
    """
    if not discs:
        return [], []
    evidence = lower_rims(image, table, surface, discs, felt)
    seen = np.array([(disc.x_mm, disc.y_mm) for disc in discs]) - table.eye_mm[:2]
    displaced = np.linalg.norm(seen, axis=1) * surface.disc_height_mm / table.eye_mm[2]
    sharp = np.clip(native_px_per_mm(table, surface), COARSE, SHARP)
    less = LESS_COARSE * (SHARP - sharp) / (SHARP - COARSE)
    least = np.maximum(LEAST, LEAST_BELOW - LESS_PER_MM * displaced) - less
    asked = least + (ON_PAINT if painted else 0.0)
    unsure = np.flatnonzero((evidence > least) & (evidence <= asked))
    return [2 if lower else 1 for lower in evidence > asked], unsure.tolist()


def lower_rims(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> Floats:
    """How many directions (N), beyond what edges of no account would give, show the arc of a disc
    under each, where it fits best; -inf where as much shows on the other side.
    """
    centres = np.array([(disc.x_mm, disc.y_mm) for disc in discs])
    edges = _edges((image, table, surface), centres, felt)
    steps = np.arange(-OFF_MM, OFF_MM + 1e-9, OFF_STEP_MM)
    off = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    off = off[np.linalg.norm(off, axis=1) <= OFF_MM]
    own, hull = _outlines(table, surface, centres, off)
    clear = max(CLEAR_MM, CLEAR_PX / native_px_per_mm(table, surface))
    last = edges.strength.shape[2] - 2
    place = np.rint((hull - edges.first_mm) / STEP_MM).astype(int).clip(1, last)
    at = np.arange(len(centres))[:, None, None], np.arange(ROUND)
    there = edges.strength[(*at, place)]
    for beside in (-1, 1):
        np.maximum(there, 0.9 * edges.strength[(*at, place + beside)], out=there)
    shows = (hull > own[:, None] + clear) & ~edges.unsure[(*at, place)]
    evidence = ((there - NO_EDGE) * shows).sum(2) - OFF_PRICE * (off**2).sum(1)
    evidence = np.where(shows.sum(2) < FEWEST, -np.inf, evidence)
    best = hull[np.arange(len(centres)), evidence.argmax(1)]
    painted = _all_round(edges, own, best <= own + AWAY_MM, clear) > ALL_ROUND
    return np.asarray(np.where(painted, -np.inf, evidence.max(1)), np.float64)


def _all_round(edges: _Edges, own: Floats, away: NDArray[np.bool_], clear_mm: float) -> Floats:
    """How strong edges are (N, mean of the strongest in each direction) beyond the outline on the
    sides where no lower disc would show (N×ROUND).
    """
    distance = edges.first_mm + STEP_MM * np.arange(edges.strength.shape[2]) - own[..., None]
    near = (distance > clear_mm) & (distance < clear_mm + ALL_ROUND_MM) & ~edges.unsure
    strongest = np.where(near, edges.strength, 0.0).max(axis=2)
    counted = near.any(axis=2) & away
    total = (strongest * counted).sum(axis=1)
    return np.asarray(total / np.maximum(counted.sum(axis=1), 1), np.float64)


def _outlines(
    table: TableMap, surface: Surface, centres: Floats, off: Floats
) -> tuple[Floats, Floats]:
    """How far beyond the radius the outline of each single disc reaches (N×ROUND mm, on the plane
    of its top), and that of two where the lower one lies `off` (M×2 mm): N×M×ROUND.
    """
    eye, height, radius = table.eye_mm, surface.disc_height_mm, surface.disc_mm / 2
    shrunk = (eye[2] - height) / eye[2]
    towards = eye[:2] - centres
    single = _reach(towards * (1 - shrunk), radius * shrunk)
    upper = eye[:2] - towards * ((eye[2] - 2 * height) / (eye[2] - height))
    lower = upper[:, None] + off
    foot = eye[:2] + (lower - eye[:2]) * shrunk
    hull = np.maximum(
        _reach(lower - centres[:, None], radius), _reach(foot - centres[:, None], radius * shrunk)
    )
    return np.maximum(single - radius, 0.0), np.maximum(hull - radius, 0.0)


def _reach(shift: Floats, radius: float) -> Floats:
    """Distance of a circle, its middle shifted (…×2 mm), in every direction: …×ROUND mm."""
    cos, sin = _ways().T
    along = shift[..., :1] * cos + shift[..., 1:] * sin
    across = shift[..., :1] * sin - shift[..., 1:] * cos
    return np.asarray(along + np.sqrt(np.maximum(radius**2 - across**2, 0.0)), np.float64)


def _ways() -> Floats:
    """Unit vectors of the ROUND directions."""
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _edges(picture: tuple[Image, TableMap, Surface], centres: Floats, felt: Felt) -> _Edges:
    """Steps along rays from each disc that may be the edge of a rim, and no shadow on the felt."""
    image, table, surface = picture
    radius, height = surface.disc_mm / 2, surface.disc_height_mm
    beyond = np.arange(-WITHIN_MM, BEYOND_MM + 1e-9, STEP_MM)
    rays = (radius + beyond[:, None]) * _ways()[:, None]
    frames = local_frames(table, np.column_stack([centres, np.full(len(centres), height)]))
    seen = sample(image, frames, rays.reshape(-1, 2))
    over = felt.ratio(seen, centres).reshape(len(centres), *rays.shape[:2], 3)
    colour = seen.reshape(over.shape)
    step = np.abs(colour[:, :, 3:] + colour[:, :, 2:-1] - colour[:, :, 1:-2] - colour[:, :, :-3])
    size = sum_of(step) / 2
    strength = size / (size + SOFT_EDGE + SOFT_SHARE * sum_of(colour[:, :, 1:-2]))
    strength[_is_shadow(over) | ~_like_rim(over)] = 0.0
    points = centres[:, None, None] + rays[:, 1:-2]
    unsure = _on_paint(table, surface, points) | _beside(table, surface, centres, points)
    return _Edges(
        strength=np.asarray(strength, np.float64),
        unsure=unsure,
        first_mm=float(beyond[1]) + STEP_MM / 2,
    )


def _is_shadow(over: Floats | Floats32) -> NDArray[np.bool_]:
    """Where the inside of a step along rays (N×ROUND×M×3, log over felt) is darker than its outside
    and of the same hue.
    """
    inside = (over[:, :, :-3] + over[:, :, 1:-2]) / 2
    outside = (over[:, :, 2:-1] + over[:, :, 3:]) / 2
    change = inside - outside
    light = mean_of(change)
    hue = most_of(change - light[..., None])
    return np.asarray((light < 0) & (hue < SHADOW_HUE), np.bool_)


def _like_rim(over: Floats | Floats32) -> NDArray[np.bool_]:
    """Where the inside of a step has the hue of rims: the usual one just within the outlines."""
    inside = (over[:, :, :-3] + over[:, :, 1:-2]) / 2
    hue = inside - mean_of(inside)[..., None]
    rim = over[:, :, :3].reshape(-1, 3)
    usual = np.median(rim - mean_of(rim)[:, None], axis=0)
    return np.asarray(most_of(hue - usual) < LIKE_RIM, np.bool_)


def _on_paint(table: TableMap, surface: Surface, points: Floats) -> NDArray[np.bool_]:
    """Which points (…×2 mm, on the plane of the tops) are seen before a ruled line, or no felt."""
    eye = table.eye_mm
    felt = eye[:2] + (points - eye[:2]) * (eye[2] / (eye[2] - surface.disc_height_mm))
    painted = np.zeros(points.shape[:-1], np.bool_)
    for along, side in ((felt[..., 0], surface.width_mm), (felt[..., 1], surface.length_mm)):
        cells = along / surface.square_mm
        painted |= np.abs(cells - np.rint(cells)) * surface.square_mm < LINE_MM
        painted |= (along < EDGE_MM) | (along > side - EDGE_MM)
    return painted


def _beside(
    table: TableMap, surface: Surface, centres: Floats, points: Floats
) -> NDArray[np.bool_]:
    """Which points around N discs (N×…×2 mm, on the plane of the tops) another disc may hold."""
    eye, height, radius = table.eye_mm, surface.disc_height_mm, surface.disc_mm / 2
    held = np.zeros(points.shape[:-1], np.bool_)
    gaps = np.linalg.norm(centres[:, None] - centres, axis=2)
    for k, other in np.argwhere((gaps > 0) & (gaps < 2 * radius + BEYOND_MM + NEIGHBOUR_MM)):
        for share in (1.0, (eye[2] - height) / eye[2]):
            middle = eye[:2] + (centres[other] - eye[:2]) * share
            x, y = points[k, ..., 0] - middle[0], points[k, ..., 1] - middle[1]
            held[k] |= x * x + y * y < (radius * share + NEIGHBOUR_MM) ** 2
    return held
