"""Finding games by their folders, and starting Taru."""

from collections.abc import Mapping

import pytest

from app import games
from app.games.taru.game import Taru
from app.games.taru.options import alternatives, read_options
from app.rulebook.board import Board
from app.rulebook.words import Problem


def test_taru_is_found_by_its_folder() -> None:
    assert "taru" in games.names()
    assert isinstance(games.find("taru"), Taru)


def test_an_unknown_game_is_one_sentence() -> None:
    with pytest.raises(Problem) as caught:
        games.find("chess")
    assert caught.value.phrase.key == "rulebook.no_game"


def test_a_match_starts_with_all_in_hand(boards: Mapping[str, Board], taru: Taru) -> None:
    state = taru.start(boards["club"])
    assert len(state.in_hand) == 30
    assert taru.write(state) == "club H:hand A:hand B:- T:H/setup P:0-0"
    assert taru.layout(state).towers == ()
    assert taru.awaits(state).kind == "place"


def test_house_rules_are_taken_or_refused(boards: Mapping[str, Board], taru: Taru) -> None:
    chosen = taru.start(boards["std"], {"hand_pass_gap": "0", "drop_gap": "distance"})
    assert chosen.options.changed == (("hand_pass_gap", "0"),)
    assert chosen.options.straddle_within_mm(40.0) == 4.0
    for option in ({"moon": "1"}, {"hand_pass_gap": "3"}, {"turn_seconds": "soon"}):
        with pytest.raises(Problem):
            taru.start(boards["std"], option)


def test_every_house_rule_has_its_alternatives_and_is_written_back() -> None:
    for name, values in alternatives().items():
        for value in values or ("7", "2.5"):
            changed = dict(read_options({name: value}).changed)
            assert changed == ({} if value == (values or ("",))[0] else {name: value})


def test_the_log_knows_every_event_by_name(taru: Taru) -> None:
    assert set(taru.events) >= {"Move", "Kickoff", "LongPass", "DiceRolled", "PostsPassed"}
    assert all(kind.__name__ == name for name, kind in taru.events.items())
