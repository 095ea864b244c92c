"""Light that differs from place to place and from instant to instant, as a map of gains."""

import math

import cv2
import numpy as np

from vision.frames import Image
from vision.synthetic.light import Floats32
from vision.synthetic.scene import Moment, Shadow
from vision.synthetic.stage import Stage
from vision.synthetic.view import felt_grid

COARSE = 16
"""The map is made every so many pixels and enlarged: light has no finer detail."""
UNIT = 128
"""The grey level of a map that leaves a picture as it is."""
MAINS_HZ = 100.0
"""Lamps on 50 Hz mains are brightest twice a cycle."""


class LightMap:
    """What moments make of the light on one stage."""

    def __init__(self, stage: Stage) -> None:
        width, height = stage.table.lens.size
        self._size = (width, height)
        x, y = felt_grid(stage.table)
        middle = COARSE // 2
        self._x, self._y = x[middle::COARSE, middle::COARSE], y[middle::COARSE, middle::COARSE]
        self._rows = (np.arange(self._x.shape[0]) * COARSE + middle).astype(np.float32)
        self._share = stage.lights.lamp_share(self._x, self._y)

    def lay(self, image: Image, moment: Moment) -> Image:
        """The picture in that light."""
        levels = np.clip(UNIT * self.gain(moment) + 0.5, 0, 255).astype(np.uint8)
        wide = cv2.resize(levels, self._size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(image, wide, scale=1 / UNIT), np.uint8)

    def gain(self, moment: Moment) -> Floats32:
        """Factors of grey levels (coarse, H×W×3): light, through the sensor's gamma of 2.2."""
        lamp = np.full(self._x.shape, moment.lamp, np.float32)
        for shadow in moment.shadows:
            lamp *= 1 - self._shade(shadow)
        if moment.mains:
            at = moment.mains_at + self._rows * moment.row_s
            lamp *= (1 + moment.mains * np.sin(2 * math.pi * MAINS_HZ * at))[:, None]
        light = self._share * lamp[..., None] + (1 - self._share) * moment.window
        return np.asarray((moment.exposure * light) ** (1 / 2.2), np.float32)

    def _shade(self, shadow: Shadow) -> Floats32:
        away = np.hypot(self._x - shadow.x_mm, self._y - shadow.y_mm) - shadow.radius_mm
        soft = np.clip(0.5 - away / shadow.soft_mm, 0, 1)
        return np.asarray(shadow.depth * soft * soft * (3 - 2 * soft), np.float32)
