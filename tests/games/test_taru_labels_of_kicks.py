"""Labels of kicks, mauls, interceptions, throws and shapes against positions worked out by hand."""

from dataclasses import replace

import pytest

from app.games.taru.labels.kicks import receivers_22
from app.games.taru.labels.label import label_of
from app.games.taru.labels.lineouts import throw_order
from app.games.taru.labels.mauls import mauls
from app.games.taru.labels.shapes import forbidden_shape
from app.games.taru.labels.table import table_of
from app.games.taru.plays import (
    Choose,
    Decline,
    HandPass,
    Kick,
    MarkKick,
    Maul,
    Move,
    TakeDrop,
    TakePenalty,
    TouchKick,
)
from app.games.taru.state import State
from app.rulebook.api import Label
from app.rulebook.facts import DiceRolled, Exit, Flown, PostsPassed
from app.rulebook.geometry import square
from app.rulebook.side import Side
from tests.games.test_taru_labels import at, way

HOME, AWAY = Side.HOME, Side.AWAY


def fields(label: Label) -> set[str]:
    return set(label.fields)


def flown(by: str, **seen: object) -> Flown:
    out = seen.pop("out", None)
    west = str(out).startswith("a")
    gone = Exit(edge="W" if west else "E", square=square(str(out))) if out else None
    return replace(Flown(by=by, exit=gone), **seen)  # type: ignore[arg-type]


KICK = "H:9g10,11g16,14c23 A:5g11,6h20,7c20 B:H9 T:H/open D:6.4 P:0-0"


@pytest.mark.parametrize(
    ("seen", "ball", "said"),
    [
        ({"first_touch": "H11"}, "H11", {"T:H/open"}),
        ({"first_touch": "H14"}, "None", {"T:H/conversion", "V:H/c"}),
        ({"first_touch": "A5"}, "A5", {"T:A/await_roll"}),
        ({"first_touch": "A6"}, "A6", {"T:A/await_roll", "F:mark=A6"}),
        ({"rest": way("k17")}, "k17", {"T:A/await_roll"}),
        ({"rest": way("e16 e17")}, "e16", {"T:A/await_roll"}),
        ({"out": "m15", "bounced": True}, None, {"T:A/lineout_setup", "L:m15/A"}),
        ({"out": "m15", "bounced": False}, None, {"T:A/lineout_setup", "L:m10/A"}),
        ({"out": "a20", "bounced": True}, None, {"T:A/lineout_setup", "L:a18/A"}),
        ({"out": "a23", "bounced": True}, None, {"T:A/restart_22"}),
    ],
)
def test_kicks(seen: dict[str, object], ball: str | None, said: set[str]) -> None:
    label = label_of(at(KICK), Kick(flown=flown("H9", **seen)))
    assert (None if label.layout is None else str(label.layout.ball)) == ball
    assert fields(label) == said


def test_a_kick_from_the_own_22_may_go_straight_to_touch() -> None:
    state = at("H:9g4 A:5g20 B:H9 T:H/open D:6.4 P:0-0")
    label = label_of(state, Kick(flown=flown("H9", out="a11", bounced=False)))
    assert "L:a11/A" in label.fields


def test_a_mark_passes_the_turn_and_a_penalty_keeps_the_throw() -> None:
    marked = at("H:9g10 A:5g20,6c12 B:A5 T:A/await_roll P:0-0 F:mark=A5")
    own = label_of(marked, MarkKick(flown=flown("A5", first_touch="A6")))
    assert fields(own) == {"T:H/await_roll"}
    touch = at("H:5g12,6a3 A:9g11 B:A9 T:H/penalty_touch P:0-0 N:H")
    out = label_of(touch, TouchKick(flown=flown("A9", out="m8", bounced=False)))
    assert fields(out) == {"T:A/lineout_setup", "L:m8/A"}
    missed = label_of(touch, TouchKick(flown=flown("A9", rest=way("l6"))))
    assert fields(missed) == {"T:H/await_roll"}


def test_who_may_have_a_ball_gone_dead() -> None:
    dead = "T:A/restart_22 P:0-0"
    inside = at(f"H:9g10 A:5c20,6k22,7g17,8g23 B:- {dead}")
    assert receivers_22(table_of(inside), AWAY) == (("A5", None), ("A6", None))
    nobody = at(f"H:9g10 A:5c12,6i16,7b9 B:- {dead}")
    assert receivers_22(table_of(nobody), AWAY) == (("A6", None),)
    taken = at(f"H:9g19 A:5c12,6i16,7b9 B:- {dead}")
    places = [(disc, sq and sq.name) for disc, sq in receivers_22(table_of(taken), AWAY)]
    assert places == [("A6", "f19"), ("A6", "h19")]
    label = label_of(taken, Choose(disc="A6", square=square("h19")))
    assert label.layout is not None
    assert label.layout.where()["A6"] == square("h19")
    assert (label.layout.ball, fields(label)) == ("A6", {"T:A/await_roll"})


