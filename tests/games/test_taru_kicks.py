"""Kicks, marks, drops and line-outs beyond worked scenarios: readings, choices, reasons."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from app.games.taru.game import Taru
from app.games.taru.plays import (
    Choose,
    DeclareFlick,
    Kick,
    LongPass,
    MarkKick,
    Place,
    Ready,
    TakeDrop,
    TouchKick,
)
from app.games.taru.state import Phase, State
from app.games.taru.usual_formation import usual_formation
from app.rulebook.api import Change, Reading
from app.rulebook.board import Board
from app.rulebook.facts import ButtonPressed, DiceRolled, Edge, Event, Exit, Flown
from app.rulebook.geometry import Square, square
from app.rulebook.layout import Layout, Spot
from app.rulebook.side import Side

OPEN = "std H:9g10,11g16 A:5a20 B:H9 T:H/open D:6.4 P:0-0"
MARKED = "std H:9g10 A:5g20,6c12 B:A5 T:A/await_roll P:0-0 F:mark=A5"
DEAD = "std H:9g10 A:5c20,6k22,7g17 B:- T:A/restart_22 P:0-0"
NOBODY = "std H:9g10,8g19 A:5c12,6i16 B:- T:A/restart_22 P:0-0"
TOUCH = "std H:5g12,6a3 A:9g11 B:A9 T:H/penalty_touch P:0-0 N:H"
LINEOUT = (
    "std H:9g9,2f8,1e8,4d8,5c8,10k18 A:1a13,4b13,5c20,6c4,7g9 S:g9=H9/tA7 B:- "
    "T:H/lineout_setup L:a12/H P:0-0"
)
THROWN = "std H:2a12,1b11,4c11,5d11 A:1b13,4c13,5d13 B:A4 T:H/open D:2.3 P:0-0 F:passes"


@pytest.fixture
def at(taru: Taru, boards: Mapping[str, Board]) -> "Reader":
    return Reader(taru, boards)


class Reader:
    """Positions by their text, and what the table shows in them."""

    def __init__(self, taru: Taru, boards: Mapping[str, Board]) -> None:
        self.taru, self.boards = taru, boards

    def __call__(self, text: str) -> State:
        return self.taru.parse(text, self.boards)

    def flicked(self, state: State, flown: Flown) -> tuple[Reading, ...]:
        layout = self.taru.layout(state)
        return self.taru.read(state, Change(before=layout, after=layout.seen(), flights=(flown,)))

    def shown(self, state: State, layout: Layout) -> tuple[Reading, ...]:
        return self.taru.read(state, Change(before=self.taru.layout(state), after=layout.seen()))

    def after(self, state: State, *events: Event) -> State:
        for event in events:
            ruling = self.taru.judge(state, event)[-1]
            assert not ruling.refused, (event, ruling.rule, ruling.headline)
            state = ruling.state
        return state


def _out(name: str, edge: Edge, *, bounced: bool | None = None, by: str = "H9") -> Flown:
    return Flown(by=by, exit=Exit(edge=edge, square=square(name)), bounced=bounced)


def _kinds(readings: tuple[Reading, ...]) -> list[type[Event]]:
    return [type(reading.plays[-1]) for reading in readings]


def test_a_flick_with_a_six_is_asked_the_better_first(at: Reader) -> None:
    """A mate ahead: a forward pass loses the ball, a kick keeps it (T41, T46)."""
    readings = at.flicked(at(OPEN), Flown(by="H9", first_touch="H11"))
    assert _kinds(readings) == [Kick, LongPass]
    assert all(reading.legal for reading in readings)


def test_a_flick_without_a_six_is_a_pass(at: Reader) -> None:
    readings = at.flicked(at(OPEN.replace("6.4", "5.4")), Flown(by="H9", first_touch="H11"))
    assert _kinds(readings) == [LongPass]


def test_a_flick_that_comes_to_the_same_is_not_asked(at: Reader) -> None:
    """Nobody touched, level: loose, and the turn is over, as a pass (T37) or as a kick (T49)."""
    assert len(at.flicked(at(OPEN), Flown(by="H9", rest=(square("k10"),)))) == 1


@pytest.mark.parametrize(("said", "kind"), [("kick", Kick), ("pass", LongPass)])
def test_an_announced_flick_is_not_asked(at: Reader, said: str, kind: type[Event]) -> None:
    state = at(f"std H:9g10,11g16 A:5a20 B:H9 T:H/await_flick D:6.4 P:0-0 X:{said}")
    assert _kinds(at.flicked(state, Flown(by="H9", first_touch="H11"))) == [kind]


def test_an_announced_flick_may_be_changed(at: Reader) -> None:
    """T42: until the finger has left, anything of the turn may be done instead."""
    state = at.after(at(OPEN), DeclareFlick(flick="kick"))
    assert state.phase is Phase.AWAIT_FLICK
    assert at.after(state, DeclareFlick(flick="pass")).awaited_flick == "pass"
    passed = at.after(state, LongPass(flown=Flown(by="H9", rest=(square("k10"),))))
    assert (passed.turn, passed.awaited_flick) == (Side.AWAY, None)
    refusal = at.taru.judge(state, TakeDrop(disc="H9"))[-1]
    assert (refusal.rule, refusal.state) == ("T138", state)


def test_a_bounce_nobody_saw_is_asked_where_it_matters(at: Reader) -> None:
    state = at(OPEN.replace("open", "await_flick") + " X:kick")
    readings = at.flicked(state, _out("m17", "E"))
    spots = [at.after(state, *reading.plays).lineout for reading in readings]
    assert {str(spot.spot) for spot in spots if spot} == {"m17", "m10"}
    assert len(at.flicked(state, _out("m17", "E", bounced=True))) == 1
    assert len(at.flicked(state, _out("m10", "E"))) == 1
    behind = at(OPEN.replace("open", "await_flick").replace("9g10", "9g5") + " X:kick")
    assert len(at.flicked(behind, _out("m17", "E"))) == 1


def test_a_flick_before_the_roll_is_the_mark(at: Reader) -> None:
    assert _kinds(at.flicked(at(MARKED), Flown(by="A5", first_touch="A6"))) == [MarkKick]
    unmarked = at(MARKED.replace(" F:mark=A5", ""))
    refused = at.flicked(unmarked, Flown(by="A5", first_touch="A6"))
    assert not refused[0].legal


def test_a_mark_is_announced_and_then_kicked(at: Reader) -> None:
    state = at(MARKED)
    due = at.taru.awaits(state)
    assert (due.kind, due.rolls, due.flick_from) == ("roll", (Side.AWAY,), ("A5",))
    chosen = at.after(state, DeclareFlick(flick="mark"))
    due = at.taru.awaits(chosen)
    assert (due.kind, due.rolls, due.flick_from) == ("flick", (), ("A5",))
    assert at.taru.judge(chosen, DiceRolled(faces=(1, 2)))[-1].rule == "T58"


def test_a_penalty_to_touch_is_read(at: Reader) -> None:
    state = at(TOUCH)
    assert at.taru.awaits(state).side is Side.AWAY
    assert at.taru.awaits(state).flick_from == ("A9",)
    assert _kinds(at.flicked(state, _out("m8", "E", by="A9"))) == [TouchKick]


def test_the_disc_that_restarts_is_read(at: Reader) -> None:
    state = at(DEAD)
    assert {choice.play for choice in at.taru.awaits(state).choices} == {
        Choose(disc="A5"),
        Choose(disc="A6"),
    }
    readings = at.shown(state, replace(at.taru.layout(state), ball="A6"))
    assert [reading.plays for reading in readings] == [(Choose(disc="A6"),)]
    assert at.shown(state, at.taru.layout(state)) == ()


def test_the_disc_brought_to_the_22_is_read(at: Reader) -> None:
    state = at(NOBODY)
    target = at.after(state, Choose(disc="A6", square=square("h19")))
    readings = at.shown(state, at.taru.layout(target))
    assert [at.after(state, *reading.plays) for reading in readings] == [target]
    squares = {t.square for t in at.taru.targets(state, "A6")}
    assert squares == {square("f19"), square("h19")}


def test_a_line_out_is_read_from_the_table(at: Reader) -> None:
    """Stacks gone, both sides laid out: numbers are dealt anew, and both may confirm."""
    state = at(LINEOUT)
    formed = state
    for side in Side:
        place = usual_formation(formed, side)
        assert place is not None
        formed = at.after(formed, place)
        assert usual_formation(formed, side) is None
    assert not formed.stacks
    (reading,) = at.shown(state, at.taru.layout(formed))
    assert [type(play) for play in reading.plays] == [Place, Place]
    ready = at.after(state, *reading.plays, Ready(side=Side.HOME), Ready(side=Side.AWAY))
    assert ready.phase is Phase.LINEOUT_THROW
    assert ready.carrier is not None
    assert ready.squares[ready.carrier] == square("a12")


def test_a_side_half_laid_out_is_left_alone(at: Reader) -> None:
    state = at(LINEOUT)
    assert at.shown(state, at.taru.layout(state)) == ()


def test_a_key_confirms_the_formation(at: Reader) -> None:
    state = at(LINEOUT)
    key = ButtonPressed(side=Side.HOME, key="big")
    refusal = at.taru.judge(state, key)[-1]
    assert refusal.rule == "T108"
    place = usual_formation(state, Side.HOME)
    assert place is not None
    assert at.after(state, place, key).ready == {Side.HOME}


def test_discs_in_the_way_go_to_hand_until_they_are_placed(at: Reader) -> None:
    state = at.after(at(LINEOUT), Place(side=Side.HOME, squares=(("H9", square("c4")),)))
    assert state.in_hand == {"A6"}
    refusal = at.taru.judge(state, Ready(side=Side.AWAY))[-1]
    assert "T110" in (refusal.rule, *refusal.also)


def test_passes_after_the_throw_are_offered_to_the_winner(at: Reader) -> None:
    state = at(THROWN)
    handed = {t.square for t in at.taru.targets(state, "A4") if t.kind == "hand_pass"}
    assert handed == {square("b13"), square("d13")}
    assert at.taru.targets(state, "A1") == ()


def test_a_drop_is_offered_where_it_may_be_kicked(at: Reader) -> None:
    far = at("std H:9g15 A:5g18 B:H9 T:H/open D:6.2 P:0-0")
    assert TakeDrop(disc="H9") in list(at.taru.plays(far))
    near = at("std H:9g15 A:5g17 B:H9 T:H/open D:6.2 P:0-0")
    assert TakeDrop(disc="H9") not in list(at.taru.plays(near))
    dropping = at.after(far, TakeDrop(disc="H9"))
    assert at.taru.awaits(dropping).kind == "posts"
    assert at.taru.parse(at.taru.write(dropping), at.boards) == dropping


def test_the_measure_of_straddling_is_the_match_s_own(at: Reader) -> None:
    """A19: a point 5 mm off a line straddles it within 6 mm, not within a tenth of a square."""
    state = at(OPEN.replace("open", "await_flick") + " X:kick")
    size = state.pitch.board.square_mm
    spot = Spot(x_mm=10.5 * size, y_mm=14 * size + 5.0, sigma_mm=1.0)
    flown = Flown(by="H9", rest=(square("k15"),), rest_spot=spot)
    assert at.after(state, Kick(flown=flown)).loose == square("k15")
    wide = replace(state, options=replace(state.options, straddle_mm=6.0))
    assert at.after(wide, Kick(flown=flown)).loose == square("k14")


@pytest.mark.parametrize(
    "flown",
    [
        Flown(by="H9", rest=(square("a12"), Square(0, 12)), bounced=True),
        Flown(by="H9", rest=(square("a12"),), rest_spot=Spot(x_mm=1.0, y_mm=506.0, sigma_mm=1.0),
              bounced=True),
    ],
)  # fmt: skip
def test_a_ball_over_the_edge_is_out_where_the_match_says_so(at: Reader, flown: Flown) -> None:
    """A55: else it is in play, on the square inside."""
    state = at(OPEN)
    assert at.after(state, Kick(flown=flown)).loose == square("a12")
    out = at.after(at(OPEN + " O:edge_is_out=true"), Kick(flown=flown))
    assert out.lineout is not None
    assert out.lineout.spot == square("a12")
    inside = Flown(by="H9", rest=(square("b12"),), bounced=True)
    assert at.after(at(OPEN + " O:edge_is_out=true"), Kick(flown=inside)).lineout is None


@pytest.mark.parametrize(
    "text",
    [
        "std H:5g12 A:9g11 B:A9 T:H/penalty_touch P:0-0",
        "std H:9g15 A:5g20 B:- T:H/drop P:0-0 D:6d.2",
        "std H:9g15 A:5g20 B:H9 T:H/await_flick D:6.2 P:0-0",
        "std H:9g15 A:5g20 B:H9 T:A/await_roll P:0-0 F:mark=A5",
        "std H:1b11,4c11 A:1b13 B:H1 T:H/lineout_throw L:a12/H P:0-0",
    ],
)
def test_a_position_that_lacks_what_its_phase_needs_is_refused(at: Reader, text: str) -> None:
    with pytest.raises(Exception, match=r"taru\.position\.phase_lacks"):
        at(text)


@pytest.mark.parametrize("text", [LINEOUT, DEAD, NOBODY, TOUCH, THROWN, MARKED])
def test_what_is_offered_is_accepted_and_written_back(at: Reader, text: str) -> None:
    state = at(text)
    for play in at.taru.plays(state):
        after = at.after(state, play)
        assert at.taru.parse(at.taru.write(after), at.boards) == replace(after, undo=None)
