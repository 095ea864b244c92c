"""What is printed on discs, to tell whether a disc lies as it lay or is another one, or turned."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc
from vision.rectify import local_frames, sample

RADII, ROUND = (0.16, 0.30, 0.44, 0.58), 24
"""Rings of points on a face, inside the rim, in shares of the radius."""
CONTRAST = 0.03
"""Standard deviation of log brightness over a face under which nothing is printed on it."""
ALIKE, UNLIKE = 0.90, 0.75
"""Correlation of two faces: measured at 720p on untouched discs 0.96 and more, on others
0.5 and less in nine of ten."""


@dataclass(kw_only=True)
class Prints:
    """The faces of the discs as last read, by track: of unit length, or zero where nothing is to be
    told by them.
    """

    surface: Surface
    _known: dict[int, Floats] = field(default_factory=dict)
    _now: Floats = field(default_factory=lambda: np.zeros((0, 0)))

    def take(
        self, image: Image, table: TableMap, discs: Sequence[SeenDisc], ball: SeenBall | None
    ) -> None:
        """The faces of these discs in this picture; the one under the ball is not known."""
        self._now = _faces(image, table, self.surface, discs)
        if ball is not None and ball.on_disc is not None and ball.on_disc < len(self._now):
            self._now[ball.on_disc] = 0.0

    def alike(self, track: int, index: int) -> bool | None:
        """Whether the disc of that index shows the face that the track showed; None when that
        cannot be told.
        """
        before, now = self._known.get(track), self._now[index] if index < len(self._now) else None
        if before is None or now is None or not (before.any() and now.any()):
            return None
        alike = float(before @ now)
        return None if UNLIKE < alike < ALIKE else alike >= ALIKE

    def keep(self, discs: Sequence[SeenDisc]) -> None:
        """These discs, now with their tracks, show the faces just taken."""
        for disc, face in zip(discs, self._now, strict=True):
            if disc.track is not None:
                self._known[disc.track] = face


def _faces(image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc]) -> Floats:
    """Log brightness at the same points of every face (N×M), less the mean of each ring (what is
    alike on all discs goes all round) and brought to unit length; zero where nothing is printed.
    """
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    offsets = np.concatenate([ring * share * surface.disc_mm / 2 for share in RADII])
    height = surface.disc_height_mm
    at = np.array([(d.x_mm, d.y_mm, (d.level + 1) * height) for d in discs]).reshape(-1, 3)
    grey = np.log(sample(image, local_frames(table, at), offsets).mean(axis=2) + 4.0)
    rings = grey.reshape(len(grey), len(RADII), ROUND)
    relief = (rings - rings.mean(axis=2, keepdims=True)).reshape(grey.shape)
    spread = relief.std(axis=1, keepdims=True)
    relief[spread[:, 0] < CONTRAST] = 0.0
    return np.asarray(relief / np.maximum(np.linalg.norm(relief, axis=1, keepdims=True), 1e-9))
