from dataclasses import replace

import pytest

from app.rulebook.facts import Exit, Flown
from app.rulebook.geometry import square
from app.rulebook.layout import Spot
from app.rulebook.words import phrase
from app.ui.fingers import Fingers, Touched
from tests.ui.fake_desk import KICKING, PLAYING, START, FakeDesk, Pretend


def on(name: str) -> Touched:
    x, y = PLAYING.board.centre_of(square(name))
    return Touched(square=square(name), x_mm=x, y_mm=y)


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk(PLAYING)


def test_a_disc_then_one_of_its_squares_is_a_play(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    assert fingers.selected == "H15"
    assert fingers.targets
    fingers.tap(on("f11"))
    assert desk.posted == [Pretend(disc="H15", to=square("f11"), kind="move")]
    assert fingers.selected is None


def test_several_plays_to_one_square_are_offered(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.tap(on("g13"))
    assert [way.kind for way in fingers.choosing] == ["move", "strip"]
    assert not desk.posted
    fingers.choose(1)
    assert desk.posted == [Pretend(disc="H15", to=square("g13"), kind="strip")]


def test_a_tap_beside_the_offer_closes_it_and_plays_nothing(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.tap(on("g13"))
    fingers.tap(on("f11"))
    assert not fingers.choosing
    assert not desk.posted


def test_tapping_the_selected_disc_again_lets_it_go(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.tap(on("g12"))
    assert fingers.selected is None


def test_a_stack_is_touched_by_its_top_disc(desk: FakeDesk) -> None:
    assert Fingers(desk).top_at(square("h14")) == "H8"


def test_a_long_press_says_why_not(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.hold(on("c20"))
    assert fingers.why is not None
    assert fingers.why[0] == "T22"


def test_a_long_press_without_a_disc_says_to_touch_one_first(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.hold(on("f11"))
    assert fingers.why == (None, phrase("ui.why.disc_first"))
    fingers.tap(on("f11"))
    assert fingers.why is None


def test_a_tap_closes_the_explanation_and_plays_nothing(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.hold(on("c20"))
    fingers.tap(on("f11"))
    assert fingers.why is None
    assert not desk.posted


def test_a_long_press_on_a_legal_square_explains_nothing(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.hold(on("f11"))
    assert fingers.why is None


def test_dragging_plays_or_explains(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.drop(square("g12"), on("f11"))
    assert desk.posted == [Pretend(disc="H15", to=square("f11"), kind="move")]
    fingers.drop(square("g12"), on("c20"))
    assert fingers.why is not None


def test_an_empty_square_of_the_area_takes_the_next_disc_in_hand() -> None:
    towers = tuple(t for t in START.layout.towers if "H4" not in t[1])
    desk = FakeDesk(replace(START, layout=replace(START.layout, towers=towers)))
    Fingers(desk).tap(on("a3"))
    assert desk.posted == [Pretend(disc="H4", to=square("a3"), kind="place")]


def test_a_full_team_lays_nothing_more() -> None:
    desk = FakeDesk(START)
    Fingers(desk).tap(on("a3"))
    assert not desk.posted


def test_a_flick_is_told_by_the_disc_it_touched() -> None:
    desk = FakeDesk(KICKING)
    fingers = Fingers(desk)
    assert fingers.flicking
    assert fingers.flick_by is None
    fingers.tap(on("g10"))
    fingers.tap(on("f14"))
    assert desk.posted == [Flown(by="H3", first_touch="A3", contacts=("A3",))]


def test_a_flick_is_told_by_where_the_ball_rests() -> None:
    desk = FakeDesk(KICKING)
    fingers = Fingers(desk)
    fingers.tap(on("g5"))
    fingers.tap(on("d20"))
    assert desk.posted == [Flown(by="H11", rest=(square("d20"),))]


def test_a_flick_is_told_by_the_edge_it_left_over(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.start_flick()
    assert fingers.flick_by == "H15"
    fingers.tap(Touched(square=square("a17"), x_mm=0.0, y_mm=530.0, edge="W"))
    spot = Spot(x_mm=0.0, y_mm=530.0, sigma_mm=0.0)
    exit_ = Exit(edge="W", square=square("a17"), spot=spot)
    assert desk.posted == [Flown(by="H15", exit=exit_)]
    assert not fingers.flicking


def test_a_new_table_lets_go_of_what_was_selected(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.see(replace(PLAYING, layout=START.layout))
    assert fingers.selected is None


def test_a_new_view_of_the_same_table_keeps_the_selection(desk: FakeDesk) -> None:
    fingers = Fingers(desk)
    fingers.tap(on("g12"))
    fingers.see(replace(PLAYING, version=9))
    assert fingers.selected == "H15"


def test_a_flick_that_is_awaited_cannot_be_left() -> None:
    fingers = Fingers(FakeDesk(KICKING))
    fingers.let_go()
    assert fingers.flicking
    assert not fingers.may_flick
