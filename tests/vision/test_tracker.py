"""Identities survive noise, moves, stacks and hands; what cannot be known is said."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.surface import Surface
from vision.observation import SeenDisc, SeenHand
from vision.tracker import Tracker

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)


def disc(x: float, y: float, team: int | None = 0, level: int = 0) -> SeenDisc:
    return SeenDisc(x_mm=x, y_mm=y, team=team, level=level, team_margin=0.8)


def over(*discs: SeenDisc) -> tuple[SeenHand, ...]:
    """One hand over each disc."""
    return tuple(
        SeenHand(
            outline_mm=tuple(
                (d.x_mm + dx, d.y_mm + dy)
                for dx, dy in ((-20, -20), (20, -20), (20, 20), (-20, 20))
            ),
            edge="S",
        )
        for d in discs
    )


START = [disc(20 + 40 * (k % 5), 60 + 40 * (k // 5), int(k >= 15)) for k in range(30)]


def names(discs: tuple[SeenDisc, ...]) -> dict[tuple[int, int], int | None]:
    return {(round(d.x_mm / 5), round(d.y_mm / 5)): d.track for d in discs}


@given(seed=st.integers(0, 10_000))
def test_resting_discs_keep_their_tracks_in_any_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, START)
    for at in range(1, 4):
        order = rng.permutation(len(START))
        shaken = [
            disc(d.x_mm + rng.normal(0, 0.4), d.y_mm + rng.normal(0, 0.4), d.team)
            for d in (START[k] for k in order)
        ]
        again = tracker.read(float(at), shaken)
        assert [d.track for d in again] == [first[k].track for k in order]
    assert len(tracker.tracks) == 30
    assert tracker.swap_possible == frozenset()


@given(k=st.integers(0, 29), x=st.floats(260, 500), y=st.floats(100, 900))
def test_one_moved_disc_keeps_its_track(k: int, x: float, y: float) -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, START)
    after = list(START)
    after[k] = disc(x, y, START[k].team)
    again = tracker.read(1.0, after)
    assert [d.track for d in again] == [d.track for d in first]
    assert tracker.swap_possible == frozenset()


def test_a_hand_holds_the_disc_it_is_over_and_no_other() -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, START)
    carried = tracker.carry(first, over(START[7]))
    assert [d.held for d in carried] == [d is carried[7] for d in carried]
    assert [t.id for t in tracker.tracks if t.held] == [carried[7].track]
    assert not any(d.held for d in tracker.carry(carried, ()))


def test_the_disc_a_hand_was_over_is_the_one_that_moved() -> None:
    tracker = Tracker(SURFACE)
    near, far = disc(100, 100), disc(100, 400)
    first = tracker.read(0.0, [near, far])
    tracker.carry(first, over(far))
    again = tracker.read(1.0, [disc(100, 100), disc(100, 160)])
    assert [d.track for d in again] == [first[0].track, first[1].track]
    other = Tracker(SURFACE)
    first = other.read(0.0, [disc(100, 100), disc(100, 300, None)])
    other.carry(first, over(far, disc(100, 300)))
    again = other.read(1.0, [disc(100, 150)])
    assert again[0].track == first[1].track


def test_two_of_a_team_moved_together_may_be_swapped_and_it_is_said() -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, START)
    tracker.carry(first, over(START[0], START[6], START[20]))
    after = list(START)
    after[0], after[6], after[20] = disc(300, 300), disc(380, 300), disc(300, 500, 1)
    tracker.read(1.0, after)
    assert tracker.swap_possible == frozenset({(first[0].track, first[6].track)})
    tracker.read(2.0, after)
    assert tracker.swap_possible == frozenset()


def test_teams_are_never_mixed() -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, [disc(100, 100, 0), disc(140, 100, 1)])
    again = tracker.read(1.0, [disc(140, 100, 0), disc(100, 100, 1)])
    assert [d.track for d in again] == [d.track for d in first]


def test_a_ball_on_a_disc_does_not_change_its_team() -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, START)
    odd = [replace(START[0], team=1, team_margin=0.1), *START[1:]]
    again = tracker.read(1.0, odd)
    assert [d.track for d in again] == [d.track for d in first]
    assert again[0].team == 0


def test_a_covered_disc_waits_under_the_other() -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, [disc(100, 100, 0), disc(300, 300, 1)])
    pile = tracker.read(1.0, [disc(101, 100, 1, level=1)])
    assert pile[0].track == first[1].track
    (below,) = [t for t in tracker.tracks if t.covered]
    assert below.id == first[0].track
    apart = tracker.read(2.0, [disc(260, 100, 1), disc(100, 100, 0)])
    assert [d.track for d in apart] == [first[1].track, first[0].track]


def test_a_lifted_disc_is_known_again() -> None:
    tracker = Tracker(SURFACE)
    first = tracker.read(0.0, START)
    tracker.read(1.0, START[1:])
    assert [t.id for t in tracker.tracks if t.lifted] == [first[0].track]
    back = tracker.read(20.0, [*START[1:], disc(400, 800)])
    assert back[-1].track == first[0].track
    assert names(back)[(80, 160)] == first[0].track


def test_a_covered_disc_is_not_bared_where_no_hand_was() -> None:
    """A ring that fits the lower disc of a stack better, while a hand was elsewhere."""
    tracker = Tracker(SURFACE)
    below, above, third = disc(100, 100, 1), disc(200, 100, 0), disc(300, 300, 0)
    first = tracker.read(0.0, [below, above, third])
    tracker.carry(first, over(below, above))
    stacked = tracker.read(1.0, [disc(100, 97, 0), third])
    assert stacked[0].track == first[1].track
    tracker.carry(stacked, over(third))
    misread = replace(disc(100, 100, 1), team_margin=0.3)
    (again, _) = tracker.read(2.0, [misread, third])
    assert (again.track, again.team) == (first[1].track, 0)
    tracker.carry((again,), over(again))
    (bared, _, _) = tracker.read(3.0, [disc(100, 100, 1), third, disc(200, 200, 0)])
    assert (bared.track, bared.team) == (first[0].track, 1)
