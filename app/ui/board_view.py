"""The table in the window: drawn or filmed, with its overlay; touches become gestures."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.match.table_view import TableView
from app.rulebook.board import Board
from app.rulebook.facts import Edge
from app.rulebook.geometry import Square
from app.ui.backdrop import Box, paint_shadow
from app.ui.board_ground import MARGIN, paint_table
from app.ui.fingers import Touched
from app.ui.overlay import Marks, Overlay
from app.ui.paint import patch
from app.ui.projection import Drawn, Filmed, LivePicture, fit_drawn, fit_filmed
from app.ui.sprites import Sprites

HOLD_S = 0.5
_DRAG = 14.0
_BESIDE = 48.0


class BoardView(Widget):
    """`on_tap(touched)`, `on_hold(touched)`, `on_drop(square, touched)` are called back."""

    def __init__(self, view: TableView, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.on_tap: Callable[[Touched], None] = lambda _: None
        self.on_hold: Callable[[Touched], None] = lambda _: None
        self.on_drop: Callable[[Square, Touched], None] = lambda *_: None
        self.on_fit: Callable[[], None] = lambda: None
        self._view, self._marks = view, Marks()
        self._picture: LivePicture | None = None
        self._film: Texture | None = None
        with self.canvas:
            self._film_colour = Color(1, 1, 1, 0)
            self._film_box = Rectangle()
            groups = [InstructionGroup() for _ in range(3)]
        under, pieces, over = groups
        for group in groups:
            self.canvas.add(group)
        self._overlay, self._sprites = Overlay(under, over), Sprites(pieces)
        self._held: Callable[[], None] | None = None
        self._hold = Clock.create_trigger(self._hold_over, HOLD_S)
        self._fit = Clock.create_trigger(self._refit, 0)
        self.projection: Drawn | Filmed = self._project()
        self.bind(pos=self._fit, size=self._fit)

    @property
    def filmed(self) -> bool:
        return self._picture is not None

    def show(self, view: TableView, marks: Marks) -> None:
        moved = view.layout != self._view.layout
        self._view, self._marks = view, marks
        self._draw(moved=moved)

    def film(self, picture: LivePicture | None) -> None:
        """Show a camera picture instead of the drawn board; None goes back to the drawing."""
        before, self._picture = self._picture, picture
        if picture is before:
            return
        if picture is not None and (before is None or picture.bgr is not before.bgr):
            self._upload(picture)
        if picture is None or before is None or picture.bgr.shape != before.bgr.shape:
            self._refit()
            self.on_fit()
        elif picture.to_image != before.to_image:
            self._refit()

    def _upload(self, picture: LivePicture) -> None:
        height, width = picture.bgr.shape[:2]
        if self._film is None or tuple(self._film.size) != (width, height):
            self._film = Texture.create(size=(width, height), colorfmt="bgr", bufferfmt="ubyte")
            self._film.flip_vertical()
            self._film_box.texture = self._film
        self._film.blit_buffer(picture.bgr.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    def _area(self) -> Box:
        edge = dp(8) if self.filmed else 0
        return (self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge)

    def _project(self) -> Drawn | Filmed:
        if self._picture is not None:
            return fit_filmed(self._view.board, self._picture, self._area())
        return fit_drawn(self._view.board, self._area(), MARGIN)

    def _refit(self, *_: object) -> None:
        self.projection = self._project()
        self._film_colour.a = 1 if self.filmed else 0
        if self._picture is not None and isinstance(self.projection, Filmed):
            x, y, *size = _box_of(self._picture, self.projection)
            self._film_box.pos, self._film_box.size = (x, y), size
        self._draw(moved=False)

    def _draw(self, *, moved: bool) -> None:
        drawn = self.projection if isinstance(self.projection, Drawn) else None
        self._sprites.show(self._view, drawn, glide=moved)
        self._overlay.draw(self._view, self._marks, self.projection)

    def paint_ground(self) -> None:
        """The part of the table that does not move, for the backdrop: where the table lies now."""
        self.projection = self._project()
        if isinstance(self.projection, Drawn):
            paint_table(self.projection)
        elif self._picture is not None:
            edge = dp(8)
            x, y, width, height = _box_of(self._picture, self.projection)
            box = (x - edge, y - edge, width + 2 * edge, height + 2 * edge)
            paint_shadow(box, dp(16))
            Color(1, 1, 1, 1)
            patch("frame", box, dp(20))

    def touched(self, px: tuple[float, float]) -> Touched | None:
        """What of the table lies under a point; None farther off than a finger's breadth."""
        x, y = self.projection.to_table(px)
        board = self._view.board
        inside = board.square_at(x, y)
        if inside is not None:
            return Touched(square=inside, x_mm=x, y_mm=y)
        reach = dp(_BESIDE) / self.projection.scale_at(board.width_mm / 2, board.length_mm / 2)
        return _beside(board, x, y, reach)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touched = self.touched(touch.pos)
        if touched is None:
            return False
        if getattr(touch, "button", "left") == "right":
            self.on_hold(touched)
            return True
        touch.grab(self)
        touch.ud["table"] = touched
        self._held = lambda: self._finish_hold(touch, touched)
        self._hold()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        start = touch.ud.get("table")
        if touch.grab_current is not self or start is None:
            return False
        far = abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(_DRAG)
        if far or touch.ud.get("drag"):
            self._hold.cancel()
            touch.ud["drag"] = True
            tower = dict(self._view.layout.towers).get(start.square)
            if tower and start.edge is None:
                self._sprites.lift(tower[-1], touch.pos)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._hold.cancel()
        start, end = touch.ud.get("table"), self.touched(touch.pos)
        if touch.ud.get("drag"):
            self._sprites.show(self._view, self._drawn(), glide=False)
            if start is not None and end is not None:
                self.on_drop(start.square, end)
        elif start is not None and not touch.ud.get("held"):
            self.on_tap(start)
        return True

    def _drawn(self) -> Drawn | None:
        return self.projection if isinstance(self.projection, Drawn) else None

    def _hold_over(self, *_: object) -> None:
        if self._held is not None:
            self._held()

    def _finish_hold(self, touch: MotionEvent, touched: Touched) -> None:
        touch.ud["held"] = True
        self.on_hold(touched)


def _box_of(picture: LivePicture, projection: Filmed) -> Box:
    height, width = picture.bgr.shape[:2]
    scale = projection.scale
    return (projection.left, projection.bottom, width * scale, height * scale)


def _beside(board: Board, x: float, y: float, reach_mm: float) -> Touched | None:
    """A point beside the felt, by the edge it lies beyond and the nearest square."""
    beyond: dict[Edge, float] = {
        "W": -x, "E": x - board.width_mm, "S": -y, "N": y - board.length_mm,
    }  # fmt: skip
    edge = max(beyond, key=lambda e: beyond[e])
    if beyond[edge] > reach_mm:
        return None
    inner_x = min(max(x, 0.0), board.width_mm - 1e-6)
    inner_y = min(max(y, 0.0), board.length_mm - 1e-6)
    square = board.square_at(inner_x, inner_y)
    return square and Touched(square=square, x_mm=inner_x, y_mm=inner_y, edge=edge)
