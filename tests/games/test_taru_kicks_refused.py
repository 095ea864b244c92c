"""Kicks, restarts and line-outs: why a disc may not go there, and what hands can hardly do."""

from collections.abc import Mapping

import pytest

from app.games.taru.game import Taru
from app.games.taru.plays import DeclareFlick, Kickoff, LongPass, Move, Place, Ready
from app.rulebook.board import Board
from app.rulebook.facts import DiceRolled, Event, Flown
from app.rulebook.geometry import Square, square
from app.rulebook.side import Side

OPEN = "std H:9g10,11g16 A:5a20 B:H9 T:H/open D:6.4 P:0-0"
DEAD = "std H:9g10 A:5c20,6k22,7g17 B:- T:A/restart_22 P:0-0"
NOBODY = "std H:9g10,8g19 A:5c12,6i16 B:- T:A/restart_22 P:0-0"
LINEOUT = (
    "std H:9g9,2f8,1e8,4d8,5c8,10k18 A:1a13,4b13,5c20,6c4,7g9 S:g9=H9/tA7 B:- "
    "T:H/lineout_setup L:a12/H P:0-0"
)
KICKOFF = "std H:9g10 A:5g20 B:- T:H/kickoff K:H/H5.4,A2.6 P:0-0"
ROLLED = "std H:9g10 A:5g20 B:- T:H/opening_roll K:-/H5.4 P:0-0"

WHY = [
    (LINEOUT, "H9", "c12", "T111"),
    (LINEOUT, "H9", "k12", "T113"),
    (LINEOUT, "H9", "k15", "T110"),
    (LINEOUT, "H9", "c8", "T27"),
    (LINEOUT, "A7", "a12", "T108"),
    (LINEOUT, "A7", "c11", "T112"),
    (DEAD, "A7", "g17", "T50"),
    (DEAD, "A5", "c21", "T50"),
    (NOBODY, "A5", "h19", "T51"),
    (NOBODY, "A6", "g19", "T51"),
]


@pytest.mark.parametrize(("text", "disc", "name", "section"), WHY)
def test_why_not_tells_the_section(
    taru: Taru, boards: Mapping[str, Board], text: str, disc: str, name: str, section: str
) -> None:
    ruling = taru.why_not(taru.parse(text, boards), disc, square(name))
    assert ruling is not None
    assert ruling.rule == section


REFUSED: list[tuple[str, Event, str]] = [
    (OPEN.replace("B:H9", "B:A5"), DeclareFlick(flick="kick"), "T44"),
    (OPEN.replace("B:H9", "B:k9"), DeclareFlick(flick="pass"), "T34"),
    (OPEN.replace("6.4", "5.4"), DeclareFlick(flick="kick"), "T44"),
    (OPEN, DeclareFlick(flick="mark"), "T57"),
    (LINEOUT, Place(side=Side.HOME, squares=(("H9", Square(0, 9)),)), "T27"),
    (
        LINEOUT.replace("2f8,1e8,4d8,5c8,10k18", "2a12,1b11,4c11,5d11,10k10"),
        Ready(side=Side.HOME, presents=("H2", "H1", "H4", "H10")),
        "T108",
    ),
    (OPEN, LongPass(flown=Flown(by="H9")), "T34"),
    (OPEN, Kickoff(flown=Flown(by="A5", first_touch="H9")), "T21"),
    (OPEN, Move(disc="H9", path=()), "T22"),
    (OPEN, DiceRolled(faces=(2, 3), side=Side.AWAY), "T76"),
    (OPEN.replace("open D:6.4", "await_roll"), DiceRolled(faces=(2,)), "T2"),
    (OPEN.replace("open D:6.4", "await_roll"), DiceRolled(faces=(2, 7)), "T2"),
    (KICKOFF, Kickoff(flown=Flown(by="H9")), "T15"),
    (ROLLED, DiceRolled(faces=(2, 3), side=Side.HOME), "T14"),
]


@pytest.mark.parametrize(("text", "event", "section"), REFUSED)
def test_what_hands_can_hardly_do_is_refused_too(
    taru: Taru, boards: Mapping[str, Board], text: str, event: Event, section: str
) -> None:
    state = taru.parse(text, boards)
    ruling = taru.judge(state, event)[-1]
    assert (ruling.refused, ruling.rule, ruling.state) == (True, section, state)
