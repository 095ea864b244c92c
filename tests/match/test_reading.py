"""What is played where it is hard to see whose the disc under the ball is."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.games.taru.game import Taru
from app.games.taru.plays import Move, Strip
from app.match.perception.doubts import of_the_other_side
from app.match.perception.rest import read_table
from app.match.perception.table import TableWatch
from app.match.reading import candidates
from app.rulebook.api import Change, Reading
from app.rulebook.geometry import square
from app.rulebook.layout import Layout, Seen
from app.rulebook.side import Side
from app.wiring.boards import boards
from tests.match.rig import Table
from tests.match.toy import BOARD, START
from vision.observation import Observation, SeenBall

GAME = Taru()
H, A = Side.HOME, Side.AWAY
TEAMS = (H, A)
LAYOUT = Layout(towers=START, ball="H1")
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


def _read_without(position: str, left: str, onto: str) -> Sequence[tuple[Reading, Seen]]:
    """The readings of a table on which a disc has gone and may lie under the ball."""
    state = GAME.parse(position, boards())
    before = GAME.layout(state)
    seen = before.seen()
    towers = tuple((at, tower) for at, tower in seen.towers if at != square(left))
    after = replace(seen, towers=towers, either_side=(square(onto),))
    return candidates(GAME, state, Change(before=before, after=after), state.pitch.board)


def test_a_disc_that_has_gone_lies_under_the_ball_where_that_is_legal() -> None:
    ((reading, table),) = _read_without(LEGAL, "i19", "i15")
    assert isinstance(reading.plays[-1], Strip)
    assert len(dict(table.towers)[square("i15")]) == 2


def test_a_disc_that_has_gone_is_asked_for_where_nothing_is_legal() -> None:
    readings = _read_without(OFFSIDE, "c6", "f5")
    assert [type(reading.plays[-1]) for reading, _ in readings] == [Move, Strip]
    assert [len(dict(table.towers).get(square("f5"), ())) for _, table in readings] == [1, 2]


def test_a_disc_under_the_ball_told_of_the_wrong_side_may_be_the_one_that_has_gone() -> None:
    """A strip: Away's disc left d6 and lies on the carrier, and what the ball leaves to see of it
    looks like Home's.
    """
    table = Table()
    del table.towers["d6"]
    seen = read_table(table.observe(0.0), BOARD, TEAMS, LAYOUT.seen())
    seen = replace(seen, either_side=(square("b2"),))
    (other,) = of_the_other_side(seen, LAYOUT.seen())
    assert dict(other.towers)[square("b2")] == (H, A)
    assert not tuple(of_the_other_side(replace(seen, either_side=()), LAYOUT.seen()))
    there = replace(LAYOUT.seen(), either_side=(square("b2"),))
    assert not tuple(of_the_other_side(there, LAYOUT.seen()))


@pytest.mark.parametrize("reached", [True, False])
def test_whose_a_disc_is_can_be_in_doubt_only_where_a_hand_was_or_none_lay(
    *, reached: bool
) -> None:
    watch, table = TableWatch(BOARD, TEAMS), Table(hand=True)
    now = table.observe(0.0)
    discs = tuple(replace(d, held=reached and d.x_mm < BOARD.square_mm * 2) for d in now.discs)
    watch.look(replace(now, discs=discs), (), LAYOUT)
    doubtful = replace(LAYOUT.seen(), either_side=(square("b2"), square("d6"), square("a1")))
    told = watch.change(LAYOUT, doubtful).after
    assert told.either_side == ((square("b2"), square("a1")) if reached else (square("a1"),))
    watch.forget()
    assert watch.change(LAYOUT, doubtful).after.either_side == (square("a1"),)


def test_a_ball_that_straddles_a_line_lies_where_it_should() -> None:
    expected = replace(LAYOUT.seen(), ball=square("c3"), carried=False)
    over = SeenBall(x_mm=2.5 * BOARD.square_mm, y_mm=3 * BOARD.square_mm + 0.2)
    seen = Observation(at=0.0, ball=over)
    assert read_table(seen, BOARD, TEAMS, expected).ball == square("c3")
    beyond = replace(seen, ball=replace(over, y_mm=over.y_mm + 0.15 * BOARD.square_mm))
    assert read_table(beyond, BOARD, TEAMS, expected).ball == square("c4")
    assert read_table(seen, BOARD, TEAMS, LAYOUT.seen()).ball == square("c4")
