"""The truth table of the goal, in any order of arrival, at both ends."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages import BeamEvent, End
from firmware_bridge.posts import (
    ROWS,
    Passing,
    Plane,
    Row,
    beam_number,
    goal_of,
    judge,
    judge_all,
    plane_of,
    stories,
    story,
)

PLANES = {"A": Plane.FRONT, "B": Plane.REAR, "U": Plane.UNDER, "V": Plane.KNOCK}
Pass = tuple[str, float, float]


def beam(plane: Plane, at_us: int | None, duration_us: int, end: End = End.HOME) -> BeamEvent:
    number = beam_number(end, plane)
    return BeamEvent(epoch=1, id=1, at_us=at_us, beam=number, duration_us=duration_us)


def seen(*passes: tuple[str, float] | Pass, end: End = End.HOME) -> list[BeamEvent]:
    """(plane, ms[, duration in ms])"""
    return [
        beam(PLANES[p[0]], int(p[1] * 1000), int((p[2] if len(p) == 3 else 4.0) * 1000), end)
        for p in passes
    ]


TABLE = [
    ("clean kick 5 m/s", seen(("A", 0), ("B", 6)), "", "good"),
    ("slow lob 0.5 m/s", seen(("A", 0, 40), ("B", 60, 40)), "", "good"),
    ("slowest", seen(("A", 0, 80), ("B", 100, 80)), "", "good"),
    ("fastest", seen(("A", 0), ("B", 3.75)), "", "good"),
    ("post then in", seen(("V", 0), ("A", 1), ("B", 12)), "", "good"),
    ("knocked after it was in", seen(("A", 0), ("B", 12), ("V", 20)), "", "good"),
    ("post then out", seen(("V", 0)), "", "missed"),
    ("wide or short", seen(), "", "missed"),
    ("wide, rear broken", seen(), "B", "missed"),
    ("bar, bounced back", seen(("V", 2), ("A", 0, 3)), "", "missed"),
    ("front plane only", seen(("A", 0)), "", "missed"),
    ("front plane twice", seen(("A", 0), ("A", 40)), "", "missed"),
    ("under the bar", seen(("U", 0)), "", "under"),
    ("under the bar, rear broken", seen(("U", 0)), "B", "under"),
    ("under the bar off the post", seen(("V", 0), ("U", 4)), "", "under"),
    ("clipped the bar, fell under", seen(("A", 0), ("V", 1), ("U", 30)), "", "under"),
    ("over, rolls back under", seen(("A", 0), ("B", 10), ("U", 180)), "", "good"),
    ("from behind", seen(("B", 0), ("A", 9)), "", "reverse"),
    ("from behind and under", seen(("B", 0), ("A", 9), ("U", 20)), "", "ambiguous"),
    ("hand in the goal", seen(("A", 0, 300), ("B", 20, 200)), "", "hand"),
    ("hand, lower beam too", seen(("U", 0, 400)), "", "hand"),
    ("a long knock is no hand", seen(("V", 0, 300), ("A", 1), ("B", 9)), "", "good"),
    ("sun on everything", seen(("A", 0, 20), ("B", 0.2, 20), ("U", 0.3, 20)), "", "fault"),
    ("both planes at once", seen(("A", 0), ("B", 0.5)), "", "ambiguous"),
    ("both planes at once, rear first", seen(("A", 0.5), ("B", 0)), "", "ambiguous"),
    ("impossible speed", seen(("A", 0), ("B", 2.5)), "", "ambiguous"),
    ("just too fast", seen(("A", 0), ("B", 3.74)), "", "ambiguous"),
    ("too slow", seen(("A", 0), ("B", 180)), "", "ambiguous"),
    ("just too slow", seen(("A", 0), ("B", 100.1)), "", "ambiguous"),
    ("rear only", seen(("B", 0)), "", "ambiguous"),
    ("rear only, front is broken", seen(("B", 0)), "A", "good"),
    ("front only, rear is broken", seen(("A", 0)), "B", "fault"),
    ("rear flickers though broken", seen(("A", 0), ("B", 6)), "B", "fault"),
    ("both ladders broken", seen(("A", 0), ("B", 6)), "AB", "fault"),
    ("both ladders broken, a knock", seen(("V", 0)), "AB", "fault"),
    ("rear and under", seen(("B", 0), ("U", 5)), "", "ambiguous"),
    ("under then front", seen(("U", 0), ("A", 5)), "", "ambiguous"),
    ("in and out again", seen(("A", 0), ("B", 8), ("A", 60)), "", "ambiguous"),
    ("mixed", seen(("U", 0), ("A", 4), ("B", 9)), "", "ambiguous"),
    ("too slow, then under", seen(("A", 0), ("B", 180), ("U", 200)), "", "ambiguous"),
    ("no time", [beam(Plane.FRONT, None, 4000), beam(Plane.REAR, 6000, 4000)], "", "ambiguous"),
]


@pytest.mark.parametrize(
    ("events", "broken", "passing"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_truth_table(events: list[BeamEvent], broken: str, passing: str) -> None:
    rng = Random(1)
    for _ in range(4):
        rng.shuffle(events)
        assert judge(events, {PLANES[letter] for letter in broken}).passing.value == passing


def test_the_speed_of_a_kick() -> None:
    kick = judge(seen(("A", 0), ("B", 6)))
    assert kick.speed_m_s == pytest.approx(5.0)
    assert kick.sigma_m_s == pytest.approx(5.0 * 40 / 6000)
    assert judge(seen(("B", 0)), {Plane.FRONT}).speed_m_s is None
    assert judge(seen(("V", 0), ("A", 1), ("B", 13))).why == "off the post"


events = st.builds(
    beam, st.sampled_from(Plane), st.none() | st.integers(0, 250_000), st.integers(200, 120_000)
)


@given(st.lists(events, max_size=6), st.sets(st.sampled_from(Plane)))
def test_never_good_without_the_rear_ladder(found: list[BeamEvent], broken: set[Plane]) -> None:
    verdict = judge(found, broken)
    if verdict.passing is Passing.GOOD:
        assert Plane.REAR in {plane_of(event.beam) for event in found}
        assert Plane.REAR not in broken
    assert (verdict.passing.good is True) == (verdict.passing is Passing.GOOD)
    assert judge(list(reversed(found)), broken) == verdict


def test_what_is_not_certain_never_counts_by_itself() -> None:
    open_ = {Passing.AMBIGUOUS, Passing.FAULT, Passing.HAND, Passing.REVERSE}
    assert {passing for passing in Passing if passing.good is None} == open_
    assert {row[0] for row in ROWS} == set(Passing)


def test_every_row_of_the_table_is_needed() -> None:
    """Without a row, some story of the table above is judged otherwise."""
    for left_out in range(len(ROWS) - 1):
        rows = [row for n, row in enumerate(ROWS) if n != left_out]
        verdicts = [_by(rows, told, broken) for _, told, broken, _ in TABLE]
        whole = [_by(ROWS, told, broken) for _, told, broken, _ in TABLE]
        assert verdicts != whole, ROWS[left_out][:2]


def _by(rows: Sequence[Row], events: list[BeamEvent], broken: str) -> tuple[Passing, str] | None:
    told = story(events, {PLANES[letter] for letter in broken})
    try:
        return next((row[0], row[1]) for row in rows if row[2](told))
    except (StopIteration, IndexError):
        return None


def test_stories_are_told_goal_by_goal_and_apart_in_time() -> None:
    home = seen(("A", 0), ("B", 6))
    later = seen(("A", 400), ("B", 406))
    away = seen(("A", 3), ("B", 9), end=End.AWAY)
    lost = [beam(Plane.UNDER, None, 100)]
    told = stories([*later, *away, *lost, *home])
    assert told == [lost, home, later, away]
    assert goal_of(away[0].beam) is End.AWAY
    assert judge_all([*home, *away]).passing is Passing.AMBIGUOUS
    assert judge_all([*home, *later]).passing is Passing.AMBIGUOUS
    assert judge_all(away, [0, 1, 2, 3]).passing is Passing.GOOD
    assert judge_all(away, [beam_number(End.AWAY, Plane.REAR)]).passing is Passing.FAULT
    assert judge_all([]).passing is Passing.MISSED


def test_a_story_that_may_go_on_says_so() -> None:
    assert judge(seen(("A", 0))).open
    assert judge(seen(("V", 0))).open
    assert not judge(seen(("A", 0), ("B", 6))).open
    assert not judge(seen(("U", 0))).open
