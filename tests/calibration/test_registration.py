"""A picture registers by itself: by its ruled grid, either way round without markers, or not."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.acceptance import accepted
from calibration.bundle import fit_camera
from calibration.drift import apart_mm
from calibration.felt_alone import felt_alone, leaves_picture
from calibration.grid import sight_lines
from calibration.markers import corner_guesses, find_markers, home_agrees
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.quality import edge_contrast, quality
from calibration.registration import Registration, accept, register, turned
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.scene import Scene, read_scene
from vision.synthetic import Look, SyntheticCamera, default_view
from vision.synthetic import Scene as Setting

FIXTURES = Path(__file__).parents[1] / "vision" / "fixtures"
CRESTS, HAND = read_scene(FIXTURES / "crests.json"), read_scene(FIXTURES / "hand.json")
PICTURES = {
    name: load_picture(FIXTURES / f"{name}.jpg")
    for name in ("crests", "hand")
}  # fmt: skip


def corner_error(table: TableMap, scene: Scene) -> float:
    plane = np.column_stack([np.asarray(scene.surface.corners_mm), np.zeros(4)])
    seen = scene.table.to_table(table.to_image(plane), 0.0)
    return float(np.linalg.norm(seen - plane[:, :2], axis=1).max())


def either_way(found: Registration, scene: Scene) -> float:
    other = turned(found.table, scene.surface)
    return min(corner_error(found.table, scene), corner_error(other, scene))


@pytest.fixture(scope="module")
def crests() -> Registration:
    return register(PICTURES["crests"], CRESTS.surface)


def test_a_picture_registers_by_its_grid(crests: Registration) -> None:
    hand = register(PICTURES["hand"], HAND.surface)
    for found, scene in ((crests, CRESTS), (hand, HAND)):
        assert either_way(found, scene) < 1.0
        assert found.quality.residual_mm < 0.2
        assert len(found.quality.regions_mm) == 9


@pytest.mark.parametrize(("gain", "lift"), [(0.3, 0), (0.6, 60)])
def test_light_does_not_matter(gain: float, lift: float) -> None:
    dull = np.clip(PICTURES["crests"] * gain + lift, 0, 255).astype(np.uint8)
    assert either_way(register(dull, CRESTS.surface), CRESTS) < 1.0


def test_a_felt_ruled_in_dark_lines_registers_too() -> None:
    negative = np.asarray(255 - PICTURES["crests"], np.uint8)
    assert either_way(register(negative, CRESTS.surface), CRESTS) < 1.0


def test_a_board_that_is_nearly_square_is_not_laid_crosswise() -> None:
    """There are as many lines one way as the other: the felt's edges tell."""
    surface = replace(CRESTS.surface, files=13, ranks=16)
    table = default_view(surface, (960, 540))
    image = SyntheticCamera(surface, table, Look(felt=(72, 76, 80)), 3).render(Setting(), 0.0)
    found = register(image, surface).table
    assert min(apart_mm(way, table, surface) for way in (found, turned(found, surface))) < 0.6


def test_an_optical_centre_beside_the_middle_is_found() -> None:
    surface = CRESTS.surface
    hung = default_view(surface, (960, 540))
    centre = np.array([[0, 0, 21.0], [0, 0, -17.0], [0, 0, 0]])
    table = replace(hung, lens=replace(hung.lens, K=hung.lens.K + centre))
    image = SyntheticCamera(surface, table, Look(), 3).render(Setting(), 0.0)
    found = register(image, surface).table
    assert min(apart_mm(way, table, surface) for way in (found, turned(found, surface))) < 0.4


def test_a_camera_hung_the_other_way_round_registers() -> None:
    upright = np.asarray(cv2.rotate(PICTURES["crests"], cv2.ROTATE_90_CLOCKWISE), np.uint8)
    found = register(upright, CRESTS.surface)
    assert found.quality.residual_mm < 0.2
    assert found.table.lens.size == (upright.shape[1], upright.shape[0])


