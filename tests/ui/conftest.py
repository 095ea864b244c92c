"""Kivy under pytest: set up before any kivy import, one offscreen window for the session."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from app.match.table_view import Desk, TableView
from app.rulebook.geometry import square
from app.rulebook.words import Lang
from app.ui import boot
from app.ui.keys import command_of
from tests.ui.fake_desk import FakeDesk

os.environ["SDL_VIDEODRIVER"] = "offscreen"
boot.prepare((1920, 1080))  # an offscreen window never grows beyond its first size


@dataclass
class Hands:
    """One table screen in the window, with fingers and keys of flesh."""

    window: Any
    screen: Any
    desk: Any
    clock: Any
    bake: Callable[[Any], None]

    def pump(self, frames: int = 3) -> None:
        """Clock, layout and texts, but no drawing: that is the dear part."""
        for _ in range(frames):
            self.screen.refresh()
            self.clock.tick()

    def draw(self) -> None:
        """A whole frame, into the window."""
        self.pump(3)
        self.bake(self.screen.backdrop)
        self.window.dispatch("on_draw")

    def wait(self, until: Callable[[], bool], seconds: float = 5.0) -> None:
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, "it never came"
            self.pump(1)

    def point_of(self, name: str) -> tuple[float, float]:
        board = self.desk.view().board
        x, y = self.screen.board.projection.to_window([[*board.centre_of(square(name)), 0]])[0]
        return float(x), float(y)

    def touch(self, x: float, y: float) -> Any:
        return import_module("kivy.tests.common").UnitTestTouch(x, y)

    def tap_at(self, x: float, y: float) -> None:
        finger = self.touch(x, y)
        finger.touch_down()
        self.pump(1)
        finger.touch_up()
        self.pump(2)

    def tap(self, name: str) -> None:
        self.tap_at(*self.point_of(name))

    def hold(self, name: str) -> None:
        finger = self.touch(*self.point_of(name))
        finger.touch_down()
        before = self.screen.aside
        self.wait(lambda: self.screen.aside is not before or "held" in finger.ud)
        finger.touch_up()
        self.pump(2)

    def drag(self, start: str, end: str) -> None:
        a, b = self.point_of(start), self.point_of(end)
        finger = self.touch(*a)
        finger.touch_down()
        for n in range(1, 6):
            finger.touch_move(a[0] + (b[0] - a[0]) * n / 5, a[1] + (b[1] - a[1]) * n / 5)
            self.pump(1)
        finger.touch_up()
        self.pump(2)

    def press(self, button: Any) -> None:
        """Press a button and wait until it has been let go."""
        self.tap_at(*button.to_window(*button.center))
        self.wait(lambda: button.state == "normal")
        self.pump(3)

    def key(self, scancode: int, *modifiers: str) -> None:
        command = command_of(scancode, list(modifiers))
        assert command is not None
        self.screen.command(command)
        self.pump(2)


@pytest.fixture(scope="session")
def window() -> Any:
    boot.open_window()
    import_module("app.ui.controls").register_fonts()
    import_module("kivy.clock").Clock._max_fps = 0  # a test need not wait for the screen
    return import_module("kivy.core.window").Window


@pytest.fixture
def seat(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hands]]:
    """Sit down at a desk or a view: `seat(view, lang, size)`. The backdrop is baked only when a
    frame is drawn.
    """
    backdrop = import_module("app.ui.backdrop").Backdrop
    real_bake = backdrop.bake

    def bake(*_: object) -> None:
        """Kivy's clock looks a method up by its name."""

    monkeypatch.setattr(backdrop, "bake", bake)
    clock = import_module("kivy.clock").Clock
    table_screen = import_module("app.ui.table_screen").table_screen
    seated: list[Hands] = []

    def sit(
        at: TableView | Desk,
        lang: Lang = "fr",
        size: tuple[int, int] = (1280, 800),
        words: tuple[str, ...] = ("app.match", "firmware_bridge"),
        picture: Any = None,
    ) -> Hands:
        desk = FakeDesk(at) if isinstance(at, TableView) else at
        window.size = size
        screen = table_screen(desk, lang, words, picture)
        screen.size_hint, screen.size = (None, None), size
        window.add_widget(screen)
        hands = Hands(window=window, screen=screen, desk=desk, clock=clock, bake=real_bake)
        seated.append(hands)
        hands.pump(8)
        return hands

    yield sit
    for hands in seated:
        window.remove_widget(hands.screen)
    for event in list(clock.get_events()):
        event.cancel()
