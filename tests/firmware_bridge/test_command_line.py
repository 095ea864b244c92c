"""`python -m firmware_bridge`: last line JSON, exit codes, one sentence for bad input."""

import json

from typer.testing import CliRunner

from firmware_bridge.__main__ import app

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
