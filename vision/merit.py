"""How well circles are outlined, and those that are not fitted anew from beside them."""

import numpy as np

from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.rings import Circles, refine

WEAK, GAIN = 0.85, 0.05
"""Merit below which a circle is fitted anew from beside it (few discs in full view have less),
and by how much more another circle must have to be taken.
"""
ODD, ODD_PRICE = 0.03, 2.0
"""Share by which a radius may differ from the usual one of a picture, and the price of more: the
edge of its own enamel draws a circle inwards on one side.
"""
AROUND, SIDES, AGAIN_SPAN = (0.12, 0.18), 8, 0.2
"""How far beside it (shares of the radius, the second where the first helped but little), on how
many sides, and within what span: the outline of a neighbour draws a circle away by up to a fifth.
"""


def fitted_anew(
    image: Image,
    table: TableMap,
    first: Circles,
    radius_mm: float,
    height: tuple[float, float],
    span: float,
) -> Circles:
    """Refined circles, those of little merit fitted again from AROUND, on all sides: the best is
    taken where it is sound.
    """
    circles = first
    usual = float(np.median(circles.radii)) if len(circles.radii) else radius_mm
    turn = np.arange(SIDES) * 2 * np.pi / SIDES
    sides = radius_mm * np.column_stack([np.cos(turn), np.sin(turn)])
    sides = np.concatenate([np.zeros((1, 2)), sides])
    closer = min(span, AGAIN_SPAN)
    now = merit(circles, usual)
    weak = np.nonzero(now < WEAK)[0]
    for share in AROUND:
        if not len(weak):
            break
        tries = (circles.centres[weak, None] + share * sides).reshape(-1, 2)
        tried = refine(image, table, tries, radius_mm, height, closer)
        merits = merit(tried, usual).reshape(len(weak), -1)
        better = np.nonzero(merits.max(1) > now[weak] + GAIN)[0]
        best = tried.centres[better * len(sides) + merits[better].argmax(1)]
        found = refine(image, table, best, radius_mm, height, closer)
        circles = circles.with_(weak[better], found)
        now = merit(circles, usual)
        weak = weak[better][now[weak[better]] < WEAK]
    sound = np.nonzero(merit(circles, usual) >= WEAK)[0]
    return first.with_(sound, circles.take(sound))


def merit(circles: Circles, usual_mm: float, even: float = ODD, price: float = ODD_PRICE) -> Floats:
    """Support, less the price of a radius that differs from the usual one by more than a share."""
    odd = np.abs(circles.radii / usual_mm - 1.0) - even
    return np.asarray(circles.support - price * np.maximum(odd, 0.0), np.float64)
