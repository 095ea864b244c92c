"""Cards that ask or explain: choices, a question, « Pourquoi pas ? », several plays."""

from collections.abc import Callable, Sequence

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.match.table_view import DecisionLine, TableView
from app.rulebook.api import Section, Target
from app.rulebook.words import Phrase
from app.ui.controls import Heading, Lines, Shield, Text, WoodButton, secondary
from app.ui.speech import Speech

DEAF_S = 0.4
_SHOWN = 5
"""A finger that was already on its way when a card came up does not press it."""


class Choices(BoxLayout):
    """The declarations open now or, before them, a question; a button each. `on_choice(index)`
    and `on_answer(index)` are called.
    """

    def __init__(self, **kwargs: object) -> None:
        super().__init__(size_hint_y=None, height=0, **kwargs)
        self.on_choice: Callable[[int], None] = lambda _: None
        self.on_answer: Callable[[int], None] = lambda _: None
        self.buttons: list[WoodButton] = []
        self._shown: object = None

    def show(self, view: TableView, speech: Speech) -> None:
        question = view.question
        labels = (
            tuple(
                f"{'ABCD'[n % 4]}\N{EM SPACE}{speech.say(a)}"
                for n, a in enumerate(question.answers)
            )
            if question is not None
            else tuple(speech.say(choice.label) for choice in view.awaits.choices)
        )
        title = speech.say("ui.ask.title" if question is not None else "ui.choice.title")
        asked = speech.say(question.text) if question is not None else ""
        now = (title, asked, labels, speech.lang)
        if now != self._shown:
            self._shown = now
            self._fill(title, asked, labels, self.on_answer if question else self.on_choice)

    def _fill(
        self, title: str, asked: str, labels: Sequence[str], act: Callable[[int], None]
    ) -> None:
        self.clear_widgets()
        self.buttons = []
        if not labels:
            self.height = 0
            return
        body = Shield("card", orientation="vertical", padding=(dp(18), dp(14)), spacing=dp(8))
        body.add_widget(Heading(title))
        if asked:
            body.add_widget(Text(asked, em=16, size_hint_y=None, height=dp(44)))
        scroll = ScrollView(do_scroll_x=False, bar_width=dp(5))
        rows = BoxLayout(orientation="vertical", spacing=dp(8), size_hint_y=None)
        rows.bind(minimum_height=rows.setter("height"))
        opened = Clock.get_boottime()
        for n, label in enumerate(labels):
            button = WoodButton(label, _deaf(opened, act, n) if asked else _with(act, n))
            self.buttons.append(button)
            rows.add_widget(button)
        scroll.add_widget(rows)
        body.add_widget(scroll)
        self.add_widget(body)
        shown = min(len(labels), 4)
        self.height = dp(28 + 32 + 8) + shown * dp(56) + (dp(52) if asked else 0)


def _with(act: Callable[[int], None], n: int) -> Callable[[], None]:
    return lambda: act(n)


def _deaf(opened: float, act: Callable[[int], None], n: int) -> Callable[[], None]:
    def press() -> None:
        if Clock.get_boottime() - opened >= DEAF_S:
            act(n)

    return press


class Aside(Shield):
    """A small leather card near the place it speaks about; it lies over the table."""

    def __init__(self, title: str, width: float) -> None:
        super().__init__(
            "",
            orientation="vertical",
            padding=(dp(20), dp(16)),
            spacing=dp(8),
            size_hint=(None, None),
            width=width,
        )
        self.opened = Clock.get_boottime()
        self.buttons: list[WoodButton] = []
        self.add_widget(Heading(title))

    def line(self, text: str, *, em: float = 17) -> None:
        made = Lines(text, em=em, width=self.width - dp(40))
        made.texture_update()
        made.height = made.texture_size[1]
        self.add_widget(made)

    def note(self, text: str) -> None:
        self.add_widget(secondary(text, em=15, size_hint_y=None, height=dp(24)))

    def button(self, text: str, act: Callable[[], None], *, deaf: bool = True) -> None:
        run = _deaf(self.opened, lambda _: act(), 0) if deaf else act
        made = WoodButton(text, run)
        self.buttons.append(made)
        self.add_widget(made)

    def close_up(self) -> None:
        """Take the height of what the card holds."""
        inner = sum(child.height for child in self.children)
        self.height = inner + dp(32) + dp(8) * (len(self.children) - 1)

    def keep_to(self, shown: int) -> None:
        """Buttons beyond so many are scrolled to, once the card is closed up."""
        if len(self.buttons) <= shown:
            return
        rows = BoxLayout(orientation="vertical", spacing=dp(8), size_hint_y=None)
        rows.bind(minimum_height=rows.setter("height"))
        for button in self.buttons:
            self.remove_widget(button)
            rows.add_widget(button)
        scroll = ScrollView(
            do_scroll_x=False,
            bar_width=dp(5),
            size_hint_y=None,
            height=shown * (self.buttons[0].height + dp(8)) - dp(8),
        )
        scroll.add_widget(rows)
        self.add_widget(scroll)
        self.close_up()


