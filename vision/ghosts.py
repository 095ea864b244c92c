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

MOSTLY_BARE, INSIDE, INSIDE_BARE = 0.6, (0.62, 0.70), 0.3
"""The same where nothing was seen to happen: a grey rim in a hand's shade passes for grey felt all
around; then so must paint farther in (radii).
"""
LIKE_FELT = 0.30
"""Log ratio to the felt's colour, in every channel, under which a point of a rim is felt."""
ROOM, WHITE, LEAST_ROOM = 0.5, 255.0, 0.02
"""Where felt is bright, only so great a share of the log ratio from it to white (grey levels) is
felt, though never less than that: a white disc on pale felt or in glare differs by no more.
"""
BALL_MM, LINE_MM = 1.0, 4.0
"""So far around a ball, and beside the middle of a painted line, either may be what is seen."""
BARE, BARE_BY_BALL = 0.15, 0.1
"""Share of the rim that may be felt: none of a disc is (measured 0.00), a shadow leaves 0.29; the
same of what neither a ball nor a painted line can be: 0.00 of discs, 0.15 and more of none.
"""
HARDLY_SEEN, TOP, TOP_STEPS, TOP_BARE = 0.5, 0.95, 25, 0.22
"""A rim of which less than that share is clear of ball, lines and edge proves nothing: then the top
counts (out to so many radii, at so many steps across), of which no more than that share may be
felt, in the light or in a shadow. Measured: none of 660 discs had more, all 11 rings had.
"""
SHADE, SAME_HUE, COLOURED = 1.2, 0.12, 0.3
"""So much darker (log) with all channels alike, felt lies in a shadow; where felt has a colour,
its channels being so far apart: on grey felt, metal may look like that.
"""

Picture = tuple[Image, TableMap, Surface]
"""A BGR picture, its map, the surface."""


def real_discs(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    felt: Felt | None = None,
) -> list[SeenDisc]:
    """The discs of whose rim not more than a share is felt. `felt` saves learning it again."""
    if not discs:
        return []
    return [
        disc
        for disc, share in zip(
            discs, _felt_like((image, table, surface), discs, RIM, felt), strict=True
        )
        if share < BARE
    ]


def likely_discs(
    picture: Picture, discs: Sequence[SeenDisc], felt: Felt | None = None
) -> list[SeenDisc]:
    """The same of a picture of which nothing else is known: those are left out whose rim and paint
    are mostly felt.
    """
    if not discs:
        return []
    felt = felt or Felt.learn(*picture)
    rims, paints = (_felt_like(picture, discs, shares, felt) for shares in (RIM, INSIDE))
    bare = (rims > MOSTLY_BARE) & (paints > INSIDE_BARE)
    return [disc for disc, felt_like in zip(discs, bare, strict=True) if not felt_like]


def likely_under_ball(
    picture: Picture, disc: SeenDisc, ball_mm: tuple[float, float], felt: Felt
) -> bool:
    """Whether a disc lies under a ball, of a picture of which nothing else is known: not where the
    rim beside the ball is mostly felt, lit or in the ball's own shadow.
    """
    ratio, points = _over_felt(picture, [disc], ring_offsets(picture[2], RIM), felt)
    middle = _tops([disc], picture[2])
    shown = _bare(ratio) | _shaded(ratio, felt.at(middle[:, :2]))
    share = _share(shown, _clear(picture, points, middle[:, 2], ball_mm))
    return bool(share[0] <= MOSTLY_BARE)


def real_under_ball(
    picture: Picture,
    discs: Sequence[SeenDisc],
    ball_mm: tuple[float, float],
    felt: Felt | None = None,
) -> list[SeenDisc]:
    """The real ones of discs that a ball is taken to lie on; what that or a painted line may be is
    not held against the felt.
    """
    if not discs:
        return []
    ratio, points = _over_felt(picture, discs, ring_offsets(picture[2], RIM), felt)
    z_mm = _tops(discs, picture[2])[:, 2]
    share = _share(_bare(ratio), _clear(picture, points, z_mm, ball_mm))
    return [disc for disc, felt_like in zip(discs, share, strict=True) if felt_like < BARE_BY_BALL]


