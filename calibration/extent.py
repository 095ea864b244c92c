"""Where the ruled lines end: a grid fits itself shifted by whole squares, so that a map is right
only when its lines also stop where it ends the felt.

Looked for are the lines that meet an edge at a right angle: row by row of squares, some inside the
edge and some outside.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.grid import Stations, sighted
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

PARTS = (0.2, 0.5, 0.8)
"""Where along the side of a square its line is looked for, from the felt outwards."""
ON_LINE_MM, REACH_MM = 1.0, 3.0
"""A line of the grid lies so near its place; lines are looked for that far around it."""
THERE, GONE = 0.2, 0.12
"""Share of a row's lines in sight from which on the felt is there, and up to which it is not."""
BEYOND = 0.35
"""Share of a row's lines in sight, beyond where a map ends, for the felt to go on there."""
TELLS = 0.06
"""By so much more of a row must be seen beyond one end than of the last row at the other for the
map to be a square off.
"""
FULL = 0.5
"""Share of the last row in sight for it to end at a ruled line, and not under something."""
IN_PICTURE = 0.3
"""Share of a row that must lie in the picture to be told."""
EDGES = ((0, False), (0, True), (1, False), (1, True))
"""Which axis an edge bounds, and whether at its far end: x = 0, x = W, y = 0, y = L."""
RIM_PX = 2.0
INSIDE = 0.25
"""So many squares inside the felt its corners must lie in the picture."""


@dataclass(frozen=True, kw_only=True)
class End:
    """How the grid ends at one edge, in rows of squares from where a map ends it: `beyond` are
    seen farther out, the innermost `short` are not seen. `sharp`: those end along a ruled line,
    nothing hides them. `cut`: the picture ends before the grid is seen to end. `inside`,
    `outside`: share of the lines seen in the last row inside, and in the first outside.
    """

    beyond: int = 0
    short: int = 0
    sharp: bool = False
    cut: bool = False
    inside: float = 0.0
    outside: float = 0.0

    @property
    def right(self) -> bool:
        """Whether the grid is seen to end where the map says."""
        return not (self.beyond or self.short or self.cut)


@dataclass(frozen=True, kw_only=True)
class Extent:
    """The ends of a grid at x = 0, x = W, y = 0, y = L; `wholly` = the felt's corners are in the
    picture by the map.
    """

    ends: tuple[End, End, End, End]
    wholly: bool

    @property
    def axes(self) -> tuple[tuple[End, End], tuple[End, End]]:
        return self.ends[:2], self.ends[2:]

    @property
    def contradicts(self) -> bool:
        """Whether lines go on where the map says that the felt has ended."""
        return any(end.beyond for end in self.ends)

    @property
    def anchored(self) -> bool:
        """Whether along x and along y at least one end is where the map says, and none beyond."""
        return not self.contradicts and all(low.right or high.right for low, high in self.axes)

    @property
    def cut(self) -> bool:
        return not self.wholly or any(end.cut for end in self.ends)

    @property
    def slide(self) -> tuple[int, int]:
        """Whole squares along x and y by which the map must go: more of the grid is seen beyond
        one end than at the other. (0, 0) where that is not so.
        """
        return _slide(*self.axes[0]), _slide(*self.axes[1])

    def squares(self, surface: Surface) -> tuple[int, int]:
        """How many files and ranks are seen."""
        files, ranks = (
            count + sum(end.beyond - end.short * end.sharp for end in pair)
            for count, pair in zip((surface.files, surface.ranks), self.axes, strict=True)
        )
        return files, ranks


def _slide(low: End, high: End) -> int:
    """A map that is a square off has a row of lines outside, and one inside that is none."""
    if low.outside > high.inside + TELLS:
        return -max(1, low.beyond)
    return max(1, high.beyond) if high.outside > low.inside + TELLS else 0


