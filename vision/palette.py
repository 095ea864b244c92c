"""Teams by their paints: what two teams' discs would look like under any lamp, shade and glare.

A disc is the team's whose paints, lit anyhow, come nearest to what its face shows. Which paints
there are is learned from discs of known teams, or from the two kinds of faces that a picture holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.faces import Faces, faces
from vision.frames import Image
from vision.lit_paints import BLACK, GAMMA, WHITE, glare_colour, linear, looks_of, unlike
from vision.observation import SeenDisc
from vision.rectify import Floats32

BLUR = 0.02
"""Distance (displayed light, 0–1) below which paints are told apart by noise alone."""
BRIGHTEST = 6.0
SEPARATE, SEPARATE_NAMED = 0.12, 0.06
"""How far (displayed light) one team's paints must be from all looks of the other's; the second
when a reference says that there are two teams and which way their colours differ.
"""
ROUNDS = 6
LIGHT_WEIGHT, DARKEST = 0.35, 0.004
"""Of lightness beside hue where the reference tells the teams apart; and its least reflectance."""
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
        looks, price = looks_of(self.paints, seen, lamp)
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


def _paints(seen: Faces) -> Floats:
    """The paints common to some faces: 2×3, ground and crest over the felt's."""
    ground = np.median(linear(seen.ground) / linear(seen.felt), axis=0)
    crested = ~np.isnan(seen.crest[:, 0])
    if not crested.any():
        return np.stack([ground, ground])
    over = linear(seen.crest[crested]) / linear(seen.felt[crested])
    return np.stack([ground, np.median(over, axis=0)])


def _cluster(seen: Faces, reference: Palette | None) -> Palette | None:
    """Two teams that explain the faces best, from first splits along the widest spread of colours
    (or along the way in which the reference's teams differ), and of hues; None where nothing splits
    them or a reference's teams are alike.
    """
    if len(seen) < 2:
        return None
    over = np.minimum((seen.ground + BLACK) / (seen.felt + BLACK), BRIGHTEST)
    hue = np.log(over) - np.log(over).mean(axis=1, keepdims=True)
    axis = _widest(over)
    if reference is not None:
        grounds = reference.paints[:, 0] ** (1 / GAMMA)
        axis = grounds[0] - grounds[1]
        if np.allclose(axis, 0.0):
            return None  # teams told to be alike cannot be named
    firsts = [_split(over @ axis), _split(hue @ _widest(hue))]
    grown = [_grown(seen, first) for first in firsts if first.any()]
    if not grown:
        return None
    palette, _ = min(grown, key=lambda one: one[1])
    palette = _named(palette, reference)
    least = SEPARATE if reference is None else SEPARATE_NAMED
    return palette if _apart(palette, seen) > least else None


def _widest(values: Floats) -> Floats:
    """The direction (3) in which N×3 values spread most, towards the light."""
    axis = np.linalg.svd(values - np.median(values, 0), full_matrices=False)[2][0]
    return np.asarray(axis if axis.sum() >= 0 else -axis, np.float64)


def _grown(seen: Faces, first: NDArray[np.bool_]) -> tuple[Palette, float]:
    """Two teams grown from a first split, and how far the faces are from theirs (mean square)."""
    palette, lamp = _of_two(seen, first), glare_colour(seen)
    crests = replace(seen, rim=np.full_like(seen.rim, np.nan))
    off = unlike(palette.paints, crests, lamp)
    for _ in range(ROUNDS):
        nearer = off[:, 0] < off[:, 1]
        if nearer.all() or not nearer.any() or (nearer == first).all():
            break
        first, palette = nearer, _of_two(seen, nearer)
        off = unlike(palette.paints, crests, lamp)
    return palette, float((off.min(axis=1) ** 2).mean())


def _named(palette: Palette, reference: Palette | None) -> Palette:
    """Team 0 is the one on the reference's side, without one the lighter. Their hues tell more
    than how light they are: metal is as light as what it mirrors.
    """
    over = np.log(palette.paints[0, 0] / palette.paints[1, 0])
    if reference is None:
        wrong = over.mean() < 0
    else:
        known = np.maximum(reference.paints[:, 0], DARKEST)
        side = np.log(known[0] / known[1])
        hues = (over - over.mean()) @ (side - side.mean())
        wrong = hues + 3 * LIGHT_WEIGHT**2 * over.mean() * side.mean() < 0
    return replace(palette, paints=palette.paints[::-1]) if wrong else palette


def _of_two(seen: Faces, first: NDArray[np.bool_]) -> Palette:
    return Palette(paints=np.stack([_paints(seen.of(first)), _paints(seen.of(~first))]))


def _apart(palette: Palette, seen: Faces) -> float:
    """How far each team's paints, shown on the usual felt, are from all looks of the other's."""
    felt = np.median(seen.felt, axis=0)[None].repeat(2, axis=0)
    shown = np.minimum(palette.paints * linear(felt)[:, None], 1.0) ** (1 / GAMMA)
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
