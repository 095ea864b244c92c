"""Bad pictures, scenes, corners and calibrations end in one sentence, exit code 2."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app.rulebook.words import Problem
from app.wiring.cli import run
from app.wiring.reading import results
from calibration.pose import from_corners
from calibration.store import StoredCalibration, save_calibration
from calibration.surface import Surface
from vision.scene import read_scene

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
SCENE = FIXTURES / "crests.json"
PICTURE = FIXTURES / "crests.jpg"
CLICKED = "100,900,1800,900,1500,100,400,100"
Complaint = Callable[..., str]


def pictures(folder: Path) -> dict[str, Path]:
    whole = PICTURE.read_bytes()
    made = {
        "missing": folder / "none.jpg",
        "folder": folder,
        "empty": folder / "empty.jpg",
        "text": folder / "text.jpg",
        "torn": folder / "torn.jpg",
        "tiny": folder / "tiny.png",
        "huge": folder / "huge.png",
        "dark": folder / "dark.png",
    }
    made["empty"].touch()
    made["text"].write_text("no picture", "utf-8")
    made["torn"].write_bytes(whole[: len(whole) // 2])
    cv2.imwrite(str(made["tiny"]), np.zeros((1, 1, 3), np.uint8))
    wide, high = json.loads(SCENE.read_text("utf-8"))["size"]
    cv2.imwrite(str(made["dark"]), np.zeros((high, wide, 3), np.uint8))
    made["huge"].write_bytes(_png(60_000, 60_000))
    return made


def _png(wide: int, high: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        crc = zlib.crc32(kind + body).to_bytes(4, "big")
        return len(body).to_bytes(4, "big") + kind + body + crc

    head = wide.to_bytes(4, "big") + high.to_bytes(4, "big") + bytes((8, 2, 0, 0, 0))
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"0" * 99)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing", "no picture at"),
        ("folder", "is a folder"),
        ("empty", "cannot be read"),
        ("text", "cannot be read"),
        ("torn", "cannot be read"),
        ("huge", "cannot be read"),
        ("tiny", "is 1×1 pixels"),
        ("dark", "lines of the felt are not where"),
    ],
)
def test_pictures(tmp_path: Path, complaint: Complaint, name: str, says: str) -> None:
    path = pictures(tmp_path)[name]
    assert says in complaint("look", path, "--scene", SCENE, "--out", tmp_path)
    assert str(path) in complaint("look", path, "--scene", SCENE, lang="fr")


@pytest.mark.parametrize(
    "corners",
    [
        "1,2,3,4,5,6,7",
        "1,2,3,4,5,6,7,8,9",
        "a,b",
        "nan,1,2,3,4,5,6,7",
        "inf,1,2,3,4,5,6,7",
        "0,0,100,100,100,0,0,100",
        "5,5,5,5,5,5,90,90",
        "5,5,5,5,5,5,5,5",
        "1e308,0,0,1e308,-1e308,0,0,-1e308",
        "100,100,1800,100,1500,900,400,900",
    ],
)
def test_corners(complaint: Complaint, corners: str) -> None:
    assert "orner" in complaint("look", PICTURE, "--corners", corners)
    assert "coins" in complaint("look", PICTURE, "--corners", corners, lang="fr")


def test_corners_told_a_quarter_turn_wrong(complaint: Complaint) -> None:
    numbers = [f"{x:.1f}" for corner in read_scene(SCENE).corners_px for x in corner]
    turned = ",".join(numbers[2:] + numbers[:2])
    for command in ("look", "calibrate"):
        assert "a felt of 13 × 24 squares" in complaint(command, PICTURE, "--corners", turned)


def test_more_discs_than_a_team_has(tmp_path: Path, complaint: Complaint) -> None:
    scene = json.loads(SCENE.read_text("utf-8"))
    scene["teams"]["team1"] = scene["teams"]["team0"]
    path = tmp_path / "alike.json"
    path.write_text(json.dumps(scene), "utf-8")
    assert "a team has 15 (T1)" in complaint("look", PICTURE, "--scene", path, "--out", tmp_path)


def test_what_may_be_a_stack_is_asked_by_its_square(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unsure(*seen: Any, **_: object) -> tuple[list[int], list[int]]:
        return [1] * len(seen[3]), [0]

    monkeypatch.setattr("vision.picture.heights", unsure)
    line = ["look", str(PICTURE), "--scene", str(SCENE), "--out", str(tmp_path)]
    assert run([*line, "--lang", "en"]) == 0
    assert "two discs on one another at" in capsys.readouterr().out


def test_where_the_eye_looks_from_must_be_known(complaint: Complaint) -> None:
    assert "--corners" in complaint("look", PICTURE)


SCENE_EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no K": lambda s: s.pop("K"),
    "no board": lambda s: s.pop("board"),
    "K of words": lambda s: s.update(K="x"),
    "K of zeros": lambda s: s.update(K=[[0] * 3] * 3),
    "K of nan": lambda s: s["K"][0].__setitem__(0, float("nan")),
    "dist of one": lambda s: s.update(dist=[1.0]),
    "a pose that turns nothing": lambda s: s.update(RT=[[0.0] * 4] * 3),
    "size of one": lambda s: s.update(size=[5]),
    "size below zero": lambda s: s.update(size=[-1, 5]),
    "files below zero": lambda s: s["board"].update(files=-1),
    "too many files": lambda s: s["board"].update(files=10**9),
    "no file": lambda s: s["board"].update(files=0),
    "squares of nothing": lambda s: s["board"].update(square_mm=0),
    "squares without end": lambda s: s["board"].update(square_mm=1e9),
    "a ball of one length": lambda s: s.update(ball_mm=[5]),
    "discs of words": lambda s: s.update(discs="x"),
    "teams of numbers": lambda s: s.update(teams=3),
    "a ball of nothing": lambda s: s.update(ball_mm=[0.01, 0.01]),
    "a felt without end": lambda s: s["board"].update(square_mm=4000),
    "a lens that folds": lambda s: s.update(dist=[50, 50, 0, 0, 50]),
    "a camera under the table": lambda s: s["RT"][2].__setitem__(3, -s["RT"][2][3]),
    "colours of nan": lambda s: s["teams"].update(team0=[[float("nan"), 0, 0]]),
    "a colour beyond all": lambda s: s["teams"].update(team0=[[1e300, 0, 0]]),
    "part of a file": lambda s: s["board"].update(files=13.7),
    "files by yes or no": lambda s: s["board"].update(files=True),
    "a carrier that is none": lambda s: s["ball"].update(carrier={"team": 0}),
    "a disc nowhere": lambda s: s["discs"][0].update(x_mm=float("nan")),
    "a ball nowhere": lambda s: s["ball"].update(x_mm=float("inf")),
    "five corners": lambda s: s.update(corners_clicked_px=[[1, 2]] * 5),
    "a corner nowhere": lambda s: s.update(corners_clicked_px=[[float("nan"), 2]] * 4),
    "an even board": lambda s: s["board"].update(files=12),
    "no 22": lambda s: s["board"].pop("zone22"),
}


@pytest.mark.parametrize("edit", SCENE_EDITS)
def test_scenes(tmp_path: Path, complaint: Complaint, edit: str) -> None:
    scene = json.loads(SCENE.read_text("utf-8"))
    SCENE_EDITS[edit](scene)
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(scene), "utf-8")
    assert str(path) in complaint("look", PICTURE, "--scene", path)
    assert str(path) in complaint("look", PICTURE, "--scene", path, lang="fr")


DAMAGED = {"words": b"hello", "bytes": bytes(range(256)), "deep": b"[" * 100_000, "null": b"null"}


@pytest.mark.parametrize("option", ["--scene", "--calibration"])
@pytest.mark.parametrize("damage", [*DAMAGED, "missing", "folder"])
def test_scene_and_calibration_files(
    tmp_path: Path, complaint: Complaint, option: str, damage: str
) -> None:
    path = tmp_path / damage
    if damage in DAMAGED:
        path.write_bytes(DAMAGED[damage])
    elif damage == "folder":
        path.mkdir()
    assert str(path) in complaint("look", PICTURE, option, path)


IMPOSSIBLE = {
    "dist": [1e300, 0, 0, 0, 0],
    "t_mm": [0.0, 0.0, -1e3],
    "row_time_s": float("nan"),
    "residual_mm": float("inf"),
}


def test_a_calibration_that_no_camera_has(tmp_path: Path, complaint: Complaint) -> None:
    felt = Surface(files=13, ranks=24, square_mm=40, disc_mm=30, disc_height_mm=6, ball_mm=(22, 15))
    numbers = [float(word) for word in CLICKED.split(",")]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    table = from_corners(points, felt, (1920, 1080))
    path = tmp_path / "seen.json"
    stored = StoredCalibration(
        camera="0", method="corners", corners_px=tuple(points), table=table, residual_mm=0.1
    )
    save_calibration(path, stored)
    assert "pixels" in complaint("look", _small(tmp_path), "--calibration", path)
    for field, value in {
        "dist": [1.0],
        "size": [0, 0],
        "version": 9,
        "R": [[0.0] * 3] * 3,
        **IMPOSSIBLE,
    }.items():
        told = json.loads(path.read_text("utf-8")) | {field: value}
        (tmp_path / "bad.json").write_text(json.dumps(told), "utf-8")
        said = complaint("look", PICTURE, "--calibration", tmp_path / "bad.json")
        assert "damaged" in said


def _small(folder: Path) -> Path:
    cv2.imwrite(str(folder / "small.png"), np.zeros((30, 40, 3), np.uint8))
    return folder / "small.png"


def test_pictures_of_one_name_are_told_apart(tmp_path: Path) -> None:
    given = [tmp_path / "a" / "x.jpg", tmp_path / "b" / "x.png", tmp_path / "x-3-read.jpg"]
    places = results([*given, given[0]], tmp_path)
    assert [path.name for path in places] == [
        "x-read.jpg", "x-2-read.jpg", "x-3-read-read.jpg", "x-4-read.jpg",
    ]  # fmt: skip


def test_a_grey_picture_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grey = cv2.imread(str(PICTURE), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    cv2.imwrite(str(tmp_path / "grey.png"), grey)
    line = ["look", str(tmp_path / "grey.png"), "--scene", str(SCENE), "--out", str(tmp_path)]
    run([*line, "--lang", "en"])
    assert "grey.png has no colours" in capsys.readouterr().out
    run(["look", str(PICTURE), *line[2:], "--lang", "en"])
    assert "no colours" not in capsys.readouterr().out


def test_a_calibration_is_not_written_over_its_picture(
    tmp_path: Path, complaint: Complaint
) -> None:
    (tmp_path / "x.jpg").write_bytes(PICTURE.read_bytes())
    said = complaint("calibrate", tmp_path / "x.jpg", "--out", tmp_path / "x.jpg")
    assert "another name" in said
    assert (tmp_path / "x.jpg").read_bytes() == PICTURE.read_bytes()


def test_without_a_window_no_match_is_begun(
    tmp_path: Path, complaint: Complaint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> None:
        raise Problem("ui.no_display")

    monkeypatch.setattr("app.ui.app.need_window", nowhere)
    match = tmp_path / "match.jsonl"
    asked = ("--camera", PICTURE, "--calibration", "auto", "--match", match)
    assert "No display" in complaint("play", *asked)
    assert not match.exists()


def test_an_annotated_picture_that_cannot_be_written(tmp_path: Path, complaint: Complaint) -> None:
    (tmp_path / "file").touch()
    said = complaint("look", PICTURE, "--scene", SCENE, "--out", tmp_path / "file")
    assert "cannot be written" in said
