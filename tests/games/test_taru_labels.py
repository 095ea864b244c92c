"""Labels are written by hand-made code, so they are held against positions worked out by hand."""

import pytest

from app.games.taru.labels.label import illegal, label_of, label_of_plays
from app.games.taru.notation import parse
from app.games.taru.plays import (
    Choose,
    EndTurn,
    HandPass,
    Kickoff,
    LongPass,
    Move,
    SendOff,
    Strip,
    Tackle,
    TakePenalty,
)
from app.games.taru.state import State
from app.rulebook.facts import ButtonPressed, DiceRolled, Exit, Flown, PostsPassed
from app.rulebook.geometry import Square, square
from app.rulebook.side import Side
from tests.games.taru_bot_matches import std_board

HOME, AWAY = Side.HOME, Side.AWAY


def at(text: str) -> State:
    return parse(f"std {text}", {"std": std_board()})


def way(names: str) -> tuple[Square, ...]:
    return tuple(square(name) for name in names.split())


def test_a_move_carries_the_ball_along() -> None:
    label = label_of(
        at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0"), Move(disc="H9", path=way("g15"))
    )
    assert label.layout is not None
    assert label.layout.where()["H9"] == square("g15")
    assert (label.layout.ball, label.to_act, label.score) == ("H9", HOME, (0, 0))


def test_a_carrier_that_crosses_the_line_scores_and_stops_there() -> None:
    state = at("H:9g21 A:5a20 B:H9 T:H/open D:3.2 P:3-0")
    label = label_of(state, Move(disc="H9", path=way("g22 g23 g24")))
    assert label.layout is not None
    assert label.layout.where()["H9"] == square("g23")
    assert (label.layout.ball, label.to_act, label.score) == (None, HOME, (8, 0))
    assert "T131" in label.sections


def test_the_fifteenth_point_ends_the_match() -> None:
    state = at("H:9g22 A:5a20 B:H9 T:H/open D:3.2 P:10-0")
    label = label_of(state, Move(disc="H9", path=way("g23")))
    assert (label.to_act, label.score) == (None, (15, 0))
    assert "T6" in label.sections


def test_a_loose_ball_is_picked_up_where_the_move_ends() -> None:
    state = at("H:9g14 A:5a20 B:h15 T:H/open D:3.2 P:0-0")
    label = label_of(state, Move(disc="H9", path=way("h15")))
    assert label.layout is not None
    assert label.layout.ball == "H9"
    assert label.sections == ("T32",)


@pytest.mark.parametrize(
    ("home", "falls"),
    [("9g14", "g13"), ("9g14,10g13", "H10"), ("9g14,10a1", "g13")],
)
def test_a_tackled_ball_falls_behind_or_to_support(home: str, falls: str) -> None:
    state = at(f"H:{home} A:5g16 B:H9 T:A/open D:3.2 P:0-0")
    label = label_of(state, Tackle(disc="A5", path=way("g15 g14")))
    assert label.layout is not None
    assert str(label.layout.ball) == falls
    assert dict(label.layout.towers)[square("g14")] == ("H9", "A5")
    assert label.to_act is AWAY


def test_a_tacklers_mate_behind_lets_the_ball_fall_on() -> None:
    state = at("H:9g14 A:5g16,6g13 B:H9 T:A/open D:3.2 P:0-0")
    label = label_of(state, Tackle(disc="A5", path=way("g15 g14")))
    assert label.layout is not None
    assert label.layout.ball == square("g12")


def test_a_ball_that_falls_off_the_board_goes_to_the_tacklers_nearest_disc_set_back() -> None:
    state = at("H:9g1 A:5g3,6g5,7a9 B:H9 T:A/open D:3.2 P:0-0")
    label = label_of(state, Tackle(disc="A5", path=way("g2 g1")))
    assert label.layout is not None
    assert label.layout.ball == "A6"


def test_a_strip_lies_on_the_carrier_with_the_ball() -> None:
    state = at("H:9g14 A:5g15 B:H9 T:A/open D:1.2 P:0-0")
    label = label_of(state, Strip(disc="A5", path=way("g14")))
    assert label.layout is not None
    assert (label.layout.ball, label.to_act) == ("A5", AWAY)


