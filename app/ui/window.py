"""The Kivy application: clock, keyboard, full screen. Imported only once a window is open."""

from collections.abc import Sequence

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from app.match.table_view import Desk
from app.rulebook.words import Lang
from app.ui.aim_screen import AimScreen
from app.ui.app import REFRESH_S, Opening, SettingUp
from app.ui.controls import register_fonts
from app.ui.home import HomeScreen
from app.ui.keys import command_of
from app.ui.speech import Speech
from app.ui.table_screen import PictureSource, TableScreen
from app.ui.theme import NIGHT

SMALLEST_WINDOW = (1024, 640)
"""In dp: below this, texts would be cut."""


class TableApp(App):
    """Shows one desk, or first the page on which a match is begun, or the eye's own step. Stopping
    it leaves the threads to whoever started them.
    """

    def __init__(
        self,
        first: Desk | Opening | SettingUp,
        *,
        lang: Lang,
        words: Sequence[str],
        picture: PictureSource | None,
    ) -> None:
        super().__init__()
        self._first, self._picture = first, picture
        self._lang, self._words = lang, words
        self.screen: TableScreen | None = None
        self._home: HomeScreen | AimScreen | None = None

    def build(self) -> FloatLayout:
        self.title = "Taru"
        register_fonts()
        Window.clearcolor = NIGHT
        Window.minimum_width, Window.minimum_height = (int(dp(v)) for v in SMALLEST_WINDOW)
        Window.bind(on_key_down=self.on_key)
        root = FloatLayout()
        speech = Speech(self._lang, self._words)
        if isinstance(self._first, Opening):
            home = self._home = HomeScreen(speech, self._first)
            home.on_full_screen = full_screen
            home.on_desk = lambda desk: self._sit_down(root, desk, speech)
            root.add_widget(home)
        elif isinstance(self._first, SettingUp):
            self._set_up(root, self._first, speech)
        else:
            self._sit_down(root, self._first, speech)
        return root

    def _set_up(self, root: FloatLayout, first: SettingUp, speech: Speech) -> None:
        """The eye's own step, then the table."""
        step = self._home = AimScreen(first.aiming, speech)
        step.on_full_screen = full_screen
        watching = Clock.schedule_interval(step.refresh, REFRESH_S)

        def done() -> None:
            watching.cancel()
            if first.then is None:
                self.stop()
            else:
                self._sit_down(root, first.then(), speech)

        step.on_done = done
        root.add_widget(step)

    def _sit_down(self, root: FloatLayout, desk: Desk, speech: Speech) -> None:
        """Put the table where the first page was."""
        root.clear_widgets()
        screen = self.screen = TableScreen(desk, speech, self._picture)
        screen.on_full_screen = full_screen
        Clock.schedule_interval(screen.refresh, REFRESH_S)
        root.add_widget(screen)

    def on_key(
        self, _: object, key: int, scancode: int, text: str | None, modifiers: list[str]
    ) -> bool:
        """Commands by scancode; Esc is always taken, so that it never quits."""
        del key, text
        command = command_of(scancode, modifiers)
        shown = self.screen or self._home
        if command is None or shown is None:
            return False
        shown.command(command)
        return True


def full_screen() -> None:
    """Between the whole screen and the window."""
    Window.fullscreen = False if Window.fullscreen else "auto"
