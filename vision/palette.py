"""Team colours: two clusters of disc colours, each colour taken relative to the felt around it.

Dividing by the local felt colour removes the lamp: its hue, its gradient over the table and the
exposure; what is left of one paint under another light is a common shift.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import felt_view, local_frames, sample

PAINT = (0.50, 0.60, 0.70, 0.78)
"""Rings sampled, in radii: outside most of a crest, inside a metal rim."""
FELT_STEP_MM = 5.0
OFFSET = 4.0
"""Grey levels added before the logarithm, so that black noise does not dominate."""
SEPARATE = 0.35
"""Distance of two learnable clusters (log ratio); nearer ones are one team."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Palette:
    """Colours of team 0 and team 1 (2×3: log of BGR over felt). A palette that is not `fitted`
    is only a reference in unknown light: it says which cluster is which team.
    """

    centres: Floats
    fitted: bool = True

    @classmethod
    def from_colours(
        cls, team0: Sequence[float], team1: Sequence[float], *, gamma: float = 2.2
    ) -> "Palette":
        """A reference from two RGB colours (linear, 0–1) as the owner of the board knows them."""
        rgb = np.clip(np.array([team0[:3], team1[:3]], np.float64), 0, 1)
        grey = 255 * rgb[:, ::-1] ** (1 / gamma)
        return cls(centres=np.log(grey + OFFSET), fitted=False)

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

        Team 0 is the cluster nearer to the reference's, without one the lighter.
        """
        return _cluster(features(image, table, surface, discs), reference)

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
        colours, names = features(image, table, surface, discs), np.asarray(teams)
        return cls(centres=np.stack([np.median(colours[names == k], 0) for k in (0, 1)]))

    def classify(
        self, image: Image, table: TableMap, surface: Surface, disc: SeenDisc
    ) -> tuple[int, float]:
        """Team of a disc and how clearly (0 undecided … 1)."""
        return self.judge(features(image, table, surface, [disc]))[0]

    def judge(self, colours: Floats) -> list[tuple[int, float]]:
        """Team and margin for each row of `features`."""
        distance = np.linalg.norm(colours[:, None] - self.centres[None], axis=2)
        margin = np.abs(distance[:, 0] - distance[:, 1]) / (distance.sum(1) + 1e-9)
        return [
            (int(near), float(clear))
            for near, clear in zip(distance.argmin(1), margin, strict=True)
        ]


def features(image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc]) -> Floats:
    """Paint colour of each disc over the felt colour around it: N×3, log BGR ratio."""
    height = surface.disc_height_mm
    at = [(disc.x_mm, disc.y_mm, (disc.level + 1) * height) for disc in discs]
    return ring_colours(image, table, surface, np.asarray(at, np.float64).reshape(-1, 3), PAINT)


def ring_colours(
    image: Image, table: TableMap, surface: Surface, at: Floats, shares: Sequence[float]
) -> Floats:
    """Median colour of rings (radii in shares of a disc's) around table points (N×3 mm), the
    brightest quarter (glare) left out, over the felt colour there: N×3, log BGR ratio.
    """
    if not len(at):
        return np.zeros((0, 3))
    angle = np.arange(24) * 2 * np.pi / 24
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    rings = np.concatenate([unit * share * surface.disc_mm / 2 for share in shares])
    colours = sample(image, local_frames(table, at), rings)
    light = colours.sum(2)
    glare = light > np.quantile(light, 0.75, axis=1, keepdims=True)
    paint = np.nanmedian(np.where(glare[..., None], np.nan, colours), axis=1)
    felt = felt_colours(image, table, surface, at[:, :2])
    return np.asarray(np.log(paint + OFFSET) - np.log(felt + OFFSET), np.float64)


def felt_colours(image: Image, table: TableMap, surface: Surface, xy_mm: Floats) -> Floats:
    """Felt colour (BGR) around table points: the local median of the whole felt, N×3."""
    view = felt_view(image, table, surface, 1 / FELT_STEP_MM)
    reach = 2 * int(1.6 * surface.disc_mm / FELT_STEP_MM) + 1
    felt = cv2.medianBlur(view.image, reach)
    uv = np.rint(np.asarray(xy_mm) / FELT_STEP_MM).astype(int)
    column = np.clip(uv[:, 0], 0, felt.shape[1] - 1)
    row = np.clip(uv[:, 1], 0, felt.shape[0] - 1)
    return np.asarray(felt[row, column], np.float64)


def with_teams(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    palette: Palette | None,
) -> list[SeenDisc]:
    """The discs with team and margin filled, as far as the palette or the picture allows."""
    if not discs:
        return []
    colours = features(image, table, surface, discs)
    if palette is None or not palette.fitted:
        palette = _cluster(colours, palette)
    if palette is None:
        return list(discs)
    return [
        replace(disc, team=team, team_margin=margin)
        for disc, (team, margin) in zip(discs, palette.judge(colours), strict=True)
    ]


def _cluster(colours: Floats, reference: Palette | None) -> Palette | None:
    if len(colours) < 2:
        return None
    if reference is None:
        centred = colours - np.median(colours, 0)
        axis = np.linalg.svd(centred, full_matrices=False)[2][0]
        axis = axis if axis.sum() >= 0 else -axis
    else:
        axis = reference.centres[0] - reference.centres[1]
        axis = axis / (np.linalg.norm(axis) + 1e-9)
    first = _split(colours @ axis)
    centres = np.stack([np.median(colours[first], 0), np.median(colours[~first], 0)])
    for _ in range(5):
        first = np.linalg.norm(colours - centres[0], axis=1) < np.linalg.norm(
            colours - centres[1], axis=1
        )
        if first.all() or not first.any():
            break
        centres = np.stack([np.median(colours[first], 0), np.median(colours[~first], 0)])
    apart = float(np.linalg.norm(centres[0] - centres[1]))
    return Palette(centres=centres) if apart > SEPARATE else None


def _split(values: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The higher of the two groups that explain the values best (exact 2-means on a line)."""
    order = np.sort(values)
    count = np.arange(1, len(order))
    left = np.cumsum(order)[:-1]
    right = order.sum() - left
    between = left**2 / count + right**2 / (len(order) - count)
    cut = int(between.argmax())
    return np.asarray(values > (order[cut] + order[cut + 1]) / 2)
