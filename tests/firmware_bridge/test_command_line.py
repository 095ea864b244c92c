"""`python -m firmware_bridge`: last line JSON, exit codes, one sentence for bad input."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from firmware_bridge.__main__ import app
from firmware_bridge.recording import Piece, read, written

runner = CliRunner()
KEYS = ["events", "delivered", "lost", "duplicated", "reordered", "reconnects", "seconds"]


def test_soak_ends_with_its_count() -> None:
    result = runner.invoke(app, ["soak", "--events", "120", "--seed", "4", "--json"])
    count = json.loads(result.stdout.splitlines()[-1])
    assert result.exit_code == 0
    assert set(KEYS) <= set(count)
    assert count["delivered"] == count["events"] >= 120
    assert (count["lost"], count["duplicated"], count["reordered"]) == (0, 0, 0)
    assert count["seconds"] > 10


def test_soak_without_json_and_without_faults() -> None:
    result = runner.invoke(app, ["soak", "--events", "20", "--faults", "none"])
    assert result.exit_code == 0
    assert "lost=0" in result.stdout


def test_an_unknown_fault_is_one_sentence() -> None:
    for lang, word in (("fr", "Panne inconnue"), ("en", "Unknown fault")):
        result = runner.invoke(app, ["soak", "--faults", "rain,late", "--lang", lang])
        assert result.exit_code == 2
        assert f"{word}" in result.stderr
        assert "rain" in result.stderr


def test_monitor_shows_what_the_box_says() -> None:
    result = runner.invoke(app, ["monitor", "sim://", "--seconds", "2.4"])
    assert result.exit_code == 0
    for kind in ("Hello", "Heartbeat", "SyncReply", "Commitment"):
        assert kind in result.stdout


def test_monitor_of_an_absent_port_is_one_sentence() -> None:
    result = runner.invoke(app, ["monitor", "/dev/ttyTARU9", "--lang", "fr"])
    assert result.exit_code == 2
    assert "Branchez le boîtier" in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr


def test_a_recording_is_replayed_as_it_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "evening.bytes"
    options = ["--seconds", "3", "--fault", "noise", "--fault", "stuck_beam@1.2", "--lang", "en"]
    result = runner.invoke(app, ["monitor", "sim://", "--record", str(path), *options])
    assert result.exit_code == 0
    assert "Fault: stuck_beam" in result.stdout
    assert "Link is up" in result.stdout
    assert "inputs: front ladder, Home" in result.stdout
    assert "queue" in result.stdout
    again = runner.invoke(app, ["replay", str(path), "--lang", "en"])
    assert again.exit_code == 0
    shown = [line for line in result.stdout.splitlines() if line.startswith(("Hello", "DieEvent"))]
    assert shown == [
        line for line in again.stdout.splitlines() if line.startswith(("Hello", "DieEvent"))
    ]
    raw = runner.invoke(app, ["replay", str(path), "--raw"])
    assert " < " in raw.stdout
    assert "$h,1," in raw.stdout


@given(st.binary(max_size=60), st.floats(0, 1e6), st.sampled_from("<>"))
def test_any_bytes_survive_a_recording(data: bytes, at: float, way: str) -> None:
    line = written(Piece(at=at, way=way, data=data))
    assert line.isascii()
    assert "\n" not in line
    found = read(line)
    assert (found.way, found.data) == (way, data)
    assert found.at == pytest.approx(at, abs=1e-6)


@pytest.mark.parametrize(
    "argv",
    [
        ["replay", "nothing.bytes"],
        ["monitor", "sim://", "--fault", "rain"],
        ["monitor", "sim://", "--fault", "unplug@x"],
        ["monitor", "/dev/ttyTARU9", "--fault", "unplug"],
        ["monitor", "sim://", "--record", "no/such/folder/x"],
    ],
)
def test_what_cannot_be_is_one_sentence(argv: list[str]) -> None:
    result = runner.invoke(app, [*argv, "--lang", "fr"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_a_file_that_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "x.bytes"
    path.write_text("1.0 < $B\n2.0 ? x\n")
    result = runner.invoke(app, ["replay", str(path), "--lang", "en"])
    assert result.exit_code == 2
    assert "line 2" in result.stderr
