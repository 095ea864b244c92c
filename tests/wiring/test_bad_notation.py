"""Positions that cannot be, and texts that are none: only a Problem comes of them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.games.taru.game import Taru
from app.rulebook.words import Problem
from app.wiring.boards import boards

BOARDS = boards()
POSITION = "std H:1-3a1,9g10 A:5h11,6i16 S:g10=H9/tA7 B:A6 T:H/open D:4.2 P:7-12"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "std",
        "nowhere H:- A:- B:g12 T:H/await_roll P:0-0",
        "std H:16a1 A:- B:g12 T:H/await_roll P:0-0",
        "std H:5-2a1 A:- B:g12 T:H/await_roll P:0-0",
        "std H:1a1,1b1 A:- B:g12 T:H/await_roll P:0-0",
        "std H:1a1 A:1a1 B:g12 T:H/await_roll P:0-0",
        "std H:1a1 A:- B:a1 T:H/await_roll P:0-0",
        "std H:1a1 A:1a1 S:a1=H1/tA1 B:H1 T:H/await_roll P:0-0",
        "std H:1a1 A:1a1 S:a1=H1/tA1/tH1 B:g12 T:H/await_roll P:0-0",
        "std H:1z99 A:- B:g12 T:H/await_roll P:0-0",
        "std H:1a٣ A:- B:g12 T:H/await_roll P:0-0",
        "std H:" + "1a1," * 10_000 + " A:- B:g12 T:H/await_roll P:0-0",
    ],
)
def test_impossible_positions(text: str) -> None:
    with pytest.raises(Problem) as refused:
        Taru().parse(text, BOARDS)
    assert sum(len(str(value)) for _, value in refused.value.phrase.args) < 100


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_written_only_a_problem_comes_of_it(data: st.DataObject) -> None:
    text = data.draw(st.one_of(st.just(POSITION), st.text(max_size=60)))
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(text)))
        new = data.draw(st.text(alphabet="0123456789HAag*^-/=,.:;!stkdrp ٣é\n", max_size=4))
        text = text[:place] + new + text[place + data.draw(st.integers(0, 2)) :]
    try:
        state = Taru().parse(text, BOARDS)
    except Problem:
        return
    assert Taru().parse(Taru().write(state), BOARDS) == state
