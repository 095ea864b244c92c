"""Other programs asked, where they are installed (they are GPL: for tests alone)."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.games.backgammon.gnu_ids import position_id
from app.games.backgammon.plays import Leave
from app.games.backgammon.position import START
from app.games.backgammon.sgf import write_sgf
from app.games.backgammon.state import State
from app.rulebook.chronicle import Chronicle
from app.rulebook.words import Catalogue
from tests.games.backgammon import against_gnubg, against_gnubg_nn
from tests.games.backgammon.conftest import any_position, roll


def test_gnubg_nn_finds_the_same_ends() -> None:
    """A few; the script of that name compares as many as it is told."""
    if find_spec("gnubg_nn") is None:
        pytest.skip("gnubg-nn is not installed (the dependency group `oracles`)")
    assert against_gnubg_nn.compare(2_000, 1, any_position) == []


def test_gnubg_reads_matches_as_they_were_played(tmp_path: Path) -> None:
    program = against_gnubg.found_gnubg()
    if program is None:
        pytest.skip("GNU Backgammon is not installed (apt-get install gnubg)")
    assert against_gnubg.differences(program, 5, tmp_path) == []


def test_gnubg_knows_positions_and_matches_by_our_ids(tmp_path: Path) -> None:
    program = against_gnubg.found_gnubg()
    if program is None:
        pytest.skip("GNU Backgammon is not installed (apt-get install gnubg)")
    assert against_gnubg.ids_that_differ(program, 5, tmp_path) == []


def test_gnubg_reads_an_illegal_turn_and_a_cube_that_turned_by_itself(
    told: Callable[..., Chronicle[State]], tmp_path: Path
) -> None:
    program = against_gnubg.found_gnubg()
    if program is None:
        pytest.skip("GNU Backgammon is not installed (apt-get install gnubg)")
    bad = tuple(START[p] - (p in (24, 13)) + (p in (20, 11)) for p in range(26))
    played = told(
        roll(4, 4), roll(3, 1), Leave(position=bad), roll(5, 2),
        illegal="condone", automatic_doubles="1",
    )  # fmt: skip
    path = tmp_path / "condoned.sgf"
    path.write_text(write_sgf(played, Catalogue("en", "app.rulebook")), "utf-8")
    read = against_gnubg.asked(program, tmp_path, against_gnubg.READER, [str(path)])
    acts = read[str(path)]["games"][0]["game"]
    assert {"action": "set", "cube": 2} in acts
    # the board it was told, in the view of the left column
    assert {"action": "set", "board": position_id(bad)} in acts
