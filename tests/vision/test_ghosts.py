"""A ball by painted lines on the felt is not taken to lie on a disc, and one on a disc is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.surface import RuledLine
from tests.vision.staged import FPS, at_square, camera_over, ruled, settled, shown
from vision.felt import Felt
from vision.ghosts import likely_discs, likely_under_ball, real_discs, real_under_ball
from vision.observation import SeenDisc
from vision.synthetic import Look, Scene, SceneBall, SceneDisc

SURFACE = ruled(
    RuledLine(a=(200.0, 0.0), b=(200.0, 960.0)), RuledLine(a=(0.0, 480.0), b=(520.0, 480.0))
)
CAMERA = camera_over(SURFACE, seed=9)
DISCS = tuple(at_square(SURFACE, f, r, (f + r) % 2) for f in (3, 9) for r in (4, 9, 14))


@pytest.mark.parametrize(
    "beside", [(8.0, 14.0), (10.0, 10.0), (-9.0, 12.0), (-12.0, -9.0), (-181.0, -17.0)]
)
@pytest.mark.parametrize("lies", [False, True])
def test_a_ball_by_two_lines_lies_on_a_disc_only_if_there_is_one(
    beside: tuple[float, float], *, lies: bool
) -> None:
    x, y = 200.0 + beside[0], 480.0 + beside[1]
    under = SceneDisc(x_mm=x + 1.0, y_mm=y - 3.0, team=0)
    ball = SceneBall(x_mm=x, y_mm=y, z_mm=SURFACE.disc_height_mm if lies else 0.0)
    scene = Scene(discs=(*DISCS, under) if lies else DISCS, ball=ball)
    picture = shown(CAMERA, scene, 0.0).image, CAMERA.table, SURFACE
    told = [SeenDisc(x_mm=under.x_mm, y_mm=under.y_mm, team=0)]
    assert real_under_ball(picture, told, (x, y)) == (told if lies else [])
    assert likely_under_ball(picture, told[0], (x, y), Felt.learn(*picture)) == lies


@pytest.mark.parametrize("beside", [(15.0, 462.0), (497.0, 492.0), (501.0, 495.0), (20.0, 63.5)])
def test_a_ball_between_the_edge_and_a_line_is_read_as_lying_on_the_felt(
    beside: tuple[float, float],
) -> None:
    edge = (RuledLine(a=(0.0, 0.0), b=(0.0, 960.0)), RuledLine(a=(520.0, 0.0), b=(520.0, 960.0)))
    lines = tuple(RuledLine(a=(0.0, y), b=(520.0, y)) for y in (80.0, 480.0))
    surface = ruled(*edge, *lines)
    camera = camera_over(surface, seed=9)
    lay = Scene(discs=DISCS, ball=SceneBall(x_mm=260.0, y_mm=300.0))
    eye = settled(camera, lay, (260.0, 300.0))
    scene = Scene(discs=DISCS, ball=SceneBall(x_mm=beside[0], y_mm=beside[1], angle=1.2))
    seen = [eye.look(shown(camera, scene, 1.0 + k / FPS)) for k in range(round(6 * FPS))][-1]
    assert len(seen.discs) == len(DISCS)
    assert seen.ball is not None
    assert seen.ball.on_disc is None


def test_a_disc_whose_rim_passes_for_felt_is_one_by_its_paint() -> None:
    picture = shown(CAMERA, Scene(discs=DISCS), 0.0).image.copy()
    disc = DISCS[2]
    at = np.array([[disc.x_mm, disc.y_mm, SURFACE.disc_height_mm]])
    u, v = CAMERA.table.to_image(at)[0]
    beside = CAMERA.table.to_image(np.add(at, (SURFACE.disc_mm, 0.0, 0.0)))[0]
    radius = float(np.hypot(*(beside - (u, v)))) / 2
    felt = [int(level) for level in picture[round(beside[1]), round(beside[0])]]
    cv2.circle(picture, (round(u), round(v)), round(0.88 * radius), felt, round(0.25 * radius))
    where = picture, CAMERA.table, SURFACE
    told = [SeenDisc(x_mm=disc.x_mm, y_mm=disc.y_mm, team=0)]
    assert real_discs(*where, told) == []
    assert likely_discs(where, told) == told
    bare = [SeenDisc(x_mm=disc.x_mm + 2 * SURFACE.disc_mm, y_mm=disc.y_mm, team=0)]
    assert likely_discs(where, bare) == []


@pytest.mark.parametrize("brighter", [1.2, 1.4])
def test_a_white_disc_on_felt_almost_as_bright_is_no_felt(brighter: float) -> None:
    look = Look(felt=(165, 167, 169), teams=((250, 250, 248),) * 2)
    camera = camera_over(SURFACE, seed=9, look=look)
    bright = shown(camera, Scene(discs=DISCS), 0.0).image * brighter
    where = np.clip(bright, 0, 255).astype(np.uint8), camera.table, SURFACE
    told = [SeenDisc(x_mm=disc.x_mm, y_mm=disc.y_mm, team=0) for disc in DISCS]
    bare = [replace(disc, x_mm=disc.x_mm + 2 * SURFACE.disc_mm) for disc in told]
    assert likely_discs(where, [*told, *bare]) == told
