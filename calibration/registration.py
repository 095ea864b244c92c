"""A camera registered by what its picture shows: ruled grid, outline and markers; no touch needed.

Tried in CONTRIBUTING: the grid is found without markers as surely as with them, so it comes first
and markers say which end is Home; where the grid hides, the markers are the start.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.acceptance import accepted
from calibration.bundle import LinePoints, fit_camera
from calibration.felt_alone import felt_alone, leaves_picture
from calibration.grid import sight_lines
from calibration.lattice import Lattice, find_lattices
from calibration.markers import Markers, corner_guesses, find_markers, home_agrees
from calibration.pose import from_corners_by_focal, refined, snap
from calibration.problem import EyeProblem
from calibration.quality import Quality, edge_contrast, quality
from calibration.surface import Surface
from calibration.table_map import Floats, TableMap

MOST_RESIDUAL_MM = 3.0
"""A calibration worse than that is refused."""
FEWEST_SEEN = 0.25
"""Share of the ruled lines that must be seen for a grid to be believed."""
BRIGHTEST, DIM = 0.99, 60.0
"""A picture whose brightest hundredth is no brighter (grey levels) is too dark where it fails."""
EDGE_WEIGHT = 1.0
TRIED, REFINED = 5, 3
FEW_POINTS, ENOUGH_POINTS = 200, 400
CLEAR = 1.1
"""Worth of a start from which on it lies on the felt's lines, if perhaps on the wrong ones."""
CLEAR_SUPPORT = 0.8
"""Share of the ruled lines in the grid found from which the markers are not tried besides."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Registration:
    """A map found in a picture. `method` is `markers`, `grid` or `corners`; `home_known` = the
    markers said which end is Home (else Home is on the left of the picture, or at its bottom).
    """

    table: TableMap
    method: str
    quality: Quality
    home_known: bool


def register(image: NDArray[np.uint8], surface: Surface, *, thorough: bool = True) -> Registration:
    """The full camera over a known board from one BGR picture; EyeProblem when no grid is found,
    the felt is not wholly in the picture or no such board, the markers contradict, or the lines
    lie more than MOST_RESIDUAL_MM from where the best map puts them. `thorough`: where no
    start is clear, what is around the felt is covered and all tried again.
    """
    markers = find_markers(image)
    ranked = _ranked(image, image, markers, surface)
    try:
        table, measured = _first_right(image, ranked, surface, markers)
    except EyeProblem as problem:
        if not thorough or (ranked and _judged(image, ranked[0].rough, surface) > CLEAR):
            raise
        try:
            ranked = _ranked(image, felt_alone(image), markers, surface)
            table, measured = _first_right(image, ranked, surface, markers)
        except EyeProblem:
            raise problem from None
    agrees = home_agrees(markers, table, surface)
    turn = not agrees if agrees is not None else not _home_left(table, surface)
    return Registration(
        table=turned(table, surface) if turn else table,
        method="grid" if agrees is None else "markers",
        quality=measured,
        home_known=agrees is not None,
    )


def _ranked(
    image: NDArray[np.uint8], ruled: NDArray[np.uint8], markers: Markers, surface: Surface
) -> list["_Start"]:
    """The likeliest starts, best first; lines are sought in `ruled`."""
    starts = _starts(image, ruled, markers, surface)
    return sorted(starts, key=lambda start: -_judged(image, start.rough, surface))[:REFINED]


def _first_right(
    image: NDArray[np.uint8], ranked: list["_Start"], surface: Surface, markers: Markers
) -> tuple[TableMap, Quality]:
    """The map of the first start that leads to the felt; what is wrong with the best where none
    does.
    """
    problems = []
    for start in ranked:
        try:
            table = accepted(image, start.refined(image, surface), surface, markers)
            table = _again(image, table, surface).refined(image, surface)
            well = good_quality(image, table, surface)
        except EyeProblem as problem:
            problems.append(problem)
        else:
            return table, well
    unclear = EyeProblem("calibration.no_grid")
    worst = next((problem for problem in problems if problem.key != unclear.key), unclear)
    if worst.key in {unclear.key, "calibration.hidden"} and _dark(image):
        raise EyeProblem("calibration.dark")
    if worst is unclear and leaves_picture(image):
        raise EyeProblem("calibration.cut")
    raise worst


def _dark(image: NDArray[np.uint8]) -> bool:
    return float(np.quantile(image.max(axis=2), BRIGHTEST)) < DIM


def good_quality(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> Quality:
    """How good a map is; EyeProblem when it is too bad to judge by, or hardly a line is seen."""
    measured = quality(image, table, surface)
    if measured.seen < FEWEST_SEEN or not np.isfinite(measured.residual_mm):
        raise EyeProblem("calibration.no_grid")
    accept(measured)
    return measured


def accept(measured: Quality) -> None:
    """Raises EyeProblem when a calibration is too bad to judge by."""
    if measured.residual_mm > MOST_RESIDUAL_MM:
        raise EyeProblem("calibration.refused", mm=f"{measured.residual_mm:.1f}")


def turned(table: TableMap, surface: Surface) -> TableMap:
    """The same camera, its table frame turned by 180° about the felt's middle."""
    half = np.diag([-1.0, -1.0, 1.0])
    far = np.array([surface.width_mm, surface.length_mm, 0.0])
    return TableMap(lens=table.lens, R=table.R @ half, t=table.t + table.R @ far)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Start:
    """Where the felt's corners may be, a rough map of it, and what the grid's lines say."""

    corners_px: Floats
    rough: TableMap
    points: LinePoints | None

    def refined(self, image: NDArray[np.uint8], surface: Surface) -> TableMap:
        """The full camera, the best of several focal lengths to start from."""
        size = self.rough.lens.size
        tables = [self.rough, *from_corners_by_focal(self.corners_px, surface, size)]
        if self.points is not None:
            few = self.points.thinned(ENOUGH_POINTS)
            tables = [fit_camera(table, few) for table in tables]
            tables.sort(key=lambda table: float(np.abs(few.off_mm(table)).mean()))
        return refined(image, tables[0], surface)


