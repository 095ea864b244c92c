"""Four printed ArUco markers on the frame: they say which end is Home, and about where the felt is.

DICT_4X4_50, numbers 0–3 counter-clockwise from the a1 corner, printed and laid as a set.
"""

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

DICTIONARY = cv2.aruco.DICT_4X4_50
COUNT = 4
Markers = Mapping[int, Floats]
"""By number, the four corners of a marker in the picture (4×2 px)."""


def find_markers(image: NDArray[np.uint8]) -> Markers:
    """The markers 0–3 seen in a BGR picture; a number seen twice is left out."""
    book = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(book, parameters).detectMarkers(grey)
    seen = [int(number) for number in numbers.ravel()] if corners else []
    return {
        number: np.asarray(quad, np.float64).reshape(4, 2)
        for number, quad in zip(seen, corners, strict=True)
        if number < COUNT and seen.count(number) == 1
    }


def home_agrees(markers: Markers, table: TableMap, surface: Surface) -> bool | None:
    """Whether each marker lies nearest to the corner it belongs to (most of them), False when they
    lie at the opposite corners: the map is turned by 180°. None without markers to tell.
    """
    corners = np.asarray(surface.corners_mm)
    votes = 0
    for number, quad in markers.items():
        middle = table.to_table(quad.mean(0)[None], 0.0)[0]
        nearest = int(np.linalg.norm(corners - middle, axis=1).argmin())
        votes += {0: 1, 2: -1}.get((nearest - number) % COUNT, 0)
    return votes > 0 if votes else None


def corner_guesses(markers: Markers, surface: Surface) -> list[Floats]:
    """Felt corners (4×2 px) for several distances of the markers from them; [] unless all four
    markers are seen.
    """
    if len(markers) < COUNT:
        return []
    middles = np.array([markers[number].mean(0) for number in range(COUNT)])
    felt = np.asarray(surface.corners_mm)
    outward = np.sign(felt - felt.mean(0))
    guesses = []
    for away in np.arange(15.0, 90.0, 5.0):
        homography = cv2.getPerspectiveTransform(
            (felt + away * outward).astype(np.float32), middles.astype(np.float32)
        )
        seen = cv2.perspectiveTransform(felt[:, None].astype(np.float64), homography)
        guesses.append(np.asarray(seen, np.float64).reshape(4, 2))
    return guesses
