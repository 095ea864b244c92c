"""A loupe on the picture: the surroundings of a point, larger, with a cross to aim by."""

import numpy as np
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.ui.aiming import Picture
from app.ui.theme import BRASS, EMBER, NIGHT

LARGER = 6
"""Px of the window (at a density of 1) per px of the picture."""


class Loupe(Widget):
    """Square; `show` draws it anew around a point of a picture."""

    def show(self, picture: Picture | None, at: tuple[float, float] | None) -> None:
        self.canvas.clear()
        if picture is None or at is None or self.width < dp(20):
            return
        side = min(self.width, self.height)
        half = max(4, int(side / dp(LARGER) / 2))
        seen = cut_out(picture, at, half)
        texture = Texture.create(size=(2 * half + 1, 2 * half + 1), colorfmt="bgr")
        texture.flip_vertical()
        texture.mag_filter = "nearest"
        texture.blit_buffer(seen.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        x, y = self.center_x - side / 2, self.center_y - side / 2
        pixel = side / (2 * half + 1)
        off = [(at[0] - round(at[0])) * pixel, -(at[1] - round(at[1])) * pixel]
        middle = (self.center_x + off[0], self.center_y + off[1])
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=(x, y), size=(side, side))
            for colour, width in ((NIGHT, dp(1.6)), (EMBER, dp(0.8))):
                Color(*colour)
                self._cross(middle, side, width)
            Color(*BRASS)
            Line(rectangle=(x, y, side, side), width=dp(1.2))

    def _cross(self, at: tuple[float, float], side: float, width: float) -> None:
        gap, reach = dp(10), side / 3
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ends = [at[0] + dx * gap, at[1] + dy * gap, at[0] + dx * reach, at[1] + dy * reach]
            Line(points=ends, width=width)


def cut_out(picture: Picture, at: tuple[float, float], half: int) -> Picture:
    """The (2·half + 1)² px of a picture around a point; black where it ends."""
    padded = np.zeros((2 * half + 1, 2 * half + 1, 3), np.uint8)
    u, v = round(at[0]), round(at[1])
    high, wide = picture.shape[:2]
    left, top = max(0, u - half), max(0, v - half)
    right, bottom = min(wide, u + half + 1), min(high, v + half + 1)
    if right > left and bottom > top:
        to = np.s_[top - v + half : bottom - v + half, left - u + half : right - u + half]
        padded[to] = picture[top:bottom, left:right]
    return padded
