"""One warm lamp, one cool window, and the way a sensor turns light into grey levels."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.surface import Surface
from calibration.table_map import Floats

Floats32 = NDArray[np.float32]
WARM = np.array([0.74, 0.93, 1.08])
COOL = np.array([1.06, 1.0, 0.90])


def linear(rgb: tuple[int, int, int]) -> Floats32:
    """An sRGB colour (0..255) as linear BGR 0..1 (gamma 2.2)."""
    return ((np.array(rgb[::-1], np.float32) / 255) ** 2.2).astype(np.float32)


def tone(light: ArrayLike) -> NDArray[np.uint8]:
    """Linear light to grey levels: a soft shoulder, then gamma 2.2."""
    x = np.maximum(np.asarray(light, np.float32), 0)
    x = x * (1 + x * np.float32(0.18)) / (1 + x * np.float32(0.42))
    levels = np.clip(255 * np.power(x, np.float32(1 / 2.2)) + 0.5, 0, 255)
    return np.asarray(levels, np.uint8)


class Lights:
    """Where the lamp hangs over a surface, and what arrives at a point of the table.

    Frames: table mm. The lamp hangs over the far left of the picture, the window is on its right.
    """

    def __init__(self, surface: Surface, warmth: float) -> None:
        w, length = surface.width_mm, surface.length_mm
        self.lamp = np.array([w / 2 - 470.0, length / 2 - 400.0, 1300.0])
        self._mid = (w / 2, length / 2)
        self._half = length / 2 + 300.0
        self._warm = (0.55 + 0.75 * warmth) * (WARM * warmth + (1 - warmth))
        self._cool = (0.42 - 0.20 * warmth) * COOL

    def field(self, x: Floats32, y: Floats32) -> Floats32:
        """Irradiance (BGR, H×W×3) at felt points, with the lens' vignetting."""
        lamp, window = self._parts(x, y)
        away = ((x - self._mid[0]) ** 2 + (y - self._mid[1]) ** 2)[..., None] / self._half**2
        return np.asarray((lamp + window) * (1 - 0.20 * away), np.float32)

    def lamp_share(self, x: Floats32, y: Floats32) -> Floats32:
        """The share of the light at felt points that comes from the lamp (BGR, H×W×3, 0..1)."""
        lamp, window = self._parts(x, y)
        return np.asarray(lamp / (lamp + window), np.float32)

    def _parts(self, x: Floats32, y: Floats32) -> tuple[Floats, Floats]:
        """What the lamp and what the window gives."""
        dx, dy, dz = self.lamp[0] - x, self.lamp[1] - y, float(self.lamp[2])
        r2 = dx * dx + dy * dy + dz * dz
        lambert = (dz**3 / (r2 * np.sqrt(r2)))[..., None]
        window = (0.6 + 0.4 * np.clip((y - self._mid[1] + 300) / 1100, -1, 1))[..., None]
        return 1.25 * lambert * self._warm, window * self._cool

    def at(self, x: float, y: float) -> Floats32:
        """Irradiance (BGR, 3) at one felt point."""
        spot = self.field(np.full((1, 1), x, np.float32), np.full((1, 1), y, np.float32))
        return np.asarray(spot[0, 0], np.float32)

    def half_vector(self, where: Floats, eye: Floats) -> Floats:
        """Unit vector between the directions to the lamp and to the eye, at a point (mm)."""
        to_lamp, to_eye = self.lamp - where, eye - where
        half = to_lamp / np.linalg.norm(to_lamp) + to_eye / np.linalg.norm(to_eye)
        return np.asarray(half / np.linalg.norm(half), np.float64)

    def cast(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Where the shadow of the point (x, y, z) falls on the felt."""
        k = z / max(float(self.lamp[2]) - z, 1.0)
        return x + (x - float(self.lamp[0])) * k, y + (y - float(self.lamp[1])) * k


def turned(angle: float) -> Floats:
    """Rotation matrix (2×2) by an angle in radians."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s], [s, c]])
