"""Painted circles on the felt: rings without a body. A disc throws a shadow, and discs look alike.

Each ring is judged by how much of a disc's shadow lies beside it, and by those rings that look like
it and are as large: one disc may lie in glare or in a scrum, where no shadow shows.
"""

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, median_of, most_of
from vision.faces import ROUND, around, ring_offsets
from vision.felt import Felt
from vision.frames import Image
from vision.rectify import Floats32, local_frames, sample
from vision.rings import Circles
from vision.shadows import Surroundings, common_shadow, surroundings, thrown

FACE = np.array([0.30, 0.48, 0.64, 0.76, 0.86, 0.94])
"""Where faces are sampled, in radii."""
SEEN_ALIKE = 5
"""So many of these rings are compared, those most alike: a number may be painted in the middle, and
what lies beside may cover a part.
"""
HUE_WEIGHT, LIGHT_WEIGHT, RELIEF_WEIGHT, SIZE_WEIGHT = 2.0, 0.2, 0.1, 3.0
"""Of log chroma, of log brightness, of its spread along a ring (log): metal mirrors a lamp in
streaks, what is painted shows the weave of the felt; and of the radius (in a disc's).
"""
SOFT, LEAST_RELIEF = 20.0, 0.01
"""Grey levels added before logarithms, and least relief: the hue of dark paint is noise."""
ALIKE = 0.08
"""Distance of two looks that are alike (σ)."""
HALF, DOUBT = 0.45, 0.2
"""Share of a disc's shadow below which there is rather none, and how far off that is doubt."""
FELT_LIKE = (0.075, 0.105)
"""Misfit (log brightness) up to which what lies beside a ring is felt and no shadow, and from which
on it is something else, as a disc has that lies on paint.
"""
SURE = 2.0
"""No ring says more than so many doubts of itself."""
OTHERS_WEIGHT, STRANGE = 2.2, 0.5
"""Of what the rings alike say, and how many of them count little."""
FELT, BARE = 0.13, 1.25
"""Log ratio to the felt within which two neighbouring rings of a face are felt, in every channel;
and so many doubts speak against it: a line around felt is a circle, a disc as green is rare.
"""
HARDLY, BEYOND, MUCH, SPRAWLING = 0.62, np.array([1.08, 1.14, 1.2]), 0.3, 4.0
"""Share of the outline below which a ring is hardly one; where beyond it (radii) its colour may go
on, on what share of the places, and how many doubts that is.
"""
SAME, COLOURED = 0.25, 0.3
"""Log ratio to the rim's colour within which it is the same, and to the felt's from which not."""
USUAL, SHALLOW = 0.75, 0.4
"""Which of the rings, by depth of shadow, stands for the discs at first, and what share of that is
no shadow.
"""
ROUNDS = 2
"""So often the common shadow is learned again from what then are discs."""
OUTER = 3
"""The first of FACE that a disc's rim may have."""
NO_SHADOW, LEAST = 0.1, 1e-3
"""Depth (log brightness) that is no shadow, where there are hardly other rings to compare with."""
UNTOLD = 0.05
"""Where nothing speaks for paint, it is a disc."""
BURNT = 240.0
"""Grey levels of a rim in glare; it shows nothing of what it is."""
FEW = 3


def bodies(
    image: Image,
    table: TableMap,
    surface: Surface,
    circles: Circles,
    felt: Felt,
    known: Circles | None = None,
) -> NDArray[np.bool_]:
    """Which of N rings (on the plane of the discs' tops) are discs and not paint. `known` are rings
    elsewhere in the picture: shadows and looks are told by comparison.
    """
    count = len(circles.radii)
    if not count:
        return np.zeros(0, bool)
    rings = circles if known is None else circles.joined(known)
    places = np.column_stack([rings.centres, np.full(len(rings.radii), surface.disc_height_mm)])
    seen = sample(image, local_frames(table, places), ring_offsets(surface, FACE))
    seen = seen.reshape(len(places), len(FACE), ROUND, 3)
    paint = median_of(seen, axis=2)
    burnt = paint[:, -2:].mean(1).min(1) > BURNT
    over = felt.ratio(paint, rings.centres)
    judge = (felt, over[:, -1].mean(1), _bare(over[:, OUTER:]))
    beside = surroundings(image, table, surface, rings, judge)
    if len(places) < FEW:
        return np.asarray(~(beside.depths() < NO_SHADOW) | burnt, np.bool_)[:count]
    ground = felt.at(rings.centres)
    bright = mean_of(ground) / np.median(mean_of(felt.colour))
    looks = _looks(seen, paint, ground[:, None])
    like = _likeness(looks, rings.radii / (surface.disc_mm / 2))
    across = 2 * rings.centres / (surface.width_mm, surface.length_mm) - 1
    against = BARE * _bare(over) + SPRAWLING * _goes_on(
        image, table, surface, (rings, over[:, -2:]), felt
    )
    told = _told(beside, (across, bright), like, against)
    return np.asarray((told > -UNTOLD) | burnt, np.bool_)[:count]


