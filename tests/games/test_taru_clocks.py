"""Which clocks run in which phase, what a fact tells of them, and how a timed match begins."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from app.games.taru.game import Taru
from app.games.taru.notation import parse, write
from app.games.taru.plays import EndTurn, Move
from app.games.taru.state import Clock, Phase
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, TimeRanOut
from app.rulebook.geometry import square
from app.rulebook.side import Side
from app.rulebook.words import Problem

OPEN = "std H:9g14 A:5g20 B:H9 T:H/open D:4.3 P:0-0 C:600/20"
RUNNING = " O:match_clock=running"
PER_PLAYER = " O:match_clock=per_player"
PHASES = (
    (OPEN, True, 0),
    ("std H:9g14 A:5g20 B:H9 T:A/await_roll P:0-0 C:600/20", True, 0),
    ("std H:9g14 A:5g20 B:H9 T:H/double_six D:6.6 P:0-0 C:600/20", True, 0),
    ("std H:9g14 A:5g20 B:H9 T:H/await_flick X:kick D:6.3 P:0-0 C:600/20", True, 0),
    ("std H:9g14 A:5g20 B:A5 T:A/await_flick X:mark F:mark=A5 P:0-0 C:600/20", False, 0),
    ("std H:9g14 A:4b7,5d7 B:c6 T:A/award_choice W:A/A4,A5/T41 P:0-0 C:600/20", False, 0),
    ("std H:9g14 A:5g20 B:H9 T:H/penalty_choice N:H P:0-0 C:600/20", False, 0),
    ("std H:9g14 A:5g20 B:- T:H/penalty_kick N:H Z:H9 P:0-0 C:600/20", False, None),
    ("std H:9g14 A:5g20 B:- T:H/conversion V:H/g P:5-0 C:600/20", False, None),
    ("std H:hand A:hand B:- T:A/setup K:A/restart P:5-0 C:600/20", False, None),
    ("std H:hand A:hand B:- T:H/setup P:0-0 C:1200/35", False, None),
    ("std H:9g14 A:5g20 B:H9 T:H/finished P:0-0 C:600/20", False, None),
    ("std H:9g14 A:5g20 B:H9 T:H/open D:4.3 P:0-0 C:0!/20", True, None),
    ("std H:9g14 A:5g20 B:- T:H/conversion V:H/g P:5-0 C:600/20" + RUNNING, False, 0),
    ("std H:hand A:hand B:- T:A/setup K:A/restart P:5-0 C:600/20" + RUNNING, False, 0),
    ("std H:hand A:hand B:- T:H/setup P:0-0 C:1200/35" + RUNNING, False, None),
    ("std H:9g14 A:5g20 B:H9 T:A/await_roll P:0-0 C:300,280/20" + PER_PLAYER, True, 1),
    ("std H:9g14 A:5g20 B:H9 T:H/await_roll P:0-0 C:300,280/20" + PER_PLAYER, True, 0),
    ("std H:9g14 A:5g20 B:- T:H/conversion V:H/g P:5-0 C:300,280/20" + PER_PLAYER, False, None),
)


@pytest.mark.parametrize(("text", "turn", "match"), PHASES)
def test_what_runs_in_a_phase(
    taru: Taru, boards: Mapping[str, Board], text: str, turn: object, match: int | None
) -> None:
    clocks = taru.standing(parse(text, boards)).clocks
    assert clocks is not None
    assert (clocks.turn_runs, clocks.match_runs) == (turn, match)


@pytest.mark.parametrize(("text", "turn", "match"), PHASES)
def test_a_bell_is_refused_where_its_clock_does_not_run(
    taru: Taru, boards: Mapping[str, Board], text: str, turn: object, match: int | None
) -> None:
    state = parse(text, boards)
    ruling = taru.judge(state, TimeRanOut(clock="turn"))[-1]
    assert ruling.refused is not turn
    if ruling.refused:
        assert "T8" in (ruling.rule, *ruling.also)
    if match is not None:
        assert not taru.judge(state, TimeRanOut(clock="match"))[-1].refused


@pytest.mark.parametrize("seed", range(3))
def test_a_timed_match_with_bells_at_any_time_stays_sound(
    taru: Taru, boards: Mapping[str, Board], walker: type, seed: int
) -> None:
    chance, walk = Random(seed), walker(seed)
    state = taru.start(boards["std"], {"mode": "timed20"})
    for step in range(500):
        event = walk.event(state)
        if step > 300 and chance.random() < 0.02:
            event = TimeRanOut(clock="match")
        elif chance.random() < 0.1:
            event = TimeRanOut(clock="turn")
        shown = state.clock and (chance.randint(1, 35), state.clock.match_s)
        rulings = taru.judge(state, replace(event, left_s=shown))
        assert rulings
        state = rulings[-1].state
        text = write(state)
        assert write(parse(text, boards)) == text
        assert state.clock is not None
        if state.phase is Phase.FINISHED:
            assert state.clock.expired
            assert state.winner is not None
            break


def test_a_classic_match_has_no_clock(taru: Taru, boards: Mapping[str, Board]) -> None:
    assert taru.standing(taru.start(boards["std"])).clocks is None


def test_a_timed_match_begins_with_all_its_time(taru: Taru, boards: Mapping[str, Board]) -> None:
    board = boards["std"]
    timed = taru.start(board, {"mode": "timed20", "turn_seconds": "40"})
    assert timed.clock == Clock(match_s=1200, turn_s=40)
    shared = taru.start(board, {"mode": "timed20", "match_clock": "per_player"})
    assert shared.clock == Clock(match_s=600, away_s=600, turn_s=35)
    for state in (timed, shared):
        assert parse(write(state), boards) == state
    with pytest.raises(Problem):
        taru.start(board, {"mode": "blitz"})


def test_a_fact_tells_what_the_clocks_showed(taru: Taru, boards: Mapping[str, Board]) -> None:
    state = parse(OPEN, boards)
    move = Move(disc="H9", path=(square("g15"),), left_s=(12, 590))
    moved = taru.judge(state, move)[-1].state
    assert moved.clock == Clock(match_s=590, turn_s=12)
    ended = taru.judge(moved, EndTurn(side=Side.HOME, left_s=(3, 581)))[-1].state
    assert ended.clock == Clock(match_s=581, turn_s=35)
    untold = taru.judge(ended, DiceRolled(faces=(1, 2)))[-1].state
    assert untold.clock == ended.clock


def test_a_refused_act_stops_no_clock(taru: Taru, boards: Mapping[str, Board]) -> None:
    state = parse(OPEN, boards)
    ruling = taru.judge(state, Move(disc="A5", path=(square("g19"),), left_s=(9, 580)))[-1]
    assert ruling.refused
    assert ruling.state == replace(state, clock=Clock(match_s=580, turn_s=9))


def test_the_bell_of_a_match_stops_its_clock(taru: Taru, boards: Mapping[str, Board]) -> None:
    for text, clock in (
        (OPEN, Clock(match_s=0, turn_s=20, expired=True)),
        (
            "std H:9g14 A:5g20 B:H9 T:A/open D:4.3 P:0-0 C:90,1/20" + PER_PLAYER,
            Clock(match_s=90, away_s=0, turn_s=20, expired=True),
        ),
    ):
        up = taru.judge(parse(text, boards), TimeRanOut(clock="match"))[-1]
        assert up.rule == "T9"
        assert up.state.clock == clock


def test_after_time_the_side_with_the_ball_is_offered_the_stop(
    taru: Taru, boards: Mapping[str, Board]
) -> None:
    before = parse("std H:9g14 A:5g20 B:H9 T:A/await_roll P:0-0 C:1/20", boards)
    after = taru.judge(before, TimeRanOut(clock="match"))[-1].state
    assert not taru.awaits(before).choices
    stops = [choice.play for choice in taru.awaits(after).choices]
    assert stops == list(taru.plays(after))
    assert taru.judge(after, stops[0])[-1].state.winner == "draw"
