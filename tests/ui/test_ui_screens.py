"""Every screen in both languages at two sizes: nothing cut, outside or overlapping."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.uix.label import Label

from app.rulebook.geometry import square
from app.rulebook.layout import Layout
from app.rulebook.words import LANGS, Lang
from app.ui.controls import Lines, Text, WoodButton
from tests.ui.fake_desk import ARRANGING, ASKING, PLAYING, VIEWS, FakeDesk

pytestmark = pytest.mark.window
Seat = Callable[..., Any]
SIZES = [(1280, 800), (1024, 640)]


def cut(screen: Any) -> list[str]:
    """Texts that do not fit into their widgets."""
    found = []
    for part in screen.walk(restrict=True):
        if isinstance(part, Text) and part.text and not part.fits():
            found.append(part.text)
        if isinstance(part, Lines) and part.texture_size[0] > part.width + 1:
            found.append(part.text)
    return found


def shown(screen: Any, kind: Any) -> list[Any]:
    return [w for w in screen.walk(restrict=True) if isinstance(w, kind) and w.width and w.height]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", VIEWS)
def test_no_text_is_cut_and_no_button_leaves_the_window(
    seat: Seat, name: str, lang: Lang, size: tuple[int, int]
) -> None:
    hands = seat(VIEWS[name], lang, size)
    assert not cut(hands.screen)
    for button in shown(hands.screen, WoodButton):
        x, y = button.to_window(button.x, button.y)
        assert x >= 0, button.text
        assert y >= 0, button.text
        assert x + button.width <= size[0], button.text
        assert y + button.height <= size[1], button.text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cards_are_not_cut_either(seat: Seat, size: tuple[int, int]) -> None:
    hands = seat(PLAYING, "fr", size)
    hands.key(58)
    assert not cut(hands.screen)
    assert hands.screen.aside.top <= size[1]
    assert hands.screen.aside.y >= 0
    hands.key(41)
    hands.tap("g12")
    hands.tap("g13")
    assert len(hands.screen.aside.buttons) == 2
    assert not cut(hands.screen)
    hands.key(41)
    hands.tap("g12")
    hands.hold("c20")
    assert not cut(hands.screen)


def test_a_text_too_long_is_noticed(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.screen.bar.undo.text = "Anticonstitutionnellement, et sans le moindre doute possible"
    hands.pump(3)
    assert cut(hands.screen)


def test_parts_do_not_overlap(seat: Seat) -> None:
    screen = seat(ASKING, "fr", (1024, 640)).screen
    parts = [screen.board, screen.dock, screen.decisions, screen.choices, screen.bar, screen.scores]
    for n, a in enumerate(parts):
        for b in parts[n + 1 :]:
            apart = a.right <= b.x or b.right <= a.x or a.top <= b.y or b.top <= a.y
            assert apart, (a, b)


def test_buttons_are_large_enough_for_a_finger(seat: Seat) -> None:
    screen = seat(PLAYING, "fr", (1024, 640)).screen
    for button in (screen.dock.flick, *screen.choices.buttons):
        assert button.height >= 48
    for button in (screen.bar.undo, screen.bar.redo, screen.bar.stop):
        assert button.height >= 40


def test_the_language_changes_while_it_runs(seat: Seat) -> None:
    hands = seat(PLAYING, "fr")
    assert hands.screen.bar.undo.text == "Annuler"
    hands.press(hands.screen.language)
    assert hands.screen.bar.undo.text == "Undo"
    assert hands.screen.decisions.heading.text == "The referee’s decisions"
    french = [w.text for w in shown(hands.screen, Label) if w.text in ("Rétablir", "Arrêt", "Œil")]
    assert not french
    hands.key(60)
    assert hands.screen.bar.undo.text == "Annuler"


def test_the_drawn_board_shows_felt_and_discs(seat: Seat) -> None:
    hands = seat(PLAYING)
    picture = pixels(hands)

    def at(name: str) -> Any:
        x, y = hands.point_of(name)
        return picture[hands.window.height - 1 - int(y), int(x), :3].astype(int)

    red, green, blue = at("c14")
    assert green > red + 10
    assert green > blue
    assert min(at("c9")) > 180  # linen enamel of a Home disc
    assert at("c20")[2] > at("c20")[0]  # ink enamel of an Away disc


def pixels(hands: Any) -> Any:
    """The window's pixels, top row first."""
    hands.draw()
    width, height = hands.window.size
    data = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(height, width, 3)[::-1]


def test_the_desk_is_asked_again_and_moves_glide(seat: Seat) -> None:
    hands = seat(PLAYING)
    towers = dict(PLAYING.layout.towers)
    towers[square("b7")] = towers.pop(square("c9"))
    layout = Layout(towers=tuple(sorted(towers.items())), ball=PLAYING.layout.ball)
    hands.desk.show(replace(PLAYING, layout=layout))
    hands.screen.refresh()
    assert hands.screen.board._sprites.gliding
    hands.wait(lambda: not hands.screen.board._sprites.gliding)


def test_nothing_is_redrawn_while_nothing_changes(seat: Seat) -> None:
    hands = seat(PLAYING)
    hands.pump(10)
    before = hands.screen._known
    hands.pump(5)
    assert hands.screen._known is before
    assert isinstance(hands.desk, FakeDesk)


@pytest.mark.parametrize("lang", LANGS)
def test_while_the_table_is_put_back_no_play_is_invited(seat: Seat, lang: Lang) -> None:
    back = replace(PLAYING, arrange_text=ARRANGING.arrange_text, ghosts=(), ghost_count=0)
    assert seat(PLAYING, lang).screen.dock.hint.text
    assert not seat(back, lang).screen.dock.hint.text