def extent(
    image: NDArray[np.uint8],
    table: TableMap,
    surface: Surface,
    rows: tuple[int, int] = (3, 3),
    lines: int = 99,
) -> Extent:
    """How far the grid in a BGR picture reaches, by a map that fits its lines up to whole squares;
    looked at are so many rows inside and outside of each edge, on at most so many lines.
    """
    inner = min(rows[0], min(surface.files, surface.ranks) // 2)
    plans = [_stations(surface, edge, (inner, rows[1]), lines) for edge in EDGES]
    at = np.concatenate([plan.reshape(-1, 2) for plan in plans])
    across = [
        np.eye(2)[1 - k // 2] for k, plan in enumerate(plans) for _ in range(plan[..., 0].size)
    ]
    offset, clear = sighted(image, table, Stations(at_mm=at, normal=np.array(across)), REACH_MM)
    seen = clear & (np.abs(offset) < ON_LINE_MM)
    visible = _in_picture(table, at)
    ends, start = [], 0
    for plan in plans:
        shape = plan.shape[:-1]
        part = slice(start, start + plan[..., 0].size)
        start = part.stop
        ends.append(_end(_shares(seen[part].reshape(shape), visible[part].reshape(shape)), inner))
    return Extent(ends=(ends[0], ends[1], ends[2], ends[3]), wholly=shows(table, surface, -INSIDE))


def shows(table: TableMap, surface: Surface, around: float) -> bool:
    """Whether the felt's corners, so many squares outside (or inside) of it, are in the picture."""
    corners = np.asarray(surface.corners_mm)
    out = np.sign(corners - corners.mean(0)) * around * surface.square_mm
    return bool(_in_picture(table, corners + out).all())


def _stations(surface: Surface, edge: tuple[int, bool], rows: tuple[int, int], most: int) -> Floats:
    """Places (rows × parts × lines × 2 mm) on lines that meet an edge, from inside outwards."""
    axis, far = edge
    size = surface.square_mm
    counts, ends = (surface.files, surface.ranks), (surface.width_mm, surface.length_mm)
    out = (np.arange(-rows[0], rows[1])[:, None] + np.array(PARTS)) * size
    inner = np.arange(1, counts[1 - axis])
    line = inner[np.linspace(0, len(inner) - 1, min(most, len(inner))).round().astype(int)] * size
    at = np.empty((*out.shape, len(line), 2))
    at[..., axis] = (ends[axis] + out if far else -out)[..., None]
    at[..., 1 - axis] = line
    return at


def _in_picture(table: TableMap, at_mm: Floats) -> NDArray[np.bool_]:
    px = table.to_image(np.column_stack([at_mm, np.zeros(len(at_mm))]))
    far = np.array(table.lens.size) - 1 - RIM_PX
    return np.asarray(((px >= RIM_PX) & (px <= far)).all(1), np.bool_)


def _shares(seen: NDArray[np.bool_], visible: NDArray[np.bool_]) -> Floats:
    """Share of the lines seen (rows × parts), NaN where hardly any of it is in the picture."""
    count = visible.sum(2)
    share = (seen & visible).sum(2) / np.maximum(count, 1)
    return np.where(count >= IN_PICTURE * seen.shape[2], share, np.nan)


def _end(shares: Floats, inner: int) -> End:
    """One edge from the shares seen by row and part, of which so many rows lie inside."""
    told = [_mean(row) for row in shares]
    beyond = 0
    while inner + beyond < len(told) and told[inner + beyond] > BEYOND:
        beyond += 1
    short = 0
    while not beyond and short < inner and not told[inner - 1 - short] >= THERE:
        short += 1
    first = inner - short + beyond
    cut = first < len(told) and bool(np.isnan(shares[first, 0]))
    last = shares[first - 1, -1] if first else 0.0
    sharp = 0 < short < inner and last >= FULL and told[first] <= GONE
    inside, outside = np.nan_to_num([*told[inner - 1 : inner + 1], 0.0])[:2]
    return End(
        beyond=beyond,
        short=short,
        sharp=bool(sharp),
        cut=cut,
        inside=float(inside),
        outside=float(outside),
    )


def _mean(row: Floats) -> float:
    """Mean of the parts that are in the picture; NaN when none is."""
    told = row[~np.isnan(row)]
    return float(told.mean()) if told.size else float("nan")
