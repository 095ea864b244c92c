"""Every disc in full view is found at its place, and nothing else is taken for one."""

from pathlib import Path

import numpy as np
import pytest

from calibration.picture_file import load_picture
from calibration.pose import Freedom, snap
from calibration.table_map import TableMap
from tests.vision.staged import SURFACE, at_square
from vision.discs import find_discs, find_discs_near
from vision.frames import Image
from vision.observation import SeenDisc
from vision.scene import Scene, read_scene
from vision.score import match
from vision.synthetic import Look, SyntheticCamera, default_view
from vision.synthetic import Scene as Acted

FIXTURES = Path(__file__).parent / "fixtures"


def scene(name: str) -> tuple[Scene, Image, TableMap]:
    truth, image = read_scene(FIXTURES / f"{name}.json"), load_picture(FIXTURES / f"{name}.jpg")
    return truth, image, snap(image, truth.table, truth.surface, Freedom(lens=False))


CRESTS, HAND = scene("crests"), scene("hand")


def errors(found: list[SeenDisc], truth: Scene) -> tuple[list[float], int, int]:
    pairs, missed, false = match(found, truth.discs, truth.surface.disc_mm / 2)
    away = [np.hypot(found[k].x_mm - true.x_mm, found[k].y_mm - true.y_mm) for k, true in pairs]
    return away, missed, false


@pytest.mark.parametrize("which", [CRESTS, HAND], ids=["crests", "hand"])
def test_all_discs_in_sight_and_no_others(which: tuple[Scene, Image, TableMap]) -> None:
    truth, image, table = which
    away, missed, false = errors(find_discs(image, table, truth.surface), truth)
    assert (missed, false) == (0, 0)
    assert np.median(away) < 0.6
    assert max(away) < 3.0


def test_brightness_does_not_matter() -> None:
    truth, image, table = CRESTS
    for gain in (0.4, 1.5):
        other = np.clip(image * gain, 0, 255).astype(np.uint8)
        assert errors(find_discs(other, table, truth.surface), truth)[1:] == (0, 0)


def test_the_bare_felt_holds_no_disc() -> None:
    truth, image, table = CRESTS
    bare = image.copy()
    for disc in truth.discs:
        u, v = table.to_image([[disc.x_mm, disc.y_mm, 3.0]])[0].round().astype(int)
        patch = bare[v - 17 : v + 18, u - 17 : u + 18]
        patch[:] = np.median(image, axis=(0, 1))
    found = find_discs(bare, table, truth.surface)
    gone = [(true.x_mm, true.y_mm) for true in truth.discs]
    assert not [d for d in found if min(np.hypot(d.x_mm - x, d.y_mm - y) for x, y in gone) > 30]


def test_a_piece_on_the_frame_is_not_in_play() -> None:
    truth, image, table = CRESTS
    moved, surface = image.copy(), truth.surface
    source = next(disc for disc in truth.discs if disc.visible == 1.0 and disc.level == 0)
    before = table.to_image([[source.x_mm, source.y_mm, 6.0]])[0].round().astype(int)
    after = table.to_image([[-25.0, surface.length_mm / 2, 6.0]])[0].round().astype(int)
    for (u, v), (p, q) in [(before, after)]:
        moved[q - 14 : q + 15, p - 14 : p + 15] = image[v - 14 : v + 15, u - 14 : u + 15]
    assert all(disc.x_mm > -1 for disc in find_discs(moved, table, surface))


def test_reading_again_around_a_point_finds_what_the_full_read_found() -> None:
    truth, image, table = CRESTS
    everything = find_discs(image, table, truth.surface)
    one = everything[0]
    around = ([(one.x_mm + 6, one.y_mm - 5)], 15.0)
    near = find_discs_near(image, table, truth.surface, None, around)
    assert len(near) == 1
    assert np.hypot(near[0].x_mm - one.x_mm, near[0].y_mm - one.y_mm) < 0.5


def test_nowhere_to_look_finds_nothing() -> None:
    truth, image, table = CRESTS
    assert find_discs_near(image, table, truth.surface, None, ([], 20.0)) == []


def test_sigma_says_how_sure_the_place_is() -> None:
    truth, image, table = CRESTS
    assert all(0.05 < disc.sigma_mm < 1.0 for disc in find_discs(image, table, truth.surface))


def test_a_picture_in_which_discs_are_a_few_pixels_wide_is_read_all_the_same() -> None:
    camera = SyntheticCamera(SURFACE, default_view(SURFACE, (320, 180)), Look(), seed=4)
    discs = tuple(at_square(SURFACE, 2 + 2 * k, 4 + 3 * k, k % 2) for k in range(6))
    found = find_discs(camera.render(Acted(discs=discs), 0.0), camera.table, SURFACE)
    for disc in discs:
        away = [np.hypot(d.x_mm - disc.x_mm, d.y_mm - disc.y_mm) for d in found]
        assert min(away) < SURFACE.disc_mm / 4
