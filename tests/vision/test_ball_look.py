"""A ball of known colour is found on any disc and loose, and not found when it is not there."""

import numpy as np
import pytest

from calibration.surface import Surface
from vision.ball_look import BallLook, team_beside_ball
from vision.observation import SeenBall, SeenDisc
from vision.palette import Palette
from vision.synthetic import Look, Scene, SceneBall, SceneDisc, SyntheticCamera, default_view

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
TABLE = default_view(SURFACE, (960, 540))
PLACES = [(20.0 + 40 * (5 * k % 13), 60.0 + 30 * k) for k in range(30)]
DISCS = tuple(SceneDisc(x_mm=x, y_mm=y, team=k % 2) for k, (x, y) in enumerate(PLACES))
SEEN = [SeenDisc(x_mm=x, y_mm=y, team=k % 2, team_margin=0.8) for k, (x, y) in enumerate(PLACES)]
TAN, IVORY = (172, 100, 54), (236, 222, 196)


def learned(ball: tuple[int, int, int]) -> tuple[SyntheticCamera, BallLook]:
    camera = SyntheticCamera(SURFACE, TABLE, Look(ball=ball), seed=5)
    image = camera.render(Scene(discs=DISCS, ball=SceneBall(x_mm=300.0, y_mm=470.0)), 0.0)
    look = BallLook.learn(image, TABLE, SURFACE, SeenBall(x_mm=300.0, y_mm=470.0))
    assert look is not None
    return camera, look


@pytest.mark.parametrize("colour", [TAN, IVORY], ids=["tan", "ivory"])
def test_it_is_found_on_every_disc(colour: tuple[int, int, int]) -> None:
    camera, look = learned(colour)
    for k, (x, y) in enumerate(PLACES):
        dx, dy = 3 * np.cos(k), 3 * np.sin(k)
        ball = SceneBall(x_mm=x + dx, y_mm=y + dy, z_mm=6.0, angle=0.7 * k)
        image = camera.render(Scene(discs=DISCS, ball=ball), k / 7)
        found = look.find(image, TABLE, SURFACE, SEEN)
        assert found is not None
        assert found.on_disc == k
        assert np.hypot(found.x_mm - ball.x_mm, found.y_mm - ball.y_mm) < 4.0


def test_it_is_found_loose_and_not_when_it_is_gone() -> None:
    camera, look = learned(TAN)
    for k, (x, y) in enumerate(((260.0, 480.0), (41.0, 899.0), (480.0, 300.0), (100.0, 100.0))):
        ball = SceneBall(x_mm=x, y_mm=y, angle=0.5 * k)
        found = look.find(
            camera.render(Scene(discs=DISCS, ball=ball), 1.0 + k), TABLE, SURFACE, SEEN
        )
        assert found is not None
        assert found.on_disc is None
        assert np.hypot(found.x_mm - x, found.y_mm - y) < 3.0
    assert look.find(camera.render(Scene(discs=DISCS), 9.0), TABLE, SURFACE, SEEN) is None


def test_the_team_is_read_beside_the_ball() -> None:
    camera, look = learned(TAN)
    bare = camera.render(Scene(discs=DISCS), 0.0)
    palette = Palette.learn_named(bare, TABLE, SURFACE, SEEN, [k % 2 for k in range(30)])
    for k, (x, y) in enumerate(PLACES):
        ball = SceneBall(x_mm=x + 1.0, y_mm=y - 2.0, z_mm=6.0, angle=0.9 * k)
        image = camera.render(Scene(discs=DISCS, ball=ball), k / 7)
        team, _ = team_beside_ball(image, TABLE, SURFACE, SEEN[k], (look, palette))
        assert team == k % 2


def test_a_ball_like_the_felt_cannot_be_learned() -> None:
    camera, _ = learned(TAN)
    image = camera.render(Scene(), 0.0)
    assert BallLook.learn(image, TABLE, SURFACE, SeenBall(x_mm=300.0, y_mm=470.0)) is None
