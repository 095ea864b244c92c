"""Whether a view still is where its map says: a few profiles across ruled lines, and a map found
again from the last one.

Lines repeat every square: offsets are read as phases, and where the lines end says by how many
whole squares the view has gone.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.border import borders
from calibration.extent import extent
from calibration.grid import LineSightings, Stations, sight_lines, stations_on
from calibration.pose import Freedom, snap
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

PROFILES = 120
AGREE_MM = 0.6
"""How far from the shift all lines share a sighting may lie to count for it."""
ROUNDS = 6
FEWEST = 10
"""Sightings of lines of one direction below which nothing is told."""
TURNS = tuple(np.radians((0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.3, -2.3)))
"""Turns of the view tried, about the felt's middle."""
HALVES = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5))
LEAST_AGREEING = 0.6
SLIDES = 4
NEAR = Freedom(lens=False, reaches_mm=(6.0, 3.0, 2.5))


@dataclass(frozen=True, kw_only=True, eq=False)
class Shift:
    """Where the ruled lines lie from where a map puts them, in mm: along x and along y each an
    affine function of the place (at the middle; per half width; per half length). `agree` is the
    share of the lines seen that fit, `seen` the share of the profiles that showed a line.
    """

    x: Floats
    y: Floats
    agree: float
    seen: float

    def since(self, before: "Shift") -> "Shift":
        """The same from another shift on."""
        return replace(self, x=self.x - before.x, y=self.y - before.y)

    @property
    def most_mm(self) -> float:
        """How far the view has gone at the worst corner of the felt."""
        corners = np.array([(1, i, j) for i in (-1, 1) for j in (-1, 1)], np.float64)
        return float(np.hypot(corners @ self.x, corners @ self.y).max())

    @property
    def sure(self) -> bool:
        return self.agree > LEAST_AGREEING


def view_shift(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> Shift | None:
    """How the view lies now (BGR picture); None when too few lines are seen to tell. Costs about a
    millisecond. Shifts are known up to whole squares, the smallest is told.
    """
    size = surface.square_mm
    for ahead in HALVES:  # a line half a square away is at the ends of its profile
        x, y = ahead[0] * size, ahead[1] * size
        found = _shift(image, _moved(table, x, y), surface)
        if found is not None:
            return replace(found, x=_farther(found.x, x, size), y=_farther(found.y, y, size))
    return None


def _shift(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> Shift | None:
    few = _few(surface)
    lines = sight_lines(image, table, surface, surface.square_mm / 2, few)
    axis = lines.normal.argmax(1)
    if min(np.bincount(axis, minlength=2)) < FEWEST:
        return None
    fits = [_affine(lines, surface, axis == k) for k in (0, 1)]
    agree = sum(good for _, good in fits) / lines.count
    return Shift(x=fits[0][0], y=fits[1][0], agree=agree, seen=lines.count / len(few.at_mm))


def _farther(fitted: Floats, mm: float, size: float) -> Floats:
    """An affine shift of lines that were looked for so much farther along."""
    return np.array([float(_wrapped(fitted[:1] + mm, size)[0]), *fitted[1:]])


@lru_cache(maxsize=4)
def _few(surface: Surface) -> Stations:
    return stations_on(surface).thinned(PROFILES)


def _affine(
    lines: LineSightings, surface: Surface, chosen: NDArray[np.bool_]
) -> tuple[Floats, int]:
    """The affine shift of one family of lines, and how many of them agree with it; robust, and
    blind to whole squares.
    """
    size, off = surface.square_mm, lines.offset_mm[chosen]
    half = np.array([surface.width_mm, surface.length_mm]) / 2
    place = np.column_stack([np.ones(len(off)), lines.at_mm[chosen] / half - 1])
    phase = np.angle(np.exp(2j * np.pi * off / size).sum()) / (2 * np.pi) * size
    fitted = np.array([phase, 0.0, 0.0])
    scale = size / 8
    for _ in range(ROUNDS):
        rest = _wrapped(off - place @ fitted, size)
        weight = 1 / (1 + (rest / scale) ** 2)
        weighed = place * weight[:, None]
        normal = weighed.T @ place + np.diag((1e-6, 0.3, 0.3))
        fitted = fitted + np.linalg.solve(
            normal, weighed.T @ rest - np.diag((0, 0.3, 0.3)) @ fitted
        )
        scale = max(AGREE_MM / 2, scale / 2)
    rest = _wrapped(off - place @ fitted, size)
    return np.asarray(fitted, np.float64), int((np.abs(rest) < AGREE_MM).sum())


def _wrapped(mm: Floats, size: float) -> Floats:
    return np.asarray((mm + size / 2) % size - size / 2, np.float64)


def found_again(image: NDArray[np.uint8], last: TableMap, surface: Surface) -> TableMap | None:
    """The view found again near its last map: the same lens, another pose. None when its lines or
    their ends cannot be made out.
    """
    best, most = None, 0.0
    for turn in TURNS:
        turned = _turned(last, surface, turn)
        shift = view_shift(image, turned, surface)
        if shift is not None and shift.agree * shift.seen > most:
            most = shift.agree * shift.seen
            best = _moved(turned, shift.x[0], shift.y[0])
    if best is None:
        return None
    return _on_the_felt(image, posed(image, best, surface), surface)


def posed(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> TableMap:
    """The pose fitted to the lines near where a map expects them; the lens stays."""
    return snap(image, table, surface, NEAR)


def _on_the_felt(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> TableMap | None:
    """The same, slid by whole squares to where the grid ends; None where that cannot be told."""
    for _ in range(SLIDES):
        i, j = extent(image, table, surface).slide
        if not (i or j):
            break
        size = surface.square_mm
        table = posed(image, _moved(table, i * size, j * size), surface)
    return table if holds(image, table, surface) else None


def holds(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> bool:
    """Whether a map is the view's: the ruled lines agree, and neither they nor the felt are seen
    to end elsewhere than it says.
    """
    shift = view_shift(image, table, surface)
    if shift is None or not shift.sure or not extent(image, table, surface).anchored:
        return False
    return not any(border.at for border in borders(image, table, surface))


def apart_mm(one: TableMap, other: TableMap, surface: Surface) -> float:
    """How far apart two maps see the felt, at the worst of its corners, mm."""
    corners = np.asarray(surface.corners_mm)
    seen = one.to_image(np.column_stack([corners, np.zeros(4)]))
    return float(np.linalg.norm(other.to_table(seen, 0.0) - corners, axis=1).max())


def _moved(table: TableMap, x_mm: float, y_mm: float) -> TableMap:
    """The map of a view in which the lines lie that much farther along x and y."""
    return replace(table, t=table.t + table.R @ np.array([x_mm, y_mm, 0.0]))


def _turned(table: TableMap, surface: Surface, angle: float) -> TableMap:
    """The felt turned about its middle by a small angle."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    middle = np.array([surface.width_mm / 2, surface.length_mm / 2, 0.0])
    return replace(table, R=table.R @ turn, t=table.t + table.R @ (middle - turn @ middle))
