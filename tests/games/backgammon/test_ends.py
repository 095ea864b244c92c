"""Where a turn may end: the fast way against the rules asked one by one, and against records."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.backgammon.bots.slowly import ends_slowly
from app.games.backgammon.ends import ends
from app.games.backgammon.hops import canonical, dice_of, dice_used, forced_die
from app.games.backgammon.position import START, against, on_board, pips, possible
from app.games.backgammon.stepping import moved
from tests.games.backgammon.conftest import any_position

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
SEEDS = st.integers(0, 2**32)


@settings(deadline=None, max_examples=60)
@given(SEEDS, DICE)
def test_the_fast_way_is_the_slow_way(seed: int, dice: tuple[int, int]) -> None:
    position = any_position(Random(seed))
    assert ends(position, dice) == ends_slowly(position, dice)


@settings(deadline=None, max_examples=60)
@given(SEEDS, DICE)
def test_ends_keep_every_checker_and_can_be_written(seed: int, dice: tuple[int, int]) -> None:
    position = any_position(Random(seed))
    for end in sorted(ends(position, dice))[:: max(1, len(ends(position, dice)) // 4)]:
        assert possible(end)
        assert against(end) == against(position)
        assert on_board(end) <= on_board(position)
        hops = canonical(position, dice, end)
        assert hops is not None
        assert [hop.source for hop in hops] == sorted((h.source for h in hops), reverse=True)
        at = position
        for hop in hops:
            at = moved(at, hop)
        assert at == end


@settings(deadline=None, max_examples=60)
@given(SEEDS, DICE)
def test_dice_used_are_as_many_as_the_longest_turn(seed: int, dice: tuple[int, int]) -> None:
    position = any_position(Random(seed))
    used = dice_used(position, dice)
    longest = canonical(position, dice, min(ends(position, dice), key=pips))
    assert longest is not None
    assert len(longest) <= used <= len(dice_of(dice))
    assert (used == 0) == (ends(position, dice) == {position})


@pytest.mark.parametrize(
    ("dice", "count"),
    [((2, 1), 15), ((3, 1), 16), ((6, 5), 7), ((6, 6), 11), ((1, 1), 42), ((4, 4), 52)],
)
def test_how_many_ends_the_start_has(dice: tuple[int, int], count: int) -> None:
    """Counts that another program gives, too."""
    assert len(ends(START, dice)) == count


@pytest.mark.parametrize(
    ("men", "dice", "die"),
    [({10: 1, 21: -3, 20: -5, 19: -5, 3: -2}, (6, 1), 6), ({15: 1, 9: -2, 4: -2}, (6, 5), 5)],
)
def test_the_one_die_that_is_played(men: dict[int, int], dice: tuple[int, int], die: int) -> None:
    position = tuple(men.get(point, 0) for point in range(26))
    assert forced_die(position, dice) == die


def test_the_last_checker_may_go_off_directly_where_it_is_agreed() -> None:
    position = tuple({4: 1, 21: -7, 20: -7, 3: -1}.get(point, 0) for point in range(26))
    direct = tuple(min(count, 0) for count in position)
    assert direct not in ends(position, (5, 1))
    assert ends(position, (5, 1), last_direct=True) == ends(position, (5, 1)) | {direct}


def test_every_recorded_position_has_just_the_recorded_ends(
    shared: Callable[[str], Path],
) -> None:
    for line in shared("legal_plays.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        wanted = {tuple(end) for end in record["results"]}
        assert ends(tuple(record["board"]), tuple(record["dice"])) == wanted, record["id"]
