"""Four corners that were touched: taken when they are the chosen board's, never a square off."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.by_corners import register_by_corners
from calibration.drift import apart_mm
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.surface import Surface
from vision.frames import Image
from vision.scene import read_scene
from vision.synthetic import Look, Scene, SceneHand, SyntheticCamera, default_view

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
PICTURE = load_picture(FIXTURES / "crests.jpg")
Corners = list[tuple[float, float]]
SQUARE_MM = TRUTH.surface.square_mm


def touched(x_mm: float = 0.0, y_mm: float = 0.0) -> Corners:
    """Where the felt's corners are seen, all touched so far beside them."""
    at = np.asarray(TRUTH.surface.corners_mm) + np.array([x_mm, y_mm])
    return [(float(u), float(v)) for u, v in TRUTH.table.to_image(np.pad(at, ((0, 0), (0, 1))))]


def one_astray() -> Corners:
    """One of them is touched two thirds of a square beside the felt's."""
    return [*touched()[:3], touched(0.0, SQUARE_MM * 2 / 3)[3]]


def refusal(image: Image, surface: Surface, corners: Corners) -> EyeProblem:
    with pytest.raises(EyeProblem) as refused:
        register_by_corners(image, surface, corners)
    return refused.value


@pytest.mark.parametrize(
    "corners", [touched(), touched(9.0, -9.0), one_astray(), list(TRUTH.corners_px)]
)
def test_corners_touched_well_or_less_well_give_the_map(corners: Corners) -> None:
    found = register_by_corners(PICTURE, TRUTH.surface, corners)
    assert apart_mm(found.table, TRUTH.table, TRUTH.surface) < 1.0
    assert found.quality.residual_mm < 0.2
    assert (found.method, found.home_known) == ("corners", True)


@pytest.mark.parametrize(
    ("files", "ranks"), [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-2, 1), (2, 2)]
)
def test_another_board_than_the_one_touched_is_named(files: int, ranks: int) -> None:
    true = TRUTH.surface
    other = replace(true, files=true.files + files, ranks=true.ranks + ranks)
    problem = refusal(PICTURE, other, touched())
    assert problem.key == "calibration.squares"
    assert problem.args_ == {
        "seen": f"{true.files} × {true.ranks}",
        "board": f"{other.files} × {other.ranks}",
    }


@pytest.mark.parametrize(("files", "ranks"), [(1, 0), (0, -1), (-1, 1)])
def test_corners_touched_a_square_beside_the_felt_are_refused(files: int, ranks: int) -> None:
    size = TRUTH.surface.square_mm
    problem = refusal(PICTURE, TRUTH.surface, touched(files * size, ranks * size))
    assert problem.key == "corners.felt"


def test_corners_told_a_quarter_turn_wrong_are_refused() -> None:
    corners = touched()
    assert refusal(PICTURE, TRUTH.surface, corners[1:] + corners[:1]).key == "corners.felt"


def test_corners_beside_the_picture_are_those_of_a_cut_felt() -> None:
    wide = round(touched()[2][0]) - 40
    part = np.ascontiguousarray(PICTURE[:, :wide])
    assert refusal(part, TRUTH.surface, touched()).key == "calibration.cut"


def test_where_no_lines_are_seen_corners_alone_do_not_do() -> None:
    blank = np.full_like(PICTURE, 70)
    assert refusal(blank, TRUTH.surface, touched()).key == "calibration.no_grid"


def test_an_arm_along_a_whole_edge_does_not_matter() -> None:
    """The corners tell what the arm hides."""
    surface = TRUTH.surface
    view = default_view(surface, (960, 540))
    arm = SceneHand(x_mm=0.8 * surface.width_mm, y_mm=15.0, angle=0.0)
    image = SyntheticCamera(surface, view, Look(), 3).render(Scene(hands=(arm,)), 0.0)
    at = view.to_image(np.column_stack([np.asarray(surface.corners_mm), np.zeros(4)]))
    corners = [(float(u), float(v)) for u, v in at]
    found = register_by_corners(image, surface, corners)
    assert apart_mm(found.table, view, surface) < 0.5
    for ranks in (-1, 1):
        other = replace(surface, ranks=surface.ranks + ranks)
        assert refusal(image, other, corners).key == "calibration.squares"