def test_markers_tell_which_end_is_home() -> None:
    surface = replace(CRESTS.surface, square_mm=44.0)
    view = default_view(surface, (1280, 720))
    camera = SyntheticCamera(surface, view, Look(markers=True), seed=5)
    image = camera.render(Setting(), at=0.0)
    for picture, true in ((image, True), (np.ascontiguousarray(image[::-1, ::-1]), False)):
        markers = find_markers(picture)
        assert set(markers) == {0, 1, 2, 3}
        found = register(picture, surface)
        assert (found.method, found.home_known) == ("markers", True)
        corner = found.table.to_image([[0.0, 0.0, 0.0]])[0]
        expected = view.to_image([[0.0, 0.0, 0.0]])[0]
        there = expected if true else np.array([1279, 719]) - expected
        assert np.linalg.norm(corner - there) < 1.0
        assert home_agrees(markers, found.table, surface)
        assert not home_agrees(markers, turned(found.table, surface), surface)
        assert len(corner_guesses(markers, surface)) > 5


def test_without_markers_home_is_on_the_left_and_asked(crests: Registration) -> None:
    home, away = crests.table.to_image([[0.0, 0.0, 0.0], [0.0, CRESTS.surface.length_mm, 0.0]])
    assert crests.home_known == bool(find_markers(PICTURES["crests"]))
    assert crests.home_known or home[0] < away[0]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_shows_no_grid_is_refused(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 255, (270, 480, 3)).astype(np.uint8)
    for image in (noise, np.full((270, 480, 3), 70, np.uint8)):
        with pytest.raises(EyeProblem) as refused:
            register(image, CRESTS.surface)
        assert refused.value.key == "calibration.no_grid"


def test_a_residual_above_3_mm_is_refused() -> None:
    measured = quality(PICTURES["crests"], CRESTS.table, CRESTS.surface)
    accept(measured)
    with pytest.raises(EyeProblem):
        accept(replace(measured, residual_mm=3.1))


def test_the_felt_ends_where_the_true_map_says_and_not_a_square_further() -> None:
    surface, image = CRESTS.surface, PICTURES["crests"]
    right = edge_contrast(image, CRESTS.table, surface)
    step = CRESTS.table.R @ np.array([0.0, surface.square_mm, 0.0])
    assert right > edge_contrast(image, replace(CRESTS.table, t=CRESTS.table.t + step), surface)


def test_a_full_camera_comes_out_of_a_wrong_lens() -> None:
    true = CRESTS.table
    lines = sight_lines(PICTURES["crests"], true, CRESTS.surface).points(true)
    wrong = replace(true, lens=replace(true.lens, dist=np.zeros(5)))
    fitted = fit_camera(wrong, lines)
    assert np.abs(lines.off_mm(fitted)).mean() < 0.15 < np.abs(lines.off_mm(wrong)).mean()
    assert fitted.lens.K[0, 0] == pytest.approx(true.lens.K[0, 0], rel=0.05)


def refusal(image: Image, surface: Surface) -> EyeProblem:
    with pytest.raises(EyeProblem) as refused:
        register(image, surface)
    return refused.value


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_a_felt_not_wholly_in_the_picture_is_refused(share: float) -> None:
    """Lines that repeat fit a part of the felt as well as all of it."""
    high, wide = PICTURES["crests"].shape[:2]
    left = np.ascontiguousarray(PICTURES["crests"][:, : round(share * wide)])
    lower = np.ascontiguousarray(PICTURES["crests"][round((1 - share) * high) :])
    for part in (left, lower):
        problem = refusal(part, CRESTS.surface)
        assert problem.key == "calibration.cut"
        assert "not wholly in the picture" in problem.sentence("en")
        assert "tout entier dans l’image" in problem.sentence("fr")


