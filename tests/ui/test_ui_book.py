"""The rule book on its page, and the ways that lead to it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.games.taru.game import BOOK
from app.rulebook.words import LANGS, Lang
from app.ui.asides import DEAF_S
from app.ui.controls import Lines, Text, WoodButton
from tests.ui.fake_desk import PLAYING, REFUSED

pytestmark = pytest.mark.window
Seat = Callable[..., Any]
VIEW = replace(PLAYING, book=BOOK)
WORDS = ("app.match", "app.rulebook")


def page_of(hands: Any) -> Any:
    hands.pump(4)
    return hands.screen.reading.page


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)], ids=str)
@pytest.mark.parametrize("lang", LANGS)
def test_the_page_is_not_cut_and_leaves_the_bar_in_sight(
    seat: Seat, lang: Lang, size: tuple[int, int]
) -> None:
    hands = seat(VIEW, lang, size, WORDS)
    hands.screen._read("T8")
    page = page_of(hands)
    texts = [w for w in page.walk(restrict=True) if isinstance(w, Text) and w.text]
    assert len(texts) > len(BOOK.sections)
    assert all(text.fits() for text in texts)
    lines = [w for w in page.walk(restrict=True) if isinstance(w, Lines) and w.text]
    assert all(line.texture_size[0] <= line.width + 1 for line in lines)
    assert page.y >= hands.screen.bar.top
    assert page.top <= size[1]
    assert page.text.top <= page.title.y + 1
    assert page.text.y >= page.before.top


def test_a_decision_leads_to_its_section(seat: Seat) -> None:
    hands = seat(VIEW, "fr", words=WORDS)
    row = next(row for row in hands.screen.decisions.rows if row.line.rule == "T66")
    row.act()
    hands.pump(4)
    row = next(row for row in hands.screen.decisions.rows if row.line.rule == "T66")
    read = [w for w in row.walk(restrict=True) if isinstance(w, WoodButton)]
    assert read[0].act is not None
    read[0].act()
    assert page_of(hands).number.text == "T66"
    assert page_of(hands).title.text == "Le grattage"


def test_a_refusal_and_a_why_not_lead_to_theirs(seat: Seat) -> None:
    hands = seat(replace(VIEW, version=3), "fr", words=WORDS)
    hands.desk.show(replace(REFUSED, book=BOOK))
    hands.pump(4)
    refused = hands.screen.aside
    hands.wait(lambda: hands.clock.get_boottime() - refused.opened > DEAF_S)
    refused.buttons[0].act()
    assert page_of(hands).section == "T40"
    hands.key(41)
    assert page_of(hands) is None
    hands.key(41)
    hands.tap("g12")
    hands.hold("c20")
    assert hands.screen.aside.buttons[0].text.endswith("T22")


def test_keys_turn_the_pages_and_close_the_book(seat: Seat) -> None:
    hands = seat(VIEW, "fr", words=WORDS)
    hands.key(61)
    assert page_of(hands).section == VIEW.decisions[-1].rule
    hands.key(81)
    assert page_of(hands).section == "T23"
    hands.key(80)
    hands.key(82)
    assert page_of(hands).section == "T21"
    hands.key(60)
    assert page_of(hands).section == "T21"
    assert page_of(hands).title.text == "Turn by turn"
    hands.key(42)
    assert hands.desk.posted == ["undo"]
    hands.key(61)
    assert page_of(hands) is None


def test_the_contents_lead_everywhere_and_the_ends_hold(seat: Seat) -> None:
    hands = seat(VIEW, "en", words=WORDS)
    hands.screen._read("")
    page = page_of(hands)
    assert [line.passage.section for line in page.lines][:3] == ["T1", "T2", "T3"]
    assert page.before.disabled
    page.step(-1)
    assert page.section == "T1"
    page.lines[-1].act()
    assert (page.section, page.after.disabled) == ("T144", True)
    page.close.act()
    assert page_of(hands) is None


def test_a_definition_says_that_it_is_one(seat: Seat) -> None:
    hands = seat(VIEW, "en", words=WORDS)
    hands.screen._read("T96")
    assert "defines" in page_of(hands).mark.text
    page_of(hands).step(3)
    assert not page_of(hands).mark.text
