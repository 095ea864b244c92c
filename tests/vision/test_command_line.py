"""`python -m vision`: help in both languages, and one sentence for a command written wrongly."""

from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.command_line import run
from vision.__main__ import app
from vision.measuring import app as evaluate_app

Complaint = Callable[..., str]
Capture = pytest.CaptureFixture[str]
LONG = "a" * 300
COMMANDS = [[], ["watch"], ["evaluate"]]
COMMANDS += [["evaluate", info.name or ""] for info in evaluate_app.registered_commands]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words) or "alone")
def test_every_help_page_speaks_one_language(capsys: Capture, words: list[str]) -> None:
    pages = {}
    for lang in ("fr", "en"):
        assert run(app, "vision", ["--lang", lang, *words, "--help"]) == 0
        pages[lang] = capsys.readouterr().out
        assert not [line for line in pages[lang].split() if line.startswith(("help.", "options."))]
    assert "Montre cette page." in pages["fr"]
    assert "Shows this page." in pages["en"]
    assert "Langue" not in pages["en"]
    assert "Shows" not in pages["fr"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("zzz", "watch, evaluate"),
        ("evaluate zzz", "visits"),
        ("evaluate clips {tmp} --zorro", "--zorro"),
        ("evaluate clips {tmp} --json=3", "--json takes no value"),
        ("evaluate clips {tmp} --dump", "--dump needs a value"),
        ("evaluate clips", "DIR is missing"),
        ("evaluate calm --minutes inf", "--minutes"),
        ("evaluate calm --minutes nan", "--minutes"),
        ("evaluate calm --minutes 1e308", "between 0.1 and 1440"),
        ("evaluate flicks --fps nan", "between 30 and 240"),
        ("evaluate flicks --count 0", "1 at least"),
        ("evaluate scenes --kind harsh", "touching"),
        (f"evaluate clips {LONG}", "too long for a file"),
        (f"evaluate pictures {LONG}", "too long for a file"),
        (f"evaluate discs {{tmp}} --annotations {LONG}", "too long for a file"),
        (f"watch {LONG}.avi --calibration auto --headless", "too long for a file"),
        ("watch 99999999999 --calibration auto --headless", "camera number 99999999999"),
        ("watch {tmp} --calibration auto --headless --out a.gif", ".avi, .mp4"),
        ("watch {tmp}/a.avi --calibration auto --headless --out {tmp}/a.avi", "another name"),
        ("watch {tmp} --calibration auto --headless --board chess", "club, std"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    tmp_path: Path, complaint: Complaint, line: str, says: str
) -> None:
    (tmp_path / "a.avi").write_text("film", encoding="utf-8")
    words = line.format(tmp=tmp_path).split(" ")
    assert says in complaint(*words)
    assert complaint(*words, lang="fr") != complaint(*words)


def test_a_language_nobody_speaks_is_told_in_french(capsys: Capture) -> None:
    assert run(app, "vision", ["--lang", "de", "watch"]) == 2
    assert "fr ou en" in capsys.readouterr().err


def test_ctrl_c_is_answered(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vision.evaluate_light.evaluate_light", stop)
    assert run(app, "vision", ["evaluate", "light", "--lang", "en"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"
