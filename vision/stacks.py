"""Two discs on one another: what a still picture tells, and what counting pieces tells.

From above a stack looks almost like a disc. In a still, its lower disc juts out or its side wall
is twice as high; from one reading to the next, a disc that vanished lies under the one that now
covers its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.faces import RIM, ring_offsets
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, native_px_per_mm, sample
from vision.rings import directions, wall_mm

STEP_MM = 0.3
REACH_MM = 4.5
"""How far beyond the outline of a disc something that juts out is sought."""
LINE_MM = 2.3
"""Half width kept clear of ruled lines."""
STRANGE_HUE = 0.13
"""Log chroma that tells metal or paint from felt, lit or shaded."""
DARK = -1.0
"""Log brightness over the felt below which hue means nothing."""
LIKE_RIM = 0.25
"""Log chroma within which something has the colour of the discs' rims; paint seldom has."""
JUTS_OUT_MM, JUTS_OUT_PX = 2.8, 3.2
"""What juts out from here, in mm and in pixels, shows a stack in a still picture alone (measured: 3
in 10 found on path-traced pictures, none wrong).
"""


@dataclass(frozen=True, kw_only=True)
class Pile:
    """What lay at a place: the teams of its discs from the felt up, position in mm."""

    x_mm: float
    y_mm: float
    teams: tuple[int, ...]


def jutting_mm(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> Floats:
    """How far something that is not felt juts out beyond the outline of a single disc, N mm.

    The largest mean over 68° of outline; ruled lines and whatever reaches farther than REACH_MM
    (a hand, a neighbour) do not count.
    """
    if not discs:
        return np.zeros(0)
    centres = np.array([(disc.x_mm, disc.y_mm) for disc in discs])
    height, radius = surface.disc_height_mm, surface.disc_mm / 2
    wall = wall_mm(table, centres, radius, (height, 0.0))
    beyond = np.arange(STEP_MM, REACH_MM + 1e-9, STEP_MM)
    reach = radius + wall[..., None] + beyond
    cos, sin = directions()
    offsets = np.stack([reach * cos[:, None], reach * sin[:, None]], 3)
    flat = offsets.reshape(len(discs), -1, 2)
    frames = local_frames(table, np.column_stack([centres, np.full(len(discs), height)]))
    over = felt.ratio(sample(image, frames, flat), centres).reshape(*reach.shape, 3)
    light = over.mean(3)
    hue = over - light[..., None]
    strange = (np.abs(hue).max(3) > STRANGE_HUE) & (light > DARK)
    strange &= np.abs(hue - _rim_hue(image, frames, surface, centres, felt)).max(3) < LIKE_RIM
    strange &= ~_on_line(centres[:, None] + flat, surface).reshape(strange.shape)
    run = np.cumprod(strange, 2).sum(2)
    run = np.where(run == len(beyond), 0, run) * STEP_MM
    window = np.stack([np.roll(run, k, 1) for k in range(-4, 5)]).mean(0)
    return np.asarray(window.max(1), np.float64)


def _rim_hue(image: Image, frames: Floats, surface: Surface, centres: Floats, felt: Felt) -> Floats:
    """The usual log chroma of the discs' rims over the felt's: 3. The lower disc shows its rim."""
    rims = felt.ratio(sample(image, frames, ring_offsets(surface, RIM)), centres)
    hue = rims - rims.mean(2, keepdims=True)
    return np.asarray(np.median(hue, axis=(0, 1)), np.float64)


def _on_line(points: Floats, surface: Surface) -> NDArray[np.bool_]:
    cells = points / surface.square_mm
    away = np.abs(cells - np.rint(cells)) * surface.square_mm
    return np.asarray(away.min(-1) < LINE_MM)


def piled(table: TableMap, surface: Surface, juts: Floats) -> list[int]:
    """The height (1 or 2) of each disc by what juts out beside it (N mm)."""
    least = max(JUTS_OUT_MM, JUTS_OUT_PX / native_px_per_mm(table, surface))
    return [2 if jut > least else 1 for jut in juts]


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
