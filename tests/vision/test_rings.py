"""Circles fitted from poor starts: an outline that a neighbour draws away is mostly found again."""

import numpy as np

from calibration.table_map import Floats
from vision.rings import Circles, fitted_anew, refine
from vision.synthetic.harsh import harsh_pictures


def _errors(circles: Circles, true: Floats) -> Floats:
    return np.asarray(np.linalg.norm(circles.centres - true, axis=1), np.float64)


def test_most_circles_drawn_to_a_neighbour_are_found_again() -> None:
    picture = next(harsh_pictures("touching", 1, (1920, 1080), 3))
    radius, height = picture.surface.disc_mm / 2, (picture.surface.disc_height_mm, 0.0)
    true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
    turn = np.random.default_rng(1).uniform(0, 2 * np.pi, len(true))
    starts = true + 0.2 * radius * np.column_stack([np.cos(turn), np.sin(turn)])
    image, table = picture.image, picture.table
    once = refine(image, table, starts, radius, height, 0.16)
    surely = fitted_anew(image, table, once, radius, height, 0.16)
    astray, left = ((_errors(circles, true) > 1.0).sum() for circles in (once, surely))
    assert astray >= 4
    assert left <= astray / 2


def test_circles_in_full_view_are_left_as_they_are() -> None:
    picture = next(harsh_pictures("plain", 1, (1920, 1080), 3))
    radius, height = picture.surface.disc_mm / 2, (picture.surface.disc_height_mm, 0.0)
    bare = [disc for k, disc in enumerate(picture.discs) if k != picture.carrier]
    true = np.array([(disc.x_mm, disc.y_mm) for disc in bare])
    image, table = picture.image, picture.table
    once = refine(image, table, true, radius, height, 0.16)
    surely = fitted_anew(image, table, once, radius, height, 0.16)
    assert np.array_equal(once.centres, surely.centres)


def test_no_places_give_no_circles() -> None:
    picture = next(harsh_pictures("plain", 1, (960, 540), 3))
    image, table = picture.image, picture.table
    none = refine(image, table, np.zeros((0, 2)), 15.0, (6.0, 0.0), 0.16)
    assert len(none.radii) == 0
    assert len(fitted_anew(image, table, none, 15.0, (6.0, 0.0), 0.16).radii) == 0