def test_where_a_corner_of_the_felt_is_all_that_is_seen_no_squares_are_counted() -> None:
    """Combs of as many lines lie on anything then: what they count is nothing."""
    whole = PICTURES["crests"]
    high, wide = whole.shape[:2]
    corner = np.ascontiguousarray(whole[: high // 2, : wide // 2])
    blurred = np.asarray(cv2.GaussianBlur(corner, (0, 0), 2.5), np.uint8)
    for part in (corner, blurred):
        assert refusal(part, CRESTS.surface).key == "calibration.cut"
    assert leaves_picture(corner)
    assert not leaves_picture(whole)


@pytest.mark.parametrize(("files", "ranks"), [(-2, -2), (0, 2), (-1, 0)])
def test_another_board_than_the_one_on_the_table_is_refused(files: int, ranks: int) -> None:
    true = CRESTS.surface
    other = replace(true, files=true.files + files, ranks=true.ranks + ranks)
    problem = refusal(PICTURES["crests"], other)
    assert problem.key == "calibration.squares"
    assert f"{true.files} × {true.ranks}" in problem.sentence("fr")
    assert f"{other.files} × {other.ranks}" in problem.sentence("en")


def test_a_board_of_twice_the_squares_is_refused_though_every_other_line_fits() -> None:
    even = replace(CRESTS.surface, files=12, ranks=20)
    view = default_view(even, (960, 540))
    image = SyntheticCamera(even, view, Look(markers=False), 3).render(Setting(), 0.0)
    half = replace(even, files=6, ranks=10, square_mm=2 * even.square_mm)
    with pytest.raises(EyeProblem) as refused:
        accepted(image, view, half, {})
    assert refused.value.key == "calibration.squares"
    assert "12 × 20" in str(refused.value)
    assert refusal(image, half).key != "calibration.no_grid"
    assert apart_mm(register(image, even).table, view, even) < 0.6


def test_markers_that_do_not_lie_around_the_grid_are_refused() -> None:
    """Numbers 0 and 1 have changed places, and so have 2 and 3."""
    surface = replace(CRESTS.surface, square_mm=44.0)
    view = default_view(surface, (1280, 720))
    image = SyntheticCamera(surface, view, Look(markers=True), seed=5).render(Setting(), at=0.0)
    markers = find_markers(image)
    table = register(image, surface).table
    swapped = {number ^ 1: quad for number, quad in markers.items()}
    assert accepted(image, table, surface, markers) is table
    with pytest.raises(EyeProblem) as refused:
        accepted(image, table, surface, swapped)
    assert refused.value.key == "calibration.markers"


def test_a_map_that_ends_a_square_beside_the_felt_is_slid_onto_it() -> None:
    surface, image = CRESTS.surface, PICTURES["crests"]
    right = register(image, surface).table
    step = right.R @ np.array([surface.square_mm, -surface.square_mm, 0.0])
    slid = accepted(image, replace(right, t=right.t + step), surface, {})
    assert apart_mm(slid, right, surface) < 0.3


def test_a_felt_between_other_lines_registers_by_its_own() -> None:
    """Planks all around, a square apart and askew: there are more of their lines than of the
    felt's.
    """
    surface, view = CRESTS.surface, default_view(CRESTS.surface, (960, 540))
    image = SyntheticCamera(surface, view, Look(markers=False), 3).render(Setting(), 0.0)
    planks = image.copy()
    for v in range(-200, 740, 7):
        cv2.line(planks, (0, v), (959, v + 40), (235, 240, 240), 2, cv2.LINE_AA)
    corners = np.asarray(surface.corners_mm)
    out = np.sign(corners - corners.mean(0)) * 0.4 * surface.square_mm
    felt = view.to_image(np.column_stack([corners + out, np.zeros(4)])).round().astype(np.int32)
    mask = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), felt, 255)
    among = np.where(mask[..., None] > 0, image, planks)
    with pytest.raises(EyeProblem):
        register(among, surface, thorough=False)
    found = register(among, surface).table
    assert min(apart_mm(way, view, surface) for way in (found, turned(found, surface))) < 0.6
    assert np.array_equal(felt_alone(np.zeros_like(image)), np.zeros_like(image))
