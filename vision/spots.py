"""Lone spots on the felt: things of about the ball's size and shape that are not felt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.faces import tops
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import Floats32, View, felt_view

SHORT_PX = 3.2
"""Short half axis of the ball at the resolution spots are sought at."""
LEVELS = ((0.20, 0.40, 1.0), (0.11, 0.30, 0.85), (0.36, 0.60, 0.85))
"""Log chroma, or log brightness, beyond which a pixel is not felt; darker felt is a shadow. A ball
is whole and alone at one of these levels: at lower ones its shadow joins it, at higher ones it
falls to pieces where it has nearly the felt's hue. Third, what a spot is worth: paint half under
a disc is as whole at some level.
"""
OFFSET = 16.0
CLEARANCE_MM, EDGE_MM = 0.4, 5.0
PLAIN = 0.75
"""Likeness from which no other level is tried."""
LONGEST = 1.6
"""Lengths of the ball that a spot may extend over."""
MAX_SPOTS = 40
MARGIN_PX = 7
THICK = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
"""What a spot must contain somewhere: less than the ball, more than a heavy ruled line."""

AROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11))
COMPANY = 0.15
"""Share of a spot's surroundings that may be not felt: ruled lines run there."""


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A spot: centre (mm, on the plane of the ball's middle), direction of its long axis (rad)
    and how ball-like its size and shape are (0–1).
    """

    x_mm: float
    y_mm: float
    turn_rad: float
    likeness: float


def lone_spots(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> list[Spot]:
    """Spots that may be the ball lying on the felt, most ball-like first."""
    scale = SHORT_PX / (surface.ball_mm[1] / 2)
    view = felt_view(image, table, surface, scale, surface.ball_mm[1] / 2)
    hue, light = _over_felt(view, felt)
    covered = np.zeros(light.shape, np.uint8)
    _cover_edge(covered, view, table, surface)
    _cover_discs(covered, view, table, surface, discs)
    spots = []
    for hue_most, light_most, worth in LEVELS:
        mask = np.asarray((hue > hue_most) | (light > light_most), np.uint8)
        mask[covered > 0] = 0
        found = _spots(mask, surface, scale)
        spots += [replace(spot, likeness=spot.likeness * worth) for spot in found]
        if any(spot.likeness > PLAIN for spot in spots):
            break
    return sorted(spots, key=lambda spot: -spot.likeness)


def _over_felt(view: View, felt: Felt) -> tuple[Floats32, Floats32]:
    """How far each pixel is from felt in log chroma (most of the channels) and in log brightness:
    H×W each.
    """
    over = felt.log_ratio(view.image, view.px_per_mm, OFFSET)
    light = cv2.transform(over, np.full((1, 3), 1 / 3))
    blue, green, red = (cv2.absdiff(channel, light) for channel in cv2.split(over))
    hue = cv2.max(cv2.max(blue, green), red)
    return np.asarray(hue, np.float32), np.asarray(light, np.float32)


def _spots(mask: NDArray[np.uint8], surface: Surface, scale: float) -> list[Spot]:
    """Connected spots of about the ball's size in a mask of what is not felt."""
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, THICK)
    # the default algorithm takes three times as long on few, small spots
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        opened, 8, cv2.CV_32S, cv2.CCL_GRANA
    )
    whole = np.pi / 4 * surface.ball_mm[0] * surface.ball_mm[1] * scale**2
    areas, extents = stats[1:, 4], stats[1:, 2:4].max(1)
    right = (areas > 0.3 * whole) & (areas < 1.8 * whole)
    sized = np.nonzero(right & (extents < LONGEST * surface.ball_mm[0] * scale))[0] + 1
    marks = np.asarray(labels, np.int32)
    spots = []
    for k in sized[:MAX_SPOTS]:
        left, top, wide, high, _ = (int(v) for v in stats[k])
        rows = slice(max(0, top - MARGIN_PX), top + high + MARGIN_PX)
        columns = slice(max(0, left - MARGIN_PX), left + wide + MARGIN_PX)
        shift = (columns.start / scale, rows.start / scale)
        window = np.asarray(marks[rows, columns] == k, np.uint8)
        spots.append(_spot(window, mask[rows, columns], shift, surface, scale))
    return spots


def _cover_edge(covered: NDArray[np.uint8], view: View, table: TableMap, surface: Surface) -> None:
    """Marks the line painted along the edge of the felt: it would join a ball that lies on it."""
    eye = table.eye_mm
    share = (eye[2] - view.z_mm) / eye[2]
    inside = np.array([[EDGE_MM] * 2, [surface.width_mm - EDGE_MM, surface.length_mm - EDGE_MM]])
    (left, top), (right, bottom) = np.rint(
        (eye[:2] + (inside - eye[:2]) * share) * view.px_per_mm
    ).astype(int)
    covered[: max(0, top)] = covered[bottom:] = 255
    covered[:, : max(0, left)] = covered[:, right:] = 255


def _cover_discs(
    covered: NDArray[np.uint8],
    view: View,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
) -> None:
    """Marks discs, top and foot, as they appear on the plane of the view."""
    eye, sixteenths = table.eye_mm, 16 * view.px_per_mm
    at = tops(surface, discs)
    for z in (0.0 * at[:, 2:], at[:, 2:]):
        share = (eye[2] - view.z_mm) / (eye[2] - z)
        places = np.rint((eye[:2] + (at[:, :2] - eye[:2]) * share) * sixteenths).astype(int)
        radii = np.rint((surface.disc_mm / 2 * share + CLEARANCE_MM) * sixteenths).astype(int)
        for place, radius in zip(places.tolist(), radii[:, 0].tolist(), strict=True):
            cv2.circle(covered, place, radius, 255, -1, cv2.LINE_8, 4)


def _spot(
    part: NDArray[np.uint8],
    mask: NDArray[np.uint8],
    shift_mm: tuple[float, float],
    surface: Surface,
    scale: float,
) -> Spot:
    """Size, shape and loneliness of one connected spot; the window starts at `shift_mm`."""
    area = int(part.sum())
    moments = cv2.moments(part, binaryImage=True)
    spread = np.array([[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]])
    values, axes = np.linalg.eigh(spread / area + np.eye(2) / 12)
    short, long = 4 * np.sqrt(values) / scale
    solid = area / scale**2 / (np.pi / 4 * short * long)
    around = (cv2.dilate(part, AROUND) > 0) & (cv2.dilate(part, THICK) == 0)
    odd = (
        abs(np.log(long / surface.ball_mm[0]))
        + abs(np.log(short / surface.ball_mm[1]))
        + 2 * max(0.0, 0.95 - solid)
        + 1.5 * max(0.0, float(mask[around].mean()) - COMPANY)
    )
    return Spot(
        x_mm=shift_mm[0] + moments["m10"] / area / scale,
        y_mm=shift_mm[1] + moments["m01"] / area / scale,
        turn_rad=float(np.arctan2(axes[1, 1], axes[0, 1]) % np.pi),
        likeness=float(np.exp(-odd)),
    )
