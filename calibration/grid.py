"""The ruled squares as a ruler: where the painted lines are seen and where the map puts them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bundle import LinePoints
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

STEP_MM = 0.25
MOST_CONTRAST, LEAST_CONTRAST = 12.0, 4.0
"""Grey levels by which a ruled line must stand out from the felt beside it: in good light, and at
least; in between, a quarter of what the clearest lines do."""
DARKER = 1.5
"""How many times stronger dark lines must be than light ones for the felt to be ruled dark."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LineSightings:
    """N points of ruled lines: where the map expects them (N×2 mm), the unit normal in the table
    plane (N×2), and how far along it the painted line was seen (N, mm).
    """

    at_mm: Floats
    normal: Floats
    offset_mm: Floats

    @property
    def count(self) -> int:
        return len(self.offset_mm)

    def points(self, table: TableMap) -> LinePoints:
        """The same as pixels on lines, by the map they were sighted with."""
        seen = self.at_mm + self.normal * self.offset_mm[:, None]
        px = table.to_image(np.column_stack([seen, np.zeros(self.count)]))
        axis = self.normal.argmax(1)
        return LinePoints(px=px, axis=axis, at_mm=self.at_mm[np.arange(self.count), axis])


@dataclass(frozen=True, kw_only=True, eq=False)
class Stations:
    """N places on ruled lines (N×2 mm) and the unit normals of their lines in the table plane."""

    at_mm: Floats
    normal: Floats

    def thinned(self, most: int) -> "Stations":
        """About so many of them, spread evenly over the lines of either direction."""
        step = max(1.0, len(self.at_mm) / most)
        chosen = np.arange(0, len(self.at_mm) - 0.5, step).astype(int)
        return Stations(at_mm=self.at_mm[chosen], normal=self.normal[chosen])


def stations_on(surface: Surface) -> Stations:
    """Points on the inner ruled lines, a third and two thirds along each side of a square."""
    size = surface.square_mm
    points, normals = [], []
    for axis, lines, cells in (
        (0, surface.files, surface.ranks),
        (1, surface.ranks, surface.files),
    ):
        for line in range(1, lines):
            along = (np.arange(cells)[:, None] + np.array([1 / 3, 2 / 3])).ravel() * size
            point = np.empty((len(along), 2))
            point[:, axis], point[:, 1 - axis] = line * size, along
            points.append(point)
            normals.append(np.tile(np.eye(2)[axis], (len(along), 1)))
    return Stations(at_mm=np.concatenate(points), normal=np.concatenate(normals))


def sight_lines(
    image: NDArray[np.uint8],
    table: TableMap,
    surface: Surface,
    reach_mm: float = 5.0,
    stations: Stations | None = None,
) -> LineSightings:
    """Looks for every ruled line (or only at some stations) within reach_mm of where the map
    expects it, in a BGR picture.

    Places where a disc, a hand or its shadow hides the line are left out. Lines are lighter than
    the felt, or all darker.
    """
    chosen = stations or stations_on(surface)
    offset, clear = sighted(image, table, chosen, reach_mm)
    return LineSightings(
        at_mm=chosen.at_mm[clear], normal=chosen.normal[clear], offset_mm=offset[clear]
    )


def sighted(
    image: NDArray[np.uint8], table: TableMap, stations: Stations, reach_mm: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """How far from each of N stations, along its normal, a line may lie (N, mm), and whether one
    is clearly seen there.
    """
    steps = np.arange(-reach_mm - 2, reach_mm + 2 + 1e-9, STEP_MM)
    profile = _profiles(image, table, stations, steps)
    order = np.sort(profile, axis=1)
    middle = (order[:, (len(steps) - 1) // 2] + order[:, len(steps) // 2]) / 2
    lift = profile - middle[:, None]
    if np.quantile(-lift.min(1), 0.75) > DARKER * np.quantile(lift.max(1), 0.75):
        lift = -lift
    peak = lift.max(1)
    mass = np.where(lift > 0.5 * peak[:, None], lift, 0.0)
    total = np.maximum(mass.sum(1), 1e-9)
    offset = (mass * steps).sum(1) / total
    spread = np.sqrt((mass * (steps - offset[:, None]) ** 2).sum(1) / total)
    least = np.clip(0.25 * np.quantile(peak, 0.9), LEAST_CONTRAST, MOST_CONTRAST)
    clear = (peak > least) & (spread < 1.6) & (np.abs(offset) < reach_mm)
    return np.asarray(offset, np.float64), np.asarray(clear, np.bool_)


def _profiles(
    image: NDArray[np.uint8], table: TableMap, stations: Stations, steps: Floats
) -> Floats:
    """Grey levels across each line: stations × steps (mm along the normal)."""
    count = len(stations.at_mm)
    across = stations.normal[:, None] * np.array([[steps[0]], [steps[-1]]])
    ends = stations.at_mm[:, None] + across
    flat = np.column_stack([ends.reshape(-1, 2), np.zeros(2 * count)])
    first, last = table.to_image(flat).reshape(-1, 2, 2).transpose(1, 2, 0)[..., None]
    share = np.linspace(0.0, 1.0, len(steps))  # a short stretch of a line is straight
    u, v = (first + (last - first) * share).astype(np.float32)
    seen = cv2.remap(image, u, v, cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.float64)


def residual_mm(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> float:
    """How far the ruled lines in the picture lie from where the map says: median, mm.

    Infinite when hardly any line is seen there at all.
    """
    lines = sight_lines(image, table, surface)
    if lines.count < 0.15 * len(stations_on(surface).at_mm):
        return float("inf")
    return float(np.median(np.abs(lines.offset_mm)))
