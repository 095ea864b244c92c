"""The rule book on a page over the table: its contents on the left, a section on the right."""

from collections.abc import Callable

from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.rulebook.api import Book
from app.rulebook.book import Passage, passages
from app.ui.controls import Heading, Lines, Shield, Tappable, Text, WoodButton, secondary
from app.ui.speech import Speech
from app.ui.theme import BRASS, CREAM, LINEN, TAN, faded

CONTENTS = 0.40
"""The share of the page's width that the contents take."""


class Line(Tappable):
    """A section in the contents: its number and its title."""

    def __init__(self, passage: Passage, act: Callable[[], None]) -> None:
        super().__init__(size_hint_y=None, height=dp(34), padding=(dp(8), 0), spacing=dp(10))
        self.act, self.passage = act, passage
        self._number = secondary(passage.section, em=14, size_hint_x=None, width=dp(46))
        self._title = Text(passage.title or _first_words(passage.text), em=16)
        with self.canvas.before:
            self._tint = Color(*faded(CREAM, 0))
            self._ground = RoundedRectangle(radius=[dp(5)])
        self.bind(pos=self._lay, size=self._lay)
        self.add_widget(self._number)
        self.add_widget(self._title)

    def _lay(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size

    def mark(self, *, here: bool) -> None:
        self._tint.a = 0.12 if here else 0
        self._number.color, self._title.color = (BRASS, CREAM) if here else (TAN, LINEN)


class BookPage(Shield):
    """Opens at a section. `on_close` is called by its button; `step` turns to a neighbour."""

    def __init__(self, book: Book, section: str, speech: Speech, size: tuple[float, float]) -> None:
        super().__init__(
            orientation="vertical",
            padding=(dp(26), dp(18)),
            spacing=dp(10),
            size_hint=(None, None),
            size=size,
        )
        self.on_close: Callable[[], None] = lambda: None
        self._book, self._speech = book, speech
        self.told = passages(book.package, speech.lang)
        self.at = 0
        self._build(size)
        self.go_to(section)

    @property
    def section(self) -> str:
        return self.told[self.at].section

    def go_to(self, section: str) -> None:
        """To a section; to the first for one that the book does not hold."""
        self.turn(next((n for n, p in enumerate(self.told) if p.section == section), 0))

    def step(self, by: int) -> None:
        """To the section before or after; at either end it stays."""
        self.turn(min(max(self.at + by, 0), len(self.told) - 1))

    def turn(self, at: int) -> None:
        self.lines[self.at].mark(here=False)
        self.at = at
        passage = self.told[at]
        self.lines[at].mark(here=True)
        self.chapter.text = passage.chapter
        self.number.text, self.title.text = passage.section, passage.title
        self.text.text = passage.text
        mark = "called_by_people" if passage.section in self._book.called_by_people else ""
        mark = mark or ("definition" if passage.section in self._book.definitions else "")
        self.mark.text = self._speech.say(f"book.{mark}") if mark else ""
        self.before.disabled, self.after.disabled = at == 0, at == len(self.told) - 1
        self._show_line(self.lines[at])

    def _show_line(self, line: Widget) -> None:
        """Scrolls the contents when they have a height already."""
        if self.contents.height > dp(120) and self._rows.height > self.contents.height:
            self.contents.scroll_to(line, padding=dp(60), animate=False)

    def _build(self, size: tuple[float, float]) -> None:
        say = self._speech.say
        head = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(12))
        self.close = WoodButton(say("ui.book.close"), self._close, em=15)
        self.close.size_hint_x, self.close.width = None, dp(150)
        head.add_widget(Heading(say("ui.book.title"), height=dp(44)))
        head.add_widget(self.close)
        body = BoxLayout(spacing=dp(26))
        body.add_widget(self._contents(size[0] * CONTENTS))
        body.add_widget(self._leaf(size[0] * (1 - CONTENTS) - dp(84)))
        self.add_widget(head)
        self.add_widget(body)

    def _contents(self, width: float) -> ScrollView:
        self.lines: list[Line] = []
        self._rows = BoxLayout(orientation="vertical", size_hint_y=None, padding=(0, 0, dp(12), 0))
        self._rows.bind(minimum_height=self._rows.setter("height"))
        chapter = ""
        for n, passage in enumerate(self.told):
            if passage.chapter != chapter:
                chapter = passage.chapter
                heading = Heading(chapter, height=dp(44), valign="bottom")
                self._rows.add_widget(heading)
            self.lines.append(Line(passage, self._turner(n)))
            self._rows.add_widget(self.lines[-1])
        self.contents = ScrollView(do_scroll_x=False, bar_width=dp(5), bar_color=faded(TAN, 0.9))
        self.contents.bar_inactive_color = faded(TAN, 0.35)
        self.contents.size_hint_x, self.contents.width = None, width
        self.contents.add_widget(self._rows)
        self.contents.bind(height=lambda *_: self._show_line(self.lines[self.at]))
        return self.contents

    def _leaf(self, width: float) -> BoxLayout:
        say = self._speech.say
        leaf = BoxLayout(orientation="vertical", spacing=dp(10), padding=(0, dp(14), 0, 0))
        self.chapter = secondary(em=15, size_hint_y=None, height=dp(24))
        self.number = Text(em=30, bold=True, color=BRASS, size_hint_y=None, height=dp(44))
        self.title = Text(font_name="Title", em=27, color=CREAM, size_hint_y=None, height=dp(42))
        self.text = Lines(em=19, width=width)
        self.text.size_hint_x = None
        self.mark = secondary(em=15, size_hint_y=None, height=dp(26))
        self.before = WoodButton(say("ui.book.before"), lambda: self.step(-1), em=15)
        self.after = WoodButton(say("ui.book.after"), lambda: self.step(1), em=15)
        buttons = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(12))
        buttons.add_widget(self.before)
        buttons.add_widget(self.after)
        for part in (
            self.chapter,
            self.number,
            self.title,
            self.text,
            self.mark,
            Widget(),
            buttons,
        ):
            leaf.add_widget(part)
        return leaf

    def _turner(self, n: int) -> Callable[[], None]:
        return lambda: self.turn(n)

    def _close(self) -> None:
        self.on_close()


def _first_words(text: str) -> str:
    """What stands in the contents for a section without a title."""
    words = text.split()
    return " ".join(words[:6]) + ("…" if len(words) > 6 else "")
