"""A map from a camera or four corners falls on the ruled lines of a picture to a tenth of a mm."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.grid import residual_mm, sight_lines
from calibration.picture_file import load_picture
from calibration.pose import Freedom, focal_from_homography, from_corners, snap
from calibration.problem import EyeProblem
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.scene import read_scene

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
SCENE = read_scene(FIXTURES / "crests.json")
PICTURE = load_picture(FIXTURES / "crests.jpg")


def farthest(one: TableMap, two: TableMap, surface: Surface, z_mm: float) -> float:
    """How far two maps disagree anywhere on the felt, mm."""
    corners = np.column_stack([np.asarray(surface.corners_mm), np.full(4, z_mm)])
    middle = np.array([[surface.width_mm / 2, surface.length_mm / 2, z_mm]])
    points = np.concatenate([corners, middle])
    return float(
        np.linalg.norm(one.to_table(two.to_image(points), z_mm) - points[:, :2], axis=1).max()
    )


def test_the_true_camera_lies_on_the_lines() -> None:
    assert residual_mm(PICTURE, SCENE.table, SCENE.surface) < 0.8


def test_clicked_corners_snap_onto_the_lines() -> None:
    size = SCENE.table.lens.size
    clicked = from_corners(SCENE.corners_px, SCENE.surface, size)
    snapped = from_corners(SCENE.corners_px, SCENE.surface, size, PICTURE)
    assert residual_mm(PICTURE, snapped, SCENE.surface) < 0.15
    assert farthest(snapped, SCENE.table, SCENE.surface, 6.0) < 1.5
    assert residual_mm(PICTURE, clicked, SCENE.surface) > residual_mm(
        PICTURE, snapped, SCENE.surface
    )


@settings(max_examples=8, deadline=None)
@given(x=st.floats(-2.5, 2.5), y=st.floats(-2.5, 2.5))
def test_a_nudged_camera_is_moved_back(x: float, y: float) -> None:
    level = snap(PICTURE, SCENE.table, SCENE.surface, Freedom(lens=False))
    nudged = replace(level, t=level.t + np.array([x, y, 0.0]))
    back = snap(PICTURE, nudged, SCENE.surface, Freedom(lens=False))
    assert farthest(back, level, SCENE.surface, 0.0) < 0.15


def test_a_picture_without_lines_leaves_the_map_alone() -> None:
    blank = np.full_like(PICTURE, 60)
    assert snap(blank, SCENE.table, SCENE.surface) is SCENE.table
    assert residual_mm(blank, SCENE.table, SCENE.surface) == float("inf")
    assert sight_lines(blank, SCENE.table, SCENE.surface).count == 0


def test_the_focal_length_comes_out_of_a_tilted_view() -> None:
    camera = np.array([[1500.0, 0, 959.5], [0, 1500.0, 539.5], [0, 0, 1]])
    turn, _ = cv2.Rodrigues(np.array([2.5, 0.3, 0.1]))
    pose = np.column_stack([turn[:, 0], turn[:, 1], [-260.0, 300.0, 1300.0]])
    focal = focal_from_homography(camera @ pose, (1920, 1080))
    assert focal == pytest.approx(1500.0, rel=1e-6)


def test_a_frontal_view_leaves_the_focal_length_open() -> None:
    frontal = np.array([[1.2, 0, 300.0], [0, 1.2, 10.0], [0, 0, 1.0]])
    assert focal_from_homography(frontal, (1920, 1080)) is None


@pytest.mark.parametrize(
    ("corners", "key"),
    [
        ([(0, 0), (1, 0), (1, 1)], "corners.four"),
        ([(100, 100), (400, 300), (400, 100), (100, 300)], "corners.order"),
        ([(100, 100), (float("nan"), 300), (400, 100), (100, 300)], "corners.four"),
    ],
)
def test_impossible_corners_are_refused(corners: list[tuple[float, float]], key: str) -> None:
    with pytest.raises(EyeProblem) as refused:
        from_corners(corners, SCENE.surface, (960, 540))
    assert refused.value.key == key
