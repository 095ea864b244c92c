"""The live table at work: it shows a desk's view and posts what fingers and keys mean."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.match.table_view import DecisionLine, Desk, TableView
from app.rulebook.api import Section
from app.rulebook.words import Lang
from app.ui.asides import Aside, help_card, place_beside, refusal_card, ways_card, why_card
from app.ui.backdrop import paint_card
from app.ui.cursor import Cursor
from app.ui.fingers import Fingers, Touched
from app.ui.keys import Command
from app.ui.overlay import Marks
from app.ui.projection import LivePicture
from app.ui.reading import Reading
from app.ui.speech import Speech
from app.ui.table_layout import TableLayout

PictureSource = Callable[[], LivePicture | None]


class TableScreen(TableLayout):
    """Draws `desk.view()` and posts intents back. `refresh()` is called from the clock."""

    def __init__(
        self, desk: Desk, speech: Speech, picture: PictureSource | None = None, **kwargs: object
    ) -> None:
        super().__init__(desk.view(), has_picture=picture is not None, **kwargs)
        self.desk, self.speech, self._picture = desk, speech, picture
        self.fingers, self.cursor = Fingers(desk), Cursor()
        self.helping = False
        self.stopped = False
        self.drawn = picture is None
        self.layers = 0
        self.aside: Aside | None = None
        self.on_full_screen: Callable[[], None] = lambda: None
        self.reading = Reading(self, speech, self.bar)
        self._aside_of: object = None
        self._explained: DecisionLine | None = desk.view().explanation
        self._known: TableView | None = None
        self._wire()
        self.show()

    def _wire(self) -> None:
        self.board.on_tap = lambda at: self._finger(lambda: self.fingers.tap(at))
        self.board.on_hold = lambda at: self._finger(lambda: self.fingers.hold(at))
        self.board.on_drop = lambda a, b: self._finger(lambda: self.fingers.drop(a, b))
        self.dock.roll.act = lambda: self._post(self.desk.roll)
        self.dock.flick.act = lambda: self._finger(self._toggle_flick)
        self.choices.on_choice = self._choose
        self.choices.on_answer = lambda n: self._post(lambda: self.desk.answer(n))
        self.decisions.on_strike = lambda n: self._post(lambda: self.desk.strike(n))
        self.bar.undo.act = lambda: self._post(self.desk.undo)
        self.bar.redo.act = lambda: self._post(self.desk.redo)
        self.bar.stop.act = self._stop
        self.decisions.on_read = self._read
        self.language.act = self._switch_language
        self.rules.act = self._open_book
        self.background.act = self._switch_background

    def refresh(self, *_: object) -> None:
        """Take the newest view and picture, and redraw what changed."""
        if self._picture is not None:
            self.board.film(None if self.drawn else self._picture())
        view, known = self.desk.view(), self._known
        if view is known or known is None:
            return
        if replace(view, clocks=known.clocks) == known:
            self._known = view
            self._show_clocks(view)
        elif view != known:
            self.show()

    def _show_clocks(self, view: TableView) -> None:
        if self.clock is not None and view.clocks is not None:
            self.clock.show(view.clocks, self.speech)

    def show(self) -> None:
        """Redraw everything that the view, the fingers and the language say."""
        view = self._known = self.desk.view()
        self.fingers.see(view)
        self.speech.names = view.names
        game = view.board.game
        self.title.text = self.speech.first_of(f"{game}.title", "ui.title")
        self.tagline.text = self.speech.first_of(f"{game}.tagline", "ui.tagline")
        self.language.text = self.speech.say("ui.button.language")
        self.rules.text = self.speech.say("ui.book.open")
        self.background.text = self.speech.say(
            "ui.button.picture" if self.drawn else "ui.button.drawing"
        )
        self.scores.show(view, self.speech)
        self._show_clocks(view)
        self.board.show(view, self._marks(view))
        self.dock.show(view, self.fingers, self.speech)
        self.show_choices(view, self.speech)
        self.decisions.show(view, self.speech)
        self.bar.show(view, self.speech, stopped=self.stopped)
        self._show_aside(view)

    def _marks(self, view: TableView) -> Marks:
        fingers = self.fingers
        return Marks(
            selected=fingers.selected,
            targets=fingers.targets,
            flicking=fingers.flicking,
            flick_by=fingers.flick_by,
            cursor=self.cursor.square,
            asked=fingers.at if fingers.why is not None else None,
            lines=self.layers < 2,
            last_move=self.layers < 1 and fingers.selected is None and not view.ghosts,
        )

    def _show_aside(self, view: TableView) -> None:
        """A card stays the same while it says the same: a finger may be on its way to it."""
        explained = None if view.explanation == self._explained else view.explanation
        fingers, size = self.fingers, tuple(self.size)
        said = (self.helping, fingers.choosing, fingers.why, explained, self.speech.lang, size)
        if said == self._aside_of:
            return
        self._aside_of = said
        if self.aside is not None:
            self.remove_widget(self.aside)
        self.aside = self._wanted_aside(view)
        if self.aside is not None:
            place_beside(self.aside, self.board, self._subject_at())
            with self.aside.canvas.before:
                paint_card((*self.aside.pos, *self.aside.size))
            self.add_widget(self.aside)

    def _wanted_aside(self, view: TableView) -> Aside | None:
        fingers, game = self.fingers, view.board.game
        if self.helping:
            return help_card(self.speech, self._close)
        if fingers.choosing:
            return ways_card(self.speech, fingers.choosing, game, self._choose_way)
        if fingers.why is not None:
            return why_card(
                self.speech, fingers.why, lambda: self._finger(fingers.let_go), self._read
            )
        if view.explanation is not None and view.explanation != self._explained:
            return refusal_card(self.speech, view.explanation, self._understood, self._read)
        return None

    def _subject_at(self) -> tuple[float, float] | None:
        """Where in the window a card's square lies; None when it speaks about none."""
        fingers = self.fingers
        subject = fingers.at if fingers.choosing or fingers.why is not None else None
        if subject is None:
            return None
        centre = self.desk.view().board.centre_of(subject)
        x, y = (float(v) for v in self.board.projection.to_window([[*centre, 0]])[0])
        return x, y

    def _finger(self, act: Callable[[], None]) -> None:
        """A touch of the board; while play is stopped nothing counts."""
        if not self.stopped:
            self._understood(show=False)
            act()
            self.show()

    def _post(self, act: Callable[[], None]) -> None:
        if not self.stopped:
            self._understood(show=False)
            act()
            self.show()

    def _understood(self, *, show: bool = True) -> None:
        self._explained = self.desk.view().explanation
        if show:
            self.show()

    def _toggle_flick(self) -> None:
        if self.fingers.flicking:
            self.fingers.let_go()
        else:
            self.fingers.start_flick()

    def _choose(self, index: int) -> None:
        choices = self.desk.view().awaits.choices
        if index < len(choices):
            self._post(lambda: self.desk.take(choices[index].play))

    def _choose_way(self, index: int) -> None:
        self._finger(lambda: self.fingers.choose(index))

    def _stop(self) -> None:
        self.stopped = not self.stopped
        self.desk.hold(stopped=self.stopped)
        self.fingers.let_go()
        self.show()

    def _switch_language(self) -> None:
        self.speech.switch()
        self.show()
        self.reading.speak()

    def _read(self, section: Section) -> None:
        """The book, at a section."""
        book = self.desk.view().book
        if book is not None:
            self.reading.open(book, section)

    def _open_book(self) -> None:
        """At the section of the last decision."""
        last = self.desk.view().decisions[-1:]
        self._read(last[0].rule if last else "")

    def _switch_background(self) -> None:
        if self._picture is not None:
            self.drawn = not self.drawn
            self.refresh()
            self.show()

    def _accept(self) -> None:
        if self.aside is not None:
            self._close()
        elif self.desk.view().awaits.rolls and self.desk.view().question is None:
            self._post(self.desk.roll)
        else:
            self._at_cursor(self.fingers.tap)

    def _at_cursor(self, act: Callable[[Touched], None]) -> None:
        touched = self.cursor.touched(self.desk.view().board)
        if touched is not None:
            self._finger(lambda: act(touched))

    def _steer(self, command: Command) -> None:
        right, up = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[command]
        view = self.desk.view()
        self.cursor.step(view.board, right, up, view.layout.seen().ball)
        self.show()

    def _help(self) -> None:
        self.helping = not self.helping
        self.show()

    def _close(self) -> None:
        self.helping = False
        self.cursor.hide()
        self.fingers.let_go()
        self._understood()

    def _pick(self, index: int) -> None:
        if self.fingers.choosing:
            self._choose_way(index)
        elif self.desk.view().question is not None:
            self._post(lambda: self.desk.answer(index))
        else:
            self._choose(index)

    def command(self, command: Command) -> None:
        """What a key does."""
        if self.reading.command(command):
            return
        if command.startswith("choose_"):
            self._pick(int(command[-1]) - 1)
            return
        if command in ("left", "right", "up", "down"):
            self._steer(command)
            return
        acts: dict[str, Callable[[], None]] = {
            "stop": self._stop,
            "accept": self._accept,
            "undo": lambda: self._post(self.desk.undo),
            "redo": lambda: self._post(self.desk.redo),
            "layers": self._cycle_layers,
            "background": self._switch_background,
            "full_screen": self.on_full_screen,
            "language": self._switch_language,
            "close": self._close,
            "flick": self._flick_key,
            "help": self._help,
            "book": self._open_book,
            "why": lambda: self._at_cursor(self.fingers.hold),
        }
        acts[command]()

    def _cycle_layers(self) -> None:
        self.layers = (self.layers + 1) % 3
        self.show()

    def _flick_key(self) -> None:
        if self.fingers.may_flick:
            self._finger(self._toggle_flick)


def table_screen(
    desk: Desk, lang: Lang, words: Sequence[str], picture: PictureSource | None = None
) -> TableScreen:
    """The screen with its fonts and language; a window must be open."""
    return TableScreen(desk, Speech(lang, words), picture)
