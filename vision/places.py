"""Whether a place of the table still looks as it did, whatever the light and the camera did."""

from collections.abc import Sequence

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.rectify import local_frames, sample

GRID = 13
"""So many points across a place are compared."""
BEYOND = 1.3
"""A place is so many times as wide as what lies there."""
SAME = 0.9
"""Correlation of log colours from which on the same thing is seen: measured on pieces left alone
0.91 in a fiftieth of the light and 0.98 else; on those moved by 2 mm 0.91 and less, on felt and
hands in their place 0.5 and less."""
FAINT = 0.04
"""Deviation of log colours under which a place shows nothing that could be known again."""
DARK = 4.0

Seen = tuple[Image, TableMap]
"""A BGR picture and its map."""


def unchanged(
    before: Seen, now: Seen, surface: Surface, pieces: Sequence[SeenDisc | SeenBall]
) -> tuple[bool | None, ...]:
    """For each piece that lay there before whether its place looks the same now; None where it
    showed too little before to tell.
    """
    if not pieces:
        return ()
    steps = np.linspace(-0.5, 0.5, GRID)
    unit = np.stack(np.meshgrid(steps, steps), 2).reshape(-1, 2)
    unit = unit[np.hypot(*unit.T) <= 0.5]
    at = np.array([_middle(surface, piece) for piece in pieces])
    offsets = [unit * BEYOND * _across(surface, piece) for piece in pieces]
    then, here = (_looks(sample(*_sampling(seen, at), offsets)) for seen in (before, now))
    alike = (then * here).sum(1) / np.sqrt((then**2).sum(1) * (here**2).sum(1) + 1e-9)
    faint = then.std(axis=1) < FAINT
    return tuple(
        None if dim else bool(same >= SAME) for dim, same in zip(faint, alike, strict=True)
    )


def _sampling(seen: Seen, at: Floats) -> tuple[Image, Floats]:
    image, table = seen
    return image, local_frames(table, at)


def _middle(surface: Surface, piece: SeenDisc | SeenBall) -> tuple[float, float, float]:
    """Where a disc's face is, or a ball's middle (mm)."""
    if isinstance(piece, SeenBall):
        return piece.x_mm, piece.y_mm, piece.z_mm + min(surface.ball_mm) / 2
    return piece.x_mm, piece.y_mm, (piece.level + 1) * surface.disc_height_mm


def _across(surface: Surface, piece: SeenDisc | SeenBall) -> float:
    return max(surface.ball_mm) if isinstance(piece, SeenBall) else surface.disc_mm


def _looks(colours: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Floats:
    """Log colours less the mean of each channel: N×(points · 3)."""
    log = np.log(np.asarray(colours, np.float64) + DARK)
    return np.asarray((log - log.mean(axis=1, keepdims=True)).reshape(len(log), -1), np.float64)
