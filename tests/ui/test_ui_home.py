"""The first page, and the whole application from there to the table."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock

from app.games.taru.game import Taru
from app.match.table_view import Desk
from app.rulebook.words import LANGS, Lang
from app.ui.app import Opening
from app.ui.controls import Text
from app.ui.home import HomeScreen
from app.ui.speech import Speech
from tests.ui.fake_desk import PLAYING, FakeDesk
from tests.ui.test_ui_boot import run

pytestmark = pytest.mark.window


class Page:
    """The first page in the window, with a note of what it opened."""

    def __init__(self, window: Any, lang: Lang) -> None:
        self.begun: list[tuple[str, str]] = []
        self.agreed: list[dict[str, str]] = []
        self.opened: list[Desk] = []
        opening = Opening(
            begin=self._begin,
            resume=lambda: FakeDesk(PLAYING),
            left=("W" * 12, "Hêtres du bois vert"),
            game="taru",
            rules=Taru.house_rules,
        )
        self.home: Any = HomeScreen(Speech(lang, ("app.games.taru",)), opening)
        self.home.on_desk = self.opened.append
        self.home.size_hint, self.home.size = (None, None), (1024, 640)
        window.add_widget(self.home)
        for _ in range(6):
            Clock.tick()

    def _begin(self, names: tuple[str, str], rules: Mapping[str, str]) -> Desk:
        self.begun.append(names)
        self.agreed.append(dict(rules))
        return FakeDesk(PLAYING)


@pytest.fixture(params=LANGS)
def page(window: Any, request: pytest.FixtureRequest) -> Iterator[Page]:
    made = Page(window, request.param)
    yield made
    window.remove_widget(made.home)


def test_nothing_is_cut(page: Page) -> None:
    texts = [w for w in page.home.walk(restrict=True) if isinstance(w, Text) and w.text]
    assert len(texts) >= 8
    assert all(text.fits() for text in texts)
    assert all(text.to_window(0, text.y)[1] >= 0 for text in texts)
    assert all(text.to_window(0, text.top)[1] <= 640 for text in texts)


def test_a_match_begins_between_the_names_that_were_written(page: Page) -> None:
    page.home.fields[0].entry.text = " Les Ormes "
    page.home.begin.act()
    away = page.home.fields[1].entry.text
    assert page.begun == [("Les Ormes", away)]
    assert len(page.opened) == 1


def test_the_open_match_is_resumed(page: Page) -> None:
    assert page.home.resume.text.endswith(f"{'W' * 12} – Hêtres du bois ver")
    page.home.resume.act()
    assert (len(page.opened), page.begun) == (1, [])


def test_a_match_by_the_clock_is_one_touch_away(page: Page) -> None:
    page.home.mode.act()
    assert "20" in page.home.mode.text
    page.home.begin.act()
    page.home.mode.act()
    page.home.begin.act()
    assert page.agreed == [{"mode": "timed20"}, {}]


def test_house_rules_are_chosen_on_a_page_and_kept(page: Page) -> None:
    page.home.rules.act()
    rows = {row.rule.name: row for row in page.home.page.rows}
    assert set(rows) == {rule.name for rule in Taru.house_rules}
    for _ in range(6):
        Clock.tick()
    texts = [w for w in page.home.walk(restrict=True) if isinstance(w, Text) and w.text]
    assert all(text.fits() for text in texts)
    rows["knight_pass"].button.act()
    rows["turn_seconds"].button.act()
    rows["hand_pass_gap"].button.act()
    rows["hand_pass_gap"].button.act()
    page.home.page.close.act()
    assert "(2)" in page.home.rules.text
    page.home.begin.act()
    assert page.agreed == [{"knight_pass": "true", "turn_seconds": "20"}]
    page.home.rules.act()
    page.home.page.usual.act()
    page.home.page.close.act()
    page.home.begin.act()
    assert page.agreed[1:] == [{}]


def test_names_that_nobody_changed_follow_the_language(page: Page) -> None:
    before = page.home.names
    page.home.fields[0].entry.text = "Ormes"
    page.home.language.act()
    assert page.home.names[0] == "Ormes"
    assert page.home.names[1] != before[1]


def test_long_names_are_cut_while_they_are_written(page: Page) -> None:
    entry = page.home.fields[0].entry
    entry.text = ""
    entry.insert_text("Association sportive du bois")
    assert len(entry.text) == 18


def test_the_application_opens_the_table_and_lets_go(tmp_path: Path) -> None:
    code = """
from app.ui import boot
boot.prepare()
boot.open_window()
from kivy.clock import Clock
from kivy.core.window import Window
from app.ui.app import Opening
from app.ui.window import TableApp
from tests.ui.fake_desk import PLAYING, FakeDesk
desk = FakeDesk(PLAYING)
opening = Opening(begin=lambda names, rules: desk)
app = TableApp(opening, lang="fr", words=("app.match",), picture=None)
def go(_):
    app.root.children[0].begin.act()
    Clock.schedule_once(undo, 0.2)
def undo(_):
    Window.dispatch("on_key_down", 8, 42, None, [])
    Window.dispatch("on_key_down", 27, 41, None, [])
    print(desk.posted, tuple(map(int, app.screen.size)))
    app.stop()
Clock.schedule_once(go, 0.2)
app.run()
"""
    done = run(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == "['undo'] (1280, 800)"
    assert not list(tmp_path.iterdir())


def test_escape_closes_the_house_rules_and_keeps_what_was_chosen(page: Page) -> None:
    page.home.rules.act()
    row = page.home.page.rows[1]
    row.button.act()
    page.home.command("close")
    assert page.home.page is None
    assert page.home.chosen == {row.rule.name: row.rule.values[1]}
