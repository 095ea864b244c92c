"""Opens the rule book over a screen, and closes it."""

from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.rulebook.api import Book
from app.ui.backdrop import paint_card
from app.ui.book_page import BookPage
from app.ui.keys import Command
from app.ui.speech import Speech

MARGIN = 16
LARGEST = (1180, 860)
"""In dp: the page grows no further."""


_NOT_OURS: tuple[Command, ...] = ("language", "full_screen", "stop", "undo", "redo")


Place = tuple[float, float, float, float]


class Reading:
    """The book over a host widget, above its `foot`, which stays in sight. It keeps its section
    through a change of language or size.
    """

    def __init__(self, host: Widget, speech: Speech, foot: Widget | None = None) -> None:
        self._host, self._speech, self._foot = host, speech, foot
        self._book: Book | None = None
        self._kept: BookPage | None = None
        self._kept_for: object = None
        self.page: BookPage | None = None
        host.bind(size=self._again)

    def open(self, book: Book, section: str = "") -> None:
        """At a section; without one, where it begins."""
        self.close()
        self._book = book
        foot = self._foot.height if self._foot is not None else 0
        room = self._host.height - foot
        width = min(self._host.width - dp(2 * MARGIN), dp(LARGEST[0]))
        height = min(room - dp(2 * MARGIN), dp(LARGEST[1]))
        corner = (
            self._host.x + (self._host.width - width) / 2,
            self._host.y + foot + (room - height) / 2,
        )
        page = self.page = self._page(book, (*corner, width, height), section)
        self._host.add_widget(page)

    def _page(self, book: Book, box: Place, section: str) -> BookPage:
        """A page of that place and language; the one read last is kept: it is long to lay out."""
        made_for = (book, self._speech.lang, box)
        if self._kept is None or made_for != self._kept_for:
            page = BookPage(book, section, self._speech, box[2:])
            page.pos = box[:2]
            page.on_close = self.close
            with page.canvas.before:
                paint_card(box)
            self._kept, self._kept_for = page, made_for
        self._kept.go_to(section)
        return self._kept

    def close(self) -> None:
        if self.page is not None:
            self._host.remove_widget(self.page)
        self.page = None

    def speak(self) -> None:
        """In the language of the moment."""
        self._again()

    def command(self, command: Command) -> bool:
        """What a key does while the book is open. False: it is closed, or the key is not for it."""
        page = self.page
        if page is None or command in _NOT_OURS:
            return False
        steps = {"left": -1, "up": -1, "right": 1, "down": 1}
        if command in steps:
            page.step(steps[command])
        elif command in ("close", "book", "accept"):
            self.close()
        return True

    def _again(self, *_: object) -> None:
        if self.page is not None and self._book is not None:
            self.open(self._book, self.page.section)
