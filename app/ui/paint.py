"""Textures on the graphics card, made once by name, and strokes every screen shares."""

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
from kivy.core.text import Label as CoreLabel
from kivy.graphics import BorderImage, Color, Mesh, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from app.rulebook.side import Side
from app.ui import pieces, plates, textures
from app.ui.theme import NIGHT, Colour, faded

_MATERIALS: dict[str, Callable[[], textures.Picture]] = {
    "walnut": lambda: textures.walnut((768, 1024)),
    "mahogany": lambda: textures.mahogany((256, 1024)),
    "leather": lambda: textures.leather((256, 512)),
    "strip": lambda: textures.leather((128, 512), (58, 33, 22)),
    "felt": lambda: textures.felt((512, 1024)),
    "lamp": lambda: textures.lamp((96, 128)),
    "disc_H": lambda: pieces.disc(Side.HOME),
    "disc_A": lambda: pieces.disc(Side.AWAY),
    "wall": pieces.wall,
    "ball": pieces.ball,
}


@cache
def texture(name: str) -> Texture:
    """A material, a piece or a nine-patch by name; a window must be open."""
    picture = (_MATERIALS.get(name) or plates.PLATES[name])()
    layout = "rgba" if picture.shape[2] == 4 else "rgb"
    pieces_shrink = name.startswith(("disc", "ball", "wall"))
    made = Texture.create(
        size=(picture.shape[1], picture.shape[0]), colorfmt=layout, mipmap=pieces_shrink
    )
    made.blit_buffer(
        np.ascontiguousarray(picture[::-1]).reshape(-1), colorfmt=layout, bufferfmt="ubyte"
    )
    made.min_filter = "linear_mipmap_linear" if pieces_shrink else "linear"
    made.mag_filter = "linear"
    if layout == "rgb":
        made.wrap = "mirrored_repeat"
    return made


def patch(name: str, box: tuple[float, float, float, float], corner: float) -> BorderImage:
    """A nine-patch over a box (x, y, width, height); `corner` = its corners' size in px."""
    x, y, width, height = box
    corner = min(corner, width / 2, height / 2)
    return BorderImage(
        texture=texture(name),
        pos=(x, y),
        size=(width, height),
        border=(40,) * 4 if name == "shadow" else (26,) * 4,
        display_border=(corner,) * 4,
    )


def tiled(name: str, box: tuple[float, float, float, float]) -> Rectangle:
    """A material over a box, at one texel per pixel, mirrored where it ends."""
    x, y, width, height = box
    material = texture(name)
    across, up = width / material.width, height / material.height
    return Rectangle(
        texture=material,
        pos=(x, y),
        size=(width, height),
        tex_coords=(0, 0, across, 0, across, up, 0, up),
    )


@cache
def written(text: str, font: str, size_px: int, *, bold: bool = False) -> Texture:
    """Text in white as a texture, for figures and names that lie on the table."""
    label = CoreLabel(text=text, font_name=font, font_size=size_px, bold=bold)
    label.refresh()
    return label.texture


def cased(
    points: Iterable[float], colour: Colour, width: float, *, close: bool = False
) -> list[object]:
    """A stroke with a dark casing, so that it reads on felt, wood and metal alike. Width in dp is
    half the stroke's breadth, as Kivy counts.
    """
    points = list(points)
    return [
        Color(*faded(NIGHT, 0.8 * colour[3])),
        SmoothLine(points=points, width=dp(width + 1.1), close=close),
        Color(*colour),
        SmoothLine(points=points, width=dp(width), close=close),
    ]


def dashes(
    a: tuple[float, float], b: tuple[float, float], on: float, off: float
) -> list[list[float]]:
    """A straight line as pieces of length `on` with gaps of `off`, ending in a whole piece."""
    start, end = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    length = float(np.hypot(*(end - start)))
    if length <= on:
        return [[*start, *end]]
    count = max(1, round((length + off) / (on + off)))
    stretch = (length + off) / (count * (on + off))
    unit = (end - start) / length
    pieces_at = [n * (on + off) * stretch for n in range(count)]
    return [[*(start + unit * s), *(start + unit * (s + on * stretch))] for s in pieces_at]


def mesh(quads: list[list[tuple[float, float]]]) -> Mesh:
    """Quadrilaterals as one mesh: one call to the graphics card instead of one each."""
    vertices = [v for quad in quads for x, y in quad for v in (x, y, 0, 0)]
    indices = [4 * n + k for n in range(len(quads)) for k in (0, 1, 2, 0, 2, 3)]
    return Mesh(vertices=vertices, indices=indices, mode="triangles")
