"""Discs of which a hand, a sleeve or a head hides about half.

Their rings are too weak to be judged like others. An unbroken part of one is enough where a rim
and paint like those of the discs in full view run along it, and felt does not lie all around.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of
from vision.faces import faces, tops
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, sample
from vision.rings import ANGLES, Circles, directions, refine

FEWEST = 4
"""So many discs in full view tell what a rim and a paint look like."""
AROUND, SIDES, SPAN = (0.12, 0.2), 8, (0.2, 0.16)
"""How far beside a place a circle is tried (radii), on how many sides, and within what span; the
second for the best of them. What hides a disc draws its circle away.
"""
ARC, HINT = 0.47, 0.12
"""Unbroken share of a circle with an edge and a rim inside it, and what is worth a closer look.
Measured: half-hidden discs 0.48 and more; what has more and is none has not the paint.
"""
GAP = 1
"""Directions in a row that may fail: a ruled line that meets the outline."""
RIM_AT, RIM_LIKE = (0.84, 0.88, 0.92), 0.35
"""Where the rim is looked for (radii), and how unlike the usual one it may be (log)."""
PAINT_AT, PAINT_LIKE, SHADE, SHADE_PRICE = (0.5, 0.7), 0.12, 0.7, 1.0
"""The same of the ground paint, in chroma; and by how much a hand's shadow may darken it (log
brightness), and the price of more.
"""
PAINT = 0.18
"""Share of the arc that has such paint inside: half-hidden discs 0.23 and more, others 0.10 and
less.
"""
BESIDE, FELT_LIKE, OPEN = (1.1, 1.2), 0.25, 0.76
"""Where felt is looked for around it, how unlike felt it may be (log), and the share of directions
in which it shows around what nothing hides: paint on the felt, whose circle is broken by a disc.
"""
VIVID, MOSTLY_PAINT = 0.24, 0.49
"""Chroma (log, over the felt's) that felt in a hand's shadow never has; and the share of the arc
with such paint inside from which on felt all around counts for nothing: a sleeve may be as grey.
"""
ALL_BUT_PAINT, LESS_ARC = 0.65, 0.43
"""And from which on less of an arc is enough (fingers side by side have up to 0.57 of it)."""
LIGHT_WEIGHT = 0.35
ODD, ODD_MOST = 0.03, 0.055
"""Share by which a radius may differ from the usual one at no price, and at all."""

Picture = tuple[Image, TableMap]
"""A BGR picture and its map."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Arcs:
    """Of N circles: the unbroken share with a rim, the share of that with paint inside, and with
    paint that is none of shaded felt; the share of directions in which felt shows beside.
    """

    unbroken: Floats
    paint: Floats
    vivid: Floats
    felt: Floats

    def covered(self) -> NDArray[np.bool_]:
        """Which of them something may cover in part."""
        return np.asarray((self.felt < OPEN) | (self.vivid > MOSTLY_PAINT), np.bool_)

    def discs(self) -> NDArray[np.bool_]:
        """Which of them are half-hidden discs, if they are as large as one."""
        least = np.where(self.vivid > ALL_BUT_PAINT, LESS_ARC, ARC)
        return (self.unbroken > least) & (self.paint > PAINT) & self.covered()


@dataclass(frozen=True, kw_only=True, eq=False)
class _Known:
    """What discs in full view look like: rim (3) and N grounds (N×3), log over the felt's."""

    surface: Surface
    felt: Felt
    rim: Floats
    grounds: Floats

    @classmethod
    def of(
        cls, picture: Picture, surface: Surface, felt: Felt, discs: Sequence[SeenDisc]
    ) -> "_Known":
        shown, at = faces(*picture, surface, discs, felt), tops(surface, discs)[:, :2]
        rim = np.median(felt.ratio(shown.rim, at), axis=0)
        return cls(surface=surface, felt=felt, rim=rim, grounds=felt.ratio(shown.ground, at))

    def arcs(self, picture: Picture, circles: Circles) -> "_Arcs":
        """What shows of N circles."""
        rim = _unlike(self._around(picture, circles, RIM_AT), self.rim).min(1) < RIM_LIKE
        inside = self._around(picture, circles, PAINT_AT)
        paint, vivid = np.zeros((2, len(inside), ANGLES), np.bool_)
        for ground in self.grounds:
            away = inside - ground
            light = mean_of(away)
            chroma = np.linalg.norm(away - light[..., None], axis=-1)
            shade = SHADE_PRICE * np.maximum(np.abs(light) - SHADE, 0.0)
            alike = (np.maximum(chroma, shade) < PAINT_LIKE).any(axis=1)
            paint |= alike
            if np.linalg.norm(ground - ground.mean()) > VIVID:
                vivid |= alike
        beside = _unlike(self._around(picture, circles, BESIDE), np.zeros(3)) < FELT_LIKE
        held = circles.carried & rim
        return _Arcs(
            unbroken=_unbroken(held),
            paint=_share(held, paint),
            vivid=_share(held, vivid),
            felt=np.asarray(beside.all(1).mean(1), np.float64),
        )

    def _around(self, picture: Picture, circles: Circles, shares: tuple[float, ...]) -> Floats:
        """Log colours over the felt's on rings: N×rings×ANGLES×3."""
        top = np.full(len(circles.radii), self.surface.disc_height_mm)
        frames = local_frames(picture[1], np.column_stack([circles.centres, top]))
        unit = np.column_stack(directions()) * self.surface.disc_mm / 2
        seen = sample(picture[0], frames, np.concatenate([unit * share for share in shares]))
        over = self.felt.ratio(seen, circles.centres)
        return over.reshape(len(over), len(shares), ANGLES, 3)


def half_hidden(
    pictures: tuple[Picture, Picture],
    surface: Surface,
    felt: Felt,
    seen: Sequence[SeenDisc],
    places: Floats,
) -> Circles:
    """Circles of half-hidden discs near places (N×2 mm, on the plane of the tops), given the discs
    `seen` in full view; `pictures` = (the picture, the same for coarse work), each with its map.
    """
    fine, coarse = pictures
    radius, height = surface.disc_mm / 2, (surface.disc_height_mm, 0.0)
    if len(seen) < FEWEST or not len(places):
        return refine(*fine, np.zeros((0, 2)), radius, height, SPAN[1])
    known = _Known.of(fine, surface, felt, seen)
    first = known.arcs(coarse, refine(*coarse, places, radius, height, SPAN[0]))
    starts = places[(first.unbroken > HINT) & first.covered()]
    turn = np.arange(SIDES) * 2 * np.pi / SIDES
    sides = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    beside = np.concatenate([np.zeros((1, 2)), *(share * sides for share in AROUND)])
    tried = refine(*coarse, starts[:, None] + beside, radius, height, SPAN[0])
    gain = known.arcs(coarse, tried).unbroken - 2 * np.maximum(_odd(tried, radius) - ODD, 0.0)
    best = gain.reshape(len(starts), len(beside)).argmax(1) if len(starts) else np.zeros(0, int)
    chosen = tried.take(best + np.arange(len(starts)) * len(beside))
    circles = refine(*fine, chosen.centres, radius, height, SPAN[1])
    told = known.arcs(fine, circles).discs() & (_odd(circles, radius) < ODD_MOST)
    return circles.take(np.flatnonzero(told))


def _share(held: NDArray[np.bool_], some: NDArray[np.bool_]) -> Floats:
    """Which share of what is held (N×ANGLES) is some of these."""
    return np.asarray((held & some).sum(1) / np.maximum(held.sum(1), 1), np.float64)


def _odd(circles: Circles, radius_mm: float) -> Floats:
    return np.asarray(np.abs(circles.radii / radius_mm - 1), np.float64)


def _unlike(over: Floats, other: Floats) -> Floats:
    """How unlike log colours (…×3) are, brightness counting less than chroma: …."""
    away = over - other
    light = mean_of(away)[..., None]
    apart = np.concatenate([away - light, LIGHT_WEIGHT * light], axis=-1)
    return np.asarray(np.linalg.norm(apart, axis=-1), np.float64)


def _unbroken(held: NDArray[np.bool_]) -> Floats:
    """The longest unbroken share of each circle (N×ANGLES), gaps of GAP closed: N."""
    shifts = range(1, GAP + 1)
    before = np.any([np.roll(held, k, 1) for k in shifts], axis=0)
    after = np.any([np.roll(held, -k, 1) for k in shifts], axis=0)
    closed = held | (before & after)
    run, longest = np.zeros(len(held), int), np.zeros(len(held), int)
    for k in range(2 * ANGLES):
        run = np.where(closed[:, k % ANGLES], run + 1, 0)
        longest = np.maximum(longest, run)
    return np.asarray(np.minimum(longest, ANGLES) / ANGLES, np.float64)
