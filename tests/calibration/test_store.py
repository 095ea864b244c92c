"""A calibration comes back from disk as it was; a damaged one is refused in one sentence."""

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.problem import EyeProblem
from calibration.store import StoredCalibration, load_calibration, save_calibration
from vision.scene import read_scene

SCENE = read_scene(Path(__file__).parents[1] / "vision" / "fixtures" / "crests.json")


def stored() -> StoredCalibration:
    return StoredCalibration(
        camera="v4l2:///dev/video0",
        method="corners",
        corners_px=SCENE.corners_px,
        table=SCENE.table,
        residual_mm=0.08,
    )


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "calibration.json"
    save_calibration(path, stored())
    back = load_calibration(path)
    assert (back.camera, back.method, back.residual_mm) == ("v4l2:///dev/video0", "corners", 0.08)
    assert back.corners_px == SCENE.corners_px
    points = [[10.0, 20.0, 0.0], [400.0, 900.0, 12.0]]
    np.testing.assert_array_equal(back.table.to_image(points), SCENE.table.to_image(points))


@pytest.mark.parametrize("damage", ["", "[1, 2]", '{"version": 1}', '{"version": 9}', "\x00\xff"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(damage, encoding="utf-8")
    with pytest.raises(EyeProblem) as refused:
        load_calibration(path)
    assert refused.value.key == "calibration.damaged"


def test_a_matrix_that_is_not_finite_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_calibration(path, stored())
    content = json.loads(path.read_text(encoding="utf-8"))
    content["R"][0][0] = float("nan")
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(EyeProblem):
        load_calibration(path)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(EyeProblem) as refused:
        load_calibration(tmp_path / "none.json")
    assert "calibrate" in refused.value.sentence("en")
    assert "calibrez" in refused.value.sentence("fr")


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x", encoding="utf-8")
    with pytest.raises(EyeProblem) as refused:
        save_calibration(blocked / "calibration.json", stored())
    assert refused.value.key == "dump.refused"
