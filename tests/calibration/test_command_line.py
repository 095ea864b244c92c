"""`python -m calibration` on its own."""

import json
from pathlib import Path

import pytest

from calibration.__main__ import app
from calibration.store import load_calibration
from vision.scene import read_scene

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
SURFACE = read_scene(FIXTURES / "crests.json").surface


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> int | str | None:
    monkeypatch.setattr("sys.argv", ["calibration", *args])
    with pytest.raises(SystemExit) as end:
        app()
    return end.value.code


def test_a_picture_is_registered_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept.json"
    size = [f"--files={SURFACE.files}", f"--ranks={SURFACE.ranks}"]
    size += [f"--square-mm={SURFACE.square_mm}"]
    picture = str(FIXTURES / "crests.jpg")
    assert run(monkeypatch, picture, *size, f"--out={kept}", "--json") == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["method"] == "markers"
    assert told["residual_mm"] < 0.2
    assert load_calibration(kept).residual_mm == pytest.approx(told["residual_mm"])


@pytest.mark.parametrize(
    ("lang", "sentence"), [("fr_FR", "Image introuvable"), ("en_GB", "There is no picture")]
)
def test_a_missing_picture_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, sentence: str
) -> None:
    monkeypatch.setenv("LC_ALL", lang)
    assert run(monkeypatch, "nowhere.jpg") == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_a_torn_picture_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = (FIXTURES / "crests.jpg").read_bytes()
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(whole[: len(whole) // 2])
    assert run(monkeypatch, str(torn)) == 2
    assert str(torn) in capsys.readouterr().err


def test_the_language_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR")
    assert run(monkeypatch, "nowhere.jpg", "--lang", "en") == 2
    assert capsys.readouterr().err.startswith("There is no picture")
