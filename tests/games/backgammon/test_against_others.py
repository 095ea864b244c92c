"""Other programs asked, where they are installed (they are GPL: for tests alone)."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.games.backgammon import against_gnubg, against_gnubg_nn
from tests.games.backgammon.conftest import any_position


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