def test_two_plays_have_one_label() -> None:
    state = at("H:9g14,10f13 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    plays = (HandPass(giver="H9", receiver="H10"), Move(disc="H10", path=way("f14")))
    label = label_of_plays(state, plays)
    assert label.layout is not None
    assert label.layout.where()["H10"] == square("f14")
    assert label.sections == ("T33", "T22")
    with pytest.raises(KeyError):
        label_of_plays(state, (SendOff(disc="A5"),))


FLICKED = "H:9g14,8c13,7k18 A:5g20,6c19 B:H9 T:H/open D:3.2 P:0-0"


@pytest.mark.parametrize(
    ("flown", "ball", "to_act"),
    [
        (Flown(by="H9", first_touch="H8"), "H8", HOME),
        (Flown(by="H9", first_touch="A5"), "A5", AWAY),
        (Flown(by="H9", first_touch="H7"), "A5", AWAY),
        (Flown(by="H9", rest=way("d13")), "d13", AWAY),
        (Flown(by="H9", rest=way("d15")), "A6", AWAY),
        (Flown(by="H9", rest=way("d14 d15")), "d14", AWAY),
        (Flown(by="H9", rest=way("c13")), "H8", HOME),
        (Flown(by="H9", exit=Exit(edge="W", square=square("a13"))), "A6", AWAY),
    ],
)
def test_long_passes(flown: Flown, ball: str, to_act: Side) -> None:
    label = label_of(at(FLICKED), LongPass(flown=flown))
    assert label.layout is not None
    assert (str(label.layout.ball), label.to_act) == (ball, to_act)


KICK = "H:8g6,9f5 A:8g19,9h20 B:- T:H/kickoff K:H/H5.4,A2.6 P:0-0"


@pytest.mark.parametrize(
    ("flown", "ball", "to_act"),
    [
        (Flown(by="H8", rest=way("g11")), "A8", AWAY),
        (Flown(by="H8", rest=way("g12 g13")), "A8", AWAY),
        (Flown(by="H8", rest=way("e15")), "e15", HOME),
        (Flown(by="H8", first_touch="A9"), "A9", AWAY),
        (Flown(by="H8", first_touch="H9"), "A8", AWAY),
    ],
)
def test_kick_offs(flown: Flown, ball: str, to_act: Side) -> None:
    label = label_of(at(KICK), Kickoff(flown=flown))
    assert label.layout is not None
    assert (str(label.layout.ball), label.to_act) == (ball, to_act)


def test_a_kick_off_into_touch_is_taken_again() -> None:
    out = Flown(by="H8", exit=Exit(edge="W", square=square("a15")))
    assert label_of(at(KICK), Kickoff(flown=out)).to_act is HOME


def test_a_double_with_an_offside_disc_gives_the_penalty_choice() -> None:
    state = at("H:9g14,8g16 A:5a20 B:H9 T:H/await_roll P:0-0")
    assert label_of(state, DiceRolled(faces=(3, 3))).to_act is AWAY
    assert label_of(state, DiceRolled(faces=(6, 6))).to_act is HOME
    assert label_of(state, DiceRolled(faces=(3, 4))).to_act is HOME


def test_opening_rolls() -> None:
    rolling = "H:1-13a5,14a4,15b4 A:1-13a20,14a21,15b21 B:- T:H/opening_roll P:0-0"
    first = label_of(at(rolling), DiceRolled(faces=(3, 3), side=HOME))
    second = at(f"{rolling} K:-/H5.4")
    assert first.to_act is AWAY
    assert label_of(second, DiceRolled(faces=(6, 4))).to_act is AWAY
    assert label_of(second, DiceRolled(faces=(1, 4))).to_act is HOME
    assert label_of(second, DiceRolled(faces=(5, 4))).to_act is None


def test_penalties() -> None:
    choice = at("H:9g14,8g16 A:5g20,6a1 B:H9 T:H/penalty_choice P:0-0 N:H")
    tap = label_of(choice, TakePenalty(choice="play"))
    assert tap.layout is not None
    assert (tap.layout.ball, tap.to_act) == ("A5", AWAY)
    kick = at("H:9g14,8g16 A:5g20 B:- T:H/penalty_kick P:0-0 N:H Z:H9")
    goal = label_of(kick, PostsPassed(good=True))
    assert goal.layout is not None
    assert (goal.layout.ball, goal.to_act, goal.score) == ("H9", HOME, (0, 3))
    assert label_of(kick, PostsPassed(good=False)).score == (0, 0)


def test_a_conversion_leads_to_a_new_set_up() -> None:
    state = at("H:9g23 A:5g20 B:- T:H/conversion V:H/g P:5-0")
    good = label_of(state, PostsPassed(good=True))
    assert (good.layout, good.to_act, good.score) == (None, None, (7, 0))


def test_a_carrier_sent_off_leaves_the_ball() -> None:
    state = at("H:9g14,8g16 A:5g20,6a14 B:A5 T:H/double_six D:6.6 P:0-0")
    label = label_of(state, SendOff(disc="A5"))
    assert label.layout is not None
    assert (label.layout.ball, label.to_act) == (square("g20"), AWAY)


def test_a_choice_gives_the_ball_to_the_disc_chosen() -> None:
    state = at("H:9g14 A:4f20,5h20 B:- T:A/award_choice W:A/A4,A5/T41 P:0-0")
    label = label_of(state, Choose(disc="A5"))
    assert label.layout is not None
    assert (label.layout.ball, label.to_act, label.sections) == ("A5", AWAY, ("T41",))


def test_the_end_of_a_turn_and_a_refusal() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    assert label_of(state, EndTurn()).to_act is AWAY
    refused = illegal(state, "T22")
    assert (refused.legal, refused.layout, refused.to_act) == (False, state.layout(), HOME)


def test_an_event_no_bot_makes_has_no_label() -> None:
    state = at("H:9g14 A:5a20 B:H9 T:H/open D:3.2 P:0-0")
    with pytest.raises(KeyError):
        label_of(state, ButtonPressed(side=HOME, key="big"))
