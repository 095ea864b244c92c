"""`export`: formats of the game, the match sheet, and what it says of a wrong wish."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.match.log import FileLog
from app.match.match import Match, Setup
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle
from app.rulebook.words import Catalogue
from app.wiring import exporting
from app.wiring.boards import boards
from app.wiring.cli import run
from app.wiring.games import game


def list_of_events(chronicle: Chronicle[object], catalogue: Catalogue) -> str:
    assert chronicle.start is chronicle.entries[0].before
    assert chronicle.entries[0].after is chronicle.entries[1].before
    names = (type(entry.event).__name__ for entry in chronicle.entries)
    return f"{catalogue.lang} {chronicle.names[1]}: {' '.join(names)}\n"


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    board: Board = boards()["std"]
    taru = game("taru")
    match = Match.start(taru, Setup(board=board, names=("Chêne", "Noyer")), FileLog(path))
    for _ in range(2):
        match.take(match.awaits.choices[0].play)
    match.close()
    return path


def test_a_format_of_the_game_is_written_beside_the_match(
    match_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "record_formats", lambda _: {"list": list_of_events})
    assert run(["export", str(match_file), "--format", "list", "--lang", "en"]) == 0
    assert match_file.with_suffix(".list").read_text("utf-8") == "en Noyer: Place Ready\n"


def test_every_ruling_as_json_and_csv(match_file: Path) -> None:
    for form in ("json", "csv"):
        assert run(["export", str(match_file), "--format", form, "--lang", "en"]) == 0
    told = json.loads(match_file.with_suffix(".json").read_text("utf-8"))
    assert told["names"] == ["Chêne", "Noyer"]
    assert [ruling["section"] for ruling in told["rulings"]] == ["T12", "T12"]
    rows = list(csv.DictReader(match_file.with_suffix(".csv").read_text("utf-8").splitlines()))
    assert [row["position"] for row in rows] == [r["position"] for r in told["rulings"]]
    assert rows[1]["headline"] == "Home is ready."


def test_taru_as_a_record_that_can_be_replayed(match_file: Path) -> None:
    assert run(["export", str(match_file), "--format", "tgn"]) == 0
    record = match_file.with_suffix(".tgn")
    assert '[Home "Chêne"]' in record.read_text("utf-8")
    assert run(["replay", str(record)]) == 0


def test_the_match_sheet(match_file: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    assert run(["export", str(match_file), "--format", "pdf", "--out", str(sheet)]) == 0
    assert sheet.read_bytes().startswith(b"%PDF")


def test_wrong_wishes(match_file: Path, complaint: Callable[..., str]) -> None:
    assert "“mp3”" in complaint("export", match_file, "--format", "mp3")
    wish = ("export", match_file, "--format", "pdf", "--out")
    assert "itself" in complaint(*wish, match_file)
    assert "cannot be written" in complaint(*wish, match_file.parent / "no" / "sheet.pdf")
    complaint("export", match_file.parent / "none.jsonl", "--format", "pdf")
