"""The eye over a knocked camera: noticed, paused, found again, and nothing told meanwhile."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from calibration.anew import with_lens
from calibration.drift import apart_mm
from calibration.surface import Surface
from calibration.table_map import TableMap
from tests.vision.staged import SIZE, at_square, camera_over, settled, shown
from vision import evaluate_bumps
from vision.__main__ import app
from vision.change import FACTOR, Reduction, carried_over
from vision.drift import BUMPED_MM, DriftWatch
from vision.evaluate_bumps import BumpScore, differs
from vision.eye import Eye
from vision.frames import Frame, Image
from vision.observation import Observation, SeenBall, SeenDisc
from vision.synthetic import Scene, SceneBall, SceneHand, SyntheticCamera, default_view

SURFACE = Surface(
    files=11, ranks=18, square_mm=42.0, disc_mm=31.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
TABLE = default_view(SURFACE, SIZE)
DISCS = tuple(
    at_square(SURFACE, file, rank, (i + j) % 2)
    for i, file in enumerate((2, 5, 8))
    for j, rank in enumerate((3, 7, 11, 15))
)
SCENE = Scene(discs=DISCS, ball=SceneBall(x_mm=231.0, y_mm=390.0))
HAND = SceneHand(x_mm=230.0, y_mm=300.0, edge="S")


def moved(x_mm: float, y_mm: float, table: TableMap = TABLE) -> TableMap:
    return replace(table, t=table.t + table.R @ np.array([x_mm, y_mm, 0.0]))


def camera(table: TableMap) -> SyntheticCamera:
    return camera_over(SURFACE, seed=5, table=table)


BEFORE, AFTER = camera(TABLE), camera(moved(9.0, -7.0))
BALL_MM = (231.0, 390.0)


@pytest.fixture(scope="module", name="knocked")
def knocked_thrice() -> list[BumpScore]:
    return list(evaluate_bumps.evaluate_bumps(3, (1120, 630), 12))


def test_knocks_are_found_again_and_nothing_is_told(knocked: list[BumpScore]) -> None:
    assert [score.events for score in knocked] == [0] * 3
    assert max(score.residual_mm for score in knocked) < 0.3
    assert all(score.noticed_s is not None and score.noticed_s < 1.0 for score in knocked)
    assert all(score.found_s is not None and score.found_s < 1.5 for score in knocked)


def test_a_view_that_stays_is_never_paused() -> None:
    eye = settled(BEFORE, SCENE, BALL_MM)
    for k in range(30, 150):
        scene = replace(SCENE, hands=(HAND,)) if 60 <= k < 110 else SCENE
        assert not eye.look(shown(BEFORE, scene, k / 30)).paused
    assert eye.table is TABLE


def test_what_was_told_before_stands_until_the_view_is_found() -> None:
    eye = settled(BEFORE, SCENE, BALL_MM)
    before = eye.look(shown(BEFORE, SCENE, 1.0))
    told = [eye.look(shown(AFTER, SCENE, 1.0 + k / 30)) for k in range(1, 60)]
    paused = [seen for seen in told if seen.paused]
    assert paused
    assert all(seen.discs == before.discs and not seen.full for seen in paused)
    assert not told[-1].paused
    assert apart_mm(eye.table, AFTER.table, SURFACE) < 0.5
    assert not any(differs(before, seen) for seen in told if not seen.moving)
    assert any(seen.full for seen in told)


def test_a_hand_that_stays_over_the_board_is_still_a_hand_afterwards() -> None:
    eye = settled(BEFORE, SCENE, BALL_MM)
    scene = replace(SCENE, hands=(HAND,))
    for k in range(30, 60):
        eye.look(shown(BEFORE, scene, k / 30))
    told = [eye.look(shown(AFTER, scene, k / 30)) for k in range(60, 120)]
    assert not told[-1].paused
    assert told[-1].hands
    assert len(told[-1].discs) == len(DISCS)
    last = [eye.look(shown(AFTER, SCENE, k / 30)) for k in range(120, 150)][-1]
    assert not last.hands
    assert len(last.discs) == len(DISCS)


def test_a_ball_flicked_by_the_hand_that_stayed_is_followed() -> None:
    """The view was found again under a hand: the ball is known to lie where it lay."""
    eye = settled(BEFORE, SCENE, BALL_MM)
    hand = replace(HAND, x_mm=120.0, y_mm=380.0, edge="W")
    over = replace(SCENE, hands=(hand,))
    for k in range(30, 45):
        eye.look(shown(BEFORE, over, k / 30))
    for k in range(45, 75):
        eye.look(shown(AFTER, over, k / 30))
    assert not eye.drift.paused
    told = []
    for k in range(75, 90):
        x = 231.0 + 12.0 * (k - 74)
        ball = SceneBall(x_mm=x, y_mm=390.0, trail_mm=(8.0, 0.0))
        told.append((x, eye.look(shown(AFTER, replace(over, ball=ball), k / 30)).ball))
    off = [abs(seen.x_mm - x) for x, seen in told if seen is not None]
    assert len(off) >= 12
    assert float(np.median(off)) < 3.0


def test_a_view_that_creeps_is_followed_without_a_pause() -> None:
    """A millimetre in ten minutes, told in steps."""
    eye, at = settled(BEFORE, SCENE, BALL_MM), 1.0
    for k in range(1, 7):
        crept = camera(moved(k / 6, -k / 6))
        for _ in range(6):
            at += 1.1
            assert not eye.look(shown(crept, SCENE, at)).paused
        assert apart_mm(eye.table, crept.table, SURFACE) < 0.5
    assert eye.table is not TABLE


def test_a_map_that_never_fitted_is_left_alone() -> None:
    """Judged is what changes: a map that was always a little off is no knocked camera."""
    eye = Eye(SURFACE, moved(1.6, 0.0))
    for k in range(90):
        assert not eye.look(shown(BEFORE, SCENE, k / 30)).paused


def sought(watch: DriftWatch) -> float:
    """A knock is noticed and a map found, which is not believed yet; the time (s) of that."""
    watch.look(shown(BEFORE, SCENE, 0.0), reading=True)
    assert watch.look(shown(AFTER, SCENE, 1.0), reading=True) is None
    assert watch.paused
    assert watch.look(shown(AFTER, SCENE, 1.1)) is None
    return 1.1


def test_a_view_is_not_found_where_a_swing_only_comes_by() -> None:
    watch = DriftWatch(SURFACE, TABLE)
    began, swung = sought(watch), camera(moved(14.0, -7.0))
    views = (swung, swung, AFTER)
    told = [watch.look(shown(seen, SCENE, began + (k + 1) / 30)) for k, seen in enumerate(views)]
    assert told == [None] * 3
    assert watch.paused


def test_a_view_that_swings_on_after_it_was_found_is_noticed_at_once() -> None:
    watch = DriftWatch(SURFACE, TABLE)
    began, swung = sought(watch), camera(moved(11.0, -7.0))
    for k in range(1, 4):
        watch.look(shown(AFTER, SCENE, began + k / 30))
    assert not watch.paused
    for k in range(4, 7):
        watch.look(shown(swung, SCENE, began + k / 30))
    assert watch.paused


def test_a_dark_room_says_nothing_of_the_view() -> None:
    watch = DriftWatch(SURFACE, TABLE)
    dark = np.full((540, 960, 3), 6, np.uint8)
    watch.look(shown(BEFORE, SCENE, 0.0), reading=True)
    for k in range(1, 6):
        assert watch.look(Frame(at=2.0 * k, image=dark), reading=True) is None
    assert not watch.paused
    assert watch.off_mm is None


def test_while_the_lines_disagree_nothing_is_read() -> None:
    """A view in full swing shows lines where none belong; it is no bump yet, and no table."""
    for turn in (3.0, -3.0):
        watch = DriftWatch(SURFACE, TABLE)
        watch.look(shown(BEFORE, SCENE, 0.0), reading=True)
        warp = cv2.getRotationMatrix2D((300.0, 100.0), turn, 1.03)
        image = np.asarray(cv2.warpAffine(shown(BEFORE, SCENE, 0.1).image, warp, SIZE), np.uint8)
        assert watch.look(Frame(at=0.2, image=image), reading=True) is None
        assert watch.doubtful or watch.paused


@pytest.mark.parametrize("degrees", [2.0, 3.0, -3.5])
def test_a_camera_knocked_by_degrees_is_found_at_the_right_squares(degrees: float) -> None:
    """It turns on its mount: the felt goes by several centimetres, and stays in view."""
    turn = np.asarray(cv2.Rodrigues(np.radians([0.0, degrees, 0.0]))[0], np.float64)
    away = replace(TABLE, R=turn @ TABLE.R, t=turn @ TABLE.t)
    assert apart_mm(away, TABLE, SURFACE) > 30.0
    knocked_camera, eye = camera(away), settled(BEFORE, SCENE, BALL_MM)
    before = eye.look(shown(BEFORE, SCENE, 1.0))
    told = [eye.look(shown(knocked_camera, SCENE, 1.0 + k / 15)) for k in range(1, 60)]
    assert any(seen.paused for seen in told)
    assert not told[-1].paused
    assert apart_mm(eye.table, away, SURFACE) < 0.5
    assert not any(differs(before, seen) for seen in told if not seen.moving)


def test_a_view_gone_by_whole_squares_is_noticed_though_all_lines_fit() -> None:
    away = moved(0.0, SURFACE.square_mm)
    watch, gone = DriftWatch(SURFACE, TABLE), camera(away)
    watch.look(shown(BEFORE, SCENE, 0.0))
    found, paused = None, False
    for k in range(1, 60):
        found = watch.look(shown(gone, SCENE, k / 15)) or found
        paused = paused or watch.paused
    assert paused
    assert not watch.paused
    assert apart_mm(watch.table, away, SURFACE) < 0.5


def test_a_view_that_nothing_places_stays_paused() -> None:
    """Both ends of the felt are out of the picture: which rank is which cannot be told."""
    K = TABLE.lens.K.copy()
    K[[0, 1], [0, 1]] *= 1.6
    near = replace(TABLE, lens=replace(TABLE.lens, K=K))
    watch = DriftWatch(SURFACE, near)
    watch.look(shown(camera(near), SCENE, 0.0))
    away = camera(moved(0.0, 60.0, near))
    image = away.render(SCENE, 0.0)
    for k in range(1, 9):
        assert watch.look(Frame(at=0.5 * k, image=image), reading=True) is None
    assert watch.paused


def test_another_lens_sees_about_the_same() -> None:
    lens = replace(TABLE.lens, K=TABLE.lens.K @ np.diag([1.02, 1.02, 1.0]))
    seen = with_lens(TABLE, replace(TABLE, lens=lens), SURFACE)
    assert seen.lens is lens
    assert apart_mm(seen, TABLE, SURFACE) < BUMPED_MM


def test_a_picture_is_carried_over_to_another_view() -> None:
    small: list[Image] = [
        Reduction(seen_by.table, SURFACE).of(seen_by.render(SCENE, 0.0))
        for seen_by in (BEFORE, AFTER)
    ]
    carried = carried_over(small[0], BEFORE.table, AFTER.table, small[1], FACTOR)
    inner = np.s_[20:-20, 20:-20]
    apart = [np.abs(a[inner].astype(int) - small[1][inner]).mean() for a in (carried, small[0])]
    assert apart[0] < 0.5 * apart[1]


def _seen(**changes: object) -> Observation:
    discs = (SeenDisc(x_mm=10.0, y_mm=10.0, track=1), SeenDisc(x_mm=80.0, y_mm=10.0, track=2))
    return replace(
        Observation(at=0.0, discs=discs, ball=SeenBall(x_mm=10.0, y_mm=10.0, on_disc=0)),
        **changes,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"discs": ()},
        {"ball": None},
        {"ball": SeenBall(x_mm=10.0, y_mm=10.0)},
        {"ball": SeenBall(x_mm=80.0, y_mm=10.0, on_disc=1)},
        {"discs": (SeenDisc(x_mm=10.0, y_mm=14.0, track=1), SeenDisc(x_mm=80, y_mm=10, track=2))},
        {"discs": (SeenDisc(x_mm=10.0, y_mm=10.0, track=3), SeenDisc(x_mm=80, y_mm=10, track=2))},
    ],
)
def test_whatever_would_be_taken_for_a_play_counts_as_an_event(changes: dict[str, object]) -> None:
    assert differs(_seen(), _seen(**changes))
    assert not differs(_seen(), _seen(at=3.0))


def test_the_command_prints_the_figures(
    knocked: list[BumpScore], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, tuple[int, int], int]] = []

    def measured(count: int, size: tuple[int, int], seed: int, *, hard: bool) -> list[BumpScore]:
        assert not hard
        asked.append((count, size, seed))
        return knocked[:count]

    monkeypatch.setattr(evaluate_bumps, "evaluate_bumps", measured)
    done = CliRunner().invoke(app, ["evaluate", "bumps", "--count", "3", "--seed", "2", "--json"])
    assert done.exit_code == 0
    assert asked == [(1, (1920, 1080), 2), (2, (1280, 720), 2)]
    figures = json.loads(done.stdout.splitlines()[-1])
    assert (figures["bumps"], figures["reregistered"], figures["events"]) == (3, 3, 0)
