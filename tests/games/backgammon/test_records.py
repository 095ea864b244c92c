"""Matches written down for other programs: the traps of `.mat` and SGF."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.games.backgammon.game import Backgammon
from app.games.backgammon.mat import match_names, write_mat
from app.games.backgammon.plays import (
    Accept,
    Beaver,
    Double,
    Drop,
    Hop,
    Leave,
    Move,
    NextGame,
    Resign,
    Take,
    TakeBack,
)
from app.games.backgammon.position import START
from app.games.backgammon.sgf import write_sgf
from app.games.backgammon.state import State
from app.games.backgammon.told import games_of
from app.match.log import FileLog
from app.match.match import Match, Setup
from app.rulebook.board import Board
from app.rulebook.chronicle import Chronicle
from app.rulebook.side import Side
from app.rulebook.words import Catalogue, Problem
from app.wiring.cli import run
from tests.games.backgammon.conftest import roll
from tests.games.backgammon.matches import played_match

HOME, AWAY = Side.HOME, Side.AWAY
CATALOGUE = Catalogue("en", "app.rulebook")
Told = Callable[..., Chronicle[State]]


def hops(*pairs: tuple[int, int]) -> Move:
    return Move(hops=tuple(Hop(*pair) for pair in pairs))


OPENING = (roll(3, 1), hops((8, 5), (6, 5)))
DROPPED = (*OPENING, Double(side=AWAY), Drop(side=HOME))


def test_mat_of_a_game_that_the_right_column_starts(told: Told) -> None:
    text = write_mat(
        told(roll(2, 4), hops((8, 4), (6, 4)), Double(side=HOME), Take(side=AWAY), roll(6, 5)),
        CATALOGUE,
    )
    assert text == (
        '; [EventDate "2026.11.30"]\n; [Variation "Backgammon"]\n\n 0 point match\n\n'
        " Game 1\n Ann : 0                         Ben : 0\n"
        "  1)                             42: 8/4 6/4\n"
        "  2)  Doubles => 2                Takes\n"
        "  3) 65:                         \n\n"
    )


def test_mat_keeps_the_blanks_behind_a_drop_of_the_left_column(told: Told) -> None:
    text = write_mat(told(*DROPPED), CATALOGUE)
    assert "  1) 31: 8/5 6/5                  Doubles => 2\n" in text
    assert "  2)  Drops                      \n" in text
    assert f"{' ' * 34}Wins 1 point\n\n" in text


def test_mat_writes_every_hop_and_hit(told: Told) -> None:
    played = told(
        roll(4, 3), hops((24, 20), (13, 10)), roll(4, 1), hops((6, 5), (24, 20)),
        match_length="3",
    )  # fmt: skip
    lines = write_mat(played, CATALOGUE).splitlines()
    assert lines[3] == " 3 point match"
    assert lines[7] == "  1) 43: 24/20 13/10             41: 24/20 6/5*"


def test_mat_tells_a_resignation_and_the_match(told: Told) -> None:
    played = told(
        *OPENING, Resign(side=AWAY, times=2), Accept(side=HOME), NextGame(), *DROPPED,
        match_length="2", crawford="true",
    )  # fmt: skip
    text = write_mat(played, CATALOGUE)
    assert "      Wins 2 points and the match\n" in text
    assert games_of(played)[0].resigned
    assert "Game 2" not in text


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (("", ""), ("Home", "Away")),
        (("A:n\nn ", "::"), ("A n n", "Away")),
        (("é" * 20, "x" * 40), ("é" * 15, "x" * 31)),
        (("Ann", "Ann"), ("Ann", "Ann 2")),
    ],
)
def test_names_fit(told: Told, given: tuple[str, str], written: tuple[str, str]) -> None:
    assert match_names(told(names=given)) == written


def test_a_turn_taken_back_is_told_as_it_was_played_at_last(told: Told) -> None:
    played = told(*OPENING, TakeBack(), hops((24, 20)), roll(5, 2))
    assert "  1) 31: 24/21 21/20             52: \n" in write_mat(played, CATALOGUE)


BAD = tuple(START[p] - (p in (24, 13)) + (p in (20, 11)) for p in range(26))


def test_an_illegal_turn_let_stand_is_a_position_in_sgf_and_too_much_for_mat(told: Told) -> None:
    played = told(roll(3, 1), Leave(position=BAD), roll(5, 2), illegal="condone")
    with pytest.raises(Problem):
        write_mat(played, CATALOGUE)
    text = write_sgf(played, CATALOGUE)
    white = "AW[f][f][f][f][f][h][h][h][k][m][m][m][m][t][x]"
    black = "AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]"
    assert f";PL[W]DI[31]\n;PL[B]AE[a:y]{white}{black}\n;PL[B]DI[52]" in text


def test_a_cube_that_turned_by_itself_is_set_in_sgf_and_too_much_for_mat(told: Told) -> None:
    played = told(roll(3, 3), *OPENING, automatic_doubles="1")
    with pytest.raises(Problem):
        write_mat(played, CATALOGUE)
    assert ";CV[2]\n;W[31hefe]\n" in write_sgf(played, CATALOGUE)


def test_sgf_of_two_games(told: Told) -> None:
    played = told(
        *DROPPED, NextGame(), roll(2, 6), hops((24, 18), (13, 11)),
        names=("A]n\\n", "Ben"), match_length="2", crawford="true",
    )  # fmt: skip
    assert write_sgf(played, CATALOGUE) == (
        "(;FF[4]GM[6]CA[UTF-8]AP[taru-table]MI[length:2][game:0][ws:0][bs:0]PW[A\\]n\\\\n]PB[Ben]"
        "DT[2026-11-30]RU[Crawford]RE[B+1]\n;W[31hefe]\n;B[double]\n;W[drop]\n)\n"
        "(;FF[4]GM[6]CA[UTF-8]AP[taru-table]MI[length:2][game:1][ws:0][bs:1]PW[A\\]n\\\\n]PB[Ben]"
        "DT[2026-11-30]RU[Crawford:CrawfordGame]\n;B[62agln]\n)\n"
    )


def test_sgf_of_bar_off_dance_and_beaver(told: Told) -> None:
    text = write_sgf(
        told(*OPENING, Double(side=AWAY), Beaver(side=HOME), Take(side=AWAY), beavers="true"),
        CATALOGUE,
    )
    assert ";B[double]\n;W[double]\n;B[take]\n" in text


def test_all_that_is_played_is_told(board: Board) -> None:
    """A turn for every throw, and the points of every game."""
    played = played_match(board, {"match_length": "5", "crawford": "true"}, 11)
    games = games_of(played)
    scores = [game.score for game in games]
    points = [(g.points * (g.winner is HOME), g.points * (g.winner is AWAY)) for g in games]
    for before, won, after in zip(
        scores, points, [*scores[1:], played.entries[-1].after.score], strict=True
    ):
        assert (before[0] + won[0], before[1] + won[1]) == after
    throws = sum(type(entry.event).__name__ == "DiceRolled" for entry in played.entries)
    turns = sum(type(act).__name__ == "Played" for game in games for act in game.acts)
    equal = sum(e.event == roll(n, n) and not e.before.under_way and e.before.phase == "opening"
                for e in played.entries for n in range(1, 7))  # fmt: skip
    assert turns == throws - equal


def test_a_match_file_is_exported(game: Backgammon, board: Board, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match.start(game, Setup(board=board, names=("Chêne", "Noyer")), FileLog(path))
    for event in DROPPED:
        match.take(event)
    match.close()
    for form, says in (("mat", "Drops"), ("sgf", ";W[drop]")):
        assert run(["export", str(path), "--format", form]) == 0
        assert says in path.with_suffix(f".{form}").read_text("utf-8")
