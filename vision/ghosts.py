"""Rings that are no discs: a ball with its shadow on the felt has an outline of about that size."""

from collections.abc import Sequence

import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.channels import most_of
from vision.faces import RIM, ring_offsets
from vision.felt import Felt
from vision.frames import Image
from vision.observation import SeenDisc
from vision.rectify import local_frames, sample

MOSTLY_BARE = 0.6
"""The same where nothing was seen to happen: a grey rim in the shade passes for grey felt."""
LIKE_FELT = 0.30
"""Log ratio to the felt's colour, in every channel, under which a point of a rim is felt."""
BARE = 0.15
"""Share of the rim that may be felt: none of a disc is (measured 0.00), a shadow leaves 0.29."""


def real_discs(
    image: Image,
    table: TableMap,
    surface: Surface,
    discs: Sequence[SeenDisc],
    felt: Felt | None = None,
    most: float = BARE,
) -> list[SeenDisc]:
    """The discs of whose rim not more than a share is felt. `felt` saves learning it again."""
    if not discs:
        return []
    height = surface.disc_height_mm
    at = np.array([(d.x_mm, d.y_mm, (d.level + 1) * height) for d in discs])
    rims = sample(image, local_frames(table, at), ring_offsets(surface, RIM))
    ratio = (felt or Felt.learn(image, table, surface)).ratio(rims, at[:, :2])
    bare = (most_of(ratio) < LIKE_FELT).mean(axis=1)
    return [disc for disc, share in zip(discs, bare, strict=True) if share < most]
