"""The ball is found on its disc or loose, whatever its colour."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.picture_file import load_picture
from calibration.pose import Freedom, snap
from vision.ball import find_ball
from vision.discs import find_discs
from vision.ovals import best_ovals, oval_field
from vision.scene import read_scene
from vision.score import match

FIXTURES = Path(__file__).parent / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
IMAGE = load_picture(FIXTURES / "crests.jpg")
TABLE = snap(IMAGE, TRUTH.table, TRUTH.surface, Freedom(lens=False))
DISCS = find_discs(IMAGE, TABLE, TRUTH.surface)


@pytest.mark.parametrize("name", ["crests", "hand"])
def test_the_carrier_is_found(name: str) -> None:
    truth, image = read_scene(FIXTURES / f"{name}.json"), load_picture(FIXTURES / f"{name}.jpg")
    table = snap(image, truth.table, truth.surface, Freedom(lens=False))
    discs = find_discs(image, table, truth.surface)
    ball = find_ball(image, table, truth.surface, discs)
    assert ball is not None
    assert ball.on_disc is not None
    assert truth.ball is not None
    names = {k: true.name for k, true in match(discs, truth.discs, truth.surface.disc_mm / 2)[0]}
    assert names[ball.on_disc] == truth.ball.carrier
    assert np.hypot(ball.x_mm - truth.ball.x_mm, ball.y_mm - truth.ball.y_mm) < 4.0
    assert ball.z_mm == truth.surface.disc_height_mm


@pytest.mark.parametrize("colour", [(60, 110, 180), (210, 225, 235)], ids=["brown", "white"])
@pytest.mark.parametrize("turn_deg", [0, 40, 110])
def test_a_loose_ball_is_found_within_two_millimetres(
    colour: tuple[int, int, int], turn_deg: int
) -> None:
    x, y = 255.0, 140.0
    assert min(np.hypot(disc.x_mm - x, disc.y_mm - y) for disc in DISCS) > 35
    painted = IMAGE.copy()
    centre = TABLE.to_image([[x, y, 7.5]])[0]
    along = np.array([np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg)), 0.0])
    across = np.array([-along[1], along[0], 0.0])
    angle = np.linspace(0, 2 * np.pi, 60)[:, None]
    outline = TABLE.to_image(
        np.array([x, y, 7.5]) + 11 * np.cos(angle) * along + 7.5 * np.sin(angle) * across
    )
    cv2.fillPoly(painted, [np.rint(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    ball = find_ball(painted, TABLE, TRUTH.surface, DISCS)
    assert ball is not None
    assert ball.on_disc is None
    assert ball.z_mm == 0.0
    assert np.hypot(ball.x_mm - x, ball.y_mm - y) < 2.0
    assert np.hypot(*(TABLE.to_image([[ball.x_mm, ball.y_mm, 7.5]])[0] - centre)) < 2.0


def test_far_from_the_ball_nothing_is_claimed_loose() -> None:
    ball = find_ball(IMAGE, TABLE, TRUTH.surface, [], near_mm=(500.0, 100.0))
    assert ball is None


def test_an_oval_is_found_with_its_turn() -> None:
    patch = np.full((41, 41, 3), 40, np.uint8)
    cv2.ellipse(patch, (22, 19), (9, 6), 45, 0, 360, (200, 200, 200), -1, cv2.LINE_AA)
    oval = best_ovals([oval_field(patch)], (9.0, 6.0), 6.0)[0]
    assert (oval.x, oval.y) == pytest.approx((22, 19), abs=0.6)
    assert oval.turn == pytest.approx(np.pi / 4, abs=0.01)
    assert oval.score > 1.0


def test_a_square_is_a_worse_oval_than_an_oval() -> None:
    patch = np.full((41, 41, 3), 40, np.uint8)
    cv2.rectangle(patch, (11, 14), (29, 26), (200, 200, 200), -1)
    other = np.full((41, 41, 3), 40, np.uint8)
    cv2.ellipse(other, (20, 20), (9, 6), 0, 0, 360, (200, 200, 200), -1, cv2.LINE_AA)
    square, oval = best_ovals([oval_field(patch), oval_field(other)], (9.0, 6.0), 6.0)
    assert square.score < oval.score - 0.3
