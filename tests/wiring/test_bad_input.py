"""Bad boards, scenarios, commands and options end in one sentence, exit code 2."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.wiring.boards import shipped_boards
from app.wiring.cli import run

STANDARD = (shipped_boards() / "taru-std.toml").read_text("utf-8")
CLICKED = "100,900,1800,900,1500,100,400,100"
Complaint = Callable[..., str]
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("files", "12", "G1"),
        ("files", "15", "G2"),
        ("files", "5", "G3"),
        ("field", "19", "G4"),
        ("field", "8", "G5"),
        ("zone22", "10", "G6"),
        ("zone22", "1", "G7"),
        ("in_goal", "0", "G9"),
        ("drop_corridor", '["a"]', "G11"),
        ("drop_corridor", '["g", "g"]', "G11"),
        ("ball_mm", "[40, 40]", "G12"),
        ("field", "98", "99"),
        ("files", '"x"', "files"),
        ("files", "true", "files"),
        ("files", "-1", "files"),
        ("square_mm", "nan", "square_mm"),
        ("square_mm", "1e300", "square_mm"),
        ("square_mm", '"40"', "square_mm"),
        ("ball_mm", "[1]", "ball_mm"),
        ("drop_corridor", '"g"', "drop_corridor"),
        ("id", '"a b"', "id"),
        ("game", '"chess"', "chess"),
        ("discs_numbered", "1", "discs_numbered"),
        ("in_goal", "[", "line"),
    ],
)
def test_board_fields(
    tmp_path: Path, complaint: Complaint, field: str, value: str, says: str
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(re.sub(rf"(?m)^{field} = .*$", f"{field} = {value}", STANDARD), "utf-8")
    assert says in complaint("board", "check", path)
    complaint("board", "check", path, lang="fr")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "game"),
        (b'game = "taru"\n', "in_goal"),
        (b"files = 3\nx", "line 2"),
        (bytes(range(256)), "UTF-8"),
        (STANDARD.encode() + b"\ncolour = 1\n", "colour"),
        (b"a = " + b"[" * 100_000, "TOML"),
        (None, "no board file"),
    ],
)
def test_board_files(tmp_path: Path, complaint: Complaint, text: bytes | None, says: str) -> None:
    path = tmp_path / "board.toml"
    if text is not None:
        path.write_bytes(text)
    assert says in complaint("board", "check", path)
    assert str(tmp_path) in complaint("board", "check", tmp_path)


def test_a_board_file_with_a_byte_order_mark_is_read(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "board.toml").write_text(STANDARD, "utf-8-sig")
    assert run(["board", "check", str(tmp_path / "board.toml"), "--lang", "en"]) == 0
    capsys.readouterr()


SCENARIO: dict[str, object] = {
    "id": "x",
    "rules": ["T16"],
    "position": "std H:8g6,9f5 A:8g19,9h20 B:- T:H/kickoff K:H/H5.4,A2.6 P:0-0",
    "actions": [{"do": "kickoff", "by": "H8", "seen": {"rest": "g11"}}],
    "expect": {"ball": "A8"},
}


@pytest.mark.parametrize("field", ["id", "position", "actions", "expect"])
@pytest.mark.parametrize("value", [None, 3.5, True, [1], "absent"])
def test_scenario_fields(tmp_path: Path, complaint: Complaint, field: str, value: object) -> None:
    record = SCENARIO | {field: value}
    if value == "absent":
        del record[field]
    path = tmp_path / "scenarios.jsonl"
    path.write_text(json.dumps(SCENARIO) + "\n" + json.dumps(record), "utf-8")
    assert f"scenario 2 of {path}" in (said := complaint("scenarios", path))
    assert field in said


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"3", b"[" * 100_000, bytes(range(256))])
def test_scenario_files(tmp_path: Path, complaint: Complaint, text: bytes) -> None:
    path = tmp_path / "scenarios.jsonl"
    path.write_bytes(text)
    assert str(path) in complaint("scenarios", path)
    complaint("scenarios", tmp_path / "none", lang="fr")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("zzz", "demo, soak, play"),
        ("board zzz", "check"),
        ("--zzz", "--zzz"),
        ("demo --seed", "--seed needs a value"),
        ("demo --seed -4", "--seed"),
        ("demo --speed nan", "--speed"),
        ("demo --turns -1", "--turns"),
        ("demo --game chess", "chess"),
        ("demo --faults zzz --headless --out {tmp}", "zzz"),
        ("demo --camera 0", "simulated table"),
        ("demo --headless --out {file}", "cannot be written"),
        ("demo more", "cannot be understood"),
        ("soak --matches 0", "--matches"),
        ("soak --level x", "facts, frames"),
        ("soak --matches 1 --faults zzz", "zzz"),
        ("soak --game chess", "chess"),
        ("look", "PICTURES"),
        ("play --box /dev/none", "plugged in"),
        ("play --box {tmp}", "not the address of a box"),
        ("bench --json=3", "--json takes no value"),
        ("vigil --minutes inf", "--minutes"),
        ("calibrate .", "“.” is a folder"),
        (f"look {'a' * 300}.jpg --calibration auto", "too long for a file"),
        ("calibrate --camera 99999999999", "camera number 99999999999"),
        ("play --camera 99999999999", "camera number 99999999999"),
        ("play --camera 97 --corners " + CLICKED, "camera number 97"),
        ("play --camera nope:// --corners " + CLICKED, "Unknown source"),
        ("play --camera {tmp}/none --corners " + CLICKED, "no file or folder"),
        ("play --camera {tmp} --corners " + CLICKED, "no pictures"),
        ("play --camera {file} --corners " + CLICKED, "no readable picture"),
        ("play --camera {tmp}/none", "no file or folder"),
        ("play --corners 1,2", "add --camera"),
        ("play --calibration {file}", "add --camera"),
    ],
)
def test_options(tmp_path: Path, complaint: Complaint, line: str, says: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.mp4").touch()
    words = [
        word.format(tmp=tmp_path / "empty", file=tmp_path / "file.mp4") for word in line.split()
    ]
    assert says in complaint(*words)
    complaint(*words, lang="fr")


def test_a_language_nobody_speaks_is_told_in_french(capsys: Capture) -> None:
    assert run(["replay", "x", "--lang", "de"]) == 2
    assert "fr ou en" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("fr", ("Usage :", "COMMANDE", "Commandes", "Montre cette page.", "Langue")),
        ("en", ("Usage:", "COMMAND", "Commands", "Shows this page.", "Language")),
    ],
)
def test_help_pages_speak_the_language(capsys: Capture, lang: str, words: tuple[str, ...]) -> None:
    assert run(["--lang", lang]) == 0
    page = capsys.readouterr().out
    assert [word for word in words if word not in page] == []
    assert run(["soak", "--help", "--lang", lang]) == 0
    default = {"fr": "[par défaut : 20]", "en": "[default: 20]"}[lang]
    assert default in capsys.readouterr().out


def test_ctrl_c_is_answered(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.wiring.rehearse.soak", stop)
    assert run(["soak", "--lang", "en"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_a_game_that_the_eye_does_not_read_is_told(tmp_path: Path, complaint: Complaint) -> None:
    game = ("--game", "backgammon")
    assert "by hand" in complaint("demo", *game, "--headless", "--out", tmp_path)
    assert "by hand" in complaint("soak", *game, "--level", "frames", "--matches", 1)
