"""The first page: the sides, the house rules, begin, or resume the match that was left open."""

from collections.abc import Callable

from kivy.metrics import dp, sp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from app.match.table_view import Desk
from app.rulebook.side import Side
from app.ui.app import Opening
from app.ui.backdrop import Backdrop
from app.ui.controls import Box, Heading, Text, WoodButton, card, secondary
from app.ui.keys import Command
from app.ui.reading import Reading
from app.ui.rules_page import RulesPage
from app.ui.scoreboard import Badge
from app.ui.speech import Speech
from app.ui.theme import BRASS, CREAM, EMBER, faded

LONGEST_NAME = 18


class NameField(Box):
    """One side's mark and its name, which may be written over."""

    def __init__(self, side: Side, name: str) -> None:
        super().__init__(
            "enamel", size_hint_y=None, height=dp(60), padding=(dp(14), dp(8)), spacing=dp(8)
        )
        self.entry: TextInput = TextInput(
            text=name,
            multiline=False,
            write_tab=False,
            font_name="Body",
            font_size=sp(19),
            background_color=(0, 0, 0, 0),
            foreground_color=CREAM,
            cursor_color=EMBER,
            selection_color=faded(EMBER, 0.35),
            padding=(dp(6), dp(9)),
            input_filter=lambda typed, _: typed[: max(0, LONGEST_NAME - len(self.entry.text))],
        )
        self.add_widget(Badge(side, size_hint_x=None, width=dp(34)))
        self.add_widget(self.entry)


class HomeScreen(AnchorLayout):
    """`on_desk(desk)` is called with the desk of the match that was begun or resumed."""

    def __init__(self, speech: Speech, opening: Opening) -> None:
        super().__init__(padding=dp(24))
        self.speech, self._left, self._opening = speech, opening.left, opening
        self.chosen = dict(opening.chosen)
        begin, resume = opening.begin, opening.resume
        self.on_desk: Callable[[Desk], None] = lambda _: None
        self.on_full_screen: Callable[[], None] = lambda: None
        self.title = Text(
            font_name="Title", em=64, color=BRASS, halign="center", size_hint_y=None, height=dp(84)
        )
        self.tagline = secondary(em=18, halign="center", size_hint_y=None, height=dp(30))
        self.heading = Heading()
        self.labels = [secondary(em=15, size_hint_y=None, height=dp(22)) for _ in Side]
        self.fields = [NameField(side, speech.say(f"ui.home.{side.value}")) for side in Side]
        self.begin = WoodButton(em=18, height=dp(56))
        self.begin.act = lambda: self.on_desk(begin(self.names, self.chosen))
        self.mode = WoodButton(act=self._next_mode, em=15)
        self.rules = WoodButton(act=self._open_rules, em=15)
        self.book = WoodButton(act=self._open_book, em=15)
        self.resume = WoodButton(em=15)
        self.language = WoodButton(act=self._switch, em=15, size_hint_x=None, width=dp(120))
        if resume is not None:
            self.resume.act = lambda: self.on_desk(resume())
        self.page: RulesPage | None = None
        self.reading = Reading(self, speech)
        self._form = self._assemble(with_resume=resume is not None)
        self.backdrop = Backdrop(self)
        self._put(self._form)
        self.show()

    def _put(self, widget: Widget) -> None:
        """The form, or a page in its place."""
        self.clear_widgets()
        self.add_widget(widget)
        self.backdrop.watch(w for w in self.walk(restrict=True) if getattr(w, "skin", ""))
        self.backdrop.again()

    @property
    def names(self) -> tuple[str, str]:
        home, away = (field.entry.text.strip() for field in self.fields)
        return (home, away)

    def _assemble(self, *, with_resume: bool) -> BoxLayout:
        column = BoxLayout(
            orientation="vertical", spacing=dp(10), size_hint=(None, None), width=dp(600)
        )
        column.bind(minimum_height=column.setter("height"))
        form = card(size_hint_y=None, padding=(dp(26), dp(22)))
        form.bind(minimum_height=form.setter("height"))
        form.add_widget(self.heading)
        for label, field in zip(self.labels, self.fields, strict=True):
            form.add_widget(label)
            form.add_widget(field)
        form.add_widget(self.begin)
        if self._opening.rules:
            form.add_widget(_row(self.mode, self.rules, self.book))
        form.add_widget(_row(self.resume if with_resume else Widget(), self.language))
        for part in (self.title, self.tagline, form):
            column.add_widget(part)
        return column

    def _next_mode(self) -> None:
        """The first rule of a game is the form of its matches: a button of its own."""
        form = self._opening.rules[0]
        at = form.values.index(self.chosen.pop(form.name, form.values[0]))
        value = form.values[(at + 1) % len(form.values)]
        if value != form.values[0]:
            self.chosen[form.name] = value
        self.show()

    def _open_rules(self) -> None:
        opening = self._opening
        page = self.page = RulesPage(opening.game, opening.rules, self.chosen, self.speech)
        page.size_hint = (None, 1)
        page.width = dp(820)
        page.on_close = self._close_rules
        self._put(page)

    def _close_rules(self) -> None:
        if self.page is not None:
            self.chosen = dict(self.page.chosen)
        self.page = None
        self._put(self._form)
        self.show()

    def command(self, command: Command) -> None:
        """What a key does before a match: Esc closes what is open."""
        if self.reading.command(command):
            return
        if command == "close" and self.page is not None:
            self._close_rules()
        elif command == "book":
            self._open_book()
        elif command == "full_screen":
            self.on_full_screen()
        elif command == "language" and self.page is None:
            self._switch()

    def _open_book(self) -> None:
        if self._opening.book is not None:
            self.reading.open(self._opening.book)

    def _switch(self) -> None:
        """The other language; names nobody has changed are said in it too."""
        kept = [f.entry.text != self.speech.say(f"ui.home.{s.value}") for s, f in self._sides()]
        self.speech.switch()
        for (side, field), written in zip(self._sides(), kept, strict=True):
            if not written:
                field.entry.text = self.speech.say(f"ui.home.{side.value}")
        self.show()

    def _sides(self) -> list[tuple[Side, NameField]]:
        return list(zip(Side, self.fields, strict=True))

    def show(self) -> None:
        say = self.speech.say
        self.title.text, self.tagline.text = say("ui.title"), say("ui.home.ready")
        self.heading.text = say("ui.home.new")
        for label, key in zip(self.labels, ("home_name", "away_name"), strict=True):
            label.text = say(f"ui.home.{key}")
        home, away = (name[:LONGEST_NAME] for name in self._left)
        self.begin.text = say("ui.home.start")
        self._show_rules()
        self.resume.text = say("ui.home.resume", home=home, away=away)
        self.language.text = say("ui.button.language")
        self.book.text = say("ui.book.open")

    def _show_rules(self) -> None:
        if not self._opening.rules:
            return
        form, say = self._opening.rules[0], self.speech.say
        value = self.chosen.get(form.name, form.values[0])
        self.mode.text = self.speech.first_of(f"{self._opening.game}.house.{form.name}.{value}")
        changed = len(self.chosen.keys() - {form.name})
        self.rules.text = say("ui.house.open_n", n=changed) if changed else say("ui.house.open")


def _row(*widgets: Widget) -> BoxLayout:
    row = BoxLayout(size_hint_y=None, height=dp(48), spacing=dp(10))
    for widget in widgets:
        row.add_widget(widget)
    return row
