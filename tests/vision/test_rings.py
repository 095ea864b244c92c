"""Circles fitted from poor starts: an outline that a neighbour draws away is mostly found again."""

import numpy as np

from calibration.table_map import Floats
from vision.merit import fitted_anew
from vision.rings import Circles, refine, refine_among
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


def test_outlines_of_discs_that_touch_are_measured_where_they_do_not() -> None:
    picture = next(harsh_pictures("touching", 1, (1280, 720), 2))
    radius, height = picture.surface.disc_mm / 2, (picture.surface.disc_height_mm, 0.0)
    true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
    where = picture.image, picture.table
    starts = true + np.random.default_rng(1).normal(0.0, 0.4, true.shape)
    once = refine(*where, starts, radius, height, 0.16)
    among = refine_among(*where, once, radius, height, 0.16)
    before, after = (np.median(_errors(circles, true)) for circles in (once, among))
    assert after < 0.8 * before


def test_a_disc_alone_is_measured_all_around() -> None:
    picture = next(harsh_pictures("plain", 1, (1280, 720), 2))
    true = np.array([(disc.x_mm, disc.y_mm) for disc in picture.discs])
    radius, height = picture.surface.disc_mm / 2, (picture.surface.disc_height_mm, 0.0)
    gaps = np.linalg.norm(true[:, None] - true, axis=2) + np.eye(len(true)) * 1e3
    alone = true[gaps.min(axis=1) > 1.3 * picture.surface.disc_mm]
    once = refine(picture.image, picture.table, alone, radius, height, 0.16)
    among = refine_among(picture.image, picture.table, once, radius, height, 0.16)
    assert len(alone) > 4
    assert np.array_equal(once.centres, among.centres)
