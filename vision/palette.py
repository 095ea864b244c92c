"""Teams by their paints: what two teams' discs would look like under any lamp, shade and glare.

A disc's face is its team's two paints (ground and crest) lit alike: in linear light each is
felt × reflectance × shade + glare. Dividing by the felt around removes the lamp, its hue, its
gradient and the exposure; shade and glare are what fits each disc best, at a price, so that a disc
white with glare is still known by the contrast of its crest. After the dichromatic reflection
model of S. Shafer, "Using color to separate reflection components" (1985).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import sum_of
from vision.faces import Faces, faces
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import Floats32

GAMMA = 2.2
BLACK, WHITE = 2.0, 257.0
"""Grey levels added before going linear, so that black noise does not dominate; and full white."""
SHADES = (0.2, 0.3, 0.4, 0.55, 0.7, 0.85, 1.0, 1.2, 1.45, 1.8)
GLARES = (0.0, 0.01, 0.02, 0.04, 0.07, 0.11, 0.16, 0.22, 0.3, 0.4, 0.55, 0.75, 1.0)
SHADE_PRICE, GLARE_PRICE, GLARE_MOST = 0.01, 0.02, 0.3
CREST_WEIGHT = 0.7
EVEN, TURNED_PRICE = 0.65, 0.06
"""Up to what share of a face the paint that covers most may be a large crest, blurred; and what
believing so costs there, less the more even the shares are.
"""
BLUR = 0.02
"""Distance (displayed light, 0–1) below which paints are told apart by noise alone."""
BRIGHTEST = 6.0
SEPARATE, SEPARATE_NAMED = 0.12, 0.06
"""How far (displayed light) one team's paints must be from all looks of the other's; the second
when a reference says that there are two teams and which way their colours differ.
"""
ROUNDS = 6
CREST_PRICE = 0.015
SHADOWS = ((1.0, 0.0), (0.6, 0.004), (0.35, 0.004))
"""The ball's own shadow on its disc: what it leaves of the light, and the price of each point."""
PART_PRICE = 5.0
"""What shade and glare cost the more when only part of a face shows."""
STRAY = 0.25
"""A point of a face farther than that from both paints (displayed light) is something else."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Palette:
    """The paints of team 0 and team 1: 2×2×3, ground and crest, linear BGR over the felt's.

    A palette that is not `fitted` is only a reference in unknown light: it says which cluster
    is which team.
    """

    paints: Floats
    fitted: bool = True

    @classmethod
    def from_colours(cls, team0: Sequence[float], team1: Sequence[float]) -> "Palette":
        """A reference from two RGB colours (linear, 0–1) as the owner of the board knows them."""
        rgb = np.clip(np.array([team0[:3], team1[:3]], np.float64), 0, 1)
        bgr = rgb[:, ::-1]
        return cls(paints=np.stack([bgr, bgr], axis=1), fitted=False)

    @classmethod
    def learn(
        cls,
        image: Image,
        table: TableMap,
        surface: Surface,
        discs: Sequence[SeenDisc],
        reference: "Palette | None" = None,
    ) -> "Palette | None":
        """Two clusters among the discs of a picture; None when they are all alike.

        Team 0 is the cluster on the reference's side, without one the lighter.
        """
        return _cluster(faces(image, table, surface, discs), reference)

    @classmethod
    def learn_named(
        cls,
        image: Image,
        table: TableMap,
        surface: Surface,
        discs: Sequence[SeenDisc],
        teams: Sequence[int],
    ) -> "Palette":
        """From discs whose teams are known (the start position); both teams must occur."""
        seen, names = faces(image, table, surface, discs), np.asarray(teams)
        return cls(paints=np.stack([_paints(seen.of(names == k)) for k in (0, 1)]))

    def classify(
        self, image: Image, table: TableMap, surface: Surface, disc: SeenDisc
    ) -> tuple[int, float]:
        """Team of a disc and how clearly (0 undecided … 1)."""
        return self.judge(faces(image, table, surface, [disc]))[0]

    def judge(self, seen: Faces) -> list[tuple[int, float]]:
        """Team and margin of each face."""
        return [_nearer(off) for off in self.off(seen)]

    def judge_points(
        self, points: Floats | Floats32, seen: Faces, lamp: Floats
    ) -> tuple[int, float]:
        """Team and margin of one face of which only some points show (M×3 BGR), each of either
        paint or neither; `seen` tells the felt beside it, `lamp` the colour of glare.
        """
        looks, price = _looks(self.paints, seen, lamp)
        shown = (np.asarray(points, np.float64) + BLACK) / WHITE
        least = np.full((*looks.shape[1:4], len(shown)), STRAY**2)
        for paint, rare in ((0, 0.0), (1, CREST_PRICE)):
            for shadow, dear in SHADOWS:
                look = looks[0, ..., paint, None, :] * shadow ** (1 / GAMMA)
                gap = ((look - shown) ** 2).sum(-1) + rare + dear
                np.minimum(least, gap, out=least)
        return _nearer(np.sqrt((least.mean(-1) + PART_PRICE * price).min((1, 2))))

    def off(self, seen: Faces) -> Floats:
        """How far each face is from all looks of either team: N×2, displayed light 0–1."""
        return unlike(self.paints, seen, glare_colour(seen))


def glare_colour(seen: Faces) -> Floats:
    """The lamp as metal rims mirror it: 3 BGR, linear, at most 1."""
    lamp = _linear(np.median(seen.rim, axis=0))
    return np.asarray(lamp / lamp.max(), np.float64)


def unlike(paints: Floats, seen: Faces, lamp: Floats) -> Floats:
    """Least distance between faces and teams' paints (T×2×3) over all shades, and glares of the
    lamp's colour (3 BGR, at most 1): N×T.
    """
    looks, price = _looks(paints, seen, lamp)
    least = _gaps(looks, price, np.stack([seen.ground, seen.crest], axis=1))
    even = np.flatnonzero(seen.cover < EVEN)
    if len(even):
        turned = _gaps(looks[even], price, np.stack([seen.crest[even], seen.ground[even]], axis=1))
        dear = TURNED_PRICE * (seen.cover[even, None] - 0.5) / (EVEN - 0.5)
        least[even] = np.minimum(least[even], turned + dear)
    return np.sqrt(least)


def _gaps(looks: Floats32, price: Floats, shown: Floats) -> Floats:
    """Least squared distance of N×2×3 ground and crest shown from looks of teams and its price."""
    away = looks - ((shown[:, None, None, None] + BLACK) / WHITE).astype(np.float32)
    gap = sum_of(away * away)
    crest = np.nan_to_num(gap[..., 1]) * CREST_WEIGHT
    return np.asarray((gap[..., 0] + crest + price).min((2, 3)), np.float64)


def _looks(paints: Floats, seen: Faces, lamp: Floats) -> tuple[Floats32, Floats]:
    """Every look of teams' paints beside the felts of N faces (N×T×S×G×2×3, displayed light 0–1)
    over S shades and G glares, and what these cost (S×G).
    """
    under = _linear(seen.felt)[:, None, None] * paints
    shade, glare = np.array(SHADES)[:, None], np.array(GLARES)
    shone = (glare[:, None, None] * lamp).astype(np.float32)
    shaded = (shade[..., None, None] * under[:, :, None, None]).astype(np.float32)
    lit = np.minimum(shaded + shone, np.float32(1.0))
    price = SHADE_PRICE * np.log(shade) ** 2 + GLARE_PRICE * np.minimum(glare, GLARE_MOST)
    return np.asarray(cv2.pow(lit.ravel(), 1 / GAMMA), np.float32).reshape(lit.shape), price


def _nearer(off: Floats) -> tuple[int, float]:
    """The team that is less far off, and how clearly."""
    return int(off.argmin()), float(abs(off[0] - off[1]) / (off.sum() + BLUR))


def with_teams(discs: Sequence[SeenDisc], seen: Faces, palette: Palette | None) -> list[SeenDisc]:
    """The discs with team and margin filled, as far as the palette or their paints allow."""
    if palette is None or not palette.fitted:
        palette = _cluster(seen, palette)
    if palette is None or not len(seen):
        return list(discs)
    return [
        replace(disc, team=team, team_margin=margin)
        for disc, (team, margin) in zip(discs, palette.judge(seen), strict=True)
    ]


def _linear(colours: Floats) -> Floats:
    """Light from BGR 0–255, 0–1."""
    return np.asarray(((colours + BLACK) / WHITE) ** GAMMA, np.float64)


def _paints(seen: Faces) -> Floats:
    """The paints common to some faces: 2×3, ground and crest over the felt's."""
    ground = np.median(_linear(seen.ground) / _linear(seen.felt), axis=0)
    crested = ~np.isnan(seen.crest[:, 0])
    if not crested.any():
        return np.stack([ground, ground])
    over = _linear(seen.crest[crested]) / _linear(seen.felt[crested])
    return np.stack([ground, np.median(over, axis=0)])


