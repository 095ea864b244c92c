"""What of a ball's size stands out in one picture from another."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_map import Floats
from vision.blobs import Blobs
from vision.change import Mask, as_mask, brightened, gains, strongest
from vision.frames import Image
from vision.novelty import NEAR, alike, differs, shade
from vision.observation import SeenBall
from vision.window import Window

SIZES = (0.3, 2.5)
"""Areas in those of a ball that lies flat."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Thing:
    """Something that stands out: its pixels, how much they differ, where, as a ball on the felt."""

    blob: Mask
    delta: Mask
    ball: SeenBall

    @property
    def size(self) -> int:
        return int(cv2.countNonZero(self.blob))


def things_of(
    blobs: Blobs,
    pictures: tuple[Image, Image, Floats | None],
    free: Mask,
    window: Window,
    hidden: Mask | None = None,
) -> Iterator[Thing]:
    """What of a ball's size stands out in one picture from another, and is no shade, or has
    a certain colour all the same, as it must where the other one does not show the table.
    """
    shown, beside, like = pictures
    bare = brightened(beside, gains(shown, beside))
    delta = strongest(np.asarray(cv2.absdiff(shown, bare), np.uint8))
    new = np.asarray(differs(delta, bare, NEAR) & free, np.uint8)
    merely = shade(shown, bare) if hidden is None else shade(shown, bare) | shade(bare, shown)
    shaded = np.nonzero(new & merely)
    kept = False if like is None else alike(shown[shaded], like)
    new[shaded] = np.where(kept, np.uint8(255), np.uint8(0))
    if like is not None and hidden is not None:
        unknown = np.nonzero(hidden & free)
        new[unknown] = np.where(alike(shown[unknown], like), np.uint8(255), np.uint8(0))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(new)
    for k in range(1, count):
        if SIZES[0] < stats[k, cv2.CC_STAT_AREA] / blobs.area < SIZES[1]:
            blob = as_mask(labels == k)
            yield Thing(blob=blob, delta=delta, ball=blobs.place(blob, delta, window))
