"""`calibrate`, `look --calibration auto` and `print`, from the command line."""

import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app.rehearsal.stage import surface_of
from app.wiring.boards import board_named
from app.wiring.cli import run
from calibration.markers import find_markers
from calibration.store import load_calibration
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view

POINTS = 72 / 25.4


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A synthetic table without markers, Home on the left."""
    surface = surface_of(board_named("std"))
    camera = SyntheticCamera(surface, default_view(surface, (1280, 720)), Look(markers=False), 3)
    discs = tuple(SceneDisc(x_mm=60.0 + 50 * k, y_mm=100.0 + 60 * k, team=k % 2) for k in range(8))
    path = tmp_path_factory.mktemp("table") / "table.png"
    cv2.imwrite(str(path), camera.render(Scene(discs=discs), at=0.0))
    return path


def answer(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[dict[str, Any], str]:
    capsys.readouterr()
    assert run([*(str(word) for word in argv), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    return json.loads(said.splitlines()[-1]), said


def test_a_picture_calibrates_its_camera(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "camera.json"
    told, said = answer(capsys, "calibrate", picture, "--out", out, "--json")
    assert told["method"] == "grid"
    assert told["home_known"] is False
    assert "left" in said
    assert told["residual_mm"] < 0.3
    kept = load_calibration(out)
    assert kept.residual_mm == pytest.approx(told["residual_mm"], abs=1e-3)
    told, said = answer(capsys, "calibrate", picture, "--out", out, "--home", "right", "--json")
    assert (told["home_known"], told["rotation_deg"]) == (True, 180)
    corner = np.array(told["corners_px"])[0]
    assert np.linalg.norm(corner - np.array(kept.corners_px)[2]) < 1.5


def test_a_picture_is_read_by_its_own_grid(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, _ = answer(capsys, "look", picture, "--calibration", "auto", "--out", tmp_path, "--json")
    (read,) = told["pictures"]
    assert len(read["discs"]) == 8
    places = np.array(sorted((disc["x_mm"], disc["y_mm"]) for disc in read["discs"]))
    expected = [(60.0 + 50 * k, 100.0 + 60 * k) for k in range(8)]
    off = np.linalg.norm(places - expected, axis=1)
    assert np.median(off) < 0.5
    assert off.max() < 3.5


def test_what_cannot_be_calibrated_is_one_sentence(
    picture: Path, tmp_path: Path, complaint: Callable[..., str]
) -> None:
    grey = tmp_path / "grey.png"
    cv2.imwrite(str(grey), np.full((360, 640, 3), 80, np.uint8))
    assert "grid" in complaint("calibrate", grey)
    assert "quadrillage" in complaint("calibrate", grey, lang="fr")
    assert "--camera" in complaint("calibrate")
    assert "side" in complaint("calibrate", picture, "--home", "up")
    assert "on the left or the right" in complaint("calibrate", picture, "--home", "top")
    assert str(grey) in complaint("calibrate", picture, grey)
    assert "grid" in complaint("look", grey, "--calibration", "auto")


def sizes_mm(path: Path) -> list[float]:
    """Widths of all rectangles of a PDF."""
    data = path.read_bytes()
    streams = [
        zlib.decompress(part) for part in re.findall(rb"stream\n(x.*?)\nendstream", data, re.DOTALL)
    ]
    drawn = b"".join(s for s in streams if b" re" in s).decode("latin-1")
    return [float(width) / POINTS for width in re.findall(r"([\d.]+) -?[\d.]+ re", drawn)]


def test_markers_are_printed_in_true_size(tmp_path: Path) -> None:
    path = tmp_path / "markers.pdf"
    assert run(["print", "markers", "--out", str(path), "--lang", "fr"]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    widths = sizes_mm(path)
    assert sum(abs(width - 49.5) < 0.05 for width in widths) == 4
    modules = [width for width in widths if abs(width - 6.25) < 0.05]
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    black = sum(int((cv2.aruco.generateImageMarker(book, k, 6) == 0).sum()) for k in range(4))
    assert len(modules) == black
    assert find_markers(np.full((200, 200, 3), 255, np.uint8)) == {}


def test_a_sheet_is_printed_for_a_board(tmp_path: Path, complaint: Callable[..., str]) -> None:
    path = tmp_path / "sheet.pdf"
    assert run(["print", "sheets", "--out", str(path), "--lang", "en"]) == 0
    assert path.stat().st_size > 1000
    assert "board" in complaint("print", "sheets", "--board", "none", "--out", path)
    assert str(tmp_path) in complaint("print", "markers", "--out", tmp_path)
