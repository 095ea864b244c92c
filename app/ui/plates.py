"""Nine-patches as numpy RGBA pictures: brass frames, buttons, leather rims, shadows, trays."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from app.ui.textures import Floats, Picture

SIDE = 96
"""Side of every nine-patch in px."""

_BRASS = np.array((200, 160, 92), np.float64)


class _Plate:
    """A rounded square under construction: colour laid over colour by masks."""

    def __init__(self, radius: float, inset: float = 3) -> None:
        down, across = np.mgrid[0:SIDE, 0:SIDE] + 0.5
        far_x = np.abs(across - SIDE / 2) - (SIDE / 2 - inset - radius)
        far_y = np.abs(down - SIDE / 2) - (SIDE / 2 - inset - radius)
        outside = np.hypot(np.maximum(far_x, 0), np.maximum(far_y, 0))
        self.depth: Floats = radius - outside - np.minimum(np.maximum(far_x, far_y), 0)
        slope_x, slope_y = np.gradient(self.depth, axis=1), np.gradient(self.depth, axis=0)
        self.lit: Floats = 0.55 * slope_x + 0.83 * slope_y
        self.down: Floats = np.linspace(0, 1, SIDE)[:, None] * np.ones((1, SIDE))
        self.rgb = np.zeros((SIDE, SIDE, 3))
        self.alpha: Floats = np.clip(self.depth + 0.5, 0, 1)

    def lay(self, rgb: NDArray[np.float64], depth: float, light: Floats) -> None:
        mask = np.clip(self.depth - depth + 0.5, 0, 1)[..., None]
        self.rgb = self.rgb * (1 - mask) + rgb * light[..., None] * mask

    def picture(self) -> Picture:
        rgba = np.concatenate([self.rgb, 255 * self.alpha[..., None]], axis=2)
        return np.asarray(np.clip(rgba, 0, 255), np.uint8)


def enamel() -> Picture:
    """Black enamel in a brass frame."""
    plate = _Plate(13)
    plate.lay(_BRASS, 0, 0.55 + 0.45 * plate.lit)
    plate.lay(_BRASS, 2.2, 1.16 - 0.34 * plate.down)
    plate.lay(_BRASS, 4.2, 0.42 - 0.34 * plate.lit)
    inner = np.exp(-np.maximum(plate.depth - 5.4, 0) / 6)
    shade = (1 - 0.6 * inner * np.clip(1.3 - plate.down * 1.6, 0, 1)) * (0.95 + 0.35 * plate.down)
    plate.lay(np.array((23.0, 20.0, 18.0)), 5.4, shade)
    return plate.picture()


def frame() -> Picture:
    """The brass frame alone, hollow, around a picture."""
    plate = _Plate(8, inset=1)
    plate.lay(_BRASS, 0, 0.5 + 0.5 * plate.lit)
    plate.lay(_BRASS, 2, 1.15 - 0.3 * plate.down)
    plate.lay(_BRASS, 5, 0.45 - 0.35 * plate.lit)
    plate.alpha *= np.clip(7.5 - plate.depth, 0, 1)
    return plate.picture()


def button(*, pressed: bool = False, wine: bool = False) -> Picture:
    """Polished mahogany with a thin brass edge; pressed it is darker and lit from below."""
    plate = _Plate(11)
    wood = np.array((112.0, 34.0, 48.0) if wine else (118.0, 60.0, 36.0))
    wood = wood * 0.68 if pressed else wood
    plate.lay(_BRASS, 0, 0.52 + 0.34 * plate.lit)
    rim = np.exp(-np.maximum(plate.depth - 1.8, 0) / 4.5) * plate.lit
    sheen = 1.12 - 0.42 * plate.down + (-0.15 if pressed else 0.30) * rim
    plate.lay(wood, 1.8, sheen)
    return plate.picture()


def rim() -> Picture:
    """The rounded edge of a leather card: light above, dark below, hollow."""
    plate = _Plate(12)
    plate.rgb[:] = np.where(plate.lit[..., None] > 0, (244.0, 206.0, 160.0), (0.0, 0.0, 0.0))
    edge = np.exp(-np.maximum(plate.depth, 0) / 2.6)
    plate.alpha = np.clip(plate.depth + 0.5, 0, 1) * edge * np.abs(plate.lit) * 0.6
    return plate.picture()


def mask() -> Picture:
    """A white rounded square: cards and felts take their shape from it."""
    plate = _Plate(12)
    plate.rgb[:] = 255
    return plate.picture()


def tray() -> Picture:
    """A recess lined with felt, for the dice."""
    plate = _Plate(12)
    plate.lay(_BRASS, 0, 0.34 + 0.3 * plate.lit)
    shade = np.exp(-np.maximum(plate.depth - 1.5, 0) / 9)
    light = 0.82 - 0.6 * shade * np.clip(1.2 - 1.1 * plate.down, 0.2, 1)
    plate.lay(np.array((46.0, 74.0, 60.0)), 1.5, light)
    return plate.picture()


def shadow() -> Picture:
    """A soft black shadow, to be laid 24 px wider than its thing."""
    plate = _Plate(12, inset=24)
    plate.alpha = 0.8 * np.clip((plate.depth + 24) / 30, 0, 1) ** 2
    return plate.picture()


PLATES: dict[str, Callable[[], Picture]] = {
    "enamel": enamel,
    "frame": frame,
    "button": button,
    "button_down": lambda: button(pressed=True),
    "button_wine": lambda: button(wine=True),
    "rim": rim,
    "mask": mask,
    "tray": tray,
    "shadow": shadow,
}
