"""What the table shows of plays that house rules alone allow."""

import pytest

from app.games.taru.plays import HandPass, Move
from tests.games.test_taru_readings import at, best

CASES = (
    ("knight_pass=true", "H:9g10,8e9 A:5a20 B:H9", "H:g10,e9 A:a20 B:e9+", HandPass),
    ("pass_over=true", "H:9g10,8g8 A:5g9 B:H9", "H:g10,g8 A:g9 B:g8+", HandPass),
    ("bend_then_run=true", "H:9g10 A:5a20 B:H9", "H:f15 A:a20 B:f15+", Move),
    ("pickup_in_passing=true", "H:9g10 A:5a20 B:g12", "H:g14 A:a20 B:g14+", Move),
)


@pytest.mark.parametrize(("rule", "before", "after", "kind"), CASES)
def test_a_play_of_a_house_rule_is_read(rule: str, before: str, after: str, kind: type) -> None:
    reading = best(at(f"{before} T:H/open D:4.3 P:0-0 O:{rule}"), after)
    assert reading.legal
    assert not reading.unexplained
    assert [type(play) for play in reading.plays] == [kind]


@pytest.mark.parametrize(("rule", "before", "after", "kind"), CASES)
def test_without_the_rule_it_is_no_legal_play(
    rule: str, before: str, after: str, kind: type
) -> None:
    del rule
    reading = best(at(f"{before} T:H/open D:4.3 P:0-0"), after)
    assert not (reading.legal and not reading.unexplained and len(reading.plays) == 1), kind
