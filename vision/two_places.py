"""A ball that came to rest close to where it lay: both places, told from the two pictures alone.

What differs between the pictures shows the ball in one of them, and what lies under it in the
other: which is which, its colour tells. Together they show the table without it, but for what it
hides in both.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.blobs import Blobs
from vision.change import Mask, as_mask, brightened, gains, strongest
from vision.frames import Image
from vision.novelty import NEAR, OFFSET, alike, differs, shade
from vision.observation import SeenBall
from vision.window import Window

Flags = NDArray[np.bool_]
LEAST_SHARE, MOST_SHARE = 0.55, 1.6
"""Areas of a ball's picture, in those of one that lies flat."""
KERNEL = np.ones((3, 3), np.uint8)
MOST_HIDDEN = 0.5
"""What it hides in both pictures may be no more of the smaller one."""
LEAST_BARED = 0.15
"""So much of its picture must show what it hid where it lay before, and hides no more."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TwoPlaces:
    """A ball in two pictures of one window: where it was and is (as balls on the felt), the table
    without it, and what it hides in both (255); its colour (log BGR), how many pixels it has where
    it was, and by how much (log) both are of another size than a ball's.
    """

    was: SeenBall
    now: SeenBall
    size: int
    bare: Image
    hidden: Mask
    look: Floats
    odd: float


def two_places(
    blobs: Blobs, window: Window, pictures: tuple[Image, Image], look: Floats
) -> TwoPlaces | None:
    """Where a ball of that look (log BGR) was and is, in a window of two pictures; None where that
    does not add up to a ball in each.
    """
    before, shown = pictures
    still = brightened(before, gains(shown, before))
    delta = strongest(np.asarray(cv2.absdiff(shown, still), np.uint8))
    differ = differs(delta, still, NEAR) > 0
    like = alike_in(still, look), alike_in(shown, look)
    fell, rose = shade(still, shown) > 0, shade(shown, still) > 0
    left = _left((still, shown), look, like, (fell, rose))
    both = ~differ & like[0] & like[1]
    was = _ball_of(blobs, differ & left & (~fell | like[0]), both)
    now = _ball_of(blobs, differ & ~left & (~rose | like[1]), both)
    if was is None or now is None:
        return None
    sizes = np.array([cv2.countNonZero(was), cv2.countNonZero(now)])
    if cv2.countNonZero(was & now) > MOST_HIDDEN * sizes.min():
        return None
    bare = still.copy()
    uncovers = np.where(was | now, was & ~now, as_mask(differ & (left | fell))) > 0
    bare[uncovers] = shown[uncovers]
    return TwoPlaces(
        was=blobs.place(was, delta | was, window),
        now=blobs.place(now, delta | now, window),
        size=int(sizes[0]),
        bare=bare,
        hidden=was & now,
        look=look,
        odd=float(np.abs(np.log(sizes / blobs.area)).sum()),
    )


def _left(
    pictures: tuple[Image, Image],
    look: Floats,
    like: tuple[Flags, Flags],
    shaded: tuple[Flags, Flags],
) -> Flags:
    """Where a ball of that look is rather in the former of two pictures. Where only one of them is
    a little darker, it is that which shows the ball, or its shadow.
    """
    far = [np.abs(np.log(image + OFFSET) - look).max(axis=-1) for image in pictures]
    dark = np.where(like[0] == like[1], shaded[0], like[0])
    return np.asarray(np.where(shaded[0] | shaded[1], dark, far[0] < far[1]), np.bool_)


def alike_in(image: Image, look: Floats) -> Flags:
    """Where a picture has the colour of a look."""
    return alike(image.reshape(-1, 3), look).reshape(image.shape[:2])


def _ball_of(blobs: Blobs, own: Flags, both: Flags) -> Mask | None:
    """The largest thing of a ball's size, of which enough is its own."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(as_mask(own))
    large = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] > LEAST_BARED * blobs.area]
    best = max(large, key=lambda k: int(stats[k, cv2.CC_STAT_AREA]), default=None)
    if best is None:
        return None
    seed = as_mask(labels == best)
    whole = cv2.morphologyEx(as_mask((seed > 0) | both), cv2.MORPH_CLOSE, KERNEL)
    _, joined = cv2.connectedComponents(whole)
    blob = as_mask(joined == int(np.median(joined[seed > 0])))
    blob = np.asarray(cv2.morphologyEx(blob, cv2.MORPH_OPEN, KERNEL), np.uint8)
    outline, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outline:
        return None
    cv2.fillConvexPoly(blob, cv2.convexHull(np.vstack(outline)), 255)
    size = cv2.countNonZero(blob) / blobs.area
    return blob if LEAST_SHARE < size < MOST_SHARE else None