def _cluster(seen: Faces, reference: Palette | None) -> Palette | None:
    """Two teams that explain the faces best, from a first split along the widest spread, or along
    the way in which the reference's teams differ; None where nothing splits them.
    """
    if len(seen) < 2:
        return None
    over = np.minimum((seen.ground + BLACK) / (seen.felt + BLACK), BRIGHTEST)
    if reference is None:
        axis = np.linalg.svd(over - np.median(over, 0), full_matrices=False)[2][0]
        axis = axis if axis.sum() >= 0 else -axis
    else:
        grounds = reference.paints[:, 0] ** (1 / GAMMA)
        axis = grounds[0] - grounds[1]
    first = _split(over @ axis)
    if not first.any():
        return None
    palette = _of_two(seen, first)
    for _ in range(ROUNDS):
        off = palette.off(seen)
        nearer = off[:, 0] < off[:, 1]
        if nearer.all() or not nearer.any() or (nearer == first).all():
            break
        first, palette = nearer, _of_two(seen, nearer)
    least = SEPARATE if reference is None else SEPARATE_NAMED
    return palette if _apart(palette, seen) > least else None


def _of_two(seen: Faces, first: NDArray[np.bool_]) -> Palette:
    return Palette(paints=np.stack([_paints(seen.of(first)), _paints(seen.of(~first))]))


def _apart(palette: Palette, seen: Faces) -> float:
    """How far each team's paints, shown on the usual felt, are from all looks of the other's."""
    felt = np.median(seen.felt, axis=0)[None].repeat(2, axis=0)
    shown = np.minimum(palette.paints * _linear(felt)[:, None], 1.0) ** (1 / GAMMA)
    grey = shown * WHITE - BLACK
    rim = np.median(seen.rim, axis=0)[None].repeat(2, axis=0)
    off = palette.off(
        Faces(ground=grey[:, 0], crest=grey[:, 1], cover=np.ones(2), rim=rim, felt=felt)
    )
    return float(min(off[0, 1], off[1, 0]))


def _split(values: Floats) -> NDArray[np.bool_]:
    """The higher of the two groups that explain the values best (exact 2-means on a line)."""
    order = np.sort(values)
    count = np.arange(1, len(order))
    left = np.cumsum(order)[:-1]
    right = order.sum() - left
    between = left**2 / count + right**2 / (len(order) - count)
    cut = int(between.argmax())
    return np.asarray(values > (order[cut] + order[cut + 1]) / 2)
