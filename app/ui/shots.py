"""A picture of the table screen, drawn without showing a window."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from app.match.table_view import Desk
from app.rulebook.words import Lang
from app.ui import boot

if TYPE_CHECKING:
    from app.ui.table_screen import TableScreen


def screenshot(
    desk: Desk,
    path: Path,
    size: tuple[int, int],
    lang: Lang,
    *,
    words: Sequence[str] = ("app.match",),
    before: "Callable[[TableScreen], None] | None" = None,
) -> None:
    """Write the table screen of a desk as PNG, `size` in px; `before` may touch it first. Without
    a display this draws offscreen. Raises Problem when no window can be opened.
    """
    boot.prepare(size)
    boot.open_window()
    loop = import_module("kivy.base").EventLoop
    window = loop.window
    window.size = size
    import_module("app.ui.controls").register_fonts()
    screen = import_module("app.ui.table_screen").table_screen(desk, lang, words)
    window.add_widget(screen)
    try:
        _settle(loop, screen, size)
        if before is not None:
            before(screen)
            _settle(loop, screen, size)
        screen.export_to_png(str(path))
    finally:
        window.remove_widget(screen)


def _settle(loop: object, screen: "TableScreen", size: tuple[int, int]) -> None:
    """Let layout, texts and gliding pieces come to rest at the wanted size."""
    screen.size_hint, screen.size = (None, None), size
    for _ in range(24):
        screen.refresh()
        loop.idle()  # type: ignore[attr-defined]
