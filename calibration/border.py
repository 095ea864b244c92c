"""Where the felt itself is seen to end: felt on one side of a border, something else on the other,
along a ruled place. Lines that stop may be hidden, and a hand looks like no felt either; but its
outline does not run along a line of the grid, line after line.

Looked at are the corners of squares, on either side of every line that meets an edge: discs lie in
the middle.
"""

import warnings
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.extent import EDGES, ON_LINE_MM, REACH_MM
from calibration.grid import Stations, sighted
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

SPAN = 2
"""Borders are looked for so many squares inside and outside of where a map ends the felt."""
NEAR, FAR = np.linspace(0.13, 0.40, 5), np.linspace(0.60, 0.87, 5)
"""Depths in a row of squares, clear of the lines on both of its sides."""
ASIDE = np.array((0.05, 0.08, 0.11))
"""How far beside a line, in squares."""
PARTS = (0.2, 0.5, 0.8)
FELT_HUE, FELT_LIGHT = 0.2, 0.8
"""Log chroma and log brightness by which felt may differ from its median over the table."""
SAME_HUE, SAME_LIGHT = 0.12, 0.35
"""The same by which felt may differ from that half a square away."""
OTHER_HUE, OTHER_LIGHT = 0.15, 0.45
"""The same from which on it is something else."""
OFFSET = 6.0
RIM_PX = 2.0
LEAST = 0.12
"""Share of the places along an edge that must show a border, or felt that goes on."""
UNLIKELY = 0.05
"""Up to this share of the places may show a border by chance."""
SHOWN = 2
"""So many of a line's PARTS show that it is there."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Border:
    """What is seen along one edge at each of 2 · SPAN + 1 rows, from inside outwards: shares of the
    places at which the felt `ends`, and at which it `goes_on`.
    """

    ends: Floats
    goes_on: Floats

    @property
    def at(self) -> int | None:
        """By how many squares the felt ends beyond where the map says; None where it is hidden.

        It ends beyond the farthest row where it is seen to go on, at the next border seen; but
        where some of it may end as the map says, something that looks like a border lies over it.
        """
        going = np.nonzero(self.goes_on >= LEAST)[0]
        first = going[-1] + 1 if going.size else 0
        ending = np.nonzero(self.ends[first:] >= LEAST)[0]
        if not ending.size:
            return None
        off = int(first + ending[0]) - SPAN
        return off if not off or self.ends[SPAN] < UNLIKELY else None


def borders(
    image: NDArray[np.uint8], table: TableMap, surface: Surface
) -> tuple[Border, Border, Border, Border]:
    """What is seen of the felt's borders x = 0, x = W, y = 0 and y = L in a BGR picture, by a map
    that fits its lines up to whole squares.
    """
    felt = _felt(image, table, surface)
    one, two, three, four = (_border(image, table, surface, edge, felt) for edge in EDGES)
    return one, two, three, four


def _border(
    image: NDArray[np.uint8],
    table: TableMap,
    surface: Surface,
    edge: tuple[int, bool],
    felt: Floats,
) -> Border:
    rows = np.arange(-SPAN - 1, SPAN + 1)
    lines = np.arange(1, (surface.files, surface.ranks)[1 - edge[0]])
    beside = lines[:, None, None] + np.array([[-1.0], [1.0]]) * ASIDE
    depth = np.asarray(rows[:, None, None] + np.stack([NEAR, FAR]), np.float64)
    at = _placed(surface, edge, depth[:, :, None, None, None], beside[..., None])
    colour = _medians(_logs(image, table, at).reshape(*at.shape[:4], -1, 3), axis=4)
    near, far = colour[:, 0], colour[:, 1]
    strange = _differ(far[:-1], felt, FELT_HUE, FELT_LIGHT)
    strange |= _differ(far[:-1], near[:-1], SAME_HUE, SAME_LIGHT)
    told = ~strange & ~np.isnan(near[1:, ..., 0])
    other = _differ(near[1:], far[:-1], OTHER_HUE, OTHER_LIGHT)
    seen = _line_seen(image, table, surface, edge, rows)
    there = (seen[:-1] >= SHOWN)[..., None]
    beyond = seen[1:][..., None]
    ends = told & (other | (there & (beyond == 0)))
    goes_on = told & ~other & (beyond >= SHOWN)
    return Border(ends=ends.mean((1, 2)), goes_on=goes_on.mean((1, 2)))


def _placed(surface: Surface, edge: tuple[int, bool], depth: Floats, along: Floats) -> Floats:
    """Table places (… × 2 mm) so many squares beyond an edge and along it, broadcast."""
    axis, far = edge
    end = (surface.files, surface.ranks)[axis]
    out, along = np.broadcast_arrays(end + depth if far else -depth, along)
    pair = (out, along) if axis == 0 else (along, out)
    return np.stack(pair, axis=-1) * surface.square_mm


def _line_seen(
    image: NDArray[np.uint8],
    table: TableMap,
    surface: Surface,
    edge: tuple[int, bool],
    rows: NDArray[np.intp],
) -> NDArray[np.intp]:
    """In how many of its PARTS each line that meets the edge is seen (rows × lines)."""
    lines = np.arange(1, (surface.files, surface.ranks)[1 - edge[0]])
    depth = (rows[:, None] + np.array(PARTS))[:, :, None]
    at = _placed(surface, edge, depth, lines.astype(np.float64))
    normal = np.tile(np.eye(2)[1 - edge[0]], (at[..., 0].size, 1))
    stations = Stations(at_mm=at.reshape(-1, 2), normal=normal)
    offset, clear = sighted(image, table, stations, REACH_MM)
    seen = (clear & (np.abs(offset) < ON_LINE_MM)).reshape(at.shape[:3])
    return np.asarray(seen.sum(1), np.intp)


def _felt(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> Floats:
    """The usual log colour near the corners of squares."""
    x, y = np.meshgrid(np.arange(1, surface.files), np.arange(1, surface.ranks))
    at = (np.stack([x, y], axis=-1) + ASIDE.mean()) * surface.square_mm
    return _medians(_logs(image, table, at).reshape(-1, 3), axis=0)


def _medians(colours: Floats, axis: int) -> Floats:
    """Medians of what is in the picture, NaN where nothing is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.asarray(np.nanmedian(colours, axis=axis), np.float64)


def _logs(image: NDArray[np.uint8], table: TableMap, at_mm: Floats) -> Floats:
    """Log colours (… × BGR) of the picture at table places, NaN beside the picture."""
    flat = at_mm.reshape(-1, 2)
    px = table.to_image(np.column_stack([flat, np.zeros(len(flat))]))
    u, v = px.astype(np.float32).T[..., None]
    seen = cv2.remap(image, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    logs = np.log(seen.reshape(-1, 3) + OFFSET)
    far = np.array([image.shape[1], image.shape[0]]) - 1 - RIM_PX
    logs[~((px >= RIM_PX) & (px <= far)).all(1)] = np.nan
    return np.asarray(logs.reshape(*at_mm.shape[:-1], 3), np.float64)


def _differ(one: Floats, other: Floats, hue: float, light: float) -> NDArray[np.bool_]:
    """Whether log colours differ by more chroma or brightness; what is not in the picture does."""
    apart = one - other
    brighter = apart.mean(-1)
    tinted = np.abs(apart - brighter[..., None]).max(-1)
    return np.asarray(~((tinted <= hue) & (np.abs(brighter) <= light)), np.bool_)
