"""The ring of ground paint on a disc: whole without a ball, broken where one lies on it."""

import numpy as np
import pytest

from calibration.surface import Surface
from vision.ball import find_ball
from vision.breach import breaches
from vision.discs import find_discs
from vision.felt import Felt
from vision.synthetic import Look, Scene, SceneBall, SceneDisc, SyntheticCamera, default_view

SURFACE = Surface(
    files=11, ranks=20, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
DISCS = tuple(
    SceneDisc(x_mm=40.0 + 70 * (k % 6), y_mm=100.0 + 250 * (k // 6), team=k % 2, label=str(k))
    for k in range(12)
)
TABLE = default_view(SURFACE, (1280, 720))


@pytest.mark.parametrize("signs", [False, True])
@pytest.mark.parametrize("ball", [(236, 226, 206), (112, 62, 40)])
@pytest.mark.parametrize("carrier", [3, 8])
def test_the_broken_ring_tells_the_carrier(
    signs: bool,  # noqa: FBT001 - a pytest parameter
    ball: tuple[int, int, int],
    carrier: int,
) -> None:
    on = DISCS[carrier]
    lying = SceneBall(x_mm=on.x_mm + 1, y_mm=on.y_mm - 2, z_mm=6.0, angle=0.7)
    camera = SyntheticCamera(SURFACE, TABLE, Look(signs=signs, ball=ball), seed=2)
    image = camera.render(Scene(discs=DISCS, ball=lying), 0.0)
    discs = find_discs(image, TABLE, SURFACE)
    broken = breaches(image, TABLE, SURFACE, discs, Felt.learn(image, TABLE, SURFACE))
    most = discs[int(np.argmax(broken))]
    assert np.hypot(most.x_mm - on.x_mm, most.y_mm - on.y_mm) < 2
    assert np.sort(broken)[-2] < 0.35 < broken.max()
    found = find_ball(image, TABLE, SURFACE, discs)
    assert found is not None
    assert found.on_disc == int(np.argmax(broken))


def test_no_discs_have_no_rings() -> None:
    image = SyntheticCamera(SURFACE, TABLE, Look(), seed=2).render(Scene(), 0.0)
    assert len(breaches(image, TABLE, SURFACE, [], Felt.learn(image, TABLE, SURFACE))) == 0
