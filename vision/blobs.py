"""Things that stand out in a window of the picture: what of it to look at, and where they lie."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.change import Mask
from vision.frames import Image
from vision.novelty import look_of
from vision.observation import SeenBall, SeenHand
from vision.rectify import native_px_per_mm
from vision.window import Window

HAND_MARGIN_MM = 5.0
LEAST_WEIGHT, MOST_WEIGHT = 12.0, 40.0
LEAST_PX = 8
HEART = 0.6
"""So far around its middle, in shares of half its width, a ball surely is what is seen."""


class Blobs:
    """Things of a ball's kind in the pictures of one camera. `area`: of a ball's picture (px);
    `scale`: px per mm.
    """

    def __init__(self, table: TableMap, surface: Surface) -> None:
        self._table, self._length = table, max(surface.ball_mm)
        self.scale = native_px_per_mm(table, surface)
        self.area = np.pi / 4 * self._length * min(surface.ball_mm) * self.scale**2
        self.middle = min(surface.ball_mm) / 2
        """How high the middle of a ball is over its foot (mm)."""

    def window(self, mm: Floats, reach_mm: float) -> Window | None:
        """The part of the picture so far around a ball at a place (mm, 2); None when hardly any."""
        centre = self._table.to_image([[*mm, self.middle]])[0]
        reach = reach_mm * self.scale
        width, height = self._table.lens.size
        x0, y0 = max(0, int(centre[0] - reach)), max(0, int(centre[1] - reach))
        x1, y1 = min(width, int(centre[0] + reach)), min(height, int(centre[1] + reach))
        if x1 - x0 < LEAST_PX or y1 - y0 < LEAST_PX:
            return None
        return Window(x=x0, y=y0, width=x1 - x0, height=y1 - y0)

    def spot(self, window: Window, ball: SeenBall | None, reach_mm: float) -> Mask:
        """255 so far around where a ball lies."""
        mask = np.zeros((window.height, window.width), np.uint8)
        if ball is not None:
            spot = self._table.to_image([[ball.x_mm, ball.y_mm, ball.z_mm + self.middle]])[0]
            centre = (round(spot[0] - window.x), round(spot[1] - window.y))
            cv2.circle(mask, centre, round(reach_mm * self.scale), 255, -1)
        return mask

    def look_at(self, image: Image, ball: SeenBall | None) -> Floats | None:
        """The colour (log BGR) at the heart of a ball; None when it is out of the picture."""
        mm = None if ball is None else np.array([ball.x_mm, ball.y_mm])
        around = None if mm is None else self.window(mm, self._length / 2)
        if around is None:
            return None
        heart = self.spot(around, ball, HEART * self.middle) > 0
        return look_of(around.of(image)[heart]) if heart.any() else None

    def free_of(self, window: Window, hands: Sequence[SeenHand]) -> Mask:
        """255 where no hand is."""
        mask = np.full((window.height, window.width), 255, np.uint8)
        margin = max(1, round(2 * HAND_MARGIN_MM * self.scale))
        for hand in hands:
            outline = np.array([(x, y, 0.0) for x, y in hand.outline_mm])
            px = np.round(self._table.to_image(outline) - (window.x, window.y)).astype(np.int32)
            cv2.fillPoly(mask, [px], 0)
            cv2.polylines(mask, [px], isClosed=True, color=0, thickness=margin)
        return mask

    def place(self, blob: Mask, delta: Mask, window: Window, foot_mm: float = 0.0) -> SeenBall:
        """The ball that a blob is, its foot at a height: in the middle of what differs by `delta`
        levels.
        """
        rows, columns = np.nonzero(blob)
        weight = np.clip(delta[rows, columns].astype(np.float64), LEAST_WEIGHT, MOST_WEIGHT)
        u = float((columns * weight).sum() / weight.sum()) + window.x
        v = float((rows * weight).sum() / weight.sum()) + window.y
        x, y = self._table.to_table([[u, v]], foot_mm + self.middle)[0]
        stretch = max(1.0, len(rows) / self.area)
        late_s = self._table.lens.row_time * v
        return SeenBall(
            x_mm=float(x), y_mm=float(y), z_mm=foot_mm, sigma_mm=0.6 * stretch, late_s=late_s
        )
