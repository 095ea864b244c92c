"""A still picture is read whole, and what cannot be read is said in one sentence."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drift import apart_mm
from calibration.fitted import fitted_map
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.table_map import TableMap
from vision.annotate import Drawing, annotate, file_name
from vision.picture import read_image, read_picture
from vision.scene import read_scene
from vision.synthetic.harsh import harsh_pictures

FIXTURES = Path(__file__).parent / "fixtures"
TRUTH = read_scene(FIXTURES / "crests.json")
READING = read_picture(FIXTURES / "crests.jpg", TRUTH.table, TRUTH.surface, TRUTH.palette)
PICTURE = load_picture(FIXTURES / "crests.jpg")


def test_a_whole_picture_is_read() -> None:
    assert len(READING.discs) == sum(disc.visible >= 0.5 for disc in TRUTH.discs)
    assert {disc.team for disc in READING.discs} == {0, 1}
    assert READING.ball is not None
    assert READING.residual_mm < 1.0
    assert not [question for question in READING.questions if question[0] in {"ball", "map"}]


def test_a_map_that_does_not_fit_is_found_anew() -> None:
    bumped = replace(TRUTH.table, t=TRUTH.table.t + np.array([19.0, 13.0, 0.0]))
    reading = read_image(PICTURE, bumped, TRUTH.surface)
    assert apart_mm(reading.table, TRUTH.table, TRUTH.surface) < 1.0
    assert ("map", -1) not in reading.questions


@pytest.mark.parametrize(("files", "ranks"), [(1.05, 0.0), (0.0, -0.95), (2.0, 1.1), (0.2, 0.0)])
def test_a_map_that_would_fit_other_lines_is_brought_to_its_own(files: float, ranks: float) -> None:
    """Whole squares away all lines fit; only where they end tells."""
    surface, step = TRUTH.surface, np.array([files, ranks, 0.0]) * TRUTH.surface.square_mm
    moved = replace(TRUTH.table, t=TRUTH.table.t + TRUTH.table.R @ step)
    found = fitted_map(PICTURE, moved, surface)
    assert found is not None
    assert apart_mm(found, TRUTH.table, surface) < 1.0


def test_a_map_that_cannot_be_found_anew_is_kept_and_asked_about() -> None:
    """All edges of the felt are covered: nothing says which line is which."""
    surface, table = TRUTH.surface, TRUTH.table
    inset = 1.5 * surface.square_mm
    inner = np.clip(surface.corners_mm, inset, np.subtract(surface.corners_mm[2], inset))
    shape = np.rint(table.to_image(np.column_stack([inner, np.zeros(4)]))).astype(np.int32)
    mask = cv2.fillConvexPoly(np.zeros(PICTURE.shape[:2], np.uint8), shape, 255)
    covered = np.where(mask[..., None] > 0, PICTURE, np.uint8(120))
    away = replace(table, t=table.t + table.R @ np.array([surface.square_mm * 0.45, 0.0, 0.0]))
    reading = read_image(covered, away, surface)
    assert reading.table is away
    assert ("map", -1) in reading.questions


def test_a_map_that_fits_and_nothing_disputes_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the dark no end of the felt may show: what registers there is less sure than what was."""
    monkeypatch.setattr("calibration.fitted.holds", lambda *_: False)
    monkeypatch.setattr("calibration.fitted.found_again", lambda *_: None)
    other = replace(TRUTH.table, t=TRUTH.table.t + np.array([40.0, 0.0, 0.0]))
    monkeypatch.setattr("calibration.fitted.registered_anew", lambda *_: other)
    kept = fitted_map(PICTURE, TRUTH.table, TRUTH.surface)
    assert kept is not None
    assert np.abs(kept.t - TRUTH.table.t).max() < 1.0
    beside = replace(TRUTH.table, t=TRUTH.table.t + TRUTH.table.R @ (TRUTH.surface.square_mm, 0, 0))
    assert fitted_map(PICTURE, beside, TRUTH.surface) is other


def test_what_may_be_a_stack_is_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(READING.discs)
    monkeypatch.setattr("vision.picture.heights", lambda *_, **__: ([1] * count, [2]))
    reading = read_image(PICTURE, TRUTH.table, TRUTH.surface, TRUTH.palette)
    assert ("stack", 2) in reading.questions


