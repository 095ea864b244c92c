"""Small pictures laid over a big one: premultiplied colour and what shows through."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

Rect = tuple[int, int, int, int]


@dataclass(frozen=True, kw_only=True, eq=False)
class Patch:
    """`colour` is added after the picture below was multiplied by `keep` / 255 (both h×w×3).

    `x`, `y` is the picture pixel of its top left corner; no colour means a mere shadow.
    """

    x: int
    y: int
    keep: Image
    colour: Image | None = None

    @property
    def rect(self) -> Rect:
        return (self.x, self.y, self.x + self.keep.shape[1], self.y + self.keep.shape[0])

    def lay(self, image: Image, clip: Rect | None = None) -> None:
        """Blend into `image` (in place), inside `clip` alone when it is given."""
        whole = (0, 0, image.shape[1], image.shape[0])
        x0, y0, x1, y1 = common(common(self.rect, whole), clip or whole)
        if x1 <= x0 or y1 <= y0:
            return
        here = image[y0:y1, x0:x1]
        own = np.s_[y0 - self.y : y1 - self.y, x0 - self.x : x1 - self.x]
        cv2.multiply(here, self.keep[own], dst=here, scale=1 / 255)
        if self.colour is not None:
            cv2.add(here, self.colour[own], dst=here)


def common(a: Rect, b: Rect) -> Rect:
    """The rectangle two rectangles share (empty when x1 <= x0 or y1 <= y0)."""
    return (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))


def meet(a: Rect, b: Rect) -> bool:
    x0, y0, x1, y1 = common(a, b)
    return x1 > x0 and y1 > y0


def around(*rects: Rect) -> Rect:
    """The smallest rectangle that holds them all."""
    lows, highs = [r[:2] for r in rects], [r[2:] for r in rects]
    return (
        min(q[0] for q in lows),
        min(q[1] for q in lows),
        max(q[0] for q in highs),
        max(q[1] for q in highs),
    )


def merged(rects: list[Rect]) -> list[Rect]:
    """Rectangles that overlap become one, until none overlap."""
    out: list[Rect] = []
    for rect in rects:
        grown = rect
        while True:
            touching = [r for r in out if meet(r, grown)]
            if not touching:
                break
            out = [r for r in out if r not in touching]
            grown = around(grown, *touching)
        out.append(grown)
    return out


def grey3(plane: NDArray[np.uint8]) -> Image:
    """One channel three times over (h×w×3)."""
    return np.asarray(cv2.cvtColor(plane, cv2.COLOR_GRAY2BGR), np.uint8)
