"""Real touches through the window and keys by scancode become the right intents."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.match.table_view import LightNote, Senses
from app.rulebook.facts import Flown
from app.rulebook.geometry import square
from app.rulebook.words import phrase
from app.ui.projection import LivePicture
from tests.ui.fake_desk import ASKING, BOARD, KICKING, PLAYING, REFUSED, ROLLING, START, Pretend

pytestmark = pytest.mark.window
Seat = Callable[..., Any]


def test_a_disc_and_a_ringed_square(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.tap("g12")
    assert hands.screen.fingers.selected == "H15"
    hands.tap("f11")
    assert hands.desk.posted == [Pretend(disc="H15", to=square("f11"), kind="move")]


def test_a_drag_is_a_play(seat: Seat) -> None:
    hands = seat(PLAYING, "fr", (1024, 640))
    hands.drag("g12", "f11")
    assert hands.desk.posted == [Pretend(disc="H15", to=square("f11"), kind="move")]


def test_a_long_press_brings_the_section(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.tap("g12")
    hands.hold("c20")
    texts = [w.text for w in hands.screen.aside.walk() if hasattr(w, "text")]
    assert "Lire l’article T22" in texts
    hands.key(41)
    assert hands.screen.aside is None
    assert not hands.desk.posted


def test_the_chooser_plays_what_is_pressed(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.tap("g12")
    hands.tap("g13")
    hands.press(hands.screen.aside.buttons[1])
    hands.wait(lambda: bool(hands.desk.posted))
    assert hands.desk.posted == [Pretend(disc="H15", to=square("g13"), kind="strip")]


def test_buttons_post_their_intents(seat: Seat) -> None:
    hands = seat(ROLLING)
    hands.press(hands.screen.dock.roll)
    hands.press(hands.screen.bar.undo)
    hands.press(hands.screen.bar.redo)
    assert hands.desk.posted == ["roll", "undo"]  # nothing can be redone


def test_a_choice_is_posted_as_its_play(seat: Seat) -> None:
    hands = seat(START)
    hands.press(hands.screen.choices.buttons[1])
    assert hands.desk.posted == [START.awaits.choices[1].play]


def test_a_question_is_deaf_for_a_moment_then_answered(seat: Seat) -> None:
    hands = seat(ASKING)
    hands.screen.choices._shown = None
    hands.screen.show()
    hands.pump(2)
    hands.screen.choices.buttons[1].act()
    assert not hands.desk.posted
    time.sleep(0.45)
    hands.pump(1)
    hands.screen.choices.buttons[1].act()
    assert hands.desk.posted == [("answer", 1)]


def test_a_flick_by_hand(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.press(hands.screen.dock.flick)
    assert hands.screen.fingers.flicking
    hands.tap("e9")
    assert hands.desk.posted == [Flown(by="H15", first_touch="H2", contacts=("H2",))]


def test_a_ball_flicked_off_the_table(seat: Seat) -> None:
    hands = seat(KICKING)
    hands.tap("g10")
    x, y = hands.point_of("a17")
    hands.tap_at(x, y + 0.9 * BOARD.square_mm * hands.screen.board.projection.scale)
    (flown,) = hands.desk.posted
    assert flown.by == "H3"
    assert (flown.exit.edge, flown.exit.square) == ("W", square("a17"))


def test_a_line_opens_and_is_taken_back(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.press(hands.screen.decisions.rows[1])
    row = hands.screen.decisions.rows[1]
    shown = [w.text for w in row.walk() if hasattr(w, "text")]
    assert any("11,2" in text and "±0,6" in text for text in shown)
    button = next(w for w in row.walk() if getattr(w, "text", "") == "Retirer seulement ceci")
    hands.press(button)
    assert hands.desk.posted == [("strike", 10)]


def test_struck_and_refused_lines_say_so(seat: Seat) -> None:
    rows = {row.line.entry: row for row in seat(PLAYING).screen.decisions.rows}
    assert rows[7].children[-1].text.startswith("[s]")
    assert "annulé" in rows[7].children[-2].text
    assert "refusé" in rows[8].children[-2].text
    assert "T40, T33" in rows[8].children[-2].text


def test_a_refusal_is_shown_once_and_closed(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.desk.show(REFUSED)
    hands.pump(2)
    assert hands.screen.aside is not None
    hands.key(40)
    assert hands.screen.aside is None


@pytest.mark.parametrize(
    ("scancode", "modifiers", "posted"),
    [(42, (), "undo"), (42, ("shift",), "redo"), (40, (), "roll"), (88, (), "roll")],
)
def test_keys_post(seat: Seat, scancode: int, modifiers: tuple[str, ...], posted: str) -> None:
    hands = seat(ROLLING)
    hands.key(scancode, *modifiers)
    assert hands.desk.posted == [posted]


def test_number_keys_choose(seat: Seat) -> None:
    hands = seat(START)
    hands.key(32)
    assert hands.desk.posted == [START.awaits.choices[2].play]


def test_number_keys_answer(seat: Seat) -> None:
    hands = seat(ASKING)
    hands.key(31)
    assert hands.desk.posted == [("answer", 1)]


def test_number_keys_pick_a_play(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.tap("g12")
    hands.tap("g13")
    hands.key(30)
    assert hands.desk.posted == [Pretend(disc="H15", to=square("g13"), kind="move")]


def test_space_stops_and_nothing_counts_until_it_resumes(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.key(44)
    assert hands.screen.bar.word.text == "Jeu arrêté"
    hands.tap("g12")
    hands.key(42)
    assert hands.screen.fingers.selected is None
    hands.key(44)
    assert hands.desk.posted == [("hold", True), ("hold", False)]
    hands.tap("g12")
    assert hands.screen.fingers.selected == "H15"


def test_a_play_by_keys_alone(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.key(79)
    assert hands.screen.cursor.square == square("g12")  # where the ball is
    hands.key(40)
    assert hands.screen.fingers.selected == "H15"
    hands.key(80)
    hands.key(82)
    hands.key(40, "shift")
    assert hands.screen.fingers.why is None  # f11 is legal
    hands.key(40)
    assert hands.desk.posted == [Pretend(disc="H15", to=square("f11"), kind="move")]
    hands.key(41)
    assert hands.screen.cursor.square is None


def test_cards_stay_while_the_view_behind_them_changes(seat: Seat) -> None:
    hands = seat(ASKING)
    button = hands.screen.choices.buttons[0]
    hands.desk.show(replace(ASKING, senses=Senses(eye="lost")))
    hands.pump(2)
    assert hands.screen.choices.buttons[0] is button
    hands = seat(PLAYING)
    hands.desk.show(REFUSED)
    hands.pump(2)
    card = hands.screen.aside
    hands.desk.show(replace(REFUSED, bar="hand"))
    hands.pump(2)
    assert card is not None
    assert hands.screen.aside is card


def test_the_keys_are_shown_and_put_away(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.key(58)
    assert hands.screen.aside is not None
    hands.key(41)
    assert hands.screen.aside is None


def test_layers_and_full_screen(seat: Seat) -> None:
    hands = seat(PLAYING)
    seen = []
    hands.screen.on_full_screen = lambda: seen.append("full")
    hands.key(68)
    hands.key(15)
    assert (hands.screen.layers, seen) == (1, ["full"])


def test_the_picture_takes_the_boards_place_and_touches_still_find_squares(seat: Seat) -> None:
    frame = np.zeros((720, 1280, 3), np.uint8)
    frame[..., 2] = 200

    def to_image(xyz: Any) -> Any:
        return np.column_stack([100 + xyz[:, 1] * 1.3, 90 + xyz[:, 0] * 1.3])

    hands = seat(PLAYING, picture=lambda: LivePicture(bgr=frame, to_image=to_image))
    hands.pump(4)
    assert hands.screen.board.filmed
    hands.tap("g12")
    assert hands.screen.fingers.selected == "H15"
    hands.tap("f11")
    assert hands.desk.posted == [Pretend(disc="H15", to=square("f11"), kind="move")]
    hands.key(59)
    assert not hands.screen.board.filmed
    assert hands.screen.background.text == "Image"


def test_a_picture_that_is_not_there_yet_leaves_the_drawing(seat: Seat) -> None:
    hands = seat(PLAYING, picture=lambda: None)
    hands.pump(2)
    assert not hands.screen.board.filmed


def test_what_is_wrong_with_the_box_is_said_with_what_to_do(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.desk.show(replace(PLAYING, senses=Senses(dice="lost", trouble=phrase("box.stale"))))
    hands.pump(2)
    assert "Vérifiez le câble" in hands.screen.dock.hint.text
    hands.tap("g12")
    assert hands.screen.fingers.selected == "H15"
    assert "câble" not in hands.screen.dock.hint.text


def test_what_is_wrong_with_the_light_is_said_calmly(seat: Seat) -> None:
    hands = seat(PLAYING)
    note = LightNote(kind="glare", text=phrase("match.light.glare_at", square="g12"))
    hands.desk.show(replace(PLAYING, senses=Senses(eye="ok", eye_sigma_mm=0.4, light=note)))
    hands.pump(2)
    assert "en g12" in hands.screen.dock.hint.text
    assert hands.screen.bar.senses[0].how.text == "reflet"


def test_an_offset_view_is_followed(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.desk.show(replace(PLAYING, names=("Orme", "Frêne")))
    hands.pump(2)
    assert hands.screen.scores.away.name.text == "FRÊNE"
