"""Where the ruled lines end tells a right map from one that is whole squares away."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.extent import extent
from calibration.picture_file import load_picture
from calibration.pose import Freedom, snap
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.scene import read_scene

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
PICTURE = load_picture(FIXTURES / "crests.jpg")
SURFACE = TRUTH.surface
TABLE = snap(PICTURE, TRUTH.table, SURFACE, Freedom(lens=False, reaches_mm=(4.0, 3.0)))


def slid(files: int, ranks: int) -> TableMap:
    step = np.array([files, ranks, 0.0]) * SURFACE.square_mm
    return replace(TABLE, t=TABLE.t + TABLE.R @ step)


def covered(y_from: float, y_to: float, x_from: float = -200.0, x_to: float = 2000.0) -> Image:
    """The picture with something grey laid over part of the table (mm)."""
    high, wide = PICTURE.shape[:2]
    v, u = np.mgrid[:high, :wide]
    mm = TABLE.to_table(np.column_stack([u.ravel(), v.ravel()]).astype(float), 0.0)
    under = ((mm > (x_from, y_from)) & (mm < (x_to, y_to))).all(1).reshape(high, wide)
    return np.where(under[..., None], np.uint8(120), PICTURE)


def test_the_lines_end_where_the_true_map_says() -> None:
    seen = extent(PICTURE, TABLE, SURFACE)
    assert all(end.right for end in seen.ends)
    assert seen.anchored
    assert not seen.cut
    assert seen.squares(SURFACE) == (SURFACE.files, SURFACE.ranks)


@pytest.mark.parametrize(("files", "ranks"), [(1, 0), (0, -1), (-2, 0), (1, -2), (3, 2)])
def test_a_map_whole_squares_away_is_told_by_how_many(files: int, ranks: int) -> None:
    seen = extent(PICTURE, slid(files, ranks), SURFACE)
    assert seen.slide == (-files, -ranks)
    assert seen.contradicts
    assert not seen.anchored


@pytest.mark.parametrize(("files", "ranks"), [(-2, 0), (0, -2), (2, 2), (1, 0), (0, 1), (-1, 1)])
def test_the_squares_seen_are_counted(files: int, ranks: int) -> None:
    """By a map that has one corner right and another board in mind."""
    other: Surface = replace(SURFACE, files=SURFACE.files + files, ranks=SURFACE.ranks + ranks)
    seen = extent(PICTURE, TABLE, other)
    assert seen.squares(other) == (SURFACE.files, SURFACE.ranks)


def test_an_edge_under_something_is_not_taken_for_the_end() -> None:
    """Something lies over a whole end, up to the middle of its second rank."""
    seen = extent(covered(-200.0, 1.5 * SURFACE.square_mm), TABLE, SURFACE)
    assert seen.ends[2].short == 1
    assert not seen.ends[2].sharp
    assert seen.anchored
    assert seen.squares(SURFACE) == (SURFACE.files, SURFACE.ranks)


def test_half_an_edge_hidden_changes_nothing() -> None:
    hidden = covered(-200.0, 3 * SURFACE.square_mm, x_to=0.6 * SURFACE.width_mm)
    assert all(end.right for end in extent(hidden, TABLE, SURFACE).ends)
    slid_seen = extent(hidden, slid(0, -1), SURFACE)
    assert slid_seen.slide == (0, 1)


def test_a_felt_that_leaves_the_picture_is_cut() -> None:
    """Only its first two thirds along y are in the picture."""
    edge = TABLE.to_image([[SURFACE.width_mm / 2, 0.66 * SURFACE.length_mm, 0.0]])[0]
    middle = TABLE.to_image([[SURFACE.width_mm / 2, 0.5 * SURFACE.length_mm, 0.0]])[0]
    assert abs(edge[0] - middle[0]) > abs(edge[1] - middle[1])
    wide = round(float(edge[0]))
    part = PICTURE[:, :wide] if edge[0] > middle[0] else PICTURE[:, wide:]
    left = 0 if edge[0] > middle[0] else wide
    K = TABLE.lens.K - np.array([[0, 0, left], [0, 0, 0], [0, 0, 0]])
    lens = replace(TABLE.lens, K=K, size=(part.shape[1], part.shape[0]))
    seen = extent(np.ascontiguousarray(part), replace(TABLE, lens=lens), SURFACE)
    assert seen.cut
    assert not seen.wholly
    assert seen.ends[2].right
