"""Opening, cube, score and matches: one row a sentence of the book."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.games.backgammon.game import Backgammon
from app.games.backgammon.plays import (
    Accept,
    Beaver,
    Correct,
    Done,
    Double,
    Drop,
    Hop,
    Leave,
    Move,
    NextGame,
    Reject,
    Resign,
    Settle,
    Take,
    TakeBack,
)
from app.games.backgammon.position import START, Position
from app.games.backgammon.state import Cube, Phase, State
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event
from app.rulebook.side import Side
from app.rulebook.words import Problem
from tests.games.backgammon.conftest import roll

HOME, AWAY = Side.HOME, Side.AWAY
Play = Callable[..., State]


@pytest.fixture
def start(game: Backgammon, board: Board) -> Callable[..., State]:
    """A match with these options, before the opening throw."""

    def begin(**options: object) -> State:
        return game.start(board, {name: str(value) for name, value in options.items()})

    return begin


@pytest.fixture
def on_roll(start: Callable[..., State], play: Play) -> Callable[..., State]:
    """Away to throw, after Home's 3-1."""

    def begin(**options: object) -> State:
        state = play(start(**options), roll(3, 1))
        return play(state, Move(hops=(Hop(8, 5), Hop(6, 5))))

    return begin


def refused_by(game: Backgammon, state: State, event: Event) -> str:
    ruling = game.judge(state, event)[-1]
    assert ruling.refused
    assert game.write(ruling.state) == game.write(state)
    return ruling.rule


def men(*, bar: int = 0, other_bar: int = 0, **points: int) -> Position:
    """Checkers by point, in Home's view: `p6=2`, `p20=-1`."""
    board = [other_bar, *[0] * 24, bar]
    for name, count in points.items():
        board[int(name.removeprefix("p"))] = count
    return tuple(board)


def bearing_off(start: State, away: Position, **changes: object) -> State:
    """Home's last checker on its ace, to be thrown off; Away as given."""
    home = tuple(one + other for one, other in zip(men(p1=1), away, strict=True))
    state = replace(start, phase=Phase.TO_ROLL, **changes)  # type: ignore[arg-type]
    return state.standing_at(home)


# ------------------------------------------------------------------ the opening


def test_r4_equal_dice_are_thrown_again_and_the_higher_starts(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    state = play(start(), roll(4, 4), roll(2, 2))
    assert state.phase is Phase.OPENING
    assert state.cube.exponent == 0
    state = play(state, roll(5, 3))
    assert (state.turn, state.phase, state.left) == (HOME, Phase.TO_MOVE, (5, 3))
    assert refused_by(game, start(), Move(hops=(Hop(13, 10),))) == "R4"


def test_r4_the_second_player_plays_both_dice(start: Callable[..., State], play: Play) -> None:
    state = play(start(), roll(3, 6))
    assert (state.turn, state.left) == (AWAY, (6, 3))


def test_r4_each_may_throw_its_own_die(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    first = DiceRolled(faces=(2,), side=AWAY)
    state = play(start(), first)
    assert game.awaits(state).rolls == (HOME,)
    assert refused_by(game, state, first) == "R4"
    state = play(state, DiceRolled(faces=(5,), side=HOME))
    assert (state.turn, state.left) == (HOME, (5, 2))


def test_r2_a_wrong_start_is_told(game: Backgammon, start: Callable[..., State]) -> None:
    wrong = tuple(START[p] - (p == 13) + (p == 14) for p in range(26))
    assert refused_by(game, start(), Leave(position=wrong)) == "R2"


# ------------------------------------------------------------------ the cube


def test_r20_no_double_at_the_opening(
    game: Backgammon, start: Callable[..., State], play: Play
) -> None:
    assert refused_by(game, start(), Double(side=HOME)) == "R20"
    assert refused_by(game, play(start(), roll(5, 3)), Double(side=HOME)) == "R19"


def test_r3_a_face_of_64_in_the_middle_counts_one(
    game: Backgammon, on_roll: Callable[..., State], play: Play
) -> None:
    state = on_roll()
    assert game.standing(state).tokens[0].text == "64"
    state = play(state, Double(side=AWAY), Drop(side=HOME))
    assert (state.score, state.phase) == ((0, 1), Phase.BETWEEN)


def test_r19_a_double_taken(game: Backgammon, on_roll: Callable[..., State], play: Play) -> None:
    offered = play(on_roll(), Double(side=AWAY))
    assert game.awaits(offered).side is HOME
    assert refused_by(game, offered, Take(side=AWAY)) == "R19"
    assert refused_by(game, offered, roll(3, 1)) == "R19"
    assert refused_by(game, offered, Double(side=AWAY)) == "R20"
    taken = play(offered, Take(side=HOME))
    assert (taken.cube, taken.turn, taken.phase) == (
        Cube(exponent=1, owner=HOME),
        AWAY,
        Phase.TO_ROLL,
    )
    assert refused_by(game, taken, Double(side=AWAY)) == "R20"
    assert refused_by(game, taken, Take(side=HOME)) == "R19"


def test_r19_a_redouble_refused_loses_the_stake_before(
    on_roll: Callable[..., State], play: Play
) -> None:
    state = replace(on_roll(), cube=Cube(exponent=2, owner=AWAY))
    assert play(state, Double(side=AWAY), Drop(side=HOME)).score == (0, 4)


def test_r19_no_double_after_the_throw_nor_on_the_others_turn(
    game: Backgammon, on_roll: Callable[..., State], play: Play
) -> None:
    state = on_roll()
    assert refused_by(game, state, Double(side=HOME)) == "R19"
    assert refused_by(game, play(state, roll(5, 2)), Double(side=AWAY)) == "R19"


def test_r20_six_doubles_come_to_64_and_no_further(
    game: Backgammon, on_roll: Callable[..., State]
) -> None:
    state = replace(on_roll(), cube=Cube(exponent=6, owner=AWAY))
    assert (state.cube.value, state.cube.face) == (64, 64)
    assert refused_by(game, state, Double(side=AWAY)) == "R20"


def test_r21_beavers(game: Backgammon, on_roll: Callable[..., State], play: Play) -> None:
    offered = play(on_roll(), Double(side=AWAY))
    assert refused_by(game, offered, Beaver(side=HOME)) == "R21"
    offered = play(on_roll(beavers="true"), Double(side=AWAY), Beaver(side=HOME))
    assert refused_by(game, offered, Beaver(side=AWAY)) == "R21"
    taken = play(offered, Take(side=AWAY))
    assert (taken.cube, taken.turn) == (Cube(exponent=2, owner=HOME), AWAY)
    assert play(offered, Drop(side=AWAY)).score == (2, 0)
    in_a_match = play(on_roll(beavers="true", match_length=5), Double(side=AWAY))
    assert refused_by(game, in_a_match, Beaver(side=HOME)) == "R21"


def test_r21_automatic_doubles_for_money(start: Callable[..., State], play: Play) -> None:
    state = play(start(automatic_doubles=1), roll(2, 2), roll(3, 3))
    assert (state.cube, state.automatic) == (Cube(exponent=1), 1)
    in_a_match = play(start(automatic_doubles=1, match_length=3), roll(2, 2))
    assert in_a_match.cube.exponent == 0


# ------------------------------------------------------------------ the score

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


# ------------------------------------------------------------------ the end of a turn


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
