"""Labels against worked scenarios, without the referee."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.rulebook.board import Board
from tests.games.taru_label_scenarios import disagreement, records_of, single_acts

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "../shared/data/taru/scenarios.jsonl"


def test_labels_tell_what_our_scenarios_expect(boards: Mapping[str, Board]) -> None:
    records = single_acts(r for path in sorted(HERE.glob("taru_*.jsonl")) for r in records_of(path))
    assert len(records) >= 60
    assert [wrong for r in records if (wrong := disagreement(r, boards))] == []


def test_labels_tell_what_the_shared_scenarios_expect(boards: Mapping[str, Board]) -> None:
    if not SHARED.exists():
        pytest.skip("the shared scenarios are not beside this checkout")
    records = single_acts(records_of(SHARED))
    assert len(records) == 79
    assert [wrong for r in records if (wrong := disagreement(r, boards))] == []


def test_a_label_that_differs_is_told(boards: Mapping[str, Board]) -> None:
    """A score changed in the expectation is noticed, a turn too while the match goes on."""
    for record in single_acts(records_of(HERE / "taru_scenarios.jsonl")):
        expect = record["expect"]
        assert isinstance(expect, dict)
        for name in {"score", "turn"} & expect.keys():
            changed = {**record, "expect": {**expect, name: "nothing of the kind"}}
            assert disagreement(changed, boards) is not None, (record["id"], name)
