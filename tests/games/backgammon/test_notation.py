"""Every notation, written and read: the state, moves, position and match ids, XGID."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.backgammon.ends import ends
from app.games.backgammon.game import Backgammon
from app.games.backgammon.gnu_ids import (
    MatchId,
    match_id_of,
    position_id,
    read_match_id,
    read_position_id,
    write_match_id,
)
from app.games.backgammon.hops import canonical
from app.games.backgammon.move_text import read_turn, write_hops
from app.games.backgammon.plays import Double, Hop, Move, Resign, Take
from app.games.backgammon.position import START, flipped, possible
from app.games.backgammon.state import State
from app.games.backgammon.xgid import Xgid, read_xgid, write_xgid, xgid_of
from app.rulebook.board import Board
from app.rulebook.side import Side
from app.rulebook.words import Problem
from tests.games.backgammon.conftest import any_position, roll

SEEDS = st.integers(0, 2**32)
START_X = "-b----E-C---eE---c-e----B-"


@pytest.fixture
def several(game: Backgammon, board: Board, play: Callable[..., State]) -> list[State]:
    """States of every phase but the last two."""
    start = game.start(board, {"match_length": "7", "crawford": "true"})
    begun = play(start, roll(3, 1))
    part = play(begun, Move(hops=(Hop(8, 5),)))
    ended = play(part, Move(hops=(Hop(6, 5),)))
    offered = play(ended, Double(side=Side.AWAY))
    taken = play(offered, Take(side=Side.HOME))
    resigned = play(taken, Resign(side=Side.AWAY, times=3))
    return [start, begun, part, ended, offered, taken, resigned]


def test_states_are_read_back(game: Backgammon, board: Board, several: list[State]) -> None:
    for state in several:
        assert game.parse(game.write(state), {board.id: board}) == state


def test_a_state_in_full(game: Backgammon, several: list[State]) -> None:
    assert game.write(several[2]) == (
        "backgammon X:-b---AE-B---eE---c-e----B- T:H/to_move C:0 S:0-0 G:0 D:31 L:1 "
        f"B:{START_X} O:crawford=true,match_length=7"
    )


HEAD = f"backgammon X:{START_X}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD,
        f"chess X:{START_X} T:H/opening C:0 S:0-0 G:0",
        f"{HEAD} T:H/opening C:0 S:0-0",
        f"{HEAD} T:H/opening C:0 S:0-0 G:0 G:0",
        f"{HEAD} T:H/opening C:0 S:0-0 G:0 Q:1",
        f"{HEAD} T:X/opening C:0 S:0-0 G:0",
        f"{HEAD} T:H/sleeping C:0 S:0-0 G:0",
        f"{HEAD} T:H/opening C:7 S:0-0 G:0",
        f"{HEAD} T:H/opening C:0H S:0-0 G:0",
        f"{HEAD} T:H/opening C:0 S:0 G:0",
        f"{HEAD} T:H/opening C:0 S:0-0 G:0 F:77",
        f"{HEAD} T:H/opening C:0 S:0-0 G:0 K:maybe",
        f"{HEAD} T:H/opening C:0 S:0-0 G:0 O:moon=1",
        f"{HEAD} T:H/to_move C:0 S:0-0 G:0",
        f"{HEAD} T:H/doubled C:0 S:0-0 G:0",
        f"{HEAD} T:H/to_roll C:0 S:0-0 G:0 V:A1A",
        f"{HEAD} T:H/resigning C:0 S:0-0 G:0",
        f"{HEAD} T:H/to_move C:0 S:0-0 G:0 D:31 L:33 B:{START_X}",
        f"{HEAD} T:H/to_move C:0 S:0-0 G:0 D:31 L:1 B:{START_X}",
        f"{HEAD} T:H/to_roll C:0 S:0-0 G:0 Y:A/{START_X}/99",
        "backgammon X:-b----E-C---eE---c-e----Bx T:H/to_roll C:0 S:0-0 G:0",
        "backgammon X:-b----O-C---eE---c-e----B- T:H/to_roll C:0 S:0-0 G:0",
        "backgammon X:---------------------a---- T:H/to_roll C:0 S:0-0 G:0",
    ],
)
def test_what_cannot_be_is_told(game: Backgammon, board: Board, text: str) -> None:
    with pytest.raises(Problem):
        game.parse(text, {board.id: board})


# ------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    ("hops", "text"),
    [
        (((24, 18), (18, 13)), "24/13"),
        (((6, 5), (8, 5)), "8/5 6/5"),
        (((13, 8), (13, 8), (8, 3), (8, 3)), "13/3(2)"),
        (((13, 8), (13, 8), (6, 1), (6, 1)), "13/8(2) 6/1*(2)"),
        ((), "–"),
    ],
)
def test_moves_as_they_are_written(hops: tuple[tuple[int, int], ...], text: str) -> None:
    blot = tuple(-1 if point == 1 else count for point, count in enumerate(START))
    begun = blot if "*" in text else START
    written = write_hops(begun, tuple(Hop(*hop) for hop in hops))
    assert written == text.replace("6/1*(2)", "6/1* 6/1")


def test_a_hit_on_the_way_is_named() -> None:
    begun = tuple({13: 1, 6: 2, 10: -1, 24: -3}.get(point, 0) for point in range(26))
    assert write_hops(begun, (Hop(13, 10), Hop(10, 8))) == "13/10*/8"


def test_bar_and_off_have_names() -> None:
    begun = tuple({25: 1, 3: 2, 24: -3}.get(point, 0) for point in range(26))
    assert write_hops(begun, (Hop(25, 20), Hop(3, 0))) == "bar/20 3/off"
    assert read_turn("25/20 3/0", begun) == read_turn("bar/20 3/off", begun)


@settings(deadline=None, max_examples=50)
@given(SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_every_turn_is_read_back(seed: int, first: int, second: int) -> None:
    begun = any_position(Random(seed))
    for end in sorted(ends(begun, (first, second)))[:5]:
        hops = canonical(begun, (first, second), end)
        assert hops is not None
        assert read_turn(write_hops(begun, hops), begun) == end


@pytest.mark.parametrize("text", ["24-18", "27/3", "6/8", "bar/24", "8/7(5)", "8/"])
def test_moves_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Problem):
        read_turn(text, START)


# ------------------------------------------------------------------ ids of other programs


def test_the_start_has_its_known_id() -> None:
    assert position_id(START) == "4HPwATDgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA") == START


@given(SEEDS)
def test_position_ids_are_read_back(seed: int) -> None:
    position = any_position(Random(seed))
    assert possible(position)
    assert read_position_id(position_id(position)) == position


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABM", "!!!!!!!!!!!!!!", "//////////////", "4HPw"])
def test_what_is_no_position_id(text: str) -> None:
    with pytest.raises(Problem):
        read_position_id(text)


@given(
    st.builds(
        MatchId,
        exponent=st.integers(0, 10),
        owner=st.sampled_from((None, *Side)),
        on_roll=st.sampled_from(Side),
        to_act=st.sampled_from(Side),
        crawford=st.booleans(),
        state=st.integers(0, 4),
        doubled=st.booleans(),
        resigned=st.integers(0, 3),
        dice=st.tuples(st.integers(1, 6), st.integers(1, 6)) | st.just((0, 0)),
        length=st.integers(1, 2000),
        score=st.tuples(st.integers(0, 2000), st.integers(0, 2000)),
    )
)
def test_match_ids_are_read_back(told: MatchId) -> None:
    text = write_match_id(told)
    assert len(text) == 12
    assert read_match_id(text) == told


def test_match_ids_as_gnu_backgammon_writes_them() -> None:
    """Ids that GNU Backgammon 1.07 gave."""
    thrown = MatchId(on_roll=Side.AWAY, to_act=Side.AWAY, dice=(3, 1), length=7)
    assert write_match_id(thrown) == "cInlAAAAAAAE"
    owned = MatchId(
        exponent=1, owner=Side.HOME, on_roll=Side.AWAY, to_act=Side.AWAY, score=(2, 3), length=7
    )
    assert write_match_id(owned) == "QQngACAAGAAE"
    for_money = replace(owned, length=0, jacoby=True)
    assert write_match_id(for_money) == "QQkAACAAGAAA"


def test_match_ids_of_states(several: list[State]) -> None:
    told = [match_id_of(state) for state in several]
    assert (told[1].on_roll, told[1].dice, told[1].length) == (Side.HOME, (3, 1), 7)
    assert (told[4].doubled, told[4].on_roll, told[4].to_act) == (True, Side.AWAY, Side.HOME)
    assert (told[5].exponent, told[5].owner) == (1, Side.HOME)
    assert (told[6].resigned, told[6].to_act) == (3, Side.HOME)


@pytest.mark.parametrize("text", ["", "cIlpAAAAAAA", "//////////8=", "cIl?AAAAAAAE"])
def test_what_is_no_match_id(text: str) -> None:
    with pytest.raises(Problem):
        read_match_id(text)


def test_xgids(several: list[State]) -> None:
    assert write_xgid(xgid_of(several[1])) == f"XGID={START_X}:0:0:1:31:0:0:0:7:10"
    doubled = write_xgid(xgid_of(several[4]))
    assert doubled == "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:D:0:0:0:7:10"
    taken = xgid_of(several[5])
    assert (taken.exponent, taken.owner, taken.turn) == (1, Side.HOME, Side.AWAY)


@given(SEEDS, st.integers(0, 6), st.sampled_from((None, *Side)), st.sampled_from(Side))
def test_xgids_are_read_back(seed: int, exponent: int, owner: Side | None, turn: Side) -> None:
    told = Xgid(
        home=any_position(Random(seed)), exponent=exponent, owner=owner, turn=turn, dice="52",
        score=(3, 4), rules=1, length=5,
    )  # fmt: skip
    assert read_xgid(write_xgid(told)) == told
    assert read_xgid(write_xgid(told).removeprefix("XGID=")) == told


@pytest.mark.parametrize(
    "text",
    ["", "XGID=", f"XGID={START_X}:0:0:1:31:0:0:0:7", f"XGID={START_X}:0:2:1:31:0:0:0:7:10",
     "XGID=-b----O-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"],
)  # fmt: skip
def test_what_is_no_xgid(text: str) -> None:
    with pytest.raises(Problem):
        read_xgid(text)


def test_seen_by_the_other_side_twice_is_the_same() -> None:
    position = any_position(Random(4))
    assert flipped(flipped(position)) == position
