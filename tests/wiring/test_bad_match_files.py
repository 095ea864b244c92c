"""Damaged match files: the line and the last good state are named, and nothing is lost."""

import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from app.games.taru.game import Taru
from app.match.log import FileLog, read_log
from app.match.match import Match, Setup
from app.match.replay import resume
from app.rulebook.facts import ButtonPressed
from app.rulebook.side import Side
from app.rulebook.words import Problem
from app.wiring.boards import board_named
from app.wiring.cli import run
from app.wiring.games import game

Complaint = Callable[..., str]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A match of five lines."""
    path = tmp_path / "match.jsonl"
    match = Match.start(Taru(), Setup(board=board_named("std"), date="2026-01-01"), FileLog(path))
    for n in range(5):
        match.take(ButtonPressed(side=Side.HOME, key="big", at=(float(n), float(n))))
    match.close()
    return path


def sealed(line: bytes, **changes: object) -> bytes:
    """A line changed by somebody who knows how its checksum is made."""
    told = json.loads(line)
    del told["crc"]
    body = json.dumps(told | changes, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
    return b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))


def board_without(line: bytes, *fields: str, **changes: object) -> bytes:
    board = json.loads(line)["board"]
    board = {name: value for name, value in board.items() if name not in fields}
    return sealed(line, board=board | changes)


Damage = Callable[[list[bytes]], list[bytes]]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "a middle line edited": (lambda x: [*x[:2], x[2].replace(b"big", b"BIG"), *x[3:]], "Line 3"),
    "two lines swapped": (lambda x: [*x[:2], x[3], x[2], *x[4:]], "Line 3"),
    "a line twice": (lambda x: [*x[:3], x[2], *x[3:]], "Line 4"),
    "a line lacking": (lambda x: [*x[:2], *x[3:]], "Line 3"),
    "an empty line": (lambda x: [*x[:3], b"\n", *x[3:]], "Line 4"),
    "the header edited": (lambda x: [x[0].replace(b"std", b"xyz"), *x[1:]], "line 1"),
    "nothing": (lambda _: [], "line 1"),
    "other bytes": (lambda _: [bytes(range(256))], "line 1"),
    "an unknown game": (lambda x: [sealed(x[0], game="chess"), *x[1:]], "chess"),
    "a later format": (lambda x: [sealed(x[0], format=2), *x[1:]], "format 2"),
    "a start that cannot be": (lambda x: [sealed(x[0], start="std H:"), *x[1:]], "Line 1"),
    "a board of no game": (lambda x: [board_without(x[0], "numbers"), *x[1:]], "Line 1"),
    "a board too long": (lambda x: [board_without(x[0], ranks=24000), *x[1:]], "Line 1"),
    "another board": (lambda x: [board_without(x[0], id="other"), *x[1:]], "Line 1"),
    "an unknown event": (lambda x: [*x[:2], sealed(x[2], event={"type": "No"}), *x[3:]], "Line 3"),
    "no event": (lambda x: [*x[:2], sealed(x[2], event=None), *x[3:]], "Line 3"),
    "an impossible event": (
        lambda x: [*x[:2], sealed(x[2], event={"type": "SendOff", "disc": ""}), *x[3:]],
        "Line 3",
    ),
    "fields that do not fit": (
        lambda x: [*x[:2], sealed(x[2], event={"type": "DiceRolled", "faces": "x"}), *x[3:]],
        "Line 3",
    ),
    "a state that cannot be": (lambda x: [*x[:2], sealed(x[2], after="std H:"), *x[3:]], "Line 3"),
    "a strike of nothing": (lambda x: [*x[:2], sealed(x[2], kind="strike"), *x[3:]], "Line 3"),
    "a redo of nothing": (lambda x: [*x[:2], sealed(x[2], kind="redo"), *x[3:]], "Line 3"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_match_files(recorded: Path, complaint: Complaint, damage: str) -> None:
    change, says = DAMAGES[damage]
    lines = recorded.read_bytes().splitlines(keepends=True)
    hurt = b"".join(change(lines))
    recorded.write_bytes(hurt)
    assert says in complaint("replay", recorded, "--check")
    complaint("replay", recorded, lang="fr")
    with pytest.raises(Problem):
        resume(recorded, game)
    assert recorded.read_bytes() == hurt


def test_a_damaged_line_is_told_with_the_last_good_state(
    recorded: Path, complaint: Complaint
) -> None:
    lines = recorded.read_bytes().splitlines(keepends=True)
    good = json.loads(lines[1])["after"]
    for hurt in (b"\n", sealed(lines[2], event={"type": "No"})):
        recorded.write_bytes(b"".join([*lines[:2], hurt, *lines[3:]]))
        assert good in complaint("replay", recorded)


@pytest.mark.parametrize("cut", [2, 40])
def test_a_torn_last_line_costs_that_line_alone(recorded: Path, capsys: Capture, cut: int) -> None:
    recorded.write_bytes(recorded.read_bytes()[:-cut])
    assert run(["replay", str(recorded), "--check", "--lang", "en"]) == 0
    assert "4 entries" in (told := capsys.readouterr().out)
    assert "was cut" in told


def test_a_state_that_differs_is_no_wrong_input(recorded: Path, capsys: Capture) -> None:
    lines = recorded.read_bytes().splitlines(keepends=True)
    other = "std H:- A:- B:g12 T:H/await_roll P:0-0"
    recorded.write_bytes(b"".join([*lines[:5], sealed(lines[5], after=other)]))
    assert run(["replay", str(recorded), "--check", "--lang", "en"]) == 1
    assert "line 6" in capsys.readouterr().err


def test_match_files_that_are_none(tmp_path: Path, complaint: Complaint) -> None:
    assert "no match file" in complaint("replay", tmp_path / "none")
    assert "it is a folder" in complaint("replay", tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="permissions are others on Windows")
def test_a_file_that_cannot_be_continued_is_left_as_it_is(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = recorded.read_bytes()

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(Problem, match="unwritable"):
        resume(recorded, game)
    assert recorded.read_bytes() == whole


def test_a_full_disk_loses_nothing_of_what_was_written(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = resume(recorded, game)
    whole = recorded.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(Problem) as refused:
        match.take(ButtonPressed(side=Side.HOME, key="big"))
    assert ("why" in dict(refused.value.phrase.args)) is True
    monkeypatch.undo()
    match.close()
    assert recorded.read_bytes() == whole
    assert len(read_log(recorded).lines) == 5


def test_a_real_match_does_not_give_way_to_a_demonstration(
    recorded: Path, complaint: Complaint
) -> None:
    whole = recorded.read_bytes()
    said = complaint("demo", "--headless", "--turns", "1", "--out", recorded.parent)
    assert "is no demonstration" in said
    assert recorded.read_bytes() == whole
