from collections.abc import Callable, Mapping

import pytest

from app.rehearsal.soak import soak
from app.rulebook.api import Game
from app.rulebook.board import Board
from app.rulebook.words import Problem

Boards = Mapping[str, Board]
Make = Callable[..., Game[object]]


def test_a_sound_referee_agrees_with_every_label(toy: Make, toy_boards: Boards) -> None:
    report = soak(toy(), toy_boards, matches=20, seed=1)
    assert report.fine
    assert report.matches == 20
    assert report.turns >= 20 * 15
    assert report.sections_fired["M2"] > 10


def test_a_referee_that_lets_an_illegal_step_pass_is_found(toy: Make, toy_boards: Boards) -> None:
    report = soak(toy(lax=True), toy_boards, matches=20, seed=1)
    assert report.wrong_rulings > 0
    assert "M1 allowed" in report.cases[0]


def test_a_referee_that_does_not_read_the_table_is_found(toy: Make, toy_boards: Boards) -> None:
    report = soak(toy(blind=True), toy_boards, matches=1, seed=1)
    assert report.missed_events > 0
    assert not report.fine


def test_the_same_seed_is_the_same_run(toy: Make, toy_boards: Boards) -> None:
    runs = [soak(toy(), toy_boards, matches=5, seed=4) for _ in range(2)]
    assert runs[0].sections_fired == runs[1].sections_fired
    assert runs[0].turns == runs[1].turns


def test_a_game_without_a_board_is_one_sentence(toy: Make) -> None:
    with pytest.raises(Problem) as problem:
        soak(toy(), {}, matches=1, seed=1)
    assert problem.value.phrase.key == "rehearsal.no_board"
