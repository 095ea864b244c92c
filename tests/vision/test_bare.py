"""Discs on boards that no camera model knows: of any colour, touching, slanted, among paint."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.picture_file import load_picture
from calibration.table_map import Floats
from tests.vision.drawn import as_picture, circle, ruled_board, shining, stone
from vision.bare import find_bare_discs
from vision.evaluate_discs import matched
from vision.frames import Image
from vision.scene import read_scene

FIXTURES = Path(__file__).parent / "fixtures"
BLACK, WHITE = (28, 26, 25), (225, 228, 226)
GOLD, SILVER = (90, 170, 225), (205, 205, 205)


def stones(seed: int) -> tuple[Image, Floats]:
    """Stones on crossings, most of them with neighbours that they touch."""
    rng = np.random.default_rng(seed)
    board = ruled_board(seed, (640, 480), (120, 175, 205))
    places = [(40.0 * i, 40.0 * j) for i in range(2, 13) for j in range(2, 10)]
    chosen = rng.permutation(len(places))[:45]
    for n, k in enumerate(chosen):
        stone(board, places[k], 19.5, BLACK if n % 2 else WHITE)
    return as_picture(board), np.array([(*places[k], 19.5) for k in chosen])


def metal(seed: int, painted: int) -> tuple[Image, Floats]:
    """Gold and silver discs on a board with painted circles of about their size."""
    rng = np.random.default_rng(seed)
    board = ruled_board(seed, (640, 480), (70, 110, 60))
    spots = [(60.0 + 75 * i, 60.0 + 75 * j) for i in range(8) for j in range(6)]
    order = rng.permutation(len(spots))
    for k in order[:painted]:
        circle(board, spots[k], 25.0 * rng.uniform(0.95, 1.05), (40, 60, 190))
    discs = order[painted : painted + 24]
    for n, k in enumerate(discs):
        shining(board, spots[k], 25.0, GOLD if n % 2 else SILVER)
    return as_picture(board), np.array([(*spots[k], 25.0) for k in discs])


@pytest.mark.parametrize("off", [-0.15, 0.0, 0.15])
def test_touching_stones_are_told_apart_however_roughly_their_size_is_known(off: float) -> None:
    image, discs = stones(3)
    found = find_bare_discs(image, 19.5 * (1 + off))
    assert matched(found.centres, discs) == len(discs) == len(found.radii)
    assert np.median(found.radii) == pytest.approx(19.5, rel=0.08)


def test_a_slanted_board_makes_ellipses() -> None:
    image, discs = stones(4)
    flat = np.asarray(cv2.resize(image, (640, 390), interpolation=cv2.INTER_AREA), np.uint8)
    squeezed = discs * (1.0, 390 / 480, 0.9)
    found = find_bare_discs(flat, 17.5)
    assert matched(found.centres, squeezed) == len(discs) == len(found.radii)


@pytest.mark.parametrize(("gain", "lift"), [(0.35, 0.0), (0.5, 70.0)])
def test_light_and_haze_do_not_matter(gain: float, lift: float) -> None:
    image, discs = stones(5)
    dull = np.clip(image * gain + lift, 0, 255).astype(np.uint8)
    found = find_bare_discs(dull, 19.5)
    assert matched(found.centres, discs) == len(discs) == len(found.radii)


def test_painted_circles_are_not_discs() -> None:
    image, discs = metal(6, painted=14)
    found = find_bare_discs(image, 24.0)
    assert matched(found.centres, discs) == len(discs)
    assert len(found.radii) <= len(discs) + 1


def test_a_render_is_read_without_its_camera() -> None:
    scene, image = read_scene(FIXTURES / "crests.json"), load_picture(FIXTURES / "crests.jpg")
    shown = [disc for disc in scene.discs if disc.visible > 0.9]
    height, radius = scene.surface.disc_height_mm, scene.surface.disc_mm / 2
    tops = [(d.x_mm, d.y_mm, (d.level + 1) * height) for d in shown]
    rims = [(d.x_mm + radius, d.y_mm, (d.level + 1) * height) for d in shown]
    px = scene.table.to_image(tops)
    sizes = np.linalg.norm(scene.table.to_image(rims) - px, axis=1)
    found = find_bare_discs(image, float(np.median(sizes)))
    assert matched(found.centres, np.column_stack([px, sizes])) == len(shown)


def test_a_board_without_discs_holds_few_or_none() -> None:
    empty = as_picture(ruled_board(7, (640, 480), (120, 175, 205)))
    assert len(find_bare_discs(np.full((200, 300, 3), 90, np.uint8), 20.0).radii) == 0
    assert len(find_bare_discs(empty, 19.5).radii) <= 2