def _told(
    beside: Surroundings,
    where: tuple[Floats, Floats],
    like: Floats,
    against: Floats,
) -> Floats:
    """How surely N rings are discs (above 0) or paint. `where` = (places across the table, how many
    times brighter than usual the felt is); `like`: how alike they are (N×N); `against`: how many
    doubts speak against each (N).
    """
    places, bright = where
    depth = np.nan_to_num(beside.depths())
    fair = against == 0.0
    usual = np.quantile(depth[fair] if fair.sum() >= FEW else depth, USUAL)
    weight = np.clip(depth / max(float(usual), LEAST) - SHALLOW, 0.0, 1.0 - SHALLOW) * fair
    told, lit = depth, beside
    for _ in range(ROUNDS):
        common = common_shadow(lit, places, weight)
        seen = thrown(beside, common, bright)
        own = np.clip((seen.share - HALF) / np.hypot(DOUBT, seen.sigma), -SURE, SURE)
        own[own < 0] *= np.interp(seen.misfit, FELT_LIKE, (1.0, 0.0))[own < 0]
        own -= against
        told = own + OTHERS_WEIGHT * (like @ own) / (like.sum(1) + STRANGE)
        lit, weight = beside.without(seen.others), np.clip(told + 0.5, 0.0, 1.0)
    return np.asarray(told, np.float64)


def _looks(seen: Floats32, paint: Floats, ground: Floats) -> Floats:
    """What N faces look like, ring by ring: hue, light and relief (N×rings×5). `seen`: colours on
    their rings, `paint` their medians, `ground` the felt's (N×1×3).
    """
    over = np.log(paint + SOFT) - np.log(ground + SOFT)
    light = mean_of(over)[..., None]
    relief = np.log(np.log(mean_of(seen) + SOFT).std(2) + LEAST_RELIEF)[..., None]
    return np.concatenate(
        [HUE_WEIGHT * (over - light), LIGHT_WEIGHT * light, RELIEF_WEIGHT * relief], 2
    )


def _likeness(looks: Floats, sizes: Floats) -> Floats:
    """How alike N rings are, 1 for the same: N×N, each 0 to itself."""
    apart = ((looks[:, None] - looks[None]) ** 2).sum(3)
    apart = np.sort(apart, axis=2)[..., :SEEN_ALIKE].mean(2)
    apart += (SIZE_WEIGHT * (sizes[:, None] - sizes[None])) ** 2
    like = np.exp(-0.5 * apart / ALIKE**2)
    np.fill_diagonal(like, 0.0)
    return np.asarray(like, np.float64)


def _goes_on(
    image: Image, table: TableMap, surface: Surface, judge: tuple[Circles, Floats], felt: Felt
) -> NDArray[np.bool_]:
    """Which of N rings are hardly outlined while their colour goes on beyond them: larger
    paint. `judge` = (the rings, the outermost of their colours over the felt's, N×rings×3).
    """
    rings, rim = judge
    weak = np.flatnonzero(rings.support < HARDLY)
    out = np.zeros(len(rings.radii), np.bool_)
    if len(weak):
        at = np.column_stack([rings.centres[weak], np.full(len(weak), surface.disc_height_mm)])
        offsets = around(BEYOND) * rings.radii[weak, None, None]
        over = felt.ratio(sample(image, local_frames(table, at), offsets), at[:, :2])
        same = most_of(over - rim[weak].mean(1)[:, None]) < SAME
        out[weak] = (same & (most_of(over) > COLOURED)).mean(1) > MUCH
    return out


def _bare(face: Floats) -> NDArray[np.bool_]:
    """Which faces (N×rings×3 log over felt) are felt on two neighbouring rings."""
    away = np.abs(face).max(2)
    return np.asarray((np.maximum(away[:, :-1], away[:, 1:]) < FELT).any(1), np.bool_)
