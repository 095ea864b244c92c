"""The opening and the cube: one row a sentence of the book."""

from collections.abc import Callable
from dataclasses import replace

from app.games.backgammon.game import Backgammon
from app.games.backgammon.plays import (
    Beaver,
    Double,
    Drop,
    Hop,
    Leave,
    Move,
    Take,
)
from app.games.backgammon.position import START
from app.games.backgammon.state import Cube, Phase, State
from app.rulebook.facts import DiceRolled
from tests.games.backgammon.conftest import roll
from tests.games.backgammon.makings import AWAY, HOME, Play, refused_by


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
