"""Setting the eye up behind the window: a thread that finds the camera, and what is kept of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

import numpy as np

from app.rulebook.words import Phrase, phrase
from app.ui.aiming import Fit, HomeSide, Picture, Points, Region
from app.wiring.registering import stored_as
from calibration.by_corners import register_by_corners
from calibration.drift import found_again
from calibration.grid import residual_mm
from calibration.history import keep, newest, rotation_deg
from calibration.problem import EyeProblem
from calibration.quality import REGIONS, quality
from calibration.registration import MOST_RESIDUAL_MM, Registration, register, turned
from calibration.row_time import RowTime
from calibration.store import StoredCalibration
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.cameras import identity
from vision.frames import Image

HOMES: dict[int, HomeSide] = {0: "left", 90: "top", 180: "right", 270: "bottom"}
"""By `rotation_deg`."""
STEPS = 25
TOLD = (
    "calibration.refused",
    "calibration.cut",
    "calibration.squares",
    "calibration.markers",
    "calibration.hidden",
    "calibration.dark",
    "corners.felt",
)
"""Problems that the window tells in its own words, by the same names."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Found(Fit):
    """A fit with the registration it shows."""

    registration: Registration


class Aimed:
    """Finds the camera `url` over a board; `newest` gives its picture, `rows` what is known of its
    shutter. What is kept goes to `folder`, and `table` is then the map.
    """

    def __init__(
        self,
        url: str,
        surface: Surface,
        newest: Callable[[], Image | None],
        folder: Path,
        rows: RowTime | None = None,
    ) -> None:
        self._rows = rows or RowTime()
        self.table: TableMap | None = None
        self._url, self._surface, self._newest, self._folder = url, surface, newest, folder
        self._outcome: Fit | Phrase | None = None
        self._number = 0
        self._thread: Thread | None = None

    def picture(self) -> Picture | None:
        return self._newest()

    def search(self, corners_px: Points | None) -> None:
        self._begin(lambda image: self._registered(image, corners_px))

    @property
    def has_kept(self) -> bool:
        return self._kept() is not None

    def search_kept(self) -> None:
        self._begin(self._found_kept)

    def _begin(self, find: Callable[[Image], Registration]) -> None:
        self._outcome = None
        self._number += 1
        number = self._number
        self._thread = Thread(target=lambda: self._find(find, number), name="calibrating")
        self._thread.start()

    @property
    def outcome(self) -> Fit | Phrase | None:
        return self._outcome

    def turned(self, fit: Fit) -> Fit:
        found = _of(fit)
        table = turned(found.table, self._surface)
        parts = found.quality.regions_mm[::-1]
        measured = replace(found.quality, regions_mm=parts)
        return self._shown(replace(found, table=table, quality=measured, home_known=True))

    def keep(self, fit: Fit) -> None:
        found = _of(fit)
        found = replace(found, table=self._rows.seen_by(found.table))
        keep(self._folder, stored_as(identity(self._url), found, self._surface), self._surface)
        self.table = found.table

    def close(self) -> None:
        """Wait for the search that is under way."""
        if self._thread is not None:
            self._thread.join()

    def _find(self, find: Callable[[Image], Registration], number: int) -> None:
        image = self._newest()
        told: Fit | Phrase
        try:
            told = phrase("match.eye.gone") if image is None else self._shown(find(image))
        except EyeProblem as problem:
            told = _said(problem)
        if number == self._number:  # else something else is being looked for by now
            self._outcome = told

    def _registered(self, image: Image, corners_px: Points | None) -> Registration:
        if corners_px is None:
            return register(image, self._surface)
        corners = [(float(x), float(y)) for x, y in corners_px]
        return register_by_corners(image, self._surface, corners)

    def _kept(self) -> StoredCalibration | None:
        image = self._newest()
        if image is None:
            return None
        return kept_for(self._url, (image.shape[1], image.shape[0]), self._folder)

    def _found_kept(self, image: Image) -> Registration:
        kept = self._kept()
        table = None if kept is None else still_right(kept.table, image, self._surface)
        if kept is None or table is None:
            raise EyeProblem("calibration.no_grid")
        measured = quality(image, table, self._surface)
        return Registration(table=table, method=kept.method, quality=measured, home_known=True)

    def _shown(self, found: Registration) -> Fit:
        surface, table = self._surface, found.table
        thirds = [
            ((k % REGIONS + 0.5) / REGIONS * surface.width_mm,
             (k // REGIONS + 0.5) / REGIONS * surface.length_mm)
            for k in range(REGIONS**2)
        ]  # fmt: skip
        middles = _on_felt(table, np.array(thirds))
        return _Found(
            corners_px=_on_felt(table, np.asarray(surface.corners_mm)),
            lines_px=lines_of(table, surface),
            regions=tuple(
                Region(middle_px=(float(x), float(y)), residual_mm=mm)
                for (x, y), mm in zip(middles, found.quality.regions_mm, strict=True)
            ),
            residual_mm=found.quality.residual_mm,
            home=HOMES[rotation_deg(table, surface)],
            home_known=found.home_known,
            registration=found,
        )


def _said(problem: EyeProblem) -> Phrase:
    """Why the camera was not found, in the words of the window."""
    if problem.key in TOLD:
        args = {name: str(value) for name, value in problem.args_.items()}
        return phrase(f"ui.aim.{problem.key.partition('.')[2]}", **args)
    return phrase("ui.aim.order" if problem.key.startswith("corners.") else "ui.aim.no_grid")


def _of(fit: Fit) -> Registration:
    if not isinstance(fit, _Found):
        raise TypeError("a fit of this search")
    return fit.registration


def lines_of(table: TableMap, surface: Surface) -> tuple[Points, ...]:
    """The felt's outline, then every ruled line inside it, where a map puts them (px)."""
    share = np.linspace(0.0, 1.0, STEPS)[:, None]
    corners = np.asarray(surface.corners_mm)
    sides = [a + (b - a) * share for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    lines = [np.concatenate(sides)]
    ends = np.array([surface.width_mm, surface.length_mm])
    for axis, count in ((0, surface.files), (1, surface.ranks)):
        for k in range(1, count):
            line = share * ends
            line[:, axis] = k * surface.square_mm
            lines.append(line)
    return tuple(_on_felt(table, line) for line in lines)


def _on_felt(table: TableMap, xy_mm: Points) -> Points:
    return table.to_image(np.column_stack([xy_mm, np.zeros(len(xy_mm))]))


def kept_for(url: str, size: tuple[int, int], folder: Path) -> StoredCalibration | None:
    """What was last kept for a camera at a resolution (px); damaged files count as none."""
    try:
        return newest(folder, identity(url), size)
    except EyeProblem:
        return None


def still_right(table: TableMap, image: Image, surface: Surface) -> TableMap | None:
    """The map of an earlier evening, moved to where the view is now; None when the lines of this
    picture are not those of that map.
    """
    found = found_again(image, table, surface)
    if found is None or residual_mm(image, found, surface) > MOST_RESIDUAL_MM:
        return None
    return found
