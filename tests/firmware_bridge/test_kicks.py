"""Monte Carlo of the goal: a kick is never wrongly good, and at 16 mm pitch none is missed."""

from collections import Counter
from random import Random

import pytest

from firmware_bridge.posts import Passing, judge_all
from tests.firmware_bridge.backends import pretend_box
from tests.firmware_bridge.kicks import Range, events, kicks, over

KICKS = 10_000
PITCH_MM = 16.0


def test_ten_thousand_kicks_at_16_mm_pitch_none_missed() -> None:
    rng = Random(1)
    verdicts = Counter(judge_all(events(over(rng, PITCH_MM))).passing for _ in range(KICKS))
    assert verdicts == {Passing.GOOD: KICKS}


def test_no_wrong_good_among_kicks_that_were_none() -> None:
    seen = Counter(
        (kick.good, judge_all(events(kick)).passing.good) for kick in kicks(2, 2 * KICKS, PITCH_MM)
    )
    assert seen[False, True] == 0
    assert seen[True, False] == seen[True, None] == 0
    assert seen[False, False] > 5000  # most misses are told without a question
    assert seen[True, True] > 9000


def test_a_wider_ladder_would_miss_some() -> None:
    rng = Random(3)
    missed = sum(judge_all(events(over(rng, 22.0))).passing.good is not True for _ in range(2000))
    assert missed > 50


def test_the_speed_shown_is_the_speed_of_the_ball() -> None:
    rng = Random(4)
    for _ in range(500):
        kick = over(rng, PITCH_MM)
        verdict = judge_all(events(kick))
        along = 30.0 / (kick.breaks[1][1] - kick.breaks[0][1]) / 1e3
        assert verdict.speed_m_s is not None
        assert abs(verdict.speed_m_s - along) < 0.01


@pytest.mark.parametrize(("backend", "count"), [("sim", 600), ("core", 600), ("image", 60)])
def test_no_wrong_good_and_no_miss_through_the_box(backend: str, count: int) -> None:
    range_ = Range(pretend_box(backend, 5))
    shots = kicks(5, count, PITCH_MM)
    seen = Counter((kick.good, range_.verdict(kick).passing.good) for kick in shots)
    assert seen.total() == count
    assert seen[False, True] == 0
    assert seen[True, False] == seen[True, None] == 0
