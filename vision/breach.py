"""Faces whose ring of ground paint is broken over a long arc, as by a ball lying on them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.channels import mean_of, median_of
from vision.faces import tops
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, sample

RINGS = (0.48, 0.55, 0.62)
"""Radii: within all enamel, about a crest of which only tips reach so far out."""
AGREE = 2
"""So many of the rings must be broken in one direction."""
ROUND = 36
FAR = 0.20
"""Distance (log chroma, and LIGHT_WEIGHT of log brightness) from a paint that is not that paint."""
LIGHT_WEIGHT = 0.35
UNEVEN = 3.0
"""How many times the arc that differs from the face's own usual colour an arc may be: a ball may
cover most of a ring.
"""
BURNT = 245.0
"""Grey levels, all channels, beyond which a highlight hides the colour."""


def breaches(
    image: Image, table: TableMap, surface: Surface, discs: Sequence[SeenDisc], felt: Felt
) -> Floats:
    """The longest arc of each face (N, share of the circle) that is not its team's ground paint.

    Which team's is left open: a face is compared with the grounds of both, and the better counts;
    and with its own, so that one that is strange all around (in glare) is not broken.
    """
    count = len(discs)
    if not count:
        return np.zeros(0)
    at = tops(surface, discs)
    angle = np.arange(ROUND) * 2 * np.pi / ROUND
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    offsets = np.concatenate([unit * share * surface.disc_mm / 2 for share in RINGS])
    seen = sample(image, local_frames(table, at), offsets)
    over = felt.ratio(seen, at[:, :2])
    light = mean_of(over)[..., None]
    looks = np.concatenate([over - light, LIGHT_WEIGHT * light], axis=2)
    hidden = seen.min(2) > BURNT
    own = median_of(looks, axis=1)
    best = UNEVEN * _broken(looks, own[:, None], hidden)
    for ground in _grounds(own, discs):
        best = np.minimum(best, _broken(looks, ground, hidden))
    return np.asarray(np.minimum(best, 1.0), np.float64)


def _broken(looks: Floats, ground: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """The longest arc of each face that is not like `ground`, N."""
    strange = (np.linalg.norm(looks - ground, axis=2) > FAR) & ~hidden
    broken = strange.reshape(len(looks), len(RINGS), ROUND).sum(1) >= AGREE
    return _longest_run(broken) / ROUND


def _grounds(own: Floats, discs: Sequence[SeenDisc]) -> list[Floats]:
    """The usual ground paint of each team, or of all where teams are not known."""
    teams = np.array([-1 if disc.team is None else disc.team for disc in discs])
    known = [team for team in (0, 1) if (teams == team).any()]
    chosen = [teams == team for team in known] or [np.ones(len(discs), bool)]
    return [np.median(own[members], axis=0) for members in chosen]


def _longest_run(broken: NDArray[np.bool_]) -> Floats:
    """The longest run of True around each of N circles (N×M)."""
    run, longest = np.zeros(len(broken)), np.zeros(len(broken))
    for column in np.concatenate([broken, broken], axis=1).T:
        run = np.where(column, run + 1, 0.0)
        longest = np.maximum(longest, run)
    return np.minimum(longest, broken.shape[1])
