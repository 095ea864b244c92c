"""The felt's own colour all over the table: what every other colour is measured against."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import median_of, most_of
from vision.frames import Image
from vision.rectify import Floats32, felt_view

STEP_MM = 8.0
OFFSET = 4.0
"""Grey levels added before a logarithm, so that black noise does not dominate."""
STRANGE_HUE = 0.22
"""Log chroma by which a place that is not felt differs from the felt's median."""
CHROMA = np.eye(3) - 1 / 3
"""What takes the mean of three channels out of each."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Felt:
    """Felt colour on a grid of STEP_MM (rows along y, columns along x), float32 BGR."""

    colour: Floats32
    inset_mm: float

    @classmethod
    def learn(cls, image: Image, table: TableMap, surface: Surface) -> "Felt":
        """The local median of a picture, and where a hand or the frame outweighs the felt, the
        felt next to it.
        """
        view = felt_view(image, table, surface, 1 / STEP_MM, margin_mm=-STEP_MM)
        reach = max(2, round(1.6 * surface.disc_mm / STEP_MM))
        padded = cv2.copyMakeBorder(view.image, reach, reach, reach, reach, cv2.BORDER_REFLECT)
        middle = cv2.medianBlur(padded, 2 * reach + 1)[reach:-reach, reach:-reach]
        local = middle.astype(np.float32)
        logarithm = cv2.LUT(middle, _logarithms(OFFSET))
        hue = np.asarray(cv2.transform(logarithm, CHROMA), np.float32)
        strange = most_of(hue - median_of(hue.reshape(-1, 3), axis=0))
        trust = (strange < STRANGE_HUE).astype(np.float32) + np.float32(1e-3)
        share = cv2.GaussianBlur(trust, (0, 0), 0.7 * reach)
        felt = cv2.GaussianBlur(local * trust[..., None], (0, 0), 0.7 * reach) / share[..., None]
        return cls(colour=np.asarray(felt, np.float32), inset_mm=STEP_MM)

    def at(self, xy_mm: Floats) -> Floats:
        """Felt colour around table points (N×2 mm): N×3 BGR."""
        uv = np.rint((np.asarray(xy_mm, np.float64) - self.inset_mm) / STEP_MM).astype(int)
        column = np.clip(uv[:, 0], 0, self.colour.shape[1] - 1)
        row = np.clip(uv[:, 1], 0, self.colour.shape[0] - 1)
        return np.asarray(self.colour[row, column], np.float64)

    def log_ratio(self, image: Image, px_per_mm: float, offset: float = OFFSET) -> Floats32:
        """Log of a rectified picture (origin at (0, 0) mm) over the felt under it: H×W×3."""
        step = 1 / (px_per_mm * STEP_MM)
        shift = -self.inset_mm / STEP_MM
        felt = cv2.warpAffine(
            np.log(self.colour + np.float32(offset)),
            np.array([[step, 0, shift], [0, step, shift]]),
            (image.shape[1], image.shape[0]),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(cv2.subtract(cv2.LUT(image, _logarithms(offset)), felt), np.float32)

    def ratio(self, colours: Floats | Floats32, xy_mm: Floats) -> Floats:
        """Log of colours (N×3 or N×M×3 BGR) over the felt at N points."""
        felt = np.log(self.at(xy_mm) + OFFSET)
        over = felt if colours.ndim == 2 else felt[:, None]
        return np.asarray(np.log(colours + OFFSET) - over, np.float64)


def _logarithms(offset: float) -> Floats32:
    """Log of every grey level, so many levels added."""
    return np.asarray(np.log(np.arange(256, dtype=np.float32) + np.float32(offset)))
