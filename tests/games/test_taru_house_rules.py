"""House rules: every alternative is tried somewhere, and what is offered under one is accepted."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.games.taru.game import Taru
from app.games.taru.notation import parse, write
from app.games.taru.options import alternatives, read_options
from app.games.taru.plays import Move
from app.games.taru.rules.judge import judge
from app.rulebook.board import Board
from app.rulebook.geometry import Square
from app.rulebook.words import Problem

HERE = Path(__file__).parent
TRIED = "\n".join(path.read_text("utf-8") for path in sorted(HERE.glob("*taru*")))


def test_every_alternative_is_tried_somewhere() -> None:
    untried = [
        f"{name}={value}"
        for name, values in alternatives().items()
        for value in values[1:]
        if not re.search(rf'\b{name}"?\s*[=:]\s*"?{re.escape(value)}\b', TRIED, re.IGNORECASE)
    ]
    assert not untried


RULES = (
    {"bend_then_run": "true"},
    {"pickup_in_passing": "true"},
    {"reopen_limit": "1"},
    {"knight_pass": "true", "pass_over": "true"},
    {"turnover_ends_turn": "false", "long_pass_ahead": "loose"},
    {"try_by_award": "true", "short_kickoff_ball": "choice"},
    {"pass_touch": "lineout", "own_dead_ball": "nearest_back", "edge_is_out": "true"},
    {"kicks_per_turn": "2", "drop_gap": "empty", "carried_into_22": "not_allowed"},
    {"mark_on_kickoff": "true", "mark_airborne": "true", "missed_touch_turn": "beneficiary"},
    {"lineout_rank_free": "true", "catcher_spacing": "1", "lineout_opp_pass": "false"},
    {"setup_in_goal": "false", "kick22_in_goal": "false", "restart_in_goal": "true"},
    {"exclude_ends_turn": "false", "opening_double": "penalty", "setup_order": "loser_first"},
)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_is_offered_under_a_house_rule_is_accepted_and_written(
    taru: Taru, boards: Mapping[str, Board], walker: type, rules: Mapping[str, str]
) -> None:
    board = boards["std"]
    state, walk = taru.start(board, rules), walker(11)
    for _ in range(120):
        if state.winner is not None:
            break
        for play in list(taru.plays(state))[::9]:
            assert not taru.judge(state, play)[-1].refused, (write(state), play)
        text = write(state)
        assert write(parse(text, boards)) == text
        state = taru.judge(state, walk.event(state))[-1].state
    assert state.options == read_options(rules)


POSITIONS = (
    "std H:9g10,8h12 A:5g14,6f11 B:g12 T:H/open D:5.4 P:0-0 O:pickup_in_passing=true",
    "std H:9g19,8h12 A:5g16,6f21 B:g21 T:H/open D:6.4 P:0-0 O:pickup_in_passing=true",
    "std H:9g10,8h12 A:5g14,6f11 B:H9 T:H/open D:3.4 P:0-0 O:bend_then_run=true",
    "std H:9a1,8b2 A:5b1,6c3 B:H9 T:H/open D:6.6 P:0-0 O:bend_then_run=true",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_a_destination_is_offered_exactly_when_some_path_leads_there(
    taru: Taru, boards: Mapping[str, Board], text: str
) -> None:
    state = parse(text, boards)
    offered = {
        taru.judge(state, play)[-1].state.squares["H9"]
        for play in taru.plays(state)
        if isinstance(play, Move) and play.disc == "H9"
    }
    assert offered == reached_by_trying(boards, text)


def reached_by_trying(boards: Mapping[str, Board], text: str) -> set[Square]:
    """Every path of neighbours, extended as long as it is not refused for good."""
    state = parse(text, boards)
    ends: set[Square] = set()
    paths: list[tuple[Square, ...]]
    paths = [(step,) for step in state.pitch.neighbours[state.squares["H9"]]]
    seen: set[tuple[Square, tuple[int, int], int, frozenset[Square]]] = set()
    while paths:
        path = paths.pop()
        ruling = judge(state, Move(disc="H9", path=path))[0]
        if ruling.refused:
            continue
        ends.add(ruling.state.squares["H9"])
        for step in state.pitch.neighbours[path[-1]]:
            last = (step.file - path[-1].file, step.rank - path[-1].rank)
            key = (step, last, len(path), frozenset(path[:3]))
            if len(path) < state.points_left and key not in seen:
                seen.add(key)
                paths.append((*path, step))
    return ends


def test_the_spot_of_a_conversion_may_be_exact(taru: Taru, boards: Mapping[str, Board]) -> None:
    text = "std H:9g21 A:5a20 B:H9 T:H/open D:1.2 P:0-0"
    scoring = Move(disc="H9", path=(Square(8, 22), Square(8, 23)))
    for option, where in (("", "h"), (" O:conversion_spot=first_square", "h12")):
        arrange = taru.judge(parse(text + option, boards), scoring)[-1].arrange
        assert arrange is not None
        assert [value for _, value in arrange.why.args] == [where]


def test_a_house_rule_that_is_none_is_told() -> None:
    for given in ({"knight_pass": "perhaps"}, {"knights": "true"}, {"turn_seconds": "-3"}):
        with pytest.raises(Problem):
            read_options(given)
