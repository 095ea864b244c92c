"""`python -m calibration` on its own."""

import json
from pathlib import Path

import pytest

from calibration.__main__ import main
from calibration.store import load_calibration
from vision.scene import read_scene

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
SURFACE = read_scene(FIXTURES / "crests.json").surface


def run(monkeypatch: pytest.MonkeyPatch, *args: str) -> int | str | None:
    monkeypatch.setattr("sys.argv", ["calibration", *args])
    with pytest.raises(SystemExit) as end:
        main()
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


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("x.jpg", "--files", "0"), "--files"),
        (("x.jpg", "--square-mm", "nan"), "--square-mm"),
        (("x.jpg", "--zorro"), "--zorro"),
        ((".",), "“.” is a folder"),
        (("a" * 300 + ".jpg",), "too long for a file"),
        (("OWN", "--out", "OWN"), "another name"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    args: tuple[str, ...],
    says: str,
) -> None:
    own = tmp_path / "own.jpg"
    own.write_bytes((FIXTURES / "crests.jpg").read_bytes())
    assert run(monkeypatch, "--lang", "en", *(str(own) if a == "OWN" else a for a in args)) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert own.read_bytes()[:2] == b"\xff\xd8"


@pytest.mark.parametrize(("lang", "word"), [("fr", "quadrillé"), ("en", "ruled")])
def test_the_help_page_speaks_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, word: str
) -> None:
    assert run(monkeypatch, "--lang", lang, "--help") == 0
    page = capsys.readouterr().out
    assert word in page
    assert "help." not in page
