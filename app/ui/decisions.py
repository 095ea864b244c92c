"""The referee's decisions, newest first: headline, section, numbers; struck, refused, explained."""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from app.match.table_view import DecisionLine, TableView
from app.rulebook.api import Section
from app.rulebook.side import Side
from app.ui.controls import Heading, Lines, Tappable, WoodButton, card, secondary
from app.ui.icons import cross
from app.ui.speech import Speech
from app.ui.theme import CREAM, INK, LINEN, PALE_WINE, TAN, faded

SHOWN = 60
"""Lines kept on the screen; the rest stand in the match file."""


@dataclass(frozen=True, kw_only=True)
class RowActs:
    """What an opened line offers: to take it back, and to read a section."""

    strike: Callable[[int], None]
    read: Callable[[Section], None]


class Row(Tappable):
    """One decision. Tapped, it shows its measures and offers to take only this one back."""

    def __init__(self, line: DecisionLine) -> None:
        super().__init__(
            orientation="vertical",
            padding=(dp(16), dp(6), dp(6), dp(7)),
            spacing=dp(3),
            size_hint_y=None,
        )
        self.line = line
        self.told: object = None
        """What it was filled for: language, names, opened or not."""
        self._ground = InstructionGroup()
        self.canvas.before.add(self._ground)
        again = Clock.create_trigger(self._draw)
        self.bind(pos=again, size=again, minimum_height=self.setter("height"))

    def fill(self, speech: Speech, acts: "RowActs | None") -> None:
        """`acts` opens the row: all measures, the way to its section, and the button that takes
        this line back.
        """
        self.clear_widgets()
        line = self.line
        words = speech.say(line.headline)
        shown = f"[s]{words}[/s]" if line.struck else words
        head = Lines(shown, bold=True, markup=True, color=TAN if line.struck else LINEN)
        note = Lines(_note(line, speech), em=13.5, color=PALE_WINE if line.refused else TAN)
        if line.refused:
            note.padding = (dp(14), 0, 0, 0)
        self.add_widget(head)
        self.add_widget(note)
        if acts is not None:
            self._open(speech, acts)

    def _open(self, speech: Speech, acts: "RowActs") -> None:
        for measure in self.line.measures:
            told = speech.measure(measure)
            self.add_widget(Lines(told, em=13.5))
        line = self.line
        read = speech.say("ui.book.read", section=line.rule)
        self.add_widget(WoodButton(read, lambda: acts.read(line.rule), em=14))
        if not line.struck:
            strike = speech.say("ui.log.strike")
            self.add_widget(WoodButton(strike, lambda: acts.strike(line.entry), em=14))

    def _draw(self, *_: object) -> None:
        self._ground.clear()
        parts: list[object] = [
            Color(0, 0, 0, 0.24),
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(5)]),
        ]
        x, y, height = self.x + dp(5), self.y + dp(6), self.height - dp(12)
        if self.line.side is not None:
            parts += [Color(*LINEN), Rectangle(pos=(x, y), size=(dp(5), height))]
        if self.line.side is Side.AWAY:
            parts.append(Color(*INK))
            count = max(2, int(height / dp(7)))
            for n in range(count):
                bar = (x + dp(1), y + n * height / count + dp(1))
                parts.append(Rectangle(pos=bar, size=(dp(3), height / count - dp(2))))
        if self.line.provisional:
            parts += [
                Color(*faded(CREAM, 0.6)),
                Rectangle(pos=(x - dp(3), y), size=(dp(1.4), height)),
            ]
        if self.line.refused:
            parts.append(cross((self.x + dp(22), self.y + self._note_y()), dp(4), PALE_WINE))
        for part in parts:
            self._ground.add(part)

    def _note_y(self) -> float:
        note = self.children[-2] if len(self.children) > 1 else None
        return float(note.center_y - self.y) if note is not None else dp(14)


def _note(line: DecisionLine, speech: Speech) -> str:
    """`T34, T40 · refusé`."""
    parts = [", ".join((line.rule, *line.also))]
    for shown, key in (
        (line.refused, "ui.log.refused"),
        (line.struck, "ui.log.struck"),
        (line.provisional, "ui.log.provisional"),
    ):
        if shown:
            parts.append(speech.say(key))
    return "\N{NO-BREAK SPACE}· ".join(parts)


class Decisions(BoxLayout):
    """The card with the list. `on_strike(entry)` is called when a line is to be taken back,
    `on_read(section)` when its section is to be read.
    """

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.on_strike: Callable[[int], None] = lambda _: None
        self.on_read: Callable[[Section], None] = lambda _: None
        self._card = card()
        self.heading = Heading()
        self._list = BoxLayout(orientation="vertical", spacing=dp(4), size_hint_y=None)
        self._list.padding = (0, 0, dp(8), 0)
        self._list.bind(minimum_height=self._list.setter("height"))
        self.scroll = ScrollView(bar_width=dp(5), bar_color=faded(TAN, 0.9), do_scroll_x=False)
        self.scroll.bar_inactive_color = faded(TAN, 0.35)
        self.empty = secondary(em=15, valign="top")
        self._card.add_widget(self.heading)
        self._card.add_widget(self.empty)
        self._card.add_widget(self.scroll)
        self.scroll.add_widget(self._list)
        self.add_widget(self._card)
        self._open: int | None = None
        self._shown: tuple[object, ...] = ()
        self._view: TableView | None = None
        self.rows: list[Row] = []

    def show(self, view: TableView, speech: Speech) -> None:
        self.heading.text = speech.say("ui.log.title")
        self.empty.text = "" if view.decisions else speech.say("ui.log.empty")
        self.empty.size_hint_y = None if view.decisions else 1
        self.empty.height = 0
        self.scroll.opacity = 1 if view.decisions else 0
        now = (view.decisions, speech.lang, self._open)
        self._view, self._speech = view, speech
        if now != self._shown:
            self._shown = now
            self._fill(view, speech)

    def _fill(self, view: TableView, speech: Speech) -> None:
        kept = {row.line: row for row in self.rows}
        acts = RowActs(strike=self.on_strike, read=self.on_read)
        self._list.clear_widgets()
        self.rows = []
        for line in reversed(view.decisions[-SHOWN:]):
            row = kept.get(line) or Row(line)
            opened = line.entry == self._open
            told = (speech.lang, speech.names, opened)
            if row.told != told:
                row.told = told
                row.fill(speech, acts if opened else None)
            row.act = self._toggle(line.entry)
            self.rows.append(row)
            self._list.add_widget(row)

    def _toggle(self, entry: int) -> Callable[[], None]:
        def act() -> None:
            self._open = None if self._open == entry else entry
            if self._view is not None:
                self.show(self._view, self._speech)

        return act
