"""`evaluate discs`: annotations of both kinds, the figures, the dump, and bad input."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tests.vision.drawn import as_picture, ruled_board, stone
from vision.__main__ import app
from vision.evaluate_discs import matched

RUNNER = CliRunner()
PLACES = [(80.0, 80.0), (120.0, 80.0), (200.0, 160.0), (240.0, 200.0), (80.0, 200.0)]
RADIUS = 19.0


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """One photograph of five stones, annotated as JSON and as YOLO text."""
    board = ruled_board(1, (320, 280), (120, 175, 205))
    for place in PLACES:
        stone(board, place, RADIUS, (28, 26, 25))
    cv2.imwrite(str(tmp_path / "stones.jpg"), as_picture(board))
    discs = [{"x": x, "y": y, "r": RADIUS, "cls": "black"} for x, y in PLACES]
    told = {"note": "", "images": {"stones.jpg": discs, "elsewhere.jpg": discs}}
    (tmp_path / "annotations.json").write_text(json.dumps(told), encoding="utf-8")
    size = f"{2 * RADIUS / 320} {2 * RADIUS / 280}"
    rows = [f"0 {x / 320} {y / 280} {size}" for x, y in PLACES]
    (tmp_path / "stones.txt").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("annotations", ["annotations.json", "stones.txt", "."])
def test_both_kinds_of_annotations_give_the_same_figures(photos: Path, annotations: str) -> None:
    dump = photos / "dump.jsonl"
    told = ["--annotations", str(photos / annotations), "--json", "--dump", str(dump)]
    done = RUNNER.invoke(app, ["evaluate", "discs", str(photos), *told])
    assert done.exit_code == 0
    figures = json.loads(done.stdout.splitlines()[-1])
    assert (figures["pictures"], figures["discs"]) == (1, 5)
    assert (figures["recall"], figures["precision"]) == (1.0, 1.0)
    (line,) = [json.loads(row) for row in dump.read_text(encoding="utf-8").splitlines()]
    assert line["file"] == "stones.jpg"
    assert set(line["discs"][0]) == {"x_px", "y_px", "r_px"}


def test_one_find_answers_for_one_disc() -> None:
    discs = np.array([(0.0, 0.0, 10.0), (8.0, 0.0, 10.0)])
    assert matched(np.array([(4.0, 0.0)]), discs) == 1
    assert matched(np.array([(1.0, 0.0), (2.0, 0.0)]), discs) == 1
    assert matched(np.zeros((0, 2)), discs) == 0


@pytest.mark.parametrize(
    "damage", ["{", "[]", '{"images": 3}', '{"images": {"stones.jpg": [{"x": 1, "y": 1, "r": 0}]}}']
)
def test_damaged_annotations_are_one_sentence(photos: Path, damage: str) -> None:
    (photos / "annotations.json").write_text(damage, encoding="utf-8")
    told = ["--annotations", str(photos / "annotations.json"), "--lang", "fr"]
    done = RUNNER.invoke(app, ["evaluate", "discs", str(photos), *told])
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_annotations_of_other_pictures_are_wrong_input(photos: Path) -> None:
    (photos / "stones.jpg").unlink()
    for name in ("annotations.json", "none.json", "stones.txt"):
        told = ["--annotations", str(photos / name), "--lang", "en"]
        done = RUNNER.invoke(app, ["evaluate", "discs", str(photos), *told])
        assert done.exit_code == 2
        assert name in done.stderr


@pytest.mark.parametrize("radius", [1e-9, 0.1, 2.0, 1e9])
@pytest.mark.parametrize("kind", ["json", "txt"])
def test_a_radius_that_cannot_be_is_told_with_its_place(
    photos: Path, radius: float, kind: str
) -> None:
    (photos / "annotations.json").write_text(
        json.dumps({"images": {"stones.jpg": [{"x": 80, "y": 80, "r": r} for r in (19, radius)]}}),
        encoding="utf-8",
    )
    rows = [f"0 0.3 0.3 {2 * r / 320} {2 * r / 280}" for r in (19, radius)]
    (photos / "stones.txt").write_text("\n".join(rows), encoding="utf-8")
    path = photos / ("annotations.json" if kind == "json" else "stones.txt")
    told = ["--annotations", str(path), "--lang", "en"]
    done = RUNNER.invoke(app, ["evaluate", "discs", str(photos), *told])
    assert done.exit_code == 2
    assert f"In {path}, disc 2 of stones.jpg" in done.stderr
