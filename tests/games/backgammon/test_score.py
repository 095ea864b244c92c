"""What games are worth, and matches: one row a sentence of the book."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.games.backgammon.game import Backgammon
from app.games.backgammon.plays import (
    Accept,
    Double,
    Drop,
    Hop,
    Move,
    NextGame,
    Reject,
    Resign,
    Settle,
)
from app.games.backgammon.position import START, Position
from app.games.backgammon.state import Cube, Phase, State
from tests.games.backgammon.conftest import roll
from tests.games.backgammon.makings import AWAY, HOME, Play, bearing_off, men, refused_by

ONE_OFF = men(p24=-14)
OUTSIDE = men(p24=-10, p13=-5)
ON_BAR = men(p24=-14, other_bar=-1)
IN_HOME = men(p24=-14, p6=-1)


@pytest.mark.parametrize(
    ("away", "exponent", "jacoby", "points"),
    [
        (ONE_OFF, 0, "false", 1),
        (ONE_OFF, 3, "false", 8),
        (OUTSIDE, 0, "false", 2),
        (OUTSIDE, 1, "false", 4),
        (ON_BAR, 0, "false", 3),
        (IN_HOME, 0, "false", 3),
        (IN_HOME, 2, "true", 12),
        (OUTSIDE, 0, "true", 1),
        (ON_BAR, 0, "true", 1),
    ],
)
def test_r18_what_a_game_is_worth(
    start: Callable[..., State], play: Play, away: Position, exponent: int, jacoby: str, points: int
) -> None:
    cube = Cube(exponent=exponent, owner=HOME if exponent else None)
    state = bearing_off(start(jacoby=jacoby), away, cube=cube)
    state = play(state, roll(1, 2), Move(hops=(Hop(1, 0),)))
    assert state.score == (points, 0)


def test_r17_fifteen_off_win_at_once(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    state = bearing_off(start(), ONE_OFF)
    rulings = game.judge(play(state, roll(1, 1)), Move(hops=(Hop(1, 0),)))
    assert [ruling.rule for ruling in rulings] == ["R14", "R18"]
    after = rulings[-1].state
    assert refused_by(game, after, roll(1, 2)) == "R17"
    assert refused_by(game, after, Move(hops=(Hop(1, 0),))) == "R17"
    assert play(after, NextGame()).home == START


def test_r21_the_crawford_game(game: Backgammon, start: Callable[..., State], play: Play) -> None:
    options = {"match_length": 5, "crawford": "true"}
    state = bearing_off(start(**options), ONE_OFF, score=(3, 2))
    state = play(state, roll(1, 2), Move(hops=(Hop(1, 0),)), NextGame())
    assert (state.score, state.crawford) == ((4, 2), "now")
    state = play(state, roll(3, 1), Move(hops=(Hop(8, 5), Hop(6, 5))))
    assert refused_by(game, state, Double(side=AWAY)) == "R21"
    state = bearing_off(start(**options), ONE_OFF, score=(2, 4), crawford="now")
    state = play(state, roll(1, 2), Move(hops=(Hop(1, 0),)), NextGame())
    assert (state.score, state.crawford) == ((3, 4), "past")
    state = play(state, roll(3, 1), Move(hops=(Hop(8, 5), Hop(6, 5))))
    assert not game.judge(state, Double(side=AWAY))[-1].refused


def test_r21_without_crawford_every_game_has_its_cube(
    game: Backgammon, on_roll: Callable[..., State]
) -> None:
    state = replace(on_roll(match_length=5), score=(4, 2))
    assert not game.judge(state, Double(side=AWAY))[-1].refused


def test_r21_a_match_is_over_at_its_length(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    state = bearing_off(
        start(match_length=5), IN_HOME, score=(3, 3), cube=Cube(exponent=1, owner=AWAY)
    )
    state = play(state, roll(1, 2), Move(hops=(Hop(1, 0),)))
    assert (state.score, state.phase, state.winner) == ((9, 3), Phase.FINISHED, HOME)
    assert game.awaits(state).kind == "nothing"
    for event in (NextGame(), Settle(), roll(1, 2)):
        assert refused_by(game, state, event) == "R21"


def test_r21_money_games_end_when_nobody_wants_another(
    game: Backgammon, on_roll: Callable[..., State], play: Play
) -> None:
    assert refused_by(game, on_roll(), Settle()) == "R17"
    dropped = play(on_roll(), Double(side=AWAY), Drop(side=HOME))
    assert play(dropped, Settle()).winner is AWAY
    in_a_match = play(on_roll(match_length=3), Double(side=AWAY), Drop(side=HOME))
    assert refused_by(game, in_a_match, Settle()) == "R21"


def test_r18_resignations(game: Backgammon, on_roll: Callable[..., State], play: Play) -> None:
    state = on_roll()
    assert refused_by(game, state, Resign(side=HOME, times=1)) == "R18"
    assert refused_by(game, state, Resign(side=AWAY, times=4)) == "R18"
    assert refused_by(game, state, Accept(side=HOME)) == "R18"
    offered = play(state, Resign(side=AWAY, times=2))
    assert refused_by(game, offered, Accept(side=AWAY)) == "R18"
    assert refused_by(game, offered, roll(1, 2)) == "R18"
    assert play(offered, Accept(side=HOME)).score == (2, 0)
    assert play(offered, Reject(side=HOME)) == state
