"""Colours learned from a table whose layout is known: both teams', and the ball's."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.ball_look import BallLook
from vision.discs import find_discs
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.palette import Palette

Place = tuple[float, float, int]
"""A disc that is known to lie there: x and y in mm, team 0 or 1."""


@dataclass(frozen=True, kw_only=True)
class Learnt:
    """What a picture taught: None where it could not; `known` = discs found at their places,
    `ball` = where it lies.
    """

    palette: Palette | None
    ball_look: BallLook | None
    ball: SeenBall | None
    known: int


def learn_from(
    image: Image,
    table: TableMap,
    surface: Surface,
    teams: Sequence[Place],
    ball_mm: tuple[float, float] | None,
) -> Learnt:
    """Learn from a picture with discs at known places (within half a square) and, when `ball_mm`
    is told, the ball there, on a disc or loose. Colours are learned when both teams were met.
    """
    found = find_discs(image, table, surface)
    known = [(d, team) for d in found if (team := _expected(d, teams, surface)) is not None]
    palette = None
    if {team for _, team in known} == {0, 1}:
        discs, names = [d for d, _ in known], [team for _, team in known]
        palette = Palette.learn_named(image, table, surface, discs, names)
    ball = None if ball_mm is None else _ball(surface, ball_mm, teams)
    look = None if ball is None else BallLook.learn(image, table, surface, ball)
    return Learnt(
        palette=palette, ball_look=look, ball=None if look is None else ball, known=len(known)
    )


def _ball(surface: Surface, at: tuple[float, float], teams: Sequence[Place]) -> SeenBall:
    far = [float(np.hypot(at[0] - x, at[1] - y)) for x, y, _ in teams]
    under = far.index(min(far)) if far and min(far) < surface.disc_mm / 2 else None
    z = 0.0 if under is None else surface.disc_height_mm
    return SeenBall(x_mm=at[0], y_mm=at[1], z_mm=z, on_disc=under)


def _expected(disc: SeenDisc, teams: Sequence[Place], surface: Surface) -> int | None:
    if not teams:
        return None
    far = [(float(np.hypot(disc.x_mm - x, disc.y_mm - y)), team) for x, y, team in teams]
    distance, team = min(far)
    return team if distance < surface.square_mm / 2 else None
