"""Team colours: two clusters of disc colours, each colour taken relative to the felt around it.

Dividing by the local felt colour removes the lamp: its hue, its gradient over the table and the
exposure; dividing by the disc's own rim does so where a glare or a shadow lies on one disc alone.
Plain ratios, not their logarithms: glare adds light, so it moves dark paint little this way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.felt import OFFSET, Felt
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.rectify import local_frames, sample

PAINT = (0.42, 0.48, 0.54, 0.60)
"""Rings sampled, in radii: outside the heart of a crest, inside a wide metal rim."""
RIM = (0.84, 0.91)
OVER_FELT, OVER_RIM = (0.5, 6.0), (1.0, 1.5)
"""Weight and upper bound (burnt-out highlights) of the ratios to felt and to rim."""
SEPARATE, SEPARATE_NAMED = 0.5, 0.15
"""Distance of two learnable clusters; nearer ones are one team. The second, when a reference says
that there are two teams and which way their colours differ."""
ROUND = 24
UNDER_BALL = (0.24, 0.32, 0.40, 0.48, 0.54, 0.60)
"""Rings sampled on the disc that carries the ball, where the ball leaves them in sight."""
BALL_EDGE_MM = 1.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Palette:
    """Colours of team 0 and team 1: 2×6, BGR of the paint over felt, and over the disc's rim.

    A palette that is not `fitted` is only a reference in unknown light: it says which cluster
    is which team.
    """

    centres: Floats
    fitted: bool = True

    @classmethod
    def from_colours(
        cls, team0: Sequence[float], team1: Sequence[float], *, gamma: float = 2.2
    ) -> "Palette":
        """A reference from two RGB colours (linear, 0–1) as the owner of the board knows them."""
        rgb = np.clip(np.array([team0[:3], team1[:3]], np.float64), 0, 1)
        bgr = rgb[:, ::-1] ** (1 / gamma)
        return cls(centres=np.column_stack([bgr, bgr]), fitted=False)

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


def features(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    felt: Felt | None = None,
) -> Floats:
    """Colour of each disc as `Palette` holds it, N×6."""
    height = surface.disc_height_mm
    at = [(disc.x_mm, disc.y_mm, (disc.level + 1) * height) for disc in discs]
    places = np.asarray(at, np.float64).reshape(-1, 3)
    felt = felt or Felt.learn(image, table, surface)
    paint, rim = (ring_colours(image, table, surface, places, rings) for rings in (PAINT, RIM))
    return paint_features(paint, rim, felt.at(places[:, :2]))


def paint_features(paint: Floats, rim: Floats, felt: Floats) -> Floats:
    """The six figures `Palette` compares, from BGR colours (each N×3)."""
    pairs = ((felt, OVER_FELT), (rim, OVER_RIM))
    parts = [
        weight * np.minimum((paint + OFFSET) / (under + OFFSET), most)
        for under, (weight, most) in pairs
    ]
    return np.column_stack(parts)


def ring_colours(
    image: Image, table: TableMap, surface: Surface, at: Floats, shares: Sequence[float]
) -> Floats:
    """Median colour of rings (radii in shares of a disc's) around table points (N×3 mm), the
    brightest quarter (glare, a light crest) left out: N×3 BGR.
    """
    colours = sample(image, local_frames(table, at), ring_offsets(surface, shares))
    order = np.argsort(colours.sum(2), axis=1)[:, : 3 * colours.shape[1] // 4, None]
    return np.asarray(np.median(np.take_along_axis(colours, order, 1), axis=1), np.float64)


def ring_offsets(surface: Surface, shares: Sequence[float]) -> Floats:
    """Points (M×2 mm) on rings around a centre."""
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.concatenate([unit * share * surface.disc_mm / 2 for share in shares])


def with_teams(
    discs: Sequence[SeenDisc], colours: Floats, palette: Palette | None
) -> list[SeenDisc]:
    """The discs with team and margin filled, as far as the palette or their colours allow."""
    if palette is None or not palette.fitted:
        palette = _cluster(colours, palette)
    if palette is None:
        return list(discs)
    return [
        replace(disc, team=team, team_margin=margin)
        for disc, (team, margin) in zip(discs, palette.judge(colours), strict=True)
    ]


def teams_despite_ball(
    picture: tuple[Image, TableMap, Surface],
    discs: Sequence[SeenDisc],
    ball: SeenBall,
    palette: Palette | None,
) -> list[SeenDisc]:
    """As `with_teams`, the paint of the disc under the ball read only where the ball is not.

    `picture` = (BGR image, its map, the surface).
    """
    colours = features(*picture, discs)
    if ball.on_disc is not None and ball.turn_rad is not None:
        disc = discs[ball.on_disc]
        colours[ball.on_disc] = _uncovered(picture, disc, ball)
    return with_teams(discs, colours, palette)


def _uncovered(picture: tuple[Image, TableMap, Surface], disc: SeenDisc, ball: SeenBall) -> Floats:
    image, table, surface = picture
    top = (disc.level + 1) * surface.disc_height_mm
    at = np.array([[disc.x_mm, disc.y_mm, top]])
    middle = table.to_image([[ball.x_mm, ball.y_mm, top + surface.ball_mm[1] / 2]])
    centre = table.to_table(middle, top)[0] - at[0, :2]
    offsets = ring_offsets(surface, UNDER_BALL)
    cos, sin = np.cos(ball.turn_rad or 0.0), np.sin(ball.turn_rad or 0.0)
    x, y = (offsets - centre).T
    long, short = surface.ball_mm[0] / 2 + BALL_EDGE_MM, surface.ball_mm[1] / 2 + BALL_EDGE_MM
    clear = np.hypot((x * cos + y * sin) / long, (-x * sin + y * cos) / short) > 1
    seen = sample(image, local_frames(table, at), offsets)[0][clear]
    felt = Felt.learn(image, table, surface).at(at[:, :2])
    paint = np.median(seen, axis=0)[None] if len(seen) else felt
    rim = ring_colours(image, table, surface, at, RIM)
    return np.asarray(paint_features(np.asarray(paint, np.float64), rim, felt)[0], np.float64)


def _cluster(colours: Floats, reference: Palette | None) -> Palette | None:
    if len(colours) < 2:
        return None
    if reference is None:
        axis = np.linalg.svd(colours - np.median(colours, 0), full_matrices=False)[2][0]
        axis = axis if axis.sum() >= 0 else -axis
    else:
        axis = reference.centres[0] - reference.centres[1]
    first = _split(colours @ axis)
    for _ in range(5):
        centres = np.stack([np.median(colours[first], 0), np.median(colours[~first], 0)])
        distance = np.linalg.norm(colours[:, None] - centres[None], axis=2)
        nearer = distance[:, 0] < distance[:, 1]
        if nearer.all() or not nearer.any():
            break
        first = nearer
    centres = np.stack([np.median(colours[first], 0), np.median(colours[~first], 0)])
    apart = float(np.linalg.norm(centres[0] - centres[1]))
    least = SEPARATE if reference is None else SEPARATE_NAMED
    return Palette(centres=centres) if apart > least else None


def _split(values: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The higher of the two groups that explain the values best (exact 2-means on a line)."""
    order = np.sort(values)
    count = np.arange(1, len(order))
    left = np.cumsum(order)[:-1]
    right = order.sum() - left
    between = left**2 / count + right**2 / (len(order) - count)
    cut = int(between.argmax())
    return np.asarray(values > (order[cut] + order[cut + 1]) / 2)
