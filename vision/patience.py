"""What looks like a hand for long and is none: a knocked camera, a piece left by the edge."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.surface import Surface
from vision.observation import SeenBall, SeenDisc, SeenHand

PIECE_DISCS, PIECE_FOR = 4.0, 0.6
"""A piece is no larger than so many discs, and lies still for so long (s)."""
SHIFTED_FOR = 1.0


def is_no_hand(
    surface: Surface,
    hands: Sequence[SeenHand],
    under: tuple[Sequence[SeenDisc], SeenBall | None],
    still_s: float,
    *,
    all_around: bool,
) -> bool:
    """Whether what was taken for hands is to be taken for the table from now on.

    A camera that was knocked, or another lamp, changes everything and then stays still. What lies
    still by the edge and is small is a piece that was left there, unless it may be fingers that
    rest on a disc or the ball (`under` = the discs, marked where something is over them).
    """
    if all_around and still_s > SHIFTED_FOR:
        return True
    discs, ball = under
    outlines = [np.array(hand.outline_mm, np.float32) for hand in hands]
    most = PIECE_DISCS * np.pi * (surface.disc_mm / 2) ** 2
    if still_s <= PIECE_FOR or any(cv2.contourArea(outline) >= most for outline in outlines):
        return False
    hides_ball = ball is not None and any(
        cv2.pointPolygonTest(outline, (ball.x_mm, ball.y_mm), measureDist=False) >= 0
        for outline in outlines
    )
    return not hides_ball and not any(disc.held for disc in discs)