def rings_of_ball(
    picture: Picture,
    discs: Sequence[SeenDisc],
    ball_mm: tuple[float, float],
    felt: Felt | None = None,
) -> list[SeenDisc]:
    """Of discs under or beside a ball those that it makes with a painted line or the edge: most of
    their rims can be that, and their tops are felt.
    """
    if not discs:
        return []
    surface = picture[2]
    steps = np.linspace(-TOP, TOP, TOP_STEPS)
    unit = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    inside = unit[np.hypot(*unit.T) < TOP] * surface.disc_mm / 2
    felt = felt or Felt.learn(*picture)
    ratio, points = _over_felt(picture, discs, inside, felt)
    tops = _tops(discs, surface)
    middles, z_mm = tops[:, :2], tops[:, 2]
    shown = _bare(ratio) | _shaded(ratio, felt.at(middles))
    top = _share(shown, _clear(picture, points, z_mm, ball_mm))
    rims = middles[:, None] + ring_offsets(surface, RIM)
    seen = _clear(picture, rims, z_mm, ball_mm).mean(axis=1)
    return [
        disc
        for disc, felt_like, clear in zip(discs, top, seen, strict=True)
        if clear < HARDLY_SEEN and felt_like > TOP_BARE
    ]


def _felt_like(
    picture: Picture, discs: Sequence[SeenDisc], shares: tuple[float, ...], felt: Felt | None
) -> Floats:
    """The share of some rings (radii) of each disc that looks like felt (N)."""
    ratio, _ = _over_felt(picture, discs, ring_offsets(picture[2], shares), felt)
    return np.asarray(_bare(ratio).mean(axis=1), np.float64)


def _share(some: NDArray[np.bool_], of: NDArray[np.bool_]) -> Floats:
    """Which share of the points (N×M) are also others, row by row; 0 of none."""
    return np.asarray((some & of).sum(axis=1) / np.maximum(of.sum(axis=1), 1), np.float64)


def _over_felt(
    picture: Picture, discs: Sequence[SeenDisc], offsets: Floats, felt: Felt | None
) -> tuple[Floats, Floats]:
    """Log ratios (N×M×3) to the felt of points of each disc's top, told from its middle (M×2 mm),
    those above 0 widened where felt is bright; and where they are (N×M×2 mm).
    """
    image, table, surface = picture
    at = _tops(discs, surface)
    seen = sample(image, local_frames(table, at), offsets)
    felt = felt or Felt.learn(image, table, surface)
    ratio = felt.ratio(seen, at[:, :2])
    room = ROOM * np.log(WHITE / np.minimum(felt.at(at[:, :2]), WHITE))
    lighter = LIKE_FELT / np.clip(room, LEAST_ROOM, LIKE_FELT)[:, None]
    return np.where(ratio > 0.0, ratio * lighter, ratio), at[:, None, :2] + offsets


def _bare(ratio: Floats) -> NDArray[np.bool_]:
    """Which points look like felt (N×M)."""
    return np.asarray(most_of(ratio) < LIKE_FELT, np.bool_)


def _shaded(ratio: Floats, felt: Floats) -> NDArray[np.bool_]:
    """Which points look like felt (N×3 BGR) in a shadow (N×M)."""
    alike = np.ptp(ratio, axis=2) < SAME_HUE
    dark = (ratio.mean(axis=2) > -SHADE) & (ratio.mean(axis=2) < 0.0)
    coloured = np.ptp(np.log(felt + 1.0), axis=1) > COLOURED
    return np.asarray(alike & dark & coloured[:, None], np.bool_)


def _clear(
    picture: Picture, points: Floats, z_mm: Floats, ball_mm: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which points (N×M×2 mm, at heights z_mm (N)) lie well away from a ball, and are not seen
    before the edges of the felt or the lines painted on it.
    """
    _, table, surface = picture
    high = np.broadcast_to(z_mm[:, None, None], (*points.shape[:2], 1))
    image = table.to_image(np.concatenate([points, high], axis=2).reshape(-1, 3))
    behind = np.asarray(table.to_table(image, 0.0), np.float64).reshape(points.shape)
    clear = np.linalg.norm(points - ball_mm, axis=2) > max(surface.ball_mm) / 2 + BALL_MM
    size = np.array([surface.width_mm, surface.length_mm])
    clear &= (np.minimum(behind, size - behind) > LINE_MM).all(axis=2)
    for line in surface.lines:
        start, way = np.array(line.a), np.subtract(line.b, line.a)
        share = np.clip((behind - start) @ way / (way @ way), 0.0, 1.0)
        clear &= np.linalg.norm(behind - start - share[..., None] * way, axis=2) > LINE_MM
    return np.asarray(clear, np.bool_)


def _tops(discs: Sequence[SeenDisc], surface: Surface) -> Floats:
    """Where the middles of the top faces are (N×3 mm)."""
    height = surface.disc_height_mm
    return np.array([(d.x_mm, d.y_mm, (d.level + 1) * height) for d in discs], np.float64)