def test_a_drop_and_its_three_points() -> None:
    state = at("H:9g15 A:5g18 B:H9 T:H/open D:6.2 P:0-0")
    label = label_of(state, TakeDrop(disc="H9"))
    assert fields(label) == {"T:H/drop", "Z:H9"}
    over = label_of(at("H:9g15 A:5g18 B:- T:H/drop D:6d.2 P:0-0 Z:H9"), PostsPassed(good=True))
    assert over.layout is not None
    assert (over.score, over.layout.ball, over.to_act) == ((3, 0), "H9", AWAY)


PUSHED = "H:9g14,8g13,7g12 A:5g15 B:H9 T:H/open D:4.2 P:0-0"


def places(label: Label) -> dict[str, str]:
    assert label.layout is not None
    return {disc: sq.name for disc, sq in label.layout.where().items()}


def test_a_maul_moves_the_whole_line() -> None:
    label = label_of(at(PUSHED), Maul(head="H9", step=(0, 1), count=2, steps=3))
    assert places(label) == {"H9": "g17", "H8": "g16", "H7": "g12", "A5": "g18"}
    assert fields(label) == {"T:H/open"}


def test_a_maul_stops_with_the_try() -> None:
    state = at("H:9g22,8g21 A:5g23 B:H9 T:H/open D:1.2 P:0-0")
    label = label_of(state, Maul(head="H9", step=(0, 1), count=2, steps=1))
    assert (label.score, fields(label)) == ((5, 0), {"T:H/conversion", "V:H/g"})


def test_a_carrier_is_pushed_into_touch() -> None:
    state = at("H:9a14 A:5b14,6c14 B:H9 T:A/open D:1.2 P:0-0")
    label = label_of(state, Maul(head="A5", step=(-1, 0), count=2, steps=1))
    assert fields(label) == {"T:A/lineout_setup", "L:a14/A"}


@pytest.mark.parametrize(
    ("position", "heads"),
    [
        (PUSHED, {("H9", 2), ("H9", 3)}),
        ("H:9g14,8g13 A:5g15,6g16 B:H9 T:H/open D:4.3 P:0-0", set()),
        ("H:9g14,8g13,7g16 A:5g15 B:H9 T:H/open D:4.3 P:0-0", set()),
        ("H:9g14,8g13 A:5g15 B:g20 T:H/open D:4.3 P:0-0", set()),
        ("H:9g14,8g13 A:5g15 B:H9 T:H/open D:4.3 P:0-0 M:H8", set()),
        ("H:9g14,8g13 A:5g15,6g13 S:g13=A6/sH8 B:H9 T:H/open D:4.3 P:0-0", set()),
        ("H:9g1 A:5g2,6g3 B:H9 T:A/open D:1.2 P:0-0", set()),
        ("H:9a5,8g14 A:5g15,6g16 B:H9 T:A/open D:1.2 P:0-0", set()),
        ("H:9g14,8g15 A:5g16,6g17,7g18 B:H9 T:A/open D:1.2 P:0-0", {("A5", 3)}),
    ],
)
def test_which_mauls_are_open(position: str, heads: set[tuple[str, int]]) -> None:
    assert {(play.head, play.count) for play in mauls(table_of(at(position)))} == heads


GAP = "H:9f10 A:4f11,5g10 B:H9 T:H/open D:2.3 P:0-0"


def test_a_crossed_gap_opens_a_window() -> None:
    label = label_of(at(GAP), Move(disc="H9", path=way("g11 g12")))
    assert fields(label) == {"T:H/intercept_window", "I:A/f10-g11r/A4,A5/5"}
    assert label.to_act is None


def test_a_pass_crosses_gaps_and_a_mate_without_the_ball_none() -> None:
    passed = at("H:9g14,10e12 A:4e13,5f12 B:H9 T:H/open D:2.3 P:0-0")
    label = label_of(passed, HandPass(giver="H9", receiver="H10"))
    assert "I:A/f13-e12p/A4,A5/5" in label.fields
    mate = at("H:9g14,10f10 A:4f11,5g10 B:H9 T:H/open D:4.3 P:0-0")
    assert fields(label_of(mate, Move(disc="H10", path=way("g11")))) == {"T:H/open"}


