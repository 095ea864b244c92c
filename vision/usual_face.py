"""How unlike the other faces of its team a face is, all colours taken together, whatever its turn.

A ball on a disc brings its own colours and hides those of the crest; either is missed by whoever
asks for a strange colour alone: a white ball on a white disc shows none.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of
from vision.faces import tops
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, sample

RINGS = ((0.0, 0.3), (0.3, 0.5), (0.5, 0.62))
"""Parts of a face, in radii, each compared with the same part of others: within all enamel."""
POINTS = 40
LIGHT_WEIGHT = 0.35
"""Of log brightness beside log chroma: shadow and glare change the one more than the other."""
FEWEST = 4
"""A team of so many discs in sight tells what its faces look like."""
NOISE = 0.02
"""Distance (log chroma) between faces that is no more than noise."""


def unlike_team(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> Floats:
    """How many times farther than is usual there each face is from the middle of a team (N): of
    either team, as the ball may hide which it belongs to. 0 where too few are in sight.
    """
    if len(discs) < FEWEST:
        return np.zeros(len(discs))
    places = tops(surface, discs)
    frames = local_frames(table, places)
    groups = _teams(discs)
    away = np.zeros((len(groups), len(discs)))
    for inner, outer in RINGS:
        points = _spread(inner, outer) * surface.disc_mm / 2
        over = felt.ratio(sample(image, frames, points), places[:, :2])
        light = mean_of(over)[..., None]
        looks = np.sort(np.concatenate([over - light, LIGHT_WEIGHT * light], axis=2), axis=1)
        share = (outer**2 - inner**2) / RINGS[-1][1] ** 2
        for k, team in enumerate(groups):
            far = np.abs(looks - np.median(looks[team], axis=0)).mean((1, 2))
            away[k] += share * far / (np.median(far[team]) + NOISE / 2)
    return np.asarray(away.min(0), np.float64)


def _teams(discs: Sequence[SeenDisc]) -> list[NDArray[np.bool_]]:
    """Which discs are of either team, of those that are many enough; else all are one."""
    teams = np.array([-1 if disc.team is None else disc.team for disc in discs])
    many = [teams == team for team in (0, 1) if (teams == team).sum() >= FEWEST]
    return many or [np.ones(len(discs), np.bool_)]


def _spread(inner: float, outer: float) -> Floats:
    """POINTS (×2) even over a ring, like the seeds of a sunflower."""
    radius = np.sqrt(inner**2 + (outer**2 - inner**2) * (np.arange(POINTS) + 0.5) / POINTS)
    angle = np.arange(POINTS) * 2.399963
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
