"""All that does not move, painted once into one texture: full-window layers are dear to draw."""

from collections.abc import Callable, Iterable

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.ui.paint import dashes, mesh, patch, texture, tiled
from app.ui.theme import NIGHT, TAN, faded

Box = tuple[float, float, float, float]


def paint_room(box: Box) -> None:
    """The walnut table-top under the lamp."""
    Color(1, 1, 1, 1)
    tiled("walnut", box)
    Rectangle(texture=texture("lamp"), pos=box[:2], size=box[2:])


def paint_shadow(box: Box, reach: float) -> None:
    x, y, width, height = box
    Color(1, 1, 1, 0.8)
    patch(
        "shadow",
        (x - reach, y - reach * 1.25, width + 2 * reach, height + 2 * reach),
        2 * reach,
    )


def paint_card(box: Box) -> None:
    """A leather card with a saddle stitch."""
    x, y, width, height = box
    paint_shadow(box, dp(14))
    Color(1, 1, 1, 1)
    inset = dp(2)
    tiled("leather", (x + inset, y + inset, width - 2 * inset, height - 2 * inset))
    patch("rim", box, dp(22))
    stitch((x + dp(7), y + dp(7), width - dp(14), height - dp(14)), corner=dp(6))


def stitch(box: Box, corner: float = 0) -> None:
    """A seam of thread along a box, every stitch with its shadow."""
    x, y, width, height = box
    right, top = x + width, y + height
    seams = (
        ((x + corner, y), (right - corner, y)),
        ((x + corner, top), (right - corner, top)),
        ((x, y + corner), (x, top - corner)),
        ((right, y + corner), (right, top - corner)),
    )
    pieces = [piece for a, b in seams for piece in dashes(a, b, dp(7), dp(4.5))]
    for colour, drop, half in (((0, 0, 0, 0.55), dp(1.3), dp(0.9)), (faded(TAN, 0.85), 0, dp(0.7))):
        Color(*colour)
        mesh([_rectangle(*piece, drop=drop, half=half) for piece in pieces])


def _rectangle(
    x1: float, y1: float, x2: float, y2: float, *, drop: float, half: float
) -> list[tuple[float, float]]:
    """A stitch along an axis as a rectangle, `half` px to either side, `drop` px lower."""
    left, right, low, high = x1 - half, x2 + half, y1 - half - drop, y2 + half - drop
    return [(left, low), (right, low), (right, high), (left, high)]


def paint_enamel(box: Box) -> None:
    paint_shadow(box, dp(10))
    Color(1, 1, 1, 1)
    patch("enamel", box, dp(20))


def paint_tray(box: Box) -> None:
    Color(1, 1, 1, 1)
    patch("tray", box, dp(20))


PAINTERS: dict[str, Callable[[Box], None]] = {
    "card": paint_card,
    "enamel": paint_enamel,
    "tray": paint_tray,
}


class Backdrop:
    """Paints the skins of a root's widgets (their `skin`) behind everything, again on resize.

    The room and the grounds that widgets paint themselves are kept apart: cards come and go
    oftener than the table.
    """

    def __init__(self, root: Widget) -> None:
        self._root = root
        self._own: list[tuple[Widget, Callable[[], None]]] = []
        self._ground, self._whole = Fbo(size=(1, 1)), Fbo(size=(1, 1))
        self._ground_of: object = None
        with root.canvas.before:
            Color(1, 1, 1, 1)
            self._shown = Rectangle(size=(0, 0))
        self.again = Clock.create_trigger(self.bake, -1)
        root.bind(size=self.again, pos=self.again)

    def watch(self, widgets: Iterable[Widget]) -> None:
        """Bake again whenever one of these widgets moves or changes its size."""
        for widget in widgets:
            widget.bind(pos=self.again, size=self.again)

    def add(self, widget: Widget, painter: Callable[[], None]) -> None:
        """A widget that paints its own ground, below all skins."""
        self._own.append((widget, painter))
        self.watch([widget])

    def renew(self) -> None:
        """Paint the grounds again: a widget has changed what its painter paints."""
        self._ground_of = None
        self.again()

    def bake(self, *_: object) -> None:
        size = (max(1, int(self._root.width)), max(1, int(self._root.height)))
        ground_of = (size, [(*w.pos, *w.size) for w, _ in self._own])
        if ground_of != self._ground_of:
            self._ground_of = ground_of
            self._ground = self._paint(self._ground, size, self._paint_ground)
        self._whole = self._paint(self._whole, size, self._paint_skins)
        picture = self._whole.texture
        picture.mag_filter = picture.min_filter = "nearest"
        self._shown.texture, self._shown.size, self._shown.pos = picture, size, self._root.pos
        self._root.canvas.ask_update()

    def _paint(self, fbo: Fbo, size: tuple[int, int], painter: Callable[[], None]) -> Fbo:
        if tuple(fbo.size) != size:
            fbo = Fbo(size=size)
        fbo.clear()
        with fbo:
            ClearColor(*NIGHT)
            ClearBuffers()
            painter()
        fbo.draw()
        return fbo

    def _paint_ground(self) -> None:
        paint_room((0, 0, *self._root.size))
        for widget, painter in self._own:
            if widget.width > 1 and widget.height > 1:
                painter()

    def _paint_skins(self) -> None:
        Color(1, 1, 1, 1)
        Rectangle(texture=self._ground.texture, size=self._ground.size)
        for widget in self._root.walk(restrict=True):
            skin = getattr(widget, "skin", "")
            if skin and widget.width > 1 and widget.height > 1:
                PAINTERS[skin]((*widget.to_window(*widget.pos), *widget.size))
