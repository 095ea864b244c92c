"""What is played where it is hard to see whose the disc under the ball is."""

from dataclasses import replace

import pytest

from app.games.taru.game import Taru
from app.games.taru.plays import Strip
from app.match.reading import candidates
from app.rulebook.api import Change
from app.rulebook.geometry import square
from app.wiring.boards import boards

GAME = Taru()
LEGAL = (
    "std H:1a10,2i15,3e6,4g6,5i6,6k6,7m6,8b5,9d5,10f5,11h5,12l5,13a4,14c4,15g4 "
    "A:2a12,3c19,4e19,5g19,6i19,7k19,8m19,9b20,10d20,11f20,12h20,13l20,14c21,15g21 "
    "B:H2 T:A/open D:4.6 P:13-12"
)
OFFSIDE = (
    "std H:1m14,2h15,3k13,4l13,5a12,6d5,7j6,8l6,9a6,10b7,11g3,12k5,13m5,14c6,15k3 "
    "A:1c15,2f5,3f15,4j15,5k15,6l15,7e19,8i19,9m19,10b20,11f20,12h20,13j20,14a21,15g21 "
    "B:A2 T:H/open D:3.2 P:10-5"
)


@pytest.mark.parametrize(
    ("position", "left", "onto", "rule"),
    [(LEGAL, "i19", "i15", "T66"), (OFFSIDE, "c6", "f5", "T68")],
)
def test_a_disc_that_has_gone_lies_under_the_ball(
    position: str, left: str, onto: str, rule: str
) -> None:
    state = GAME.parse(position, boards())
    before = GAME.layout(state)
    seen = before.seen()
    towers = tuple((at, tower) for at, tower in seen.towers if at != square(left))
    after = replace(seen, towers=towers, either_side=(square(onto),))
    (found,) = candidates(GAME, state, Change(before=before, after=after), state.pitch.board)
    reading, table = found
    assert isinstance(reading.plays[-1], Strip)
    assert GAME.judge(state, reading.plays[-1])[-1].rule == rule
    assert len(dict(table.towers)[square(onto)]) == 2
