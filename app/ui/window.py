"""The Kivy application: clock, keyboard, full screen. Imported only once a window is open."""

from collections.abc import Sequence

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from app.match.table_view import Desk
from app.rulebook.words import Lang
from app.ui.app import REFRESH_S
from app.ui.controls import register_fonts
from app.ui.keys import command_of
from app.ui.table_screen import PictureSource, TableScreen, table_screen
from app.ui.theme import NIGHT


class TableApp(App):
    """Shows one desk. Stopping it leaves the threads to whoever started them."""

    def __init__(
        self, *, desk: Desk, lang: Lang, words: Sequence[str], picture: PictureSource | None
    ) -> None:
        super().__init__()
        self._desk, self._lang, self._words, self._picture = desk, lang, words, picture
        self.screen: TableScreen | None = None

    def build(self) -> TableScreen:
        self.title = "Taru"
        register_fonts()
        Window.clearcolor = NIGHT
        Window.bind(on_key_down=self.on_key)
        screen = self.screen = table_screen(self._desk, self._lang, self._words, self._picture)
        screen.on_full_screen = full_screen
        Clock.schedule_interval(screen.refresh, REFRESH_S)
        return screen

    def on_key(
        self, _: object, key: int, scancode: int, text: str | None, modifiers: list[str]
    ) -> bool:
        """Commands by scancode; Esc is always taken, so that it never quits."""
        del key, text
        command = command_of(scancode, modifiers)
        if command is None or self.screen is None:
            return False
        self.screen.command(command)
        return True


def full_screen() -> None:
    """Between the whole screen and the window."""
    Window.fullscreen = False if Window.fullscreen else "auto"