def why_card(
    speech: Speech,
    why: tuple[Section | None, Phrase],
    close: Callable[[], None],
    read: Callable[[Section], None],
) -> Aside:
    """Why a disc may not go somewhere, and the way to the section that says so."""
    section, sentence = why
    made = Aside(speech.say("ui.why.title"), dp(380))
    made.line(speech.say(sentence))
    if section is not None:
        made.button(speech.say("ui.book.read", section=section), _with_section(read, section))
    made.button(speech.say("ui.why.close"), close)
    made.close_up()
    return made


def place_beside(aside: Aside, board: Widget, at: tuple[float, float] | None) -> None:
    """Beside the point it speaks about, else in the middle, within the board's part."""
    if at is None:
        x, y = board.center_x - aside.width / 2, board.center_y - aside.height / 2
    else:
        right_of = at[0] + dp(64 + 80) + aside.width < board.right
        x = at[0] + dp(64) if right_of else at[0] - aside.width - dp(64)
        y = at[1] - aside.height / 2
    low, high = board.y + dp(8), board.top - aside.height - dp(8)
    left, right = board.x + dp(8), board.right - aside.width - dp(8)
    aside.pos = (min(max(x, left), right), min(max(y, low), max(low, high)))


def _with_section(read: Callable[[Section], None], section: Section) -> Callable[[], None]:
    return lambda: read(section)


def refusal_card(
    speech: Speech,
    line: DecisionLine,
    close: Callable[[], None],
    read: Callable[[Section], None],
) -> Aside:
    """Why the last act was refused, with its numbers."""
    made = Aside(speech.say("ui.why.refused"), dp(400))
    made.line(speech.say(line.headline))
    for measure in line.measures[:4]:
        made.line(speech.measure(measure), em=15)
    if line.also:
        made.note(speech.say("ui.why.section", section=", ".join((line.rule, *line.also))))
    made.button(speech.say("ui.book.read", section=line.rule), _with_section(read, line.rule))
    made.button(speech.say("ui.why.close"), close)
    made.close_up()
    return made


def help_card(speech: Speech, close: Callable[[], None]) -> Aside:
    """What keys and fingers do."""
    made = Aside(speech.say("ui.help.title"), dp(470))
    for key in (
        "touch",
        "hold",
        "arrows",
        "enter",
        "undo",
        "numbers",
        "flick",
        "space",
        "views",
        "book",
    ):
        made.line(speech.say(f"ui.help.{key}"), em=15)
    made.button(speech.say("ui.why.close"), close)
    made.close_up()
    return made


def ways_card(
    speech: Speech, ways: Sequence[Target], game: str, choose: Callable[[int], None]
) -> Aside:
    """Several plays lead to one square: which one?"""
    made = Aside(speech.say("ui.ways.title", square=ways[0].square.name), dp(330))
    for n, way in enumerate(ways):
        made.button(_way(speech, way, game), _with(choose, n), deaf=False)
    made.close_up()
    made.keep_to(_SHOWN)
    return made


def _way(speech: Speech, way: Target, game: str) -> str:
    """`Cocotte à 3 · 6 points`"""
    kind = speech.first_of(f"{game}.kind.{way.kind}", f"ui.kind.{way.kind}")
    kind = kind[:1].upper() + kind[1:]
    if way.count > 1:
        kind = speech.say("ui.ways.count", kind=kind, n=way.count)
    cost = speech.say("ui.ways.free") if not way.cost else _points(speech, way.cost)
    return f"{kind}\N{NO-BREAK SPACE}· {cost}"


def _points(speech: Speech, cost: int) -> str:
    return speech.say("ui.ways.point" if cost == 1 else "ui.ways.points", n=cost)
