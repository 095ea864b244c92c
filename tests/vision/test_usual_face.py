"""A ball makes a face unlike its team, though their colour be the same; how faces turn does not."""

import numpy as np
import pytest

from calibration.surface import Surface
from vision.felt import Felt
from vision.observation import SeenDisc
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.scene import Look, Scene, SceneBall, SceneDisc
from vision.synthetic.view import default_view
from vision.usual_face import unlike_team

SURFACE = Surface(
    files=11, ranks=20, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
TABLE = default_view(SURFACE, (1920, 1080))
WHITE, BLACK = (225, 222, 215), (40, 40, 45)
LOOK = Look(teams=(WHITE, BLACK), ball=WHITE)
"""Both the ball and the first team's discs are white."""


def _unlike(carrier: int | None) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    discs = tuple(
        SceneDisc(
            x_mm=60.0 + 60 * (k % 6), y_mm=100.0 + 90 * (k // 6), team=k % 2, label=str(k), angle=k
        )
        for k in range(12)
    )
    ball = None
    if carrier is not None:
        under = discs[carrier]
        ball = SceneBall(x_mm=under.x_mm + 1.0, y_mm=under.y_mm, z_mm=6.0, angle=0.4)
    image = SyntheticCamera(SURFACE, TABLE, LOOK, seed=2).render(Scene(discs=discs, ball=ball), 0.0)
    seen = [SeenDisc(x_mm=d.x_mm, y_mm=d.y_mm, team=d.team) for d in discs]
    felt = Felt.learn(image, TABLE, SURFACE)
    return unlike_team(image, TABLE, SURFACE, seen, felt)


@pytest.mark.parametrize("carrier", [4, 7])
def test_the_disc_under_a_ball_is_unlike_the_others(carrier: int) -> None:
    bare, laden = _unlike(None), _unlike(carrier)
    assert laden.argmax() == carrier
    assert laden[carrier] > 1.5 * bare.max()


def test_three_discs_tell_nothing() -> None:
    image = np.zeros((1080, 1920, 3), np.uint8)
    few = [SeenDisc(x_mm=100.0 * k, y_mm=100.0, team=0) for k in range(1, 4)]
    assert not unlike_team(image, TABLE, SURFACE, few, Felt.learn(image, TABLE, SURFACE)).any()
