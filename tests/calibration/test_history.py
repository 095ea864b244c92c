"""The last five calibrations of a camera are kept, apart by resolution and way it hangs."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.history import KEPT, keep, newest, rotation_deg
from calibration.registration import turned
from calibration.store import StoredCalibration
from calibration.table_map import TableMap
from vision.scene import read_scene

SCENE = read_scene(Path(__file__).parents[1] / "vision" / "fixtures" / "crests.json")
SURFACE = SCENE.surface


def stored(table: TableMap, residual_mm: float, camera: str = "camera:0") -> StoredCalibration:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return StoredCalibration(
        camera=camera, method="grid", corners_px=corners, table=table, residual_mm=residual_mm
    )


def test_the_last_five_stay_and_the_newest_is_found(tmp_path: Path) -> None:
    for k in range(7):
        path = keep(tmp_path, stored(SCENE.table, 0.1 * k), SURFACE)
        os.utime(path, ns=(k * 10**9, k * 10**9))
    assert len(list(tmp_path.glob("*.json"))) == KEPT
    found = newest(tmp_path, "camera:0", SCENE.table.lens.size)
    assert found is not None
    assert found.residual_mm == pytest.approx(0.6)


def test_other_cameras_sizes_and_turns_are_kept_apart(tmp_path: Path) -> None:
    half = turned(SCENE.table, SURFACE)
    smaller = replace(SCENE.table, lens=replace(SCENE.table.lens, size=(640, 360)))
    for table, camera in ((SCENE.table, "a"), (half, "a"), (smaller, "a"), (SCENE.table, "b")):
        for _ in range(KEPT):
            keep(tmp_path, stored(table, 0.1, camera), SURFACE)
    assert len(list(tmp_path.glob("*.json"))) == 4 * KEPT
    assert newest(tmp_path, "c", SCENE.table.lens.size) is None
    assert newest(tmp_path, "b", (640, 360)) is None


def test_the_turn_of_a_map(tmp_path: Path) -> None:
    turn = rotation_deg(SCENE.table, SURFACE)
    assert rotation_deg(turned(SCENE.table, SURFACE), SURFACE) == (turn + 180) % 360
    assert newest(tmp_path / "none", "camera:0", (960, 540)) is None
