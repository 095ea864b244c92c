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
    assert report.passed == 104
    assert len(report.skipped) == 119


def test_our_own_scenarios_pass(
    boards: Mapping[str, Board], own_scenarios: list[dict[str, object]]
) -> None:
    assert [(r["id"], run(r, boards)) for r in own_scenarios if run(r, boards)] == []


def test_the_edges_of_the_rules_hold(
    boards: Mapping[str, Board], edge_scenarios: list[dict[str, object]]
) -> None:
    assert all(in_set(record) for record in edge_scenarios)
    assert [(r["id"], run(r, boards)) for r in edge_scenarios if run(r, boards)] == []


def test_our_own_scenarios_cite_every_section(own_scenarios: list[dict[str, object]]) -> None:
    cited: set[object] = set()
    for record in own_scenarios:
        rules = record["rules"]
        assert isinstance(rules, list)
        assert in_set(record)
        cited.update(rules)
    assert cited == SET


def test_a_scenario_that_does_not_hold_is_told(
    boards: Mapping[str, Board], own_scenarios: list[dict[str, object]]
) -> None:
    """The runner can fail: every expectation, changed, is noticed."""
    for record in own_scenarios:
        expect = record["expect"]
        assert isinstance(expect, dict)
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
