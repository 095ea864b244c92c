"""A view that has gone: how far is told from a few lines, and its map is found again."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drift import apart_mm, found_again, posed, view_shift
from calibration.picture_file import load_picture
from calibration.pose import from_camera
from calibration.table_map import TableMap
from vision.scene import read_scene
from vision.synthetic.knocks import knocked

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
PICTURE = load_picture(FIXTURES / "crests.jpg")
SURFACE = TRUTH.surface
TABLE = posed(PICTURE, TRUTH.table, SURFACE)


def shifted(x_mm: float, y_mm: float) -> TableMap:
    return replace(TABLE, t=TABLE.t + TABLE.R @ np.array([x_mm, y_mm, 0.0]))


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (1.5, -0.7), (-11.0, 6.0), (17.9, -17.9)])
def test_how_far_the_view_has_gone_is_told(x: float, y: float) -> None:
    shift = view_shift(PICTURE, shifted(x, y), SURFACE)
    assert shift is not None
    assert shift.sure
    assert (shift.x[0], shift.y[0]) == pytest.approx((-x, -y), abs=0.3)
    assert shift.most_mm == pytest.approx(np.hypot(x, y), abs=0.9)
    assert shift.since(shift).most_mm == 0.0


def test_a_shift_is_known_up_to_whole_squares() -> None:
    size = SURFACE.square_mm
    shift = view_shift(PICTURE, shifted(size - 3.0, 0.0), SURFACE)
    assert shift is not None
    assert shift.x[0] == pytest.approx(3.0, abs=0.3)


def test_a_third_of_the_felt_hidden_changes_little() -> None:
    hidden = PICTURE.copy()
    wide = hidden.shape[1]
    hidden[:, wide // 3 : wide // 3 + wide // 4] = (90, 120, 180)
    shift = view_shift(hidden, shifted(2.0, 1.0), SURFACE)
    assert shift is not None
    assert shift.sure
    assert (shift.x[0], shift.y[0]) == pytest.approx((-2.0, -1.0), abs=0.4)


def test_nothing_is_told_without_lines() -> None:
    flat = np.full_like(PICTURE, 90)
    assert view_shift(flat, TABLE, SURFACE) is None
    assert found_again(flat, TABLE, SURFACE) is None


@pytest.mark.parametrize("seed", range(8))
def test_a_knocked_view_is_found_again(seed: int) -> None:
    gone = knocked(TABLE, SURFACE, np.random.default_rng(seed))
    assert apart_mm(gone, TABLE, SURFACE) > 2.0
    found = found_again(PICTURE, gone, SURFACE)
    assert found is not None
    assert apart_mm(found, posed(PICTURE, TABLE, SURFACE), SURFACE) < 0.1
    assert np.array_equal(found.lens.K, TABLE.lens.K)


def test_a_felt_ruled_in_dark_lines_is_found_too() -> None:
    gone = knocked(TABLE, SURFACE, np.random.default_rng(3))
    found = found_again(np.asarray(255 - PICTURE, np.uint8), gone, SURFACE)
    assert found is not None
    assert apart_mm(found, TABLE, SURFACE) < 1.0


def test_another_scene_is_no_view_of_the_board() -> None:
    noise = np.random.default_rng(2).integers(0, 255, PICTURE.shape, np.uint8)
    blurred = np.asarray(cv2.GaussianBlur(noise, (0, 0), 4), np.uint8)
    assert found_again(blurred, TABLE, SURFACE) is None


def test_maps_apart_are_measured_on_the_felt() -> None:
    assert apart_mm(TABLE, TABLE, SURFACE) == pytest.approx(0.0, abs=1e-3)
    assert apart_mm(shifted(3.0, 4.0), TABLE, SURFACE) == pytest.approx(5.0, abs=0.1)
    other = from_camera(
        TABLE.lens.K, TABLE.lens.dist, np.column_stack([TABLE.R, TABLE.t / 1000]), TABLE.lens.size
    )
    assert apart_mm(other, TABLE, SURFACE) == pytest.approx(0.0, abs=1e-3)
