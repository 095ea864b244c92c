"""Two discs on one another: what a still picture tells, and what counting pieces tells.

From above a stack looks almost like a disc. In a still, the rim of its lower disc shows beside it
(`lower_rims`); from one reading to the next, a disc that vanished lies under the one that now
covers its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.observation import SeenDisc


@dataclass(frozen=True, kw_only=True)
class Pile:
    """What lay at a place: the teams of its discs from the felt up, position in mm."""

    x_mm: float
    y_mm: float
    teams: tuple[int, ...]


def lifted(
    table: TableMap, surface: Surface, discs: Sequence[SeenDisc], heights: Sequence[int]
) -> list[SeenDisc]:
    """The discs with their level set to height - 1 and their position corrected: the same pixel
    on a higher plane is a place nearer to the camera.
    """
    eye = table.eye_mm
    moved = []
    for disc, height in zip(discs, heights, strict=True):
        before = eye[2] - (disc.level + 1) * surface.disc_height_mm
        share = (eye[2] - height * surface.disc_height_mm) / before
        moved.append(
            replace(
                disc,
                x_mm=float(eye[0] + (disc.x_mm - eye[0]) * share),
                y_mm=float(eye[1] + (disc.y_mm - eye[1]) * share),
                level=height - 1,
            )
        )
    return moved


def stacks_by_conservation(
    expected: tuple[int, int],
    seen: Sequence[SeenDisc],
    before: Sequence[Pile],
    disc_mm: float,
) -> list[int]:
    """The most probable height (1 or 2) of every seen disc, given how many discs each team has.

    A missing disc lies where it last was, under the seen disc that now covers that place (within
    0.75 of a diameter); failing that, under a disc that looks lifted (level 1).
    """
    heights = [1] * len(seen)
    for team in (0, 1):
        missing = expected[team] - sum(disc.team == team for disc in seen)
        covers = _covers(team, seen, before, disc_mm)
        looks = [(0.0, k) for k, disc in enumerate(seen) if disc.level == 1]
        for _, k in covers + looks:
            if missing <= 0:
                break
            if heights[k] == 1:
                heights[k] = 2
                missing -= 1
    return heights


def _covers(
    team: int, seen: Sequence[SeenDisc], before: Sequence[Pile], disc_mm: float
) -> list[tuple[float, int]]:
    """(distance, seen disc) for each place where a disc of the team was and none shows now."""
    places = [pile for pile in before for owner in pile.teams if owner == team]
    shown = {k for k, disc in enumerate(seen) if disc.team == team}
    gone = []
    for pile in places:
        still = [(_gap(seen[k], pile), k) for k in shown]
        if still and min(still)[0] < disc_mm / 2:
            shown.discard(min(still)[1])
        else:
            gone.append(pile)
    found = []
    for pile in gone:
        nearest = min(((_gap(disc, pile), k) for k, disc in enumerate(seen)), default=None)
        if nearest is not None and nearest[0] < 0.75 * disc_mm:
            found.append(nearest)
    return sorted(found)


def _gap(disc: SeenDisc, pile: Pile) -> float:
    return float(np.hypot(disc.x_mm - pile.x_mm, disc.y_mm - pile.y_mm))
