"""Whether a place of a reduced picture shows bare felt: its colour, and its ruled lines."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Reduction
from vision.frames import Image

HUE, LIGHT = 0.14, 0.5
"""Log chroma and log brightness that felt may differ by from the felt's median."""
SHARE = 0.6
"""Share of a place that must look like felt."""
LINE_PX = 0.6
"""A pixel this near to a ruled line (px) shows some of it."""
LEAST_LINE_PX = 12
LINES_SEEN = 0.4
"""Share of the usual contrast of the ruled lines from which on they are seen."""
CLEAR = 4.0
"""Standard errors by which lines must stand out on the whole felt to be looked for anywhere."""
Blob = NDArray[np.bool_]


class BareFelt:
    """Knows where the ruled lines are in reduced pictures of one camera."""

    def __init__(self, reduction: Reduction) -> None:
        self._felt = reduction.felt > 0
        self._lines = self._felt & (reduction.off_line_px < LINE_PX)

    def shows(self, small: Image, blob: Blob) -> bool:
        """Whether most of the blob (bool, H×W) is bare felt. A sleeve of the felt's own colour is
        not: it hides the ruled lines.
        """
        inside = blob & self._felt
        if not inside.any():
            return False
        felt = np.median(small[::3, ::3][self._felt[::3, ::3]], axis=0) + 4.0
        ratio = np.log((small[inside] + 4.0) / felt)
        light = ratio.mean(axis=1)
        hue = np.abs(ratio - light[:, None]).max(axis=1)
        alike = float(((hue < HUE) & (np.abs(light) < LIGHT)).mean())
        return alike >= SHARE and self._lines_seen(small, inside) is not False

    def _lines_seen(self, small: Image, inside: Blob) -> bool | None:
        """Whether ruled lines are seen inside; None where there are none or they are too faint."""
        here = inside & self._lines
        if here.sum() < LEAST_LINE_PX:
            return None
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        relief = (grey + 4.0) / (cv2.blur(grey, (7, 7)) + 4.0) - 1
        usual = relief[self._lines & ~inside]
        if len(usual) < LEAST_LINE_PX:
            return None
        low, high = np.quantile(usual, (0.1, 0.9))
        usual = usual[(usual >= low) & (usual <= high)]
        contrast = float(usual.mean())
        if abs(contrast) < CLEAR * float(usual.std()) / np.sqrt(len(usual)):
            return None
        return bool(np.median(relief[here]) / contrast > LINES_SEEN)
