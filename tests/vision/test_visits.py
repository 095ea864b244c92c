"""Hands come and change the table: seen in time, nothing invented, nobody taken for another."""

import pytest

from vision.evaluate_visits import VisitScore, evaluate_visits, figures
from vision.synthetic.visits import KINDS


@pytest.fixture(scope="module")
def scores() -> list[VisitScore]:
    return list(evaluate_visits(2 * len(KINDS), 4, (960, 540)))


def test_hands_are_seen_within_two_frames(scores: list[VisitScore]) -> None:
    assert [s.kind for s in scores if s.seen_after is None or s.seen_after > 2] == []


def test_nothing_is_invented_or_gone_under_a_hand(scores: list[VisitScore]) -> None:
    assert [(s.kind, s.invented, s.gone) for s in scores if s.invented or s.gone] == []


def test_no_identity_is_wrong_without_a_word(scores: list[VisitScore]) -> None:
    assert [s.kind for s in scores if s.wrong] == []
    assert all(s.doubted for s in scores if s.ambiguous)


def test_the_new_layout_is_always_known(scores: list[VisitScore]) -> None:
    assert all(s.known_ms is not None for s in scores)
    told = figures(scores)
    assert told["visits"] == 12
    assert told["never_known"] == 0
