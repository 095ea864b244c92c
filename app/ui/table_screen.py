"""The whole live table: head with the score, board, dock, decisions, state bar."""

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.match.table_view import Desk, TableView
from app.rulebook.words import Lang
from app.ui.asides import Aside, Choices, refusal_card, ways_card, why_card
from app.ui.backdrop import Backdrop, paint_card
from app.ui.board_view import BoardView
from app.ui.controls import Text, WoodButton, secondary
from app.ui.decisions import Decisions
from app.ui.dock import Dock
from app.ui.fingers import Fingers
from app.ui.keys import Command
from app.ui.overlay import Marks
from app.ui.projection import LivePicture
from app.ui.scoreboard import Scoreboard
from app.ui.speech import Speech
from app.ui.state_bar import StateBar
from app.ui.theme import BRASS

PictureSource = Callable[[], LivePicture | None]


class TableScreen(FloatLayout):
    """Draws `desk.view()` and posts intents back. `refresh()` is called from the clock."""

    def __init__(
        self, desk: Desk, speech: Speech, picture: PictureSource | None = None, **kwargs: object
    ) -> None:
        super().__init__(**kwargs)
        self.desk, self.speech, self._picture = desk, speech, picture
        self.fingers = Fingers(desk)
        self.stopped = False
        self.drawn = picture is None
        self.layers = 0
        self.aside: Aside | None = None
        self.on_full_screen: Callable[[], None] = lambda: None
        self._explained: int | None = desk.view().version
        self._known: TableView | None = None
        self._build()
        self._wire()
        self.backdrop = Backdrop(self)
        self.backdrop.watch(self._skinned())
        self.backdrop.add(self.board, self.board.paint_ground)
        self.show()

    def _build(self) -> None:
        self._root = BoxLayout(orientation="vertical")
        self._head = BoxLayout(size_hint_y=None, height=dp(94), spacing=dp(16))
        self._head.padding = (dp(20), dp(12), dp(20), dp(6))
        title = BoxLayout(orientation="vertical", size_hint_x=None, width=dp(168))
        self.title = Text(font_name="Title", em=34, color=BRASS, valign="bottom")
        self.tagline = secondary(em=14, size_hint_y=None, height=dp(24), valign="top")
        self.scores = Scoreboard()
        buttons = BoxLayout(orientation="vertical", size_hint_x=None, width=dp(112), spacing=dp(6))
        self.language = WoodButton(em=14, height=dp(35))
        self.background = WoodButton(em=14, height=dp(35))
        self.board = BoardView(self.desk.view())
        self.dock = Dock(size_hint_y=None, height=dp(112))
        self.choices, self.decisions = Choices(), Decisions()
        self.bar = StateBar(size_hint_y=None, height=dp(56))
        left = BoxLayout(orientation="vertical", spacing=dp(14))
        self._right = BoxLayout(orientation="vertical", spacing=dp(14), size_hint_x=None)
        self._middle = BoxLayout(spacing=dp(18), padding=(dp(20), dp(8), dp(20), dp(14)))
        tree: Sequence[tuple[BoxLayout, Sequence[object]]] = (
            (title, (self.title, self.tagline)),
            (buttons, ([self.background] if self._picture else [])),
            (self._head, (title, self.scores, buttons)),
            (left, (self.board, self.dock)),
            (self._right, (self.decisions, self.choices)),
            (self._middle, (left, self._right)),
            (self._root, (self._head, self._middle, self.bar)),
        )
        buttons.add_widget(self.language)
        buttons.add_widget(Widget())
        for parent, children in tree:
            for child in children:
                parent.add_widget(child)
        self.add_widget(self._root)
        self.bind(width=self._share)
        self._share()

    def _share(self, *_: object) -> None:
        """The right column takes a share of the width, within bounds."""
        self._right.width = min(dp(372), max(dp(292), self.width * 0.27))

    def _wire(self) -> None:
        self.board.on_tap = lambda at: self._finger(lambda: self.fingers.tap(at))
        self.board.on_hold = lambda at: self._finger(lambda: self.fingers.hold(at))
        self.board.on_drop = lambda a, b: self._finger(lambda: self.fingers.drop(a, b))
        self.dock.on_roll = lambda: self._post(self.desk.roll)
        self.dock.on_flick = lambda: self._finger(self._toggle_flick)
        self.choices.on_choice = self._choose
        self.choices.on_answer = lambda n: self._post(lambda: self.desk.answer(n))
        self.decisions.on_strike = lambda n: self._post(lambda: self.desk.strike(n))
        self.bar.on_undo = lambda: self._post(self.desk.undo)
        self.bar.on_redo = lambda: self._post(self.desk.redo)
        self.bar.on_stop = self._stop
        self.language.act = self._switch_language
        self.background.act = self._switch_background

    def _skinned(self) -> list[object]:
        return [w for w in self.walk(restrict=True) if getattr(w, "skin", "")] + [self.choices]

    def refresh(self, *_: object) -> None:
        """Take the newest view and picture, and redraw what changed."""
        if self._picture is not None:
            self.board.film(None if self.drawn else self._picture())
        view = self.desk.view()
        if view is not self._known and view != self._known:
            self.show()

    def show(self) -> None:
        """Redraw everything that the view, the fingers and the language say."""
        view = self._known = self.desk.view()
        self.fingers.see(view)
        self.title.text, self.tagline.text = self.speech.say("ui.title"), self.speech.say("ui.tagline")
        self.language.text = self.speech.say("ui.button.language")
        self.background.text = self.speech.say(
            "ui.button.picture" if self.drawn else "ui.button.drawing"
        )
        self.scores.show(view, self.speech)
        self.board.show(view, self._marks())
        self.dock.show(view, self.fingers, self.speech)
        self.choices.show(view, self.speech)
        self.decisions.show(view, self.speech)
        self.bar.show(view, self.speech, stopped=self.stopped)
        self._show_aside(view)

    def _marks(self) -> Marks:
        fingers = self.fingers
        return Marks(
            selected=fingers.selected,
            targets=fingers.targets,
            flicking=fingers.flicking,
            flick_by=fingers.flick_by,
            lines=self.layers < 2,
            last_move=self.layers < 1,
        )

    def _show_aside(self, view: TableView) -> None:
        if self.aside is not None:
            self.remove_widget(self.aside)
        self.aside = self._wanted_aside(view)
        if self.aside is not None:
            self.aside.canvas.before.clear()
            self._place(self.aside)
            with self.aside.canvas.before:
                paint_card((*self.aside.pos, *self.aside.size))
            self.add_widget(self.aside)

    def _wanted_aside(self, view: TableView) -> Aside | None:
        fingers, game = self.fingers, view.board.game
        if fingers.choosing:
            return ways_card(self.speech, fingers.choosing, game, self._choose_way)
        if fingers.why is not None:
            return why_card(self.speech, fingers.why, lambda: self._finger(fingers.let_go))
        if view.explanation is not None and self._explained != view.version:
            return refusal_card(self.speech, view.explanation, game, self._understood)
        return None

    def _place(self, aside: Aside) -> None:
        """Beside the square it speaks about, inside the board's part of the window."""
        x, y = self.board.center
        if self.fingers.at is not None and self.fingers.at in self._squares():
            centre = self.desk.view().board.centre_of(self.fingers.at)
            x, y = self.board.projection.to_window([[*centre, 0]])[0]
            x += dp(40) if x + aside.width + dp(60) < self.board.right else -aside.width - dp(40)
            y -= aside.height / 2
        else:
            x, y = x - aside.width / 2, y - aside.height / 2
        low, high = self.board.y + dp(8), self.board.top - aside.height - dp(8)
        left, right = self.board.x + dp(8), self.board.right - aside.width - dp(8)
        aside.pos = (min(max(x, left), right), min(max(y, low), max(low, high)))

    def _squares(self) -> list[object]:
        fingers = self.fingers
        return [fingers.at] if fingers.choosing or fingers.why is not None else []

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
        self._explained = self.desk.view().version
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
        self.fingers.let_go()
        self.show()

    def _switch_language(self) -> None:
        self.speech.switch()
        self.show()

    def _switch_background(self) -> None:
        if self._picture is not None:
            self.drawn = not self.drawn
            self.refresh()
            self.backdrop.again()
            self.show()

    def _accept(self) -> None:
        if self.aside is not None:
            self._close()
        elif self.desk.view().awaits.rolls and self.desk.view().question is None:
            self._post(self.desk.roll)

    def _close(self) -> None:
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
        if command.startswith("choose_"):
            self._pick(int(command[-1]) - 1)
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
