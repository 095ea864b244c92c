"""Kivy made to behave like a library. `prepare` runs before anything of kivy is imported."""

import logging
import os
import sys
from importlib import import_module
from typing import Literal

from app.rulebook.words import Problem

Screen = Literal["window", "offscreen"]

_LIBRARY = {
    "KIVY_NO_ARGS": "1",  # else Kivy parses sys.argv and removes our options
    "KIVY_NO_CONFIG": "1",  # else it writes ~/.kivy/config.ini and icons
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",  # else it takes over the root logger and sys.stderr
    "KIVY_CLIPBOARD": "sdl2",  # else it looks for xclip and xsel, with a traceback for each
    "KIVY_WINDOW": "sdl2",  # the x11 provider ends the process when there is no server
}


def prepare(size: tuple[int, int] = (1280, 800), *, density: float | None = None) -> Screen:
    """Set Kivy up for a window of `size` px; without a display it draws offscreen (EGL, Mesa).

    `density` simulates a screen of so many times 160 px per inch. Raises RuntimeError when kivy
    was imported before: then its defaults have already been taken.
    """
    if "kivy" in sys.modules and os.environ.get("KIVY_NO_CONFIG") != "1":
        raise RuntimeError("prepare() runs before the first import of kivy")
    os.environ.update(_LIBRARY)
    logging.getLogger("kivy").addFilter(_worth_telling)
    screen = _choose_screen()
    if density is not None:
        os.environ["KIVY_METRICS_DENSITY"] = str(density)
    config = import_module("kivy.config").Config
    config.set("graphics", "width", str(size[0]))
    config.set("graphics", "height", str(size[1]))
    config.set("graphics", "minimum_width", "1024")
    config.set("graphics", "minimum_height", "640")
    config.set("graphics", "multisamples", "0")  # SmoothLine brings its own anti-aliasing
    config.set("graphics", "maxfps", "60")
    config.set("input", "mouse", "mouse,disable_multitouch")  # no red dots on a right click
    config.remove_option("input", "%(name)s")  # the scan for touch devices wants libmtdev
    config.set("kivy", "exit_on_escape", "0")
    return screen


def _worth_telling(record: logging.LogRecord) -> bool:
    """Kivy warns, with tracebacks, of a touch library and a clipboard that nobody asked for."""
    return not str(record.msg).startswith(("Input: MTDev", "Cutbuffer"))


def has_display() -> bool:
    """Whether a window could be seen."""
    bare = sys.platform.startswith("linux") and not os.environ.get("DISPLAY")
    return not bare and os.environ.get("SDL_VIDEODRIVER") != "offscreen"


def _choose_screen() -> Screen:
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        # SDL would try the bare screen (KMSDRM) before it draws offscreen
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    return "window" if has_display() else "offscreen"


def open_window() -> None:
    """Open Kivy's one window. Raises Problem with the command that helps when there is none."""
    try:
        window = import_module("kivy.core.window").Window
        import_module("kivy.base").EventLoop.ensure_window()
    except SystemExit:  # Kivy ends the process from inside an import
        raise Problem("ui.no_window") from None
    if window is None:
        raise Problem("ui.no_window")
