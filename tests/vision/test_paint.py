"""Circles painted on the felt are no discs, whatever lies on or beside them."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.discs import find_discs
from vision.felt import Felt
from vision.frames import Image
from vision.paint import bodies, shadow_depths
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view
from vision.synthetic.scene import PaintedCircle

SURFACE = Surface(
    files=11, ranks=20, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
DISCS = tuple(
    SceneDisc(x_mm=60.0 + 80 * k, y_mm=100.0 + 130 * (k % 3), team=k % 2) for k in range(5)
)
TABLE: TableMap = default_view(SURFACE, (1280, 720))
PLACES = [(100.0, 500.0), (220.0, 620.0), (340.0, 540.0), (260.0, 700.0)]
OUTLINES = tuple(
    PaintedCircle(x_mm=x, y_mm=y, radius_mm=15.0, colour=(228, 222, 206), line_mm=2.0)
    for x, y in PLACES
)


def seen(painted: tuple[PaintedCircle, ...], discs: tuple[SceneDisc, ...]) -> Image:
    look = Look(painted=painted)
    return SyntheticCamera(SURFACE, TABLE, look, seed=4).render(Scene(discs=discs), 0.0)


@pytest.mark.parametrize("line_mm", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("label", ["", "7"])
def test_painted_circles_are_no_discs(line_mm: float, label: str) -> None:
    painted = tuple(replace(circle, line_mm=line_mm, label=label) for circle in OUTLINES)
    found = find_discs(seen(painted, DISCS), TABLE, SURFACE)
    places = sorted((round(d.x_mm / 10), round(d.y_mm / 10)) for d in found)
    assert places == sorted((round(d.x_mm / 10), round(d.y_mm / 10)) for d in DISCS)


def test_a_disc_on_a_painted_circle_is_one() -> None:
    on = (*DISCS, SceneDisc(x_mm=PLACES[0][0] + 1, y_mm=PLACES[0][1]))
    found = find_discs(seen(OUTLINES, on), TABLE, SURFACE)
    assert len(found) == len(on)


def test_alone_a_circle_is_paint_and_a_disc_is_none() -> None:
    image = seen(OUTLINES[:1], DISCS[:1])
    felt = Felt.learn(image, TABLE, SURFACE)
    centres = np.array([(DISCS[0].x_mm, DISCS[0].y_mm), PLACES[0]])
    depth = shadow_depths(image, TABLE, SURFACE, centres, (felt, np.zeros(2)))
    assert depth[0] > 3 * max(depth[1], 0.02)
    assert bodies(image, TABLE, SURFACE, centres[:1], felt).tolist() == [True]
    assert bodies(image, TABLE, SURFACE, centres[1:], felt).tolist() == [False]
