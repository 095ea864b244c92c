"""Whether a place of the table still looks as it did, whatever the light and the camera did."""

from collections.abc import Sequence
from math import hypot

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.rectify import local_frames, sample

GRID = 13
"""So many points across a place are compared."""
BEYOND = 1.3
"""A place is so many times as wide as what lies there."""
SAME = 0.9
"""Correlation of log colours from which on the same thing is seen: measured on pieces left alone
0.91 in a fiftieth of the light and 0.98 else; on those moved by 2 mm 0.91 and less, on felt and
hands in their place 0.5 and less."""
OFF_MM = 2.0
"""A disc that moved by so much looks otherwise."""
FAINT = 0.04
"""Deviation of log colours under which a place shows nothing that could be known again."""
DARK = 4.0
LEAST_SHOWN, BALL_EDGE_MM = 0.3, 1.5
"""Share of a place that must show beside the ball, and what is left out around that."""

Seen = tuple[Image, TableMap]
"""A BGR picture and its map."""


class Remembered:
    """What the pieces last read looked like, each in the picture it was measured in."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._discs: tuple[Seen, tuple[SeenDisc, ...]] | None = None
        self._ball: tuple[Seen, SeenBall] | None = None

    def keep_discs(self, seen: Seen, discs: Sequence[SeenDisc]) -> None:
        self._discs = seen, tuple(discs)

    def keep_ball(self, seen: Seen, ball: SeenBall | None) -> None:
        """A ball told to lie where it was remembered was not measured again."""
        if self._ball is not None and ball is not None:
            was = self._ball[1]
            if (was.x_mm, was.y_mm) == (ball.x_mm, ball.y_mm):
                return
        self._ball = None if ball is None else (seen, ball)

    def ball(self, now: Seen) -> SeenBall | None:
        """The ball, if its place looks the same."""
        if self._ball is None:
            return None
        before, ball = self._ball
        return ball if unchanged(before, now, self._surface, [ball])[0] else None

    def is_new(self, now: Seen, ball: SeenBall) -> bool:
        """Whether a ball's place looked otherwise at the last reading."""
        if self._discs is None:
            return True
        return not unchanged(self._discs[0], now, self._surface, [ball])[0]

    @property
    def has_ball(self) -> bool:
        """Whether a ball was told to lie on the table at the last reading."""
        return self._ball is not None

    def corrected(self, now: Seen, found: Sequence[SeenDisc]) -> list[SeenDisc]:
        """The discs found; of one that is now read otherwise though its place looks the same, what
        was read before: a ring fits the lower disc of a stack as well as the upper.
        """
        out = list(found)
        if self._discs is None:
            return out
        before, discs = self._discs
        gaps = _gaps(found, discs)
        pairs = [
            (int(k), discs[j])
            for k, j in np.argwhere(gaps <= self._surface.disc_mm / 2)
            if found[k].team != discs[j].team or gaps[k, j] > OFF_MM
        ]
        same = unchanged(before, now, self._surface, [was for _, was in pairs])
        for (k, was), alike in zip(pairs, same, strict=True):
            if alike:
                out[k] = was
        return out

    def missing(
        self, now: Seen, found: Sequence[SeenDisc], ball: SeenBall | None = None
    ) -> list[SeenDisc]:
        """The discs that are none of those found, and whose places look the same (beside a ball
        that may lie there now).
        """
        if self._discs is None:
            return []
        before, discs = self._discs
        lost = [disc for disc in discs if is_other(disc, found, self._surface)]
        same = unchanged(before, now, self._surface, lost, ball)
        return [disc for disc, alike in zip(lost, same, strict=True) if alike]


def _gaps(found: Sequence[SeenDisc], before: Sequence[SeenDisc]) -> Floats:
    """How far N discs lie from M others, mm (N×M)."""
    here, there = (
        np.array([(disc.x_mm, disc.y_mm) for disc in discs]).reshape(-1, 2)
        for discs in (found, before)
    )
    return np.asarray(np.linalg.norm(here[:, None] - there, axis=2), np.float64)


def is_other(disc: SeenDisc, known: Sequence[SeenDisc], surface: Surface) -> bool:
    """Whether a disc is none of these, read once more: no two lie within half a diameter."""
    apart = surface.disc_mm / 2
    return all(hypot(disc.x_mm - d.x_mm, disc.y_mm - d.y_mm) > apart for d in known)


def unchanged(
    before: Seen,
    now: Seen,
    surface: Surface,
    pieces: Sequence[SeenDisc | SeenBall],
    ball: SeenBall | None = None,
) -> tuple[bool | None, ...]:
    """For each piece that lay there before whether its place looks the same now, but for what a
    ball hides; None where it showed too little before to tell.
    """
    if not pieces:
        return ()
    steps = np.linspace(-0.5, 0.5, GRID)
    unit = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    unit = unit[np.hypot(*unit.T) <= 0.5]
    at = np.array([_middle(surface, piece) for piece in pieces])
    offsets = [unit * BEYOND * _across(surface, piece) for piece in pieces]
    shown = _beside(now[1], surface, at, np.asarray(offsets), ball)
    then, here = (_looks(sample(*_sampling(seen, at), offsets), shown) for seen in (before, now))
    alike = (then * here).sum(1) / np.sqrt((then**2).sum(1) * (here**2).sum(1) + 1e-9)
    told = (np.sqrt((then**2).mean(1)) > FAINT) & (shown.mean(1) > LEAST_SHOWN)
    return tuple(
        bool(same >= SAME) if sure else None for sure, same in zip(told, alike, strict=True)
    )


def _beside(
    table: TableMap, surface: Surface, at: Floats, offsets: Floats, ball: SeenBall | None
) -> NDArray[np.bool_]:
    """Which points of each place a ball does not hide (N×M)."""
    if ball is None:
        return np.ones(offsets.shape[:2], np.bool_)
    middle = table.to_image([_middle(surface, ball)])
    hidden = np.array([table.to_table(middle, z)[0] for z in at[:, 2]]) - at[:, :2]
    away = np.linalg.norm(offsets - hidden[:, None], axis=2)
    return np.asarray(away > max(surface.ball_mm) / 2 + BALL_EDGE_MM, np.bool_)


def _sampling(seen: Seen, at: Floats) -> tuple[Image, Floats]:
    image, table = seen
    return image, local_frames(table, at)


def _middle(surface: Surface, piece: SeenDisc | SeenBall) -> tuple[float, float, float]:
    """Where a disc's face is, or a ball's middle (mm)."""
    if isinstance(piece, SeenBall):
        return piece.x_mm, piece.y_mm, piece.z_mm + min(surface.ball_mm) / 2
    return piece.x_mm, piece.y_mm, (piece.level + 1) * surface.disc_height_mm


def _across(surface: Surface, piece: SeenDisc | SeenBall) -> float:
    return max(surface.ball_mm) if isinstance(piece, SeenBall) else surface.disc_mm


def _looks(colours: NDArray[np.float32], shown: NDArray[np.bool_]) -> Floats:
    """Log colours less the mean of each channel over the points shown: N×(points · 3)."""
    log = np.log(np.asarray(colours, np.float64) + DARK)
    weight = shown[..., None] / np.maximum(shown.sum(1), 1)[:, None, None]
    log = (log - (log * weight).sum(axis=1, keepdims=True)) * shown[..., None]
    return np.asarray(log.reshape(len(log), -1), np.float64)
