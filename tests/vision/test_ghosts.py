"""A ball by painted lines on the felt is not taken to lie on a disc, and one on a disc is."""

import pytest

from calibration.surface import RuledLine
from tests.vision.staged import at_square, camera_over, ruled, shown
from vision.ghosts import real_under_ball
from vision.observation import SeenDisc
from vision.synthetic import Scene, SceneBall, SceneDisc

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
