"""Pixels and millimetres are inverse to each other at every height; the height matters."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.pose import from_camera
from calibration.table_map import TableMap

POSE_M = [
    [-0.0004383332561701536, 0.9999596476554871, -0.008958525024354458, -0.49326232075691223],
    [0.9740007519721985, -0.0016025829827412963, -0.22653859853744507, -0.24757292866706848],
    [-0.2265438288450241, -0.00882494356483221, -0.9739609956741333, 1.1912699937820435],
]


def camera(k1: float = -0.05, k2: float = 0.01) -> TableMap:
    lens = [[1669.8, 0.0, 960.0], [0.0, 1669.8, 540.0], [0.0, 0.0, 1.0]]
    return from_camera(lens, [k1, k2, 0, 0, 0], POSE_M, (1920, 1080))


@given(
    x=st.floats(-40, 560),
    y=st.floats(-40, 1000),
    z=st.floats(0, 40),
    k1=st.floats(-0.1, 0.1),
)
def test_to_table_undoes_to_image_at_any_height(x: float, y: float, z: float, k1: float) -> None:
    table = camera(k1)
    back = table.to_table(table.to_image([[x, y, z]]), z)[0]
    np.testing.assert_allclose(back, [x, y], atol=2e-3)


def test_each_pixel_may_have_its_own_height() -> None:
    table = camera()
    points = np.array([[10.0, 20.0, 0.0], [500.0, 900.0, 6.0], [250.0, 480.0, 12.0]])
    back = table.to_table(table.to_image(points), points[:, 2])
    np.testing.assert_allclose(back, points[:, :2], atol=1e-3)


def test_a_disc_seen_at_the_wrong_height_is_off_by_millimetres() -> None:
    table = camera()
    top = table.to_image([[20.0, 940.0, 6.0]])
    on_felt = table.to_table(top, 0.0)[0]
    assert 2.0 < np.hypot(*(on_felt - (20.0, 940.0))) < 6.0


def test_the_camera_stands_above_the_table_in_millimetres() -> None:
    assert 900 < camera().eye_mm[2] < 1500
