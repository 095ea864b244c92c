"""A disc put where another lay is told by its face; one that only changed its light is not."""

from dataclasses import replace

import pytest

from calibration.surface import Surface
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.prints import Prints
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
CAMERA = SyntheticCamera(SURFACE, default_view(SURFACE, (1280, 720)), Look(), seed=3)
DISC = SceneDisc(x_mm=200.0, y_mm=420.0, team=0, label="4", angle=0.3)
SEEN = (SeenDisc(x_mm=200.0, y_mm=420.0, track=7),)


def picture(disc: SceneDisc, light: float = 1.0) -> Image:
    return CAMERA.render(Scene(discs=(disc,), light=light), light)


def alike(after: Image, ball: SeenBall | None = None) -> bool | None:
    faces = Prints(surface=SURFACE)
    faces.take(picture(DISC), CAMERA.table, SEEN, None)
    faces.keep(SEEN)
    faces.take(after, CAMERA.table, SEEN, ball)
    return faces.alike(7, 0)


@pytest.mark.parametrize("light", [0.7, 1.0, 1.2])
def test_the_same_disc_is_alike_in_any_light(light: float) -> None:
    assert alike(picture(DISC, light)) is True


@pytest.mark.parametrize("turn", [0.9, 2.0, 3.5])
def test_a_disc_that_was_turned_is_not_alike(turn: float) -> None:
    assert alike(picture(replace(DISC, angle=0.3 + turn, label="11"))) is False


def test_what_is_not_known_is_not_told() -> None:
    assert alike(picture(DISC), SeenBall(x_mm=200, y_mm=420, on_disc=0)) is None
    faces = Prints(surface=SURFACE)
    faces.take(picture(DISC), CAMERA.table, SEEN, None)
    assert faces.alike(7, 0) is None