def test_a_try_waits_for_the_call() -> None:
    state = at("H:9f22 A:4f23,5g22 B:H9 T:H/open D:2.3 P:0-0")
    label = label_of(state, Move(disc="H9", path=way("g23")))
    assert (label.score, "I:A/f22-g23r/A4,A5/5!" in label.fields) == ((0, 0), True)
    waiting = at("H:9g23 A:4f23,5g22 B:H9 T:H/intercept_window D:2.3-1 P:0-0 "
                 "I:A/f22-g23r/A4,A5/5!")  # fmt: skip
    assert label_of(waiting, Decline(side=AWAY)).score == (5, 0)
    assert label_of(waiting, DiceRolled(faces=(1, 4))).score == (5, 0)
    won = label_of(waiting, DiceRolled(faces=(5, 4)))
    assert won.layout is not None
    assert (won.score, won.layout.ball, fields(won)) == ((0, 0), "A4", {"T:A/open"})


CROSSED = "H:9g13 A:4f11,5g10 B:H9 T:H/intercept_window D:2.3-3 P:0-0 I:A/f10-g11r/A4,A5/5"


def test_a_won_call_cuts_the_run_at_the_crossing() -> None:
    won = label_of(at(CROSSED), DiceRolled(faces=(6, 1)))
    assert places(won)["H9"] == "g11"
    assert fields(label_of(at(CROSSED), DiceRolled(faces=(4, 1)))) == {"T:H/open"}
    assert fields(label_of(at(CROSSED), DiceRolled(faces=(6, 6)))) == {"T:A/double_six"}


def test_a_double_of_the_caller_with_a_disc_offside_is_a_penalty() -> None:
    state = at(CROSSED.replace("A:4f11", "A:9a3,4f11"))
    label = label_of(state, DiceRolled(faces=(4, 4)))
    assert fields(label) == {"T:H/penalty_choice", "N:A"}
    assert label.to_act is HOME


LINE = "H:2a12,1b11,4c11,5d11 A:1b13,4c13,5d13 B:H2 T:H/lineout_throw L:a12/H P:0-0"


@pytest.mark.parametrize(
    ("faces", "ball"),
    [
        ((1, 1), "H4"),
        ((2, 2), "A5"),
        ((2, 4), "A1"),
        ((3, 4), "H2"),
        ((4, 4), "H1"),
        ((6, 6), "A4"),
    ],
)
def test_throws(faces: tuple[int, int], ball: str) -> None:
    label = label_of(at(LINE), DiceRolled(faces=faces))
    assert label.layout is not None
    assert (label.layout.ball, label.to_act) == (ball, HOME)


def test_a_missing_catcher_is_skipped() -> None:
    state = at("H:2a12,1b11,5d11 A:1b13 B:H2 T:H/lineout_throw L:a12/H P:0-0")
    assert throw_order(table_of(state), square("a12"), HOME) == ("H1", "H5", "A1", "H2")


@pytest.mark.parametrize(
    ("position", "section"),
    [
        ("H:1-13a16,14g14 A:5g20 B:H14 T:H/open D:1.2 P:0-0", "T92"),
        ("H:1-13a16,14g15 A:5g20 B:H14 T:H/open D:1.2 P:0-0", None),
        ("H:1-13a16,14g18 A:5g20 B:H14 T:H/open D:1.2 P:0-0", None),
        ("H:1-12a16,14g14 A:5g20 B:H14 T:H/open D:1.2 P:0-0", None),
        ("H:1-13a16 A:5g14 B:A5 T:H/open D:1.2 P:0-0", "T102"),
        ("H:1-13a16 A:5g18 B:A5 T:H/open D:1.2 P:0-0", None),
        ("H:1a1,2b2,3b1 A:5a2 B:H1 T:A/open D:1.2 P:0-0", None),
        ("H:1a1 A:2b2,3b1,5a2 B:H1 T:A/open D:1.2 P:0-0", "T93"),
        ("H:1a1 A:2b2,3b1 B:H1 T:A/open D:1.2 P:0-0", None),
    ],
)
def test_shapes(position: str, section: str | None) -> None:
    assert forbidden_shape(table_of(at(position))) == section


def test_a_penalty_to_touch_waits_for_the_flick() -> None:
    state: State = at("H:5g12,6a3 A:9g11 B:A9 T:H/penalty_choice P:0-0 N:H")
    label = label_of(state, TakePenalty(choice="touch"))
    assert (label.to_act, fields(label)) == (AWAY, {"T:H/penalty_touch"})
