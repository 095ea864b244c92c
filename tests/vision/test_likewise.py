"""A disc on a painted circle larger than itself lies where it does."""

import numpy as np

from calibration.surface import Surface
from vision.discs import find_discs
from vision.observation import SeenDisc
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view
from vision.synthetic.scene import PaintedCircle

SURFACE = Surface(
    files=11, ranks=20, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
TABLE = default_view(SURFACE, (1280, 720))
FREE = tuple(
    SceneDisc(x_mm=60.0 + 80 * (k % 5), y_mm=100.0 + 110 * (k // 5), team=k % 2, angle=float(k))
    for k in range(15)
)
PLACES = [(100.0, 500.0), (220.0, 620.0), (340.0, 540.0), (260.0, 700.0)]
ON_PAINT = tuple(
    SceneDisc(x_mm=x + 1.2 * np.cos(2 * k), y_mm=y + 1.2 * np.sin(2 * k), team=k % 2)
    for k, (x, y) in enumerate(PLACES)
)


def read(look: Look, discs: tuple[SceneDisc, ...]) -> list[SeenDisc]:
    image = SyntheticCamera(SURFACE, TABLE, look, seed=4).render(Scene(discs=discs), 0.0)
    return find_discs(image, TABLE, SURFACE)


def test_a_disc_on_a_larger_painted_circle_lies_where_it_does() -> None:
    painted = tuple(
        PaintedCircle(x_mm=x, y_mm=y, radius_mm=17.2, colour=(240, 236, 226), line_mm=2.0)
        for x, y in PLACES
    )
    found = read(Look(painted=painted), (*FREE, *ON_PAINT))
    assert len(found) == len(FREE) + len(ON_PAINT)
    for disc in ON_PAINT:
        away = min(np.hypot(one.x_mm - disc.x_mm, one.y_mm - disc.y_mm) for one in found)
        assert away < 1.0
