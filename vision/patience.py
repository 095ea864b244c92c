"""What looks like a hand for long and is none: a knocked camera, a piece left by the edge."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from vision.observation import SeenBall, SeenDisc, SeenHand

PIECE_DISCS, PIECE_FOR = 4.0, 0.6
"""A piece is no larger than so many discs, and lies still for so long (s)."""
SHIFTED_FOR = 1.0
MADE_OF, REACH, GRID_MM = 0.85, 1.4, 3.0
"""Share of what changed that must lie within so many radii of discs for it to be made of them."""


def is_no_hand(
    surface: Surface,
    hands: Sequence[SeenHand],
    under: tuple[Sequence[SeenDisc], SeenBall | None],
    still_s: float,
    *,
    all_around: bool,
    fresh: Sequence[SeenDisc] = (),
) -> bool:
    """Whether what was taken for hands is to be taken for the table from now on.

    A camera that was knocked, or another lamp, changes everything and then stays still. What lies
    still by the edge and is small is a piece that was left there, unless it may be fingers that
    rest on a disc or the ball (`under` = the discs, marked where something is over them): a piece
    beside a disc covers no more than its rim. So is what discs read just now (`fresh`) make up.
    """
    if all_around and still_s > SHIFTED_FOR:
        return True
    discs, ball = under
    outlines = [np.array(hand.outline_mm, np.float32) for hand in hands]
    most = PIECE_DISCS * np.pi * (surface.disc_mm / 2) ** 2
    if still_s > PIECE_FOR and _made_of(surface, outlines, fresh, discs):
        return True
    if still_s <= PIECE_FOR or any(cv2.contourArea(outline) >= most for outline in outlines):
        return False
    hides_ball = ball is not None and _over(outlines, (ball.x_mm, ball.y_mm), 0.0)
    near = surface.disc_mm / 4
    return not hides_ball and not any(
        disc.held and _over(outlines, (disc.x_mm, disc.y_mm), near) for disc in discs
    )


def _made_of(
    surface: Surface,
    outlines: Sequence[NDArray[np.float32]],
    fresh: Sequence[SeenDisc],
    before: Sequence[SeenDisc],
) -> bool:
    """Whether discs that lie there now, and the places they left, make up what changed: all the
    discs that lay there but one, which may have been pushed out, are seen.
    """
    held = [disc for disc in before if disc.held]
    now = [disc for disc in fresh if _over(outlines, (disc.x_mm, disc.y_mm), 0.0)]
    if len(now) < max(1, len(held) - 1):
        return False
    inside = np.array(
        [
            (x, y)
            for outline in outlines
            for x in np.arange(max(outline[:, 0].min(), 0.0), outline[:, 0].max(), GRID_MM)
            for y in np.arange(outline[:, 1].min(), outline[:, 1].max(), GRID_MM)
            if 0 <= y <= surface.length_mm
            and x <= surface.width_mm
            and _over(outlines, (float(x), float(y)), 0.0)
        ]
    ).reshape(-1, 1, 2)
    places = np.array([(disc.x_mm, disc.y_mm) for disc in (*now, *held)])
    near = np.linalg.norm(inside - places, axis=2).min(axis=1) < REACH * surface.disc_mm / 2
    return len(near) > 0 and float(near.mean()) > MADE_OF


def _over(outlines: Sequence[NDArray[np.float32]], at: tuple[float, float], near: float) -> bool:
    """Whether an outline reaches over a place, or so near to it (mm)."""
    return any(cv2.pointPolygonTest(each, at, measureDist=True) >= -near for each in outlines)
