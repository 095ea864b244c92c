"""Circles measured on the full picture: free radius, sub-pixel, at the height of a disc's top."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.rectify import Floats32, local_frames, pixels

ANGLES = 48
RADIUS_SLACK = 0.12
"""How far the radius may stray from what the camera model predicts."""
WALL_SHARE = 0.2
"""Share of the visible side wall that the strongest edge stands out beyond the top face: on metal
it is now the upper, now the lower rim (measured: the mean error towards the camera is then 0)."""
RIM_SIGMA_MM = 0.25
"""What the fit's own scatter does not show, per axis: highlights that pass for the rim."""
LEAST_STEPS = 8
"""Samples across an edge, however small the picture."""
TOUCHING, CONTACT = 1.1, np.deg2rad(20)
"""Discs whose middles are so many diameters apart touch, and so far to either side of the contact
an outline is as much the other's (measured in scrums at 720 lines: p95 of the error 0.50 mm with
all directions, 0.35 mm without these, 0.40 with a third of their weight).
"""
NEARLY, EXACTLY, EXACT_SPAN = 0.13, 0.03, 0.08
"""Edges count by a bell of that width (share of the radius) around it; of the second one where they
are sought within less than the third, as they are where the radius is known.
"""
FREE, KNOWN = 0.02, 0.5
"""How firmly the radius is held, as a share of all edges, where it is not known and where it is."""
WEAK_EDGE = 15.0
"""Grey levels (summed over three channels) below which a radial edge is noise."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Circles:
    """N fitted circles: centres (N×2 mm, on the plane asked for), radii (N,) mm, which of ANGLES
    directions carry the ring (N×ANGLES), and σ of the centre (N,) mm.
    """

    centres: Floats
    radii: Floats
    carried: NDArray[np.bool_]
    sigma: Floats

    @property
    def support(self) -> Floats:
        """The share of directions that carry the ring (N,)."""
        return np.asarray(self.carried.mean(1), np.float64)

    def take(self, index: NDArray[np.intp]) -> "Circles":
        return Circles(
            centres=self.centres[index],
            radii=self.radii[index],
            carried=self.carried[index],
            sigma=self.sigma[index],
        )

    def joined(self, others: "Circles") -> "Circles":
        """These, then others."""
        return Circles(
            centres=np.concatenate([self.centres, others.centres]),
            radii=np.concatenate([self.radii, others.radii]),
            carried=np.concatenate([self.carried, others.carried]),
            sigma=np.concatenate([self.sigma, others.sigma]),
        )

    def with_(self, index: NDArray[np.intp], others: "Circles") -> "Circles":
        """The same with those at `index` replaced by others."""
        new = self.take(np.arange(len(self.radii)))
        new.centres[index], new.radii[index] = others.centres, others.radii
        new.carried[index], new.sigma[index] = others.carried, others.sigma
        return new


@dataclass(frozen=True, kw_only=True, eq=False)
class _Edges:
    """Radial edge points of N circles in ANGLES directions: x, y (mm) and weight."""

    x: Floats
    y: Floats
    weight: Floats


def directions() -> tuple[Floats, Floats]:
    """Cosines and sines of the ANGLES directions edges are sought in."""
    angle = np.arange(ANGLES) * 2 * np.pi / ANGLES
    return np.cos(angle), np.sin(angle)


def _edges(image: Image, frames: Floats, radii: Floats, span: float, step_mm: float) -> _Edges:
    """The strongest radial edge near the expected radius, sub-pixel, in every direction."""
    cos, sin = directions()
    nominal = float(np.median(radii))
    step_mm = min(step_mm, 2 * span * nominal / LEAST_STEPS)
    share = np.arange(1 - span, 1 + span, step_mm / nominal)
    count = len(radii)
    outward = (frames[:, :, :2] @ (cos, sin) * radii[:, None, None])[..., None]
    px = outward * share + frames[:, :, 2, None, None]
    u, v = px.reshape(count, 2, -1).transpose(1, 0, 2)
    jump = _jumps(pixels(image, u, v).reshape(count * ANGLES, len(share), 3))
    nearly = NEARLY if span > EXACT_SPAN else EXACTLY
    jump *= np.exp(-0.5 * ((share[1:-2] + step_mm / nominal / 2 - 1) / nearly) ** 2)
    best = np.clip(jump.argmax(1), 1, jump.shape[1] - 2)
    row = np.arange(len(jump))
    before, here, after = jump[row, best - 1], jump[row, best], jump[row, best + 1]
    curve = before - 2 * here + after
    shift = np.where(curve < 0, 0.5 * (before - after) / np.where(curve < 0, curve, -1), 0)
    at = share[1:-2][best] + (share[1] - share[0]) * (0.5 + np.clip(shift, -1, 1))
    found = at.reshape(count, ANGLES) * radii[:, None]
    return _Edges(
        x=found * cos, y=found * sin, weight=(here > WEAK_EDGE).reshape(count, ANGLES).astype(float)
    )


def _jumps(colour: Floats32) -> Floats:
    """How much two pixels farther out differ from two farther in along rows (N×M×3), all channels
    together: N×(M-3).
    """
    steps = colour[:, 3:] + colour[:, 2:-1] - colour[:, 1:-2] - colour[:, :-3]
    blue, green, red = (np.abs(steps[..., k]) for k in range(3))
    return np.asarray((blue + green + red) / 2, np.float64)


def _fit(
    edges: _Edges, start: Floats, nominal: Floats, width_mm: float, firm: float = FREE
) -> Floats:
    """Robust circles (N×3: centre x, y and radius) through edge points: Cauchy-weighted
    Gauss-Newton with a prior on the radius, which stays within RADIUS_SLACK of `nominal`.
    """
    circle = start.copy()
    ridge = np.diag([1e-3, 1e-3, ANGLES * firm])
    low, high = (1 - RADIUS_SLACK) * nominal, (1 + RADIUS_SLACK) * nominal
    rows = np.ones((len(start), 4, ANGLES))  # the jacobian's three columns, and the error
    for _ in range(6):
        dx, dy = edges.x - circle[:, :1], edges.y - circle[:, 1:2]
        distance = np.sqrt(dx * dx + dy * dy) + 1e-6
        error = distance - circle[:, 2:]
        weight = edges.weight / (1 + (error / width_mm) ** 2)
        rows[:, 0], rows[:, 1], rows[:, 3] = dx / distance, dy / distance, error
        sums = (rows[:, :3] * weight[:, None]) @ rows.transpose(0, 2, 1)
        normal, pull = sums[..., :3] + ridge, sums[..., 3:]
        pull[:, 2, 0] += ANGLES * firm * (nominal - circle[:, 2])
        circle += np.linalg.solve(normal, pull)[..., 0]
        circle[:, 2] = np.clip(circle[:, 2], low, high)
    return circle


def refine(
    image: Image,
    table: TableMap,
    centres_mm: Floats,
    radius_mm: float,
    height: tuple[float, float],
    span: float,
) -> Circles:
    """Circles near given centres (N×2 mm, on the plane of the top face), measured on a picture.

    `height` = (z of the top face, z of its foot) in mm: the side wall that the camera sees
    widens the outline towards the point under the camera; see WALL_SHARE.
    `span` is how far around the radius (as a share) edges are sought.
    """
    centres = np.asarray(centres_mm, np.float64).reshape(-1, 2)
    if not len(centres):
        none = np.zeros((0, ANGLES), np.bool_)
        return Circles(centres=centres, radii=np.zeros(0), carried=none, sigma=np.zeros(0))
    return _measured((image, table), centres, (radius_mm, *height), span)


def refine_among(
    image: Image,
    table: TableMap,
    circles: Circles,
    radius_mm: float,
    height: tuple[float, float],
    span: float,
) -> Circles:
    """Refined circles, those of discs that touch others measured again without the directions of
    contact: what shows there is as much the neighbour's outline.
    """
    away = circles.centres[None] - circles.centres[:, None]
    gaps = np.hypot(away[..., 0], away[..., 1])
    touching = (gaps < TOUCHING * 2 * radius_mm) & ~np.eye(len(gaps), dtype=bool)
    index = np.flatnonzero(touching.any(axis=1))
    if not len(index):
        return circles
    cos, sin = directions()
    towards = away[..., :1] * cos + away[..., 1:] * sin
    contact = (towards > np.cos(CONTACT) * gaps[..., None]) & touching[..., None]
    blind = contact[index].any(axis=1)
    disc = radius_mm, *height
    again = _measured((image, table), circles.centres[index], disc, span, blind)
    return circles.with_(index, again)


def _measured(
    picture: tuple[Image, TableMap],
    centres: Floats,
    disc: tuple[float, float, float],
    span: float,
    blind: NDArray[np.bool_] | None = None,
) -> Circles:
    """The circles of N discs (radius, top and foot in mm) near centres; edges in `blind` directions
    (N×ANGLES) count for nothing but support.
    """
    image, table = picture
    radius_mm, *height = disc
    nominal = np.full(len(centres), radius_mm)
    frames = local_frames(table, np.column_stack([centres, np.full(len(centres), height[0])]))
    pixel_mm = 1 / float(np.median(np.sqrt(np.abs(np.linalg.det(frames[:, :, :2])))))
    edges = _edges(image, frames, nominal, span, 0.5 * pixel_mm)
    edges = _less_wall(
        edges, WALL_SHARE * wall_mm(table, centres, radius_mm, (height[0], height[1]))
    )
    start = np.column_stack([np.zeros_like(centres), nominal])
    weighed = edges if blind is None else replace(edges, weight=np.where(blind, 0.0, edges.weight))
    firm = FREE if span > EXACT_SPAN else KNOWN
    circle = _fit(weighed, start, nominal, max(0.05 * radius_mm, 0.8 * pixel_mm), firm)
    far = np.hypot(circle[:, 0], circle[:, 1]) > 0.4 * radius_mm
    circle = np.where(far[:, None], start, circle)
    error = np.abs(np.hypot(edges.x - circle[:, :1], edges.y - circle[:, 1:2]) - circle[:, 2:])
    inlier = (error < max(0.8 * pixel_mm, 0.055 * radius_mm)) & (edges.weight > 0)
    count = inlier.sum(1)
    spread = np.sqrt((error**2 * inlier).sum(1) / np.maximum(count, 1))
    return Circles(
        centres=centres + circle[:, :2],
        radii=circle[:, 2],
        carried=inlier,
        sigma=np.hypot(spread * np.sqrt(2 / np.maximum(count, 4)), RIM_SIGMA_MM),
    )


def wall_mm(
    table: TableMap, centres: Floats, radius_mm: float, height: tuple[float, float]
) -> Floats:
    """How far the seen outline of a disc stands out beyond its top face, N×ANGLES mm, on the
    plane of the top: the foot's circle projected through the camera onto that plane.
    """
    top, foot = height
    eye = table.eye_mm
    ratio = (eye[2] - top) / (eye[2] - foot)
    shift = (eye[:2] - centres) * (1 - ratio)
    cos, sin = directions()
    outward = shift[:, :1] * cos + shift[:, 1:] * sin
    return np.asarray(np.maximum(0.0, outward - radius_mm * (1 - ratio)), np.float64)


def _less_wall(edges: _Edges, wall: Floats) -> _Edges:
    cos, sin = directions()
    return _Edges(x=edges.x - wall * cos, y=edges.y - wall * sin, weight=edges.weight)
