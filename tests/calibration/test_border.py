"""Where the felt is seen to end, also by an edge that something lies along; a board of one row
more or less is never taken.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.acceptance import accepted
from calibration.border import borders
from calibration.picture_file import load_picture
from calibration.pose import refined
from calibration.problem import EyeProblem
from calibration.registration import register
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.scene import read_scene

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
SURFACE = TRUTH.surface
PICTURE = load_picture(FIXTURES / "crests.jpg")
TABLE = refined(PICTURE, TRUTH.table, SURFACE)


def covered(y: tuple[float, float], x: tuple[float, float] = (-3.0, 99.0)) -> Image:
    """Something as grey as a sleeve lies over part of the table (squares)."""
    sides = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]
    at = np.column_stack([np.array(sides) * SURFACE.square_mm, np.zeros(4)])
    over = TABLE.to_image(at).round().astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(PICTURE.copy(), over, (110, 116, 120)), np.uint8)


def other(files: int, ranks: int) -> Surface:
    return replace(SURFACE, files=SURFACE.files + files, ranks=SURFACE.ranks + ranks)


def refusal(image: Image, surface: Surface, table: TableMap = TABLE) -> EyeProblem:
    with pytest.raises(EyeProblem) as refused:
        accepted(image, table, surface, {})
    return refused.value


@pytest.mark.parametrize("name", ["crests", "hand"])
def test_the_felt_of_a_right_map_ends_at_its_four_edges(name: str) -> None:
    scene = read_scene(FIXTURES / f"{name}.json")
    image = load_picture(FIXTURES / f"{name}.jpg")
    assert [border.at for border in borders(image, scene.table, scene.surface)] == [0] * 4


@pytest.mark.parametrize(("files", "ranks"), [(1, 0), (0, 1), (-1, 0), (0, -1), (2, -2)])
def test_a_board_of_other_squares_ends_elsewhere(files: int, ranks: int) -> None:
    seen = borders(PICTURE, TABLE, other(files, ranks))
    assert [border.at for border in seen] == [0, -files, 0, -ranks]


@pytest.mark.parametrize("ranks", [-1, 1])
def test_a_row_that_is_mostly_hidden_is_seen_all_the_same(ranks: int) -> None:
    """Three quarters of the last two rows, and what is around them, are under an arm."""
    far = SURFACE.ranks
    arm = covered((far - 2.0, far + 2.0), (0.25 * SURFACE.files, 99.0))
    assert accepted(arm, TABLE, SURFACE, {}) is TABLE
    problem = refusal(arm, other(0, ranks))
    assert problem.key == "calibration.squares"
    assert f"{SURFACE.files} × {SURFACE.ranks}" in str(problem)


@pytest.mark.parametrize("ranks", [-1, 0, 1])
def test_a_whole_edge_hidden_is_asked_to_be_cleared(ranks: int) -> None:
    """How many rows there are under the arm nobody can see."""
    arm = covered((SURFACE.ranks - 1.4, SURFACE.ranks + 3.0))
    problem = refusal(arm, other(0, ranks))
    assert problem.key == "calibration.hidden"
    assert "arm" in problem.sentence("en")
    assert "bras" in problem.sentence("fr")


def test_felt_beyond_the_picture_is_no_border() -> None:
    edge = TABLE.to_image([[SURFACE.width_mm / 2, SURFACE.length_mm, 0.0]])[0]
    part = np.ascontiguousarray(PICTURE[:, : round(edge[0]) - 12])
    lens = replace(TABLE.lens, size=(part.shape[1], part.shape[0]))
    seen = borders(part, replace(TABLE, lens=lens), SURFACE)
    assert seen[3].at is None


def test_too_dark_is_said_where_the_edges_cannot_be_seen() -> None:
    dark = np.asarray(covered((SURFACE.ranks - 1.4, SURFACE.ranks + 3.0)) * 0.15, np.uint8)
    with pytest.raises(EyeProblem) as refused:
        register(dark, SURFACE, thorough=False)
    assert refused.value.key == "calibration.dark"
    assert "light" in refused.value.sentence("en")
    assert "sombre" in refused.value.sentence("fr")
