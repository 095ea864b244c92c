"""Whether a map that fits the ruled lines is the felt's: its lines end where the map ends the felt,
are as far apart as it says, and the markers lie around it.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.border import borders
from calibration.extent import Extent, extent, shows
from calibration.grid import Stations, sighted, stations_on
from calibration.markers import Markers
from calibration.pose import refined
from calibration.problem import EyeProblem
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

ROWS = (8, 16)
"""So many rows inside and outside of each edge are looked at, to count what is seen."""
SLIDES = 6
BETWEEN, ALTERNATE = 0.4, 0.25
"""Share of the usual sightings from which on there are lines half-way between those of the map,
and below which every other line of the map is not there."""
AROUND = 0.7
"""So much of what is around a felt (squares) is in the picture where the felt is not cut."""
ON_LINE_MM, REACH_MM = 1.0, 3.0
AROUND_LINE = 0.4
"""So far around its place a line is looked for (squares): half-way to the next may be another."""
LINES_FIT, NONE_FIT = 0.6, 0.3
"""Share of the lines of either direction that lie on their places: 0.86 and more by a right map,
measured, and below 0.2 where a row is missing or one too many. Where less than NONE_FIT do in both
directions, the map has nothing to do with the grid.
"""
ON_FELT = 0.25
"""A marker farther inside the felt (squares) does not lie on the frame."""
DECIDING = 3
"""So many markers around the felt tell where it lies although it is not wholly in the picture."""


def accepted(
    image: NDArray[np.uint8], table: TableMap, surface: Surface, markers: Markers
) -> TableMap:
    """The map, slid by whole squares where the grid ends elsewhere; EyeProblem when the felt is not
    wholly in the picture, is no such board, or the markers contradict.
    """
    seen = extent(image, table, surface, ROWS)
    for _ in range(SLIDES):
        i, j = seen.slide
        if not (i or j):
            break
        step = np.array([i, j, 0.0]) * surface.square_mm
        table = refined(image, replace(table, t=table.t + table.R @ step), surface)
        seen = extent(image, table, surface, ROWS)
    if seen.cut and not _markers_decide(markers, seen, table, surface):
        raise EyeProblem("calibration.cut")
    across, along = lines_fit(image, table, surface, ON_LINE_MM)
    if max(across, along) < NONE_FIT:
        raise EyeProblem("calibration.no_grid")  # what it counts is no board's squares
    _check_squares(seen.squares(surface), surface)
    _check_spacing(image, table, surface)
    if not seen.anchored or min(across, along) < LINES_FIT:
        raise EyeProblem("calibration.no_grid")
    _check_markers(markers, table, surface)
    decided = _markers_decide(markers, seen, table, surface)
    _check_borders(image, table, surface, decided=decided)
    return table


def borne_out(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> None:
    """Raises EyeProblem when the lines seen are not those of a felt that a person has shown: they
    go on beyond it, or there are others between them.
    """
    seen = extent(image, table, surface, ROWS)
    if not seen.wholly:
        raise EyeProblem("calibration.cut")
    _check_squares(seen.squares(surface), surface)
    _check_squares(_by_spacing(image, table, surface), surface)
    if seen.contradicts:
        raise EyeProblem("corners.felt", files=surface.files, ranks=surface.ranks)


def lines_fit(
    image: NDArray[np.uint8], table: TableMap, surface: Surface, near_mm: float
) -> tuple[float, float]:
    """Share of the lines x = const and y = const seen anywhere that lie on their places; they are
    looked for from one ruled line nearly half-way to the next.
    """
    stations = stations_on(surface)
    offset, clear = sighted(image, table, stations, AROUND_LINE * surface.square_mm)
    axis, near = stations.normal.argmax(1), np.abs(offset) < near_mm
    across, along = (near[clear & (axis == k)] for k in (0, 1))
    return float(across.sum() / max(1, across.size)), float(along.sum() / max(1, along.size))


def _check_squares(seen: tuple[int, int], surface: Surface) -> None:
    if seen != (surface.files, surface.ranks):
        raise EyeProblem(
            "calibration.squares",
            seen="{} × {}".format(*seen),
            board=f"{surface.files} × {surface.ranks}",
        )


def _check_borders(
    image: NDArray[np.uint8], table: TableMap, surface: Surface, *, decided: bool
) -> None:
    """Raises EyeProblem when the felt ends elsewhere, or its end is hidden: a board of one row
    less fits as well. `decided`: markers tell where an end is that one cannot see.
    """
    at = [border.at for border in borders(image, table, surface)]
    pairs = at[:2], at[2:]
    if at == [0] * 4 or (decided and all(0 in pair for pair in pairs)):
        return
    files, ranks = (sum(off or 0 for off in pair) for pair in pairs)
    _check_squares((surface.files + files, surface.ranks + ranks), surface)
    raise EyeProblem("calibration.hidden")


def _check_spacing(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> None:
    """Raises EyeProblem when twice as many lines are seen as the map has, or half as many: of a
    felt that is cut a part may pass for the whole.
    """
    seen = _by_spacing(image, table, surface)
    if seen != (surface.files, surface.ranks) and not shows(table, surface, AROUND):
        raise EyeProblem("calibration.cut")
    _check_squares(seen, surface)


def _by_spacing(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> tuple[int, int]:
    """Files and ranks seen when the map's lines are every other one of the felt's, or every other
    line of the map is not there.
    """
    here = stations_on(surface)
    half = Stations(at_mm=here.at_mm + here.normal * surface.square_mm / 2, normal=here.normal)
    on_line, between = (_on_line(image, table, stations) for stations in (here, half))
    counts = []
    for axis, count in enumerate((surface.files, surface.ranks)):
        mine = here.normal[:, axis] == 1
        odd = np.rint(here.at_mm[mine, axis] / surface.square_mm) % 2 == 1
        shares = sorted((on_line[mine][odd].mean(), on_line[mine][~odd].mean()))
        if shares[0] < ALTERNATE * shares[1]:
            counts.append(count // 2)
        else:
            doubled = between[mine].mean() > BETWEEN * on_line[mine].mean()
            counts.append(2 * count if doubled else count)
    return counts[0], counts[1]


def _on_line(image: NDArray[np.uint8], table: TableMap, stations: Stations) -> NDArray[np.bool_]:
    offset, clear = sighted(image, table, stations, REACH_MM)
    return np.asarray(clear & (np.abs(offset) < ON_LINE_MM), np.bool_)


def _places(markers: Markers, table: TableMap) -> dict[int, Floats]:
    """Where the middles of the markers lie on the plane of the felt (mm), by number."""
    return {n: table.to_table(quad.mean(0)[None], 0.0)[0] for n, quad in markers.items()}


def _check_markers(markers: Markers, table: TableMap, surface: Surface) -> None:
    """Markers lie on the frame, each at its own corner or all at the opposite ones; EyeProblem
    when most of them do not. One alone may be something that looks like a marker.
    """
    corners, inside = np.asarray(surface.corners_mm), ON_FELT * surface.square_mm
    astray = 0
    for number, place in _places(markers, table).items():
        on_felt = ((place > inside) & (place < corners[2] - inside)).all()
        nearest = int(np.linalg.norm(corners - place, axis=1).argmin())
        astray += bool(on_felt or (nearest - number) % 2)
    if astray > 1 and 2 * astray > len(markers):
        raise EyeProblem("calibration.markers")


def _markers_decide(markers: Markers, seen: Extent, table: TableMap, surface: Surface) -> bool:
    """Whether the markers say that the felt lies where the map says, though it is not wholly in
    sight: they are as far from it at one end as at the other, and no line goes on beyond it.
    """
    if len(markers) < DECIDING or seen.contradicts:
        return False
    far = np.array([surface.width_mm, surface.length_mm])
    out = np.array([np.maximum(-place, place - far) for place in _places(markers, table).values()])
    return bool((out > 0).all() and np.ptp(out, axis=0).max() < surface.square_mm / 2)
