"""A ball whose colour is known: found again on a disc or loose by that colour over the felt's."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, most_of
from vision.faces import FACE, faces, ring_offsets, tops
from vision.felt import OFFSET, Felt
from vision.frames import Image
from vision.lit_paints import glare_colour
from vision.observation import SeenBall, SeenDisc
from vision.palette import Palette
from vision.rectify import View, felt_view, local_frames, sample

HUE, LIGHT = 0.30, 0.75
"""How far from the learned colour (log chroma, log brightness) a pixel still is the ball's."""
GRID_MM = 1.5
ON_DISC, ON_DISC_LEAD = 0.40, 0.20
LOOSE = (0.45, 1.8)
LOOSE_SCALE = 0.5
DISTINCT = 0.25
BARE_PX = 4
LEAST_POINTS = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class BallLook:
    """The ball's colour: log BGR over the felt's (3)."""

    colour: Floats

    @classmethod
    def learn(
        cls, image: Image, table: TableMap, surface: Surface, ball: SeenBall
    ) -> "BallLook | None":
        """From a ball whose place is known; None when it looks like the felt there."""
        short = min(surface.ball_mm)
        at = np.array([[ball.x_mm, ball.y_mm, ball.z_mm + short / 2]])
        inside = _disc_grid(0.30 * short)
        colours = sample(image, local_frames(table, at), inside)
        felt = Felt.learn(image, table, surface)
        ratio = np.median(felt.ratio(colours, at[:, :2])[0], axis=0)
        return cls(colour=ratio) if np.abs(ratio).max() > DISTINCT else None

    def is_ball(self, ratio: Floats | NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which colours (…×3, log over felt) are the ball's."""
        delta = ratio - self.colour
        light = mean_of(delta)
        hue = most_of(delta - light[..., None])
        return np.asarray((hue < HUE) & (np.abs(light) < LIGHT), np.bool_)

    def find(
        self,
        image: Image,
        table: TableMap,
        surface: Surface,
        discs: Sequence[SeenDisc],
        felt: Felt | None = None,
    ) -> SeenBall | None:
        """The ball on a disc or on the felt; None when nothing there has its colour and size.
        `felt` saves learning it again.
        """
        felt = felt or Felt.learn(image, table, surface)
        on_disc = self._on_disc(image, table, surface, discs, felt)
        return on_disc or self._loose(image, table, surface, discs, felt)

    def _on_disc(
        self,
        image: Image,
        table: TableMap,
        surface: Surface,
        discs: Sequence[SeenDisc],
        felt: Felt,
    ) -> SeenBall | None:
        """The disc on whose top far more is ball-coloured than on others of its team."""
        if not discs:
            return None
        short = min(surface.ball_mm)
        tops = [(d.level + 1) * surface.disc_height_mm for d in discs]
        at = np.array([(d.x_mm, d.y_mm, z + 0.4 * short) for d, z in zip(discs, tops, strict=True)])
        grid = _disc_grid(0.62 * surface.disc_mm / 2 + 2)
        match = self.is_ball(felt.ratio(sample(image, local_frames(table, at), grid), at[:, :2]))
        whole = np.pi / 4 * surface.ball_mm[0] * surface.ball_mm[1] / GRID_MM**2
        share = match.sum(axis=1) / whole
        lead = share - _usual(share, discs)
        best = int(lead.argmax())
        if share[best] < ON_DISC or lead[best] < ON_DISC_LEAD:
            return None
        offset = grid[match[best]].mean(axis=0)
        others = np.delete(lead, best)
        unsure = len(others) > 0 and lead[best] - float(others.max()) < ON_DISC_LEAD
        return SeenBall(
            x_mm=float(at[best, 0] + offset[0]),
            y_mm=float(at[best, 1] + offset[1]),
            z_mm=tops[best],
            sigma_mm=3.0 if unsure else 1.0,
            on_disc=best,
        )

    def _loose(
        self,
        image: Image,
        table: TableMap,
        surface: Surface,
        discs: Sequence[SeenDisc],
        felt: Felt,
    ) -> SeenBall | None:
        """The lone blob of the ball's colour that has its size best."""
        view = felt_view(image, table, surface, LOOSE_SCALE, min(surface.ball_mm) / 2)
        ratio = np.log(view.image.astype(np.float32) + OFFSET) - np.log(_bare(view, felt) + OFFSET)
        mask = self.is_ball(ratio).astype(np.uint8)
        for disc in discs:
            spot = ((disc.x_mm, disc.y_mm) - np.array(view.origin_mm)) * view.px_per_mm
            radius = int(surface.disc_mm / 2 * view.px_per_mm) + 1
            cv2.circle(mask, (round(spot[0]), round(spot[1])), radius, 0, -1)
        _, _, stats, centres = cv2.connectedComponentsWithStats(mask)
        whole = np.pi / 4 * surface.ball_mm[0] * surface.ball_mm[1] * LOOSE_SCALE**2
        size = stats[1:, cv2.CC_STAT_AREA] / whole
        good = np.nonzero((size > LOOSE[0]) & (size < LOOSE[1]))[0]
        if not len(good):
            return None
        best = good[int(np.abs(np.log(size[good])).argmin())]
        x, y = view.to_mm(np.asarray(centres[1 + best], np.float64))
        return SeenBall(x_mm=float(x), y_mm=float(y), sigma_mm=1.0 if len(good) == 1 else 2.5)


def team_beside_ball(
    image: Image,
    table: TableMap,
    surface: Surface,
    disc: SeenDisc,
    judge: tuple[BallLook, Palette],
    felt: Felt | None = None,
) -> tuple[int | None, float]:
    """Team of a disc that carries the ball, and how clearly: from what the ball leaves to see of
    paint and rim. `felt` saves learning it again.
    """
    look, palette = judge
    felt = felt or Felt.learn(image, table, surface)
    at = tops(surface, [disc])
    points = sample(image, local_frames(table, at), ring_offsets(surface, FACE))
    free = ~look.is_ball(felt.ratio(points, at[:, :2]))[0]
    if free.sum() < LEAST_POINTS:
        return disc.team, 0.0
    seen = faces(image, table, surface, [disc], felt)
    return palette.judge_points(points[0][free], seen, glare_colour(seen))


def _bare(view: View, felt: Felt) -> NDArray[np.float32]:
    """The felt as it would look in a view with nothing on it (H×W×3), enlarged from BARE_PX."""
    height, width = view.image.shape[:2]
    u, v = np.meshgrid(np.arange(0, width, BARE_PX), np.arange(0, height, BARE_PX))
    mm = view.to_mm(np.stack([u.ravel(), v.ravel()], 1) + np.float64((BARE_PX - 1) / 2))
    small = felt.at(mm).reshape(*u.shape, 3).astype(np.float32)
    size = (u.shape[1] * BARE_PX, u.shape[0] * BARE_PX)
    return np.asarray(cv2.resize(small, size)[:height, :width], np.float32)


def _disc_grid(radius: float) -> Floats:
    """Points (N×2 mm) GRID_MM apart within a radius of the origin."""
    steps = np.arange(-radius, radius + 1e-9, GRID_MM)
    points = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    return np.asarray(points[np.hypot(points[:, 0], points[:, 1]) <= radius], np.float64)


def _usual(share: Floats, discs: Sequence[SeenDisc]) -> Floats:
    """For each disc the median share of ball colour on the other discs of its team, which is their
    crest's own; 0 for the last of a team.
    """
    teams = np.array([-1 if d.team is None else d.team for d in discs])
    others = [share[(teams == team) & (np.arange(len(discs)) != k)] for k, team in enumerate(teams)]
    return np.array([float(np.median(each)) if len(each) else 0.0 for each in others])
