"""Rectified views show the table in millimetres; local cameras are good over a disc."""

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.picture_file import load_picture
from vision.rectify import felt_view, local_frames, native_px_per_mm, patch_view, sample
from vision.scene import read_scene

FIXTURES = Path(__file__).parent / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
PICTURE = load_picture(FIXTURES / "crests.jpg")


@settings(max_examples=40)
@given(
    x=st.floats(20, 500), y=st.floats(20, 940), dx=st.floats(-15, 15), dy=st.floats(-15, 15),
    z=st.sampled_from([0.0, 6.0, 12.0]),
)  # fmt: skip
def test_a_local_camera_is_the_camera_within_a_disc(
    x: float, y: float, dx: float, dy: float, z: float
) -> None:
    frame = local_frames(TRUTH.table, np.array([[x, y, z]]))[0]
    near = frame[:, :2] @ (dx, dy) + frame[:, 2]
    exact = TRUTH.table.to_image([[x + dx, y + dy, z]])[0]
    assert np.hypot(*(near - exact)) < 0.1


def test_views_agree_with_the_picture_and_each_other() -> None:
    scale = 0.5
    whole = felt_view(PICTURE, TRUTH.table, TRUTH.surface, scale, z_mm=6.0, margin_mm=20.0)
    assert whole.image.shape[:2] == (int(1000 * scale) + 1, int(560 * scale) + 1)
    patch = patch_view(PICTURE, TRUTH.table, (260.0, 480.0), 30.0, (scale, 6.0))
    u = round((260.0 + 20.0) * scale)
    v = round((480.0 + 20.0) * scale)
    half = patch.image.shape[0] // 2
    same = whole.image[v - half : v + half + 1, u - half : u + half + 1]
    assert np.abs(same.astype(int) - patch.image).mean() < 2.0
    np.testing.assert_allclose(patch.to_mm(np.array([[half, half]])), [[260.0, 480.0]])


def test_sampling_reads_the_picture_at_table_points() -> None:
    frames = local_frames(TRUTH.table, np.array([[100.0, 100.0, 0.0], [300.0, 700.0, 0.0]]))
    colours = sample(PICTURE, frames, np.array([[0.0, 0.0], [3.0, 0.0]]))
    assert colours.shape == (2, 2, 3)
    u, v = frames[0, :, 2].round().astype(int)
    assert np.abs(colours[0, 0] - PICTURE[v, u]).max() < 30
    assert sample(PICTURE, frames[:0], np.array([[0.0, 0.0]])).shape == (0, 1, 3)


def test_the_resolution_is_pixels_per_millimetre() -> None:
    assert 0.6 < native_px_per_mm(TRUTH.table, TRUTH.surface) < 0.9
