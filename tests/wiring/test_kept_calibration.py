"""What is kept of a camera: found by `play` without a word, told by `doctor`, damaged or not."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from app.rehearsal.stage import surface_of
from app.rulebook.words import Problem
from app.wiring import calibrating, doctor, live_eye
from app.wiring.aiming import kept_for
from app.wiring.boards import boards
from app.wiring.cli import run
from app.wiring.language import Voice
from app.wiring.live_eye import LiveEye
from app.wiring.registering import stored_as
from calibration.drift import apart_mm
from calibration.history import keep
from calibration.quality import quality
from calibration.registration import Registration
from calibration.table_map import TableMap
from vision.synthetic import Look, Scene, SyntheticCamera, default_view
from vision.synthetic.knocks import knocked

SURFACE = surface_of(boards()["std"])
TABLE = default_view(SURFACE, (960, 540))
PICTURE = SyntheticCamera(SURFACE, TABLE, Look(), 4).render(Scene(), 0.0)


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A camera of one picture, and a folder of its own for what is kept."""
    for module in (doctor, live_eye):
        monkeypatch.setattr(module, "calibrations_folder", lambda: tmp_path / "kept")
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), PICTURE)
    return str(path)


def kept(url: str, table: TableMap, folder: Path) -> Path:
    found = Registration(
        table=table, method="grid", quality=quality(PICTURE, TABLE, SURFACE), home_known=True
    )
    return keep(folder, stored_as(url, found, SURFACE), SURFACE)


def test_a_match_uses_what_was_kept_and_follows_a_view_that_was_moved(
    film: str, tmp_path: Path
) -> None:
    kept(film, knocked(TABLE, SURFACE, np.random.default_rng(3)), tmp_path / "kept")
    eye = LiveEye((film, "std", None, ""))
    assert eye.table is not None
    assert apart_mm(eye.table, TABLE, SURFACE) < 0.5
    assert eye.picture() is None
    eye.sight()
    shown = eye.picture()
    assert shown is not None
    assert shown.bgr is PICTURE or np.array_equal(shown.bgr, PICTURE)
    eye.close()


def test_a_camera_nobody_calibrated_is_set_up_first(film: str) -> None:
    eye = LiveEye((film, "std", None, ""))
    assert eye.table is None
    with pytest.raises(Problem):
        eye.sight()
    eye.close()


def test_what_no_longer_fits_is_not_used(film: str, tmp_path: Path) -> None:
    kept(film, TABLE, tmp_path / "kept")
    cv2.imwrite(film, np.full_like(PICTURE, 60))
    eye = LiveEye((film, "std", None, ""))
    assert eye.table is None
    eye.close()


def test_the_doctor_tells_each_camera_and_what_is_damaged(film: str, tmp_path: Path) -> None:
    def told() -> list[tuple[bool, str]]:
        return doctor.calibration_lines(Voice("fr"))

    assert [good for good, _ in told()] == [True]
    kept("camera:eye", TABLE, tmp_path / "kept")
    path = kept("camera:eye", TABLE, tmp_path / "kept")
    kept(film, TABLE, tmp_path / "kept")
    lines = told()
    assert [good for good, _ in lines] == [True, True]
    assert any("camera:eye" in text and "960×540" in text and "mm" in text for _, text in lines)
    path.write_text("{")
    assert sorted(good for good, _ in told()) == [False, True]
    assert kept_for("camera:eye", (960, 540), tmp_path / "kept") is None


def test_a_flickering_lamp_tells_the_row_time_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A film of the table under a lamp on 50 Hz, read by a rolling shutter in 20 ms."""
    path, fps, readout = tmp_path / "film.avi", 28.7, 0.020
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (960, 540))
    for k in range(15):
        rows = k / fps + readout * np.arange(540) / 540
        light = 1 + 0.05 * np.sin(2 * np.pi * 100 * rows)
        writer.write(np.clip(PICTURE * light[:, None, None], 0, 255).astype(np.uint8))
    writer.release()
    monkeypatch.setattr(calibrating, "calibrations_folder", lambda: tmp_path / "kept")
    assert run(["calibrate", "--camera", str(path), "--home", "left"]) == 0
    kept = kept_for(str(path), (960, 540), tmp_path / "kept")
    assert kept is not None
    assert kept.table.lens.row_time * 540 == pytest.approx(readout, rel=0.08)
