"""Worked scenarios: our own, and the shared file when it is at hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.games.taru.scenarios import in_set, run, run_file
from app.games.taru.sections import SET
from app.rulebook.board import Board

SHARED = Path(__file__).parents[2] / "../shared/data/taru/scenarios.jsonl"


def test_the_shared_scenarios_of_this_edition_pass(boards: Mapping[str, Board]) -> None:
    if not SHARED.exists():
        pytest.skip("the shared scenarios are not beside this checkout")
    report = run_file(SHARED.read_text("utf-8").splitlines(), boards)
    assert report.failing == ()
    assert report.passed + len(report.skipped) == 223


def test_our_own_scenarios_pass(
    boards: Mapping[str, Board], all_scenarios: list[dict[str, object]]
) -> None:
    judged = [record for record in all_scenarios if in_set(record)]
    assert [(r["id"], wrong) for r in judged if (wrong := run(r, boards))] == []


def test_every_scenario_of_our_own_has_a_name_of_its_own(
    all_scenarios: list[dict[str, object]],
) -> None:
    names = [record["id"] for record in all_scenarios]
    assert len(set(names)) == len(names)


def test_our_own_scenarios_cite_every_section(all_scenarios: list[dict[str, object]]) -> None:
    cited: set[object] = set()
    for record in all_scenarios:
        rules = record["rules"]
        assert isinstance(rules, list)
        cited.update(rules)
    assert cited >= SET


def test_a_scenario_that_does_not_hold_is_told(
    boards: Mapping[str, Board], all_scenarios: list[dict[str, object]]
) -> None:
    """The runner can fail: every expectation, changed, is noticed."""
    for record in all_scenarios:
        expect = record["expect"]
        assert isinstance(expect, dict)
        if not in_set(record):
            continue
        for name in expect:
            changed = {**expect, name: _other(expect[name])}
            assert run({**record, "expect": changed}, boards) is not None, (record["id"], name)


def _other(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, dict):
        return {**value, next(iter(value)): "z9"}
    return "nothing of the kind"


def test_a_malformed_scenario_is_told(boards: Mapping[str, Board]) -> None:
    record = {"id": "x", "rules": ["T1"], "position": "std H:9z9", "expect": {"turn": "H"}}
    told = run(record, boards)
    assert told is not None
    assert "Problem" in told[1]
