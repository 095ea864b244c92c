"""The team of the disc that carries the ball: what the ball leaves to see of its face."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.faces import FACE, faces, ring_offsets, tops
from vision.felt import Felt
from vision.frames import Image
from vision.lit_paints import glare_colour
from vision.observation import SeenBall, SeenDisc
from vision.palette import Palette
from vision.rectify import Floats32, local_frames, sample

BALL_EDGE_MM = 1.0
FEWEST = 12
"""So many points of a face must show."""

Picture = tuple[Image, TableMap, Surface]
"""A BGR picture, its map, the surface."""


def teams_despite_ball(
    picture: Picture,
    discs: Sequence[SeenDisc],
    ball: SeenBall,
    palette: Palette | None,
    felt: Felt | None = None,
) -> list[SeenDisc]:
    """The discs, the one under the ball judged where the ball, whose outline is known, is not: by
    a fitted palette, else by what the teams of the other discs look like.
    """
    out = list(discs)
    if ball.on_disc is None or ball.turn_rad is None:
        return out
    others = [d for k, d in enumerate(discs) if k != ball.on_disc and d.team is not None]
    if {d.team for d in others} != {0, 1}:
        return out
    if palette is None or not palette.fitted:
        palette = Palette.learn_named(*picture, others, [d.team or 0 for d in others])
    disc = out[ball.on_disc]
    clear = _beside(picture, disc, ball)
    if clear.sum() >= FEWEST:
        lamp = glare_colour(faces(*picture, discs, felt))
        seen = faces(*picture, [disc], felt)
        team, margin = palette.judge_points(face_points(picture, disc)[clear], seen, lamp)
        out[ball.on_disc] = replace(disc, team=team, team_margin=margin)
    return out


def face_points(picture: Picture, disc: SeenDisc) -> Floats32:
    """The colours of a disc's face on the rings `FACE`: M×3 BGR."""
    image, table, surface = picture
    frames = local_frames(table, tops(surface, [disc]))
    return np.asarray(sample(image, frames, ring_offsets(surface, FACE))[0], np.float32)


def _beside(picture: Picture, disc: SeenDisc, ball: SeenBall) -> NDArray[np.bool_]:
    """Which points of the rings lie beside the ball as the camera sees it."""
    _, table, surface = picture
    at = tops(surface, [disc])
    top = float(at[0, 2])
    middle = table.to_image([[ball.x_mm, ball.y_mm, top + surface.ball_mm[1] / 2]])
    centre = table.to_table(middle, top)[0] - at[0, :2]
    cos, sin = np.cos(ball.turn_rad or 0.0), np.sin(ball.turn_rad or 0.0)
    x, y = (ring_offsets(surface, FACE) - centre).T
    long, short = surface.ball_mm[0] / 2 + BALL_EDGE_MM, surface.ball_mm[1] / 2 + BALL_EDGE_MM
    away = np.hypot((x * cos + y * sin) / long, (-x * sin + y * cos) / short)
    return np.asarray(away > 1, np.bool_)
