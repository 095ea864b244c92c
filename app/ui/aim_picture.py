"""The camera's picture while the eye is set up: points to touch, lines found, what is off where."""

from collections.abc import Callable

import numpy as np
from kivy.graphics import Color, Ellipse, Line, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.ui.aiming import Fit, Picture, Points
from app.ui.paint import cased, written
from app.ui.theme import BRASS, CREAM, EMBER, NIGHT, SKY, TAN, faded

CORNERS = 4
NEAR_DP = 26
"""A touch so near to a point takes hold of that point."""


class AimPicture(Widget):
    """Shows a picture as large as it goes. `on_drag(x, y)` is told where a finger is, in px of the
    picture, and `on_lifted(x, y)` where it was when it let go. `number` writes a measure.
    """

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.on_drag: Callable[[float, float], None] = lambda _x, _y: None
        self.on_lifted: Callable[[float, float], None] = lambda _x, _y: None
        self.number: Callable[[float], str] = str
        self._texture: Texture | None = None
        self._shape = (1, 1)

    @property
    def scale(self) -> float:
        """Px of the window per px of the picture."""
        high, wide = self._shape
        return float(min(self.width / wide, self.height / high))

    @property
    def _corner(self) -> tuple[float, float]:
        high, wide = self._shape
        left = self.x + (self.width - wide * self.scale) / 2
        return left, self.y + (self.height - high * self.scale) / 2

    def to_screen(self, px: Points) -> Points:
        """Px of the picture (N×2, y down) to px of the window (y up)."""
        left, bottom = self._corner
        flipped = np.column_stack([px[:, 0], self._shape[0] - px[:, 1]])
        return np.asarray(flipped * self.scale + (left, bottom), np.float64)

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """A point of the window in px of the picture, held inside it."""
        left, bottom = self._corner
        high, wide = self._shape
        u, v = (x - left) / self.scale, high - (y - bottom) / self.scale
        return min(max(u, 0.0), wide - 1.0), min(max(v, 0.0), high - 1.0)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos) or self._texture is None:
            return False
        touch.grab(self)
        self.on_drag(*self.to_picture(*touch.pos))
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self.on_drag(*self.to_picture(*touch.pos))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.on_lifted(*self.to_picture(*touch.pos))
        return True

    def show(self, picture: Picture | None) -> None:
        """A newer picture."""
        if picture is None:
            return
        high, wide = picture.shape[:2]
        if self._texture is None or self._shape != (high, wide):
            self._shape = (high, wide)
            self._texture = Texture.create(size=(wide, high), colorfmt="bgr")
            self._texture.flip_vertical()
        self._texture.blit_buffer(
            np.ascontiguousarray(picture).reshape(-1), colorfmt="bgr", bufferfmt="ubyte"
        )

    def draw(self, points: Points, at: int, fit: Fit | None) -> None:
        """The picture anew, with the points touched (N×2 px, `at` the one in hand, -1 none) and
        what was found.
        """
        self.canvas.clear()
        if self._texture is None:
            return
        high, wide = self._shape
        with self.canvas:
            Color(1, 1, 1, 1)
            size = (wide * self.scale, high * self.scale)
            Rectangle(texture=self._texture, pos=self._corner, size=size)
            if fit is not None:
                self._lines(fit)
            if len(points):
                self._marks(self.to_screen(points), at, fit)

    def _lines(self, fit: Fit) -> None:
        outline, *ruled = (self.to_screen(line) for line in fit.lines_px)
        Color(*faded(SKY, 0.65))
        for line in ruled:
            SmoothLine(points=line.ravel().tolist(), width=dp(0.7))
        cased(outline.ravel().tolist(), EMBER, 1.4, close=True)
        for region in fit.regions:
            if region.residual_mm is not None:
                text = self.number(round(region.residual_mm, 1))
                self._plate(text, self.to_screen(np.array([region.middle_px]))[0])

    def _plate(self, text: str, at: Points) -> None:
        """A number on a dark plate, so that it reads on any felt."""
        label = written(text, "Body", int(dp(15)), bold=True)
        wide, high = label.size
        Color(*faded(NIGHT, 0.72))
        Rectangle(
            pos=(at[0] - wide / 2 - dp(5), at[1] - high / 2 - dp(2)),
            size=(wide + dp(10), high + dp(4)),
        )
        Color(*CREAM)
        Rectangle(texture=label, pos=(at[0] - wide / 2, at[1] - high / 2), size=label.size)

    def _marks(self, spots: Points, at: int, fit: Fit | None) -> None:
        """Each point touched as a ring; where the corner was found, a dot and the way there."""
        for k, (x, y) in enumerate(spots):
            colour = EMBER if k == at else TAN
            Color(*NIGHT)
            Line(circle=(x, y, dp(12)), width=dp(2.6))
            Color(*colour)
            Line(circle=(x, y, dp(12)), width=dp(1.5))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                Line(points=[x + dx * dp(4), y + dy * dp(4), x + dx * dp(18), y + dy * dp(18)])
            label = written(str(k + 1), "Body", int(dp(15)), bold=True)
            Color(*NIGHT)
            Ellipse(pos=(x + dp(12), y + dp(12)), size=(dp(22), dp(22)))
            Color(*CREAM)
            middle = (x + dp(23) - label.width / 2, y + dp(23) - label.height / 2)
            Rectangle(texture=label, pos=middle, size=label.size)
        if fit is None or len(spots) < CORNERS:
            return
        for (x, y), (fx, fy) in zip(spots, self.to_screen(fit.corners_px), strict=True):
            Color(*BRASS)
            SmoothLine(points=[x, y, fx, fy], width=dp(1))
            SmoothEllipse(pos=(fx - dp(4), fy - dp(4)), size=(dp(8), dp(8)))