def _again(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> _Start:
    """To fit the lines once more from a right map: what it was found by lay less surely on them,
    and may have led to another focal length.
    """
    corners = np.column_stack([np.asarray(surface.corners_mm), np.zeros(4)])
    points = sight_lines(image, table, surface).points(table)
    return _Start(corners_px=table.to_image(corners), rough=table, points=points)


def _starts(
    image: NDArray[np.uint8], ruled: NDArray[np.uint8], markers: Markers, surface: Surface
) -> Iterator[_Start]:
    size = (image.shape[1], image.shape[0])
    lattices = find_lattices(ruled, surface)
    guesses = [(lattice, _guessed(lattice, surface, size)) for lattice in lattices]
    possible = [(lattice, table) for lattice, table in guesses if table is not None]
    possible.sort(key=lambda guess: -_likely(image, guess, surface))
    for lattice, table in possible[:TRIED]:
        rough = fit_camera(table, lattice.points.thinned(FEW_POINTS))
        yield _Start(corners_px=lattice.corners_px, rough=rough, points=lattice.points)
    if lattices and lattices[0].support > CLEAR_SUPPORT:
        return
    for corners in corner_guesses(markers, surface):
        tables = from_corners_by_focal(corners, surface, size)
        yield _Start(corners_px=corners, rough=snap(image, tables[0], surface), points=None)


def _guessed(lattice: Lattice, surface: Surface, size: tuple[int, int]) -> TableMap | None:
    """A map from a grid's corners; None when no felt seen from above can lie so."""
    try:
        return from_corners_by_focal(lattice.corners_px, surface, size)[0]
    except EyeProblem:
        return None


def _likely(image: NDArray[np.uint8], guess: tuple[Lattice, TableMap], surface: Surface) -> float:
    """How likely a grid found is the felt's: its lines are there, and the felt ends where it does.
    A board that is nearly square has as many lines one way as the other.
    """
    lattice, table = guess
    return lattice.support + EDGE_WEIGHT * edge_contrast(image, table, surface)


def _judged(image: NDArray[np.uint8], table: TableMap, surface: Surface) -> float:
    """Worth of a map: the lines seen near their places, and a felt that ends where it says."""
    measured = quality(image, table, surface)
    worth = measured.seen - min(1.0, measured.residual_mm / MOST_RESIDUAL_MM)
    return worth + EDGE_WEIGHT * edge_contrast(image, table, surface)


def _home_left(table: TableMap, surface: Surface) -> bool:
    w, length = surface.width_mm, surface.length_mm
    home, away = table.to_image([[w / 2, 0.0, 0.0], [w / 2, length, 0.0]])
    across, down = away - home
    return bool(across > 0) if abs(across) > abs(down) else bool(down < 0)
