"""Worked scenarios: our own beside this file, and the larger sets where they lie at hand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.games.backgammon.scenarios import REASONS, run
from app.rulebook.board import Board
from app.wiring.cli import run as command

OWN = Path(__file__).with_name("scenarios.jsonl")
RECORDS = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("record", RECORDS, ids=[record["id"] for record in RECORDS])
def test_own_scenarios(board: Board, record: dict[str, object]) -> None:
    assert run(record, board) is None


def test_own_scenarios_show_every_reason() -> None:
    assert {record.get("reason") for record in RECORDS} >= set(REASONS)


@pytest.mark.parametrize(
    "change",
    [
        {"legal": False},
        {"n": 3},
        {"dice_used": 1},
        {"pid": "4HPwATDgc/ABMB"},
        {"results": [[0] * 26]},
        {"reason": "wrong_distance"},
        {"board": [0] * 25},
        {"dice": [7, 1]},
        {"after": "home"},
    ],
)
def test_a_scenario_that_is_not_so_fails(board: Board, change: dict[str, object]) -> None:
    assert run({**RECORDS[0], **change}, board) is not None


@pytest.mark.parametrize("name", ["scenarios.json", "legal_plays.jsonl", "illegal_ends.jsonl"])
def test_the_recorded_ones_all_pass(
    shared: Callable[[str], Path], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["scenarios", str(shared(name)), "--game", "backgammon", "--lang", "en"]) == 0
    assert " 0 failed" in capsys.readouterr().out


def test_records_of_another_kind_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text('{"id": 1, "board": "start", "dice": [3, 1]}\n', "utf-8")
    assert command(["scenarios", str(path), "--game", "backgammon", "--lang", "en"]) == 2
    assert "“board”" in capsys.readouterr().err
