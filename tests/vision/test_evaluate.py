"""The figures of an evaluation are right, and the command prints them as agreed."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from calibration.problem import EyeProblem
from vision.__main__ import app
from vision.evaluate import Totals, dump_line, scene_files, score_picture
from vision.observation import SeenDisc
from vision.scene import TrueDisc
from vision.score import match
from vision.telling import LABELS

FIXTURES = Path(__file__).parent / "fixtures"
AGREED = {
    "pictures", "discs", "recall", "precision", "team_accuracy", "square_accuracy", "boards_right",
    "error_mm_median", "error_mm_p95", "error_mm_max", "ball_accuracy", "carrier_accuracy",
    "stacks_found", "registered", "cpu_ms_median",
}  # fmt: skip
RUNNER = CliRunner()


def true(x: float, y: float, visible: float = 1.0, name: str = "team0-1") -> TrueDisc:
    return TrueDisc(name=name, team=0, x_mm=x, y_mm=y, level=0, covered=False, visible=visible)


def seen(x: float, y: float) -> SeenDisc:
    return SeenDisc(x_mm=x, y_mm=y)


def test_a_find_farther_than_half_a_radius_is_false_and_the_disc_missed() -> None:
    assert match([seen(8, 0)], [true(0, 0)], 15.0) == ([], 1, 1)
    pairs, missed, false = match([seen(7, 0)], [true(0, 0)], 15.0)
    assert (len(pairs), missed, false) == (1, 0, 0)


def test_one_disc_answers_for_one_find_only() -> None:
    pairs, missed, false = match([seen(1, 0), seen(2, 0)], [true(0, 0)], 15.0)
    assert ([k for k, _ in pairs], missed, false) == ([0], 0, 1)


def test_hidden_discs_count_neither_way() -> None:
    assert match([], [true(0, 0, visible=0.2)], 15.0) == ([], 0, 0)
    assert match([seen(0, 0)], [true(0, 0, visible=0.2)], 15.0) == ([], 0, 0)


def test_a_find_belongs_to_the_disc_in_sight_before_the_one_below() -> None:
    discs = [true(0, 0, visible=0.0, name="team0-1"), true(1, 0, name="team0-2")]
    pairs, missed, false = match([seen(0.1, 0)], discs, 15.0)
    assert [disc.name for _, disc in pairs] == ["team0-2"]
    assert (missed, false) == (0, 0)


@pytest.mark.parametrize("calibration", ["given", "corners"])
def test_the_fixtures_are_read_right(calibration: str) -> None:
    totals = Totals()
    for path in scene_files(FIXTURES):
        totals.scores.append(
            score_picture(path, "corners" if calibration == "corners" else "given")
        )
    figures = totals.figures()
    assert set(figures) >= AGREED
    assert (figures["recall"], figures["precision"], figures["team_accuracy"]) == (1.0, 1.0, 1.0)
    assert (figures["square_accuracy"], figures["carrier_accuracy"]) == (1.0, 1.0)
    assert figures["registered"] == 1.0
    assert isinstance(figures["error_mm_p95"], float)
    assert figures["error_mm_p95"] < 2.0


def test_the_command_prints_the_figures_last_and_dumps_what_it_found(tmp_path: Path) -> None:
    dump = tmp_path / "dump.jsonl"
    done = RUNNER.invoke(
        app, ["evaluate", "pictures", str(FIXTURES), "--json", "--dump", str(dump)]
    )
    assert done.exit_code == 0
    assert set(json.loads(done.stdout.splitlines()[-1])) >= AGREED
    lines = [json.loads(line) for line in dump.read_text(encoding="utf-8").splitlines()]
    assert [line["file"] for line in lines] == ["crests.jpg", "hand.jpg"]
    assert set(lines[0]["discs"][0]) == {"team", "x_mm", "y_mm", "level", "sigma_mm"}
    assert {disc["team"] for disc in lines[0]["discs"]} == {"team0", "team1"}
    assert len(lines[0]["corners_px"]) == 4


@pytest.mark.parametrize(("lang", "word"), [("fr", "porteur"), ("en", "carrier")])
def test_the_table_speaks_the_language_asked_for(lang: str, word: str, tmp_path: Path) -> None:
    for suffix in ("json", "jpg"):
        shutil.copy(FIXTURES / f"crests.{suffix}", tmp_path)
    done = RUNNER.invoke(app, ["evaluate", "pictures", str(tmp_path), "--lang", lang])
    assert done.exit_code == 0
    assert word in done.stdout


def test_a_folder_without_pictures_is_wrong_input(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        done = RUNNER.invoke(app, ["evaluate", "pictures", str(folder), "--lang", "en"])
        assert done.exit_code == 2
        assert str(folder) in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("damage", ["{", "[]", '{"size": [960, 540]}', "null"])
def test_a_damaged_scene_is_one_sentence(tmp_path: Path, damage: str) -> None:
    shutil.copy(FIXTURES / "crests.jpg", tmp_path)
    (tmp_path / "crests.json").write_text(damage, encoding="utf-8")
    done = RUNNER.invoke(app, ["evaluate", "pictures", str(tmp_path), "--lang", "fr"])
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_damaged_picture_is_one_sentence(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "crests.json", tmp_path)
    (tmp_path / "crests.jpg").write_bytes(b"not a picture")
    with pytest.raises(EyeProblem) as refused:
        score_picture(tmp_path / "crests.json", "given")
    assert refused.value.key == "picture.unreadable"


def test_every_figure_has_a_name_in_both_languages() -> None:
    figures = Totals().figures()
    assert set(figures) <= set(LABELS)
    assert figures["recall"] is None
    assert all(french and english for french, english in LABELS.values())


def test_a_dump_that_cannot_be_written_is_said_before_anything_is_measured(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "such" / "dump.jsonl"
    asked = ["evaluate", "pictures", str(tmp_path / "neither"), "--dump", str(nowhere)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 2
    assert str(nowhere) in done.stderr


def test_a_dump_of_a_reading_without_ball_says_so() -> None:
    score = score_picture(FIXTURES / "crests.json", "given")
    assert dump_line(score)["ball"] is not None


def test_a_picture_of_another_size_than_its_scene_is_refused(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "crests.jpg", tmp_path)
    scene = json.loads((FIXTURES / "crests.json").read_text(encoding="utf-8"))
    (tmp_path / "crests.json").write_text(
        json.dumps(scene | {"size": [1920, 1080]}), encoding="utf-8"
    )
    with pytest.raises(EyeProblem) as refused:
        score_picture(tmp_path / "crests.json", "given")
    assert refused.value.key == "picture.size"
    assert "1920×1080" in refused.value.sentence("fr")
