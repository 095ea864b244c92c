"""Stacks come from counting pieces, and a raised disc is placed where it really is."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.observation import SeenDisc
from vision.scene import read_scene
from vision.stacks import Pile, lifted, stacks_by_conservation

TRUTH = read_scene(Path(__file__).parent / "fixtures" / "crests.json")
DISC_MM = 30.0


def seen(x: float, y: float, team: int, level: int = 0) -> SeenDisc:
    return SeenDisc(x_mm=x, y_mm=y, team=team, level=level)


def test_nobody_missing_means_no_stack() -> None:
    before = [Pile(x_mm=20, y_mm=20, teams=(0,)), Pile(x_mm=60, y_mm=20, teams=(1,))]
    now = [seen(20, 20, 0), seen(100, 20, 1)]
    assert stacks_by_conservation((1, 1), now, before, DISC_MM) == [1, 1]


def test_a_disc_moved_onto_an_opponent_covers_it() -> None:
    before = [
        Pile(x_mm=20, y_mm=20, teams=(0,)),
        Pile(x_mm=60, y_mm=20, teams=(1,)),
        Pile(x_mm=140, y_mm=20, teams=(1,)),
    ]
    now = [seen(61, 22, 0), seen(140, 20, 1)]
    assert stacks_by_conservation((1, 2), now, before, DISC_MM) == [2, 1]


def test_among_discs_of_one_team_only_the_look_tells_which_covers_another() -> None:
    before = [Pile(x_mm=x, y_mm=20, teams=(0,)) for x in (20, 60, 140)]
    flat, lifted_one = seen(140, 20, 0), seen(61, 19, 0, level=1)
    assert stacks_by_conservation((3, 0), [flat, lifted_one], before, DISC_MM) == [1, 2]
    assert stacks_by_conservation((3, 0), [flat, seen(61, 19, 0)], before, DISC_MM) == [1, 1]


def test_a_stack_that_stays_is_still_a_stack() -> None:
    before = [Pile(x_mm=60, y_mm=20, teams=(1, 0)), Pile(x_mm=140, y_mm=20, teams=(1,))]
    now = [seen(140, 20, 1), seen(60, 20, 0)]
    assert stacks_by_conservation((1, 2), now, before, DISC_MM) == [1, 2]


def test_the_upper_disc_leaving_bares_the_lower() -> None:
    before = [Pile(x_mm=60, y_mm=20, teams=(1, 0))]
    now = [seen(60, 20, 1), seen(100, 20, 0)]
    assert stacks_by_conservation((1, 1), now, before, DISC_MM) == [1, 1]


def test_a_disc_gone_from_an_open_place_is_under_nothing() -> None:
    before = [Pile(x_mm=20, y_mm=20, teams=(0,)), Pile(x_mm=300, y_mm=300, teams=(1,))]
    assert stacks_by_conservation((1, 1), [seen(20, 20, 0)], before, DISC_MM) == [1]


def test_without_history_a_disc_that_looks_lifted_hides_the_missing_one() -> None:
    now = [seen(20, 20, 0), seen(60, 20, 0, level=1)]
    assert stacks_by_conservation((2, 1), now, [], DISC_MM) == [1, 2]


@given(
    places=st.lists(
        st.tuples(st.integers(0, 11), st.integers(0, 20), st.integers(0, 1)),
        max_size=12,
        unique_by=lambda p: p[:2],
    ),
    missing=st.integers(0, 4),
)
def test_never_more_stacks_than_missing_discs(
    places: list[tuple[int, int, int]], missing: int
) -> None:
    now = [seen(40.0 * x + 20, 40.0 * y + 20, team, level=1) for x, y, team in places]
    count = tuple(sum(team == k for *_, team in places) for k in (0, 1))
    heights = stacks_by_conservation((count[0] + missing, count[1]), now, [], DISC_MM)
    assert sum(height - 1 for height in heights) == min(missing, len(now))


@pytest.mark.parametrize("true", [d for d in TRUTH.discs if d.level == 1], ids=lambda d: d.name)
def test_a_raised_disc_is_placed_on_its_own_plane(true: object) -> None:
    x, y = getattr(true, "x_mm", 0.0), getattr(true, "y_mm", 0.0)
    height = TRUTH.surface.disc_height_mm
    pixel = TRUTH.table.to_image([[x, y, 2 * height]])
    low = TRUTH.table.to_table(pixel, height)[0]
    raised = lifted(TRUTH.table, TRUTH.surface, [seen(float(low[0]), float(low[1]), 0)], [2])[0]
    assert (raised.x_mm, raised.y_mm) == pytest.approx((x, y), abs=1e-3)
    assert raised.level == 1
    assert np.hypot(low[0] - x, low[1] - y) > 0.3
    again = lifted(TRUTH.table, TRUTH.surface, [raised], [1])[0]
    assert (again.x_mm, again.y_mm) == pytest.approx((low[0], low[1]), abs=1e-3)
