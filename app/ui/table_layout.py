"""Where the parts of the live table lie: head, board, dock, decisions, state bar."""

from collections.abc import Sequence

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from app.match.table_view import TableView
from app.ui.asides import Choices
from app.ui.backdrop import Backdrop
from app.ui.board_view import BoardView
from app.ui.clock_plate import ClockPlate
from app.ui.controls import Text, WoodButton, secondary
from app.ui.decisions import Decisions
from app.ui.dock import Dock
from app.ui.scoreboard import Scoreboard
from app.ui.speech import Speech
from app.ui.state_bar import StateBar
from app.ui.theme import BRASS


class TableLayout(FloatLayout):
    """The parts, empty; a screen fills them. Sizes follow the window."""

    def __init__(self, view: TableView, *, has_picture: bool, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.title = Text(font_name="Title", em=34, color=BRASS, valign="bottom")
        self.tagline = secondary(em=14, size_hint_y=None, height=dp(24), valign="top")
        self.clock = ClockPlate() if view.clocks is not None else None
        self.scores = Scoreboard()
        self.language = WoodButton(em=14, size_hint_y=1)
        self.background = WoodButton(em=14, size_hint_y=1)
        self.rules = WoodButton(em=14, size_hint_y=1)
        self.board = BoardView(view)
        self.dock = Dock(size_hint_y=None)
        self.choices, self.decisions = Choices(), Decisions()
        self.bar = StateBar(size_hint_y=None)
        self._head = BoxLayout(size_hint_y=None, spacing=dp(16))
        self._left = BoxLayout(orientation="vertical")
        self._right = BoxLayout(orientation="vertical", size_hint_x=None)
        self._middle = BoxLayout(spacing=dp(18))
        self.add_widget(self._assemble(has_picture=has_picture))
        self.bind(size=self._share)
        self._share()
        self.backdrop = Backdrop(self)
        skins = [w for w in self.walk(restrict=True) if getattr(w, "skin", "")]
        self.backdrop.watch([*skins, self.choices])
        self.backdrop.add(self.board, self.board.paint_ground)
        self.board.on_fit = self.backdrop.renew

    def _assemble(self, *, has_picture: bool) -> Widget:
        title = BoxLayout(orientation="vertical", size_hint_x=None, width=dp(168))
        buttons = BoxLayout(orientation="vertical", size_hint_x=None, width=dp(112), spacing=dp(6))
        root = BoxLayout(orientation="vertical")
        row = BoxLayout(spacing=dp(6))
        pair = (self.background, self.rules) if has_picture else (self.rules,)
        for button in pair:
            row.add_widget(button)
        switches = [self.language, row]
        tree: Sequence[tuple[Widget, Sequence[Widget]]] = (
            (title, (self.title, self.tagline) if self.clock is None else (self.clock,)),
            (buttons, switches),
            (self._head, (title, self.scores, buttons)),
            (self._left, (self.board, self.dock)),
            (self._right, (self.decisions,)),
            (self._middle, (self._left, self._right)),
            (root, (self._head, self._middle, self.bar)),
        )
        for parent, children in tree:
            for child in children:
                parent.add_widget(child)
        return root

    def _share(self, *_: object) -> None:
        """The right column takes a share of the width; a low window leaves the table its height."""
        self._right.width = min(dp(372), max(dp(292), self.width * 0.27))
        low = self.height < dp(720)
        self._head.height = dp(76 if low else 94)
        self._head.padding = (dp(20), dp(8 if low else 12), dp(20), dp(2 if low else 6))
        self._middle.padding = (dp(20), dp(8), dp(20), dp(10 if low else 14))
        self.dock.height, self.bar.height = dp(98 if low else 112), dp(48 if low else 56)
        self._left.spacing = self._right.spacing = dp(10 if low else 14)

    def show_choices(self, view: TableView, speech: Speech) -> None:
        """The card of choices leaves the column when nothing is to be chosen."""
        self.choices.show(view, speech)
        if bool(self.choices.buttons) != (self.choices.parent is not None):
            if self.choices.buttons:
                self._right.add_widget(self.choices)
            else:
                self._right.remove_widget(self.choices)
            self.backdrop.again()