def test_an_empty_picture_has_neither_discs_nor_ball() -> None:
    reading = read_image(np.full_like(PICTURE, 90), TRUTH.table, TRUTH.surface)
    assert reading.discs == ()
    assert reading.ball is None
    assert ("ball", -1) in reading.questions


def test_missing_unreadable_and_wrongly_sized_pictures(tmp_path: Path) -> None:
    cases = {"picture.missing": tmp_path / "none.jpg", "picture.unreadable": tmp_path / "text.jpg"}
    cases["picture.unreadable"].write_text("no picture", encoding="utf-8")
    cases["picture.size"] = tmp_path / "small.png"
    cv2.imwrite(str(cases["picture.size"]), np.zeros((20, 30, 3), np.uint8))
    for key, path in cases.items():
        with pytest.raises(EyeProblem) as refused:
            read_picture(path, TRUTH.table, TRUTH.surface)
        assert refused.value.key == key
        assert str(path) in refused.value.sentence("fr")


def test_an_empty_file_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    with pytest.raises(EyeProblem):
        load_picture(tmp_path / "empty.jpg")


def test_the_drawing_marks_discs_and_leaves_the_picture_alone() -> None:
    before = PICTURE.copy()
    drawing = Drawing(discs=READING.discs, ball=READING.ball, caption="27 discs")
    drawn = annotate(PICTURE, READING.table, TRUTH.surface, drawing)
    np.testing.assert_array_equal(PICTURE, before)
    bare = annotate(PICTURE, READING.table, TRUTH.surface, Drawing())
    for disc in READING.discs:
        height = (disc.level + 1) * TRUTH.surface.disc_height_mm
        u, v = READING.table.to_image([[disc.x_mm, disc.y_mm, height]])[0].round().astype(int)
        around = (slice(max(0, v - 14), v + 15), slice(max(0, u - 14), u + 15))
        changed = (drawn[around] != bare[around]).any(2)
        assert changed.mean() > 0.15
        assert drawn.shape == PICTURE.shape


def test_a_doubtful_disc_is_dotted() -> None:
    sure = replace(READING.discs[0], team=0, team_margin=1.0)
    doubt = replace(sure, team_margin=0.0)
    whole, dotted = (
        annotate(PICTURE, READING.table, TRUTH.surface, Drawing(discs=[disc]))
        for disc in (sure, doubt)
    )
    bare = annotate(PICTURE, READING.table, TRUTH.surface, Drawing())
    assert 0.4 < (dotted != bare).sum() / (whole != bare).sum() < 0.95


def test_files_are_named_by_letters() -> None:
    assert [file_name(k) for k in (0, 12, 25, 26)] == ["a", "m", "z", "27"]


@pytest.mark.parametrize("off_mm", [2.0, 4.5])
def test_a_map_some_millimetres_beside_the_lines_is_moved_onto_them(off_mm: float) -> None:
    picture = next(harsh_pictures("bumped", 1, (1280, 720), 21))
    true = picture.table
    shifted = TableMap(lens=true.lens, R=true.R, t=true.t + true.R @ [off_mm, 0.0, 0.0])
    for given in (shifted, picture.believed):
        reading = read_image(picture.image, given, picture.surface)
        corner = [[0.0, 0.0, 0.0]]
        away = np.linalg.norm(reading.table.to_image(corner) - true.to_image(corner))
        assert away < 1.0
        assert ("map", -1) not in reading.questions


def test_a_map_turned_onto_other_lines_is_found_anew() -> None:
    picture = next(harsh_pictures("bumped", 1, (1280, 720), 21))
    true, turn = picture.table, cv2.Rodrigues(np.array([0.0, 0.0, np.deg2rad(5.0)]))[0]
    middle = np.array([picture.surface.width_mm, picture.surface.length_mm, 0.0]) / 2
    t = true.t + true.R @ (middle - turn @ middle)
    turned = TableMap(lens=true.lens, R=true.R @ turn, t=t)
    found = fitted_map(picture.image, turned, picture.surface)
    assert found is not None
    assert apart_mm(found, true, picture.surface) < 1.0
