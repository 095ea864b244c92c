"""A short walk through every phase; the long one is a command (see `taru_walk`)."""

from app.games.taru.state import Phase
from tests.games.taru_walk import walk

SELDOM = frozenset({Phase.FINISHED, Phase.INTERCEPT_WINDOW, Phase.DROP})


def test_a_walk_agrees_with_the_labels_in_every_phase() -> None:
    found = walk(2500, 11)
    assert found.wrong == []
    assert {phase.value for phase in Phase if phase not in SELDOM} <= set(found.phases)


def test_the_same_seed_is_the_same_walk() -> None:
    assert walk(300, 3).cited == walk(300, 3).cited


def test_a_walk_tells_what_it_never_came_to() -> None:
    found = walk(30, 1)
    assert found.silent
    assert not set(found.silent) & set(found.cited)
