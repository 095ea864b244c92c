"""The felt without what is around it: boards of a table's wood have lines too."""

import cv2
import numpy as np
from numpy.typing import NDArray

SHRINK = 4
MIDDLE = 0.25
"""Half side of the part of the picture, as a share, of which most is taken for felt."""
HUE, LIGHT = 0.2, 0.7
"""Log chroma and log brightness by which felt may differ from the felt's median."""
CLOSED = 0.05
"""Of the picture's width: what the discs and lines on the felt are smaller than."""
OFFSET = 6.0
ALONG = 0.15
"""Share of a side of the picture that the felt covers where it leaves the picture there."""


def felt_alone(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A BGR picture in which everything but the felt in its middle has the felt's colour."""
    high, wide = image.shape[:2]
    hull, colour = _felt(image)
    inside = cv2.resize(hull, (wide, high), interpolation=cv2.INTER_NEAREST)
    return np.where(inside[..., None] > 0, image, colour.astype(np.uint8))


def leaves_picture(image: NDArray[np.uint8]) -> bool:
    """Whether the felt in the middle of a BGR picture reaches some way along the picture's rim."""
    hull = _felt(image)[0]
    sides = (hull[0], hull[-1], hull[:, 0], hull[:, -1])
    return bool(hull.min() == 0) and any(float(side.mean()) > ALONG for side in sides)


def _felt(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The hull of the felt, 1 inside, SHRINK times smaller, and its colour; all of the picture
    where no part of it is felt.
    """
    high, wide = image.shape[:2]
    size = (max(1, wide // SHRINK), max(1, high // SHRINK))
    small = cv2.medianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), 5)
    rows, columns = (slice(round((0.5 - MIDDLE) * n), round((0.5 + MIDDLE) * n) + 1)
                     for n in small.shape[:2])  # fmt: skip
    colour = np.median(small[rows, columns].reshape(-1, 3), axis=0)
    ratio = np.log((small + OFFSET) / (colour + OFFSET))
    light = ratio.mean(2)
    alike = (np.abs(ratio - light[..., None]).max(2) < HUE) & (np.abs(light) < LIGHT)
    side = max(3, round(CLOSED * size[0]))
    kernel = np.ones((side, side), np.uint8)
    mask = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
    count, parts = cv2.connectedComponents(mask)
    if count < 2:
        return np.ones_like(mask), np.asarray(colour, np.float64)
    largest = 1 + int(np.argmax(np.bincount(parts[rows, columns].ravel(), minlength=count)[1:]))
    where = np.argwhere(parts == largest)[:, ::-1].astype(np.int32)
    hull = cv2.fillConvexPoly(np.zeros_like(mask), cv2.convexHull(where), 1)
    return np.asarray(hull, np.uint8), np.asarray(colour, np.float64)
