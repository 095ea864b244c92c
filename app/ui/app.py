"""The window: the table, kept up to date from a desk until it is closed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from app.match.table_view import Desk
from app.rulebook.api import Book
from app.rulebook.house_rule import HouseRule
from app.rulebook.words import Lang, Problem
from app.ui import boot
from app.ui.aiming import Aiming
from app.ui.projection import LivePicture

REFRESH_S = 1 / 30


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What the first page can do: begin a match between two named sides (a name may be empty)
    under house rules, or resume the one that was left open between `left`, if there is one.
    `rules` are those of `game` that may be chosen, `chosen` what has been so far.
    """

    begin: Callable[[tuple[str, str], Mapping[str, str]], Desk]
    resume: Callable[[], Desk] | None = None
    left: tuple[str, str] = ("", "")
    game: str = ""
    rules: tuple[HouseRule, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    book: Book | None = None


@dataclass(frozen=True, kw_only=True)
class SettingUp:
    """The eye must be set up first: `aiming` finds the camera; `then` gives the desk to sit down at
    once it is kept, None when the window is to close.
    """

    aiming: Aiming
    then: Callable[[], Desk] | None = None


def run_window(
    desk: Desk | Opening | SettingUp,
    *,
    lang: Lang,
    picture: Callable[[], LivePicture | None] | None = None,
    on_close: Callable[[], None] | None = None,
    size: tuple[int, int] = (1280, 800),
    words: Sequence[str] = ("app.match",),
) -> None:
    """Show a desk, or first the page or the step that leads to one, until the window is closed;
    returns then. Main thread only.

    `picture` gives the newest camera picture, or None while there is none; `on_close` runs before
    this returns: join there every thread that feeds the desk. `words` are the packages whose
    sentences the desk speaks. Raises Problem when there is no display or no window can be opened.
    """
    need_window(size)
    app = import_module("app.ui.window").TableApp(desk, lang=lang, words=words, picture=picture)
    try:
        app.run()
    finally:
        if on_close is not None:
            on_close()


def need_window(size: tuple[int, int] = (1280, 800)) -> None:
    """Raises Problem when there is no display or no window can be opened."""
    if boot.prepare(size) == "offscreen":
        raise Problem("ui.no_display")
    boot.open_window()
