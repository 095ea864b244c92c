"""What is caught as the ball when it was out of sight."""

import cv2
import numpy as np
import pytest

from calibration.surface import Surface
from vision.change import as_mask
from vision.follow import BallFollower
from vision.frames import Frame, Image
from vision.observation import SeenBall, SeenHand
from vision.synthetic import default_view

SURFACE = Surface(
    files=11, ranks=18, square_mm=42.0, disc_mm=31.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
SIZE = (960, 540)
TABLE = default_view(SURFACE, SIZE)
LAY, FREE = (231.0, 390.0), (300.0, 520.0)
FELT, YELLOW, SKIN = (60, 120, 40), (30, 190, 230), (120, 150, 205)
REDUCED = 4


def shown(*spots: tuple[tuple[float, float], tuple[int, int, int]]) -> Image:
    """Felt with balls of some colour on it."""
    image = np.full((SIZE[1], SIZE[0], 3), FELT, np.uint8)
    for (x, y), colour in spots:
        u, v = TABLE.to_image([[x, y, SURFACE.ball_mm[1] / 2]])[0]
        cv2.circle(image, (round(u), round(v)), 7, colour, -1)
    return image


def hand_over(x: float, y: float) -> SeenHand:
    around = [(-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0)]
    return SeenHand(outline_mm=tuple((x + dx, y + dy) for dx, dy in around), edge="S")


@pytest.mark.parametrize(("colour", "caught"), [(YELLOW, True), (SKIN, False)])
def test_a_knuckle_is_not_caught_as_the_ball_that_a_hand_hides(
    colour: tuple[int, int, int], *, caught: bool
) -> None:
    follower = BallFollower(TABLE, SURFACE)
    lay = SeenBall(x_mm=LAY[0], y_mm=LAY[1])
    follower.settle(Frame(at=0.0, image=shown((LAY, YELLOW))), lay)
    hands = (hand_over(*LAY),)
    nothing = np.zeros((SIZE[1] // REDUCED, SIZE[0] // REDUCED), np.uint8)
    assert follower.follow(Frame(at=0.5, image=shown()), hands, nothing) is None
    now = shown((FREE, colour))
    small = cv2.resize(cv2.absdiff(now, shown()), nothing.shape[::-1]).max(axis=2)
    stirred = as_mask(cv2.dilate(small, np.ones((5, 5), np.uint8)) > 9)
    found = follower.follow(Frame(at=0.52, image=now), hands, stirred)
    assert (found is not None) is caught
    if found is not None:
        assert np.hypot(found.x_mm - FREE[0], found.y_mm - FREE[1]) < 2.0
