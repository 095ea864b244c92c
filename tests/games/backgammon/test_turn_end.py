"""Where a turn ends, and what may be done about it until the next throw."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.games.backgammon.game import Backgammon
from app.games.backgammon.plays import (
    Correct,
    Done,
    Hop,
    Leave,
    Move,
    TakeBack,
)
from app.games.backgammon.position import START
from app.games.backgammon.state import Phase, State
from app.rulebook.board import Board
from app.rulebook.words import Problem
from tests.games.backgammon.conftest import roll
from tests.games.backgammon.makings import AWAY, HOME, Play, men, refused_by


def test_r11_only_the_end_counts_until_the_next_throw(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    begun = play(start(), roll(3, 1))
    assert refused_by(game, begun, TakeBack()) == "R11"
    moved = play(begun, Move(hops=(Hop(13, 10),)))
    assert play(moved, TakeBack()) == begun
    ended = play(moved, Move(hops=(Hop(24, 23),)))
    assert ended.turn is AWAY
    again = play(ended, TakeBack())
    assert again == begun
    assert play(again, Move(hops=(Hop(8, 5), Hop(6, 5)))).turn is AWAY
    assert refused_by(game, play(ended, roll(5, 2)), TakeBack()) == "R11"


def test_r11_a_turn_may_end_early_where_the_same_end_uses_both_dice(
    start: Callable[..., State], play: Play
) -> None:
    """4/off by the 5 is where 4/3/off by both leads, and 2/1 could still be played."""
    state = replace(start(), phase=Phase.TO_ROLL).standing_at(men(p4=1, p2=1, p24=-3))
    state = play(state, roll(5, 1), Move(hops=(Hop(4, 0),)))
    assert (state.turn, state.phase) == (HOME, Phase.TO_MOVE)
    assert play(state, Done()).turn is AWAY
    assert play(state, Move(hops=(Hop(2, 1),))).turn is AWAY
    assert play(state, roll(6, 5)).turn is AWAY


def test_r12_no_move_passes_the_turn(game: Backgammon, start: Callable[..., State]) -> None:
    closed = men(bar=1, p6=2, p24=-2, p23=-2, p22=-2, p21=-2, p20=-2, p19=-2)
    state = replace(start(), phase=Phase.TO_ROLL).standing_at(closed)
    rulings = game.judge(state, roll(4, 3))
    assert [ruling.rule for ruling in rulings] == ["R5", "R12"]
    assert (rulings[-1].state.turn, rulings[-1].state.phase) == (AWAY, Phase.TO_ROLL)


BAD = tuple(START[p] - (p in (24, 13)) + (p in (20, 11)) for p in range(26))


def test_r21_an_illegal_turn_is_refused_or_let_stand(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    assert refused_by(game, play(start(), roll(3, 1)), Leave(position=BAD)) == "R5"
    begun = play(start(illegal="condone"), roll(3, 1))
    rulings = game.judge(begun, Leave(position=BAD))
    assert (rulings[-1].rule, rulings[-1].also, rulings[-1].refused) == ("R21", ("R5",), False)
    stood = rulings[-1].state
    assert stood.home == BAD
    assert refused_by(game, stood, Correct(side=HOME)) == "R21"
    assert play(stood, Correct(side=AWAY)) == begun
    thrown = play(stood, roll(5, 2))
    assert refused_by(game, thrown, Correct(side=AWAY)) == "R21"


def test_r21_what_lacks_a_checker_never_stands(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    begun = play(start(illegal="condone"), roll(3, 1))
    lacking = tuple(0 if p == 1 else count for p, count in enumerate(BAD))
    assert refused_by(game, begun, Leave(position=lacking)) == "R8"


@pytest.mark.parametrize(
    "option",
    [{"moon": "1"}, {"jacoby": "yes"}, {"match_length": "-1"}, {"match_length": "1000"}],
)
def test_options_are_taken_or_refused(
    game: Backgammon, board: Board, option: dict[str, str]
) -> None:
    with pytest.raises(Problem):
        game.start(board, option)
