"""The synthetic camera shows what it is told, quickly, and the same each time."""

import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.surface import RuledLine
from tests.vision.staged import camera_over, ruled
from vision.discs import find_discs
from vision.synthetic import (
    Look,
    Scene,
    SceneBall,
    SceneDisc,
    SceneHand,
    SyntheticCamera,
    default_view,
)
from vision.synthetic.acting import edge_in_reach
from vision.synthetic.knocks import proportioned

SURFACE = ruled(
    RuledLine(a=(0, 480), b=(520, 480)), RuledLine(a=(0, 400), b=(520, 400), dashed=True)
)


def a_start(seed: int = 3) -> tuple[SceneDisc, ...]:
    rng = np.random.default_rng(seed)
    squares = [(f, r) for r in (3, 6, 9, 16, 19, 22) for f in (1, 4, 7, 10, 13)]
    out = []
    for n, (file, rank) in enumerate(squares):
        x, y = SURFACE.centre_of(file, rank)
        dx, dy = rng.uniform(-4, 4, 2)
        out.append(
            SceneDisc(
                x_mm=x + dx,
                y_mm=y + dy,
                team=int(rank > 12),
                label=str(n % 15 + 1),
                angle=float(rng.uniform(-1, 1)),
            )
        )
    return tuple(out)


@pytest.fixture(scope="module")
def camera() -> SyntheticCamera:
    return camera_over(SURFACE, seed=7)


def fresh() -> SyntheticCamera:
    return camera_over(SURFACE, seed=7)


@pytest.mark.parametrize("size", [(640, 360), (960, 540), (1280, 720), (1920, 1080)])
def test_the_whole_frame_is_in_the_picture(size: tuple[int, int]) -> None:
    table = default_view(SURFACE, size)
    w, length, rim = SURFACE.width_mm, SURFACE.length_mm, 75.0
    outer = [
        (-rim, -rim, 0),
        (w + rim, -rim, 0),
        (w + rim, length + rim, 0),
        (-rim, length + rim, 0),
    ]
    px = table.to_image(outer)
    assert px.min() > 2
    assert (px < np.array(size) - 2).all()
    assert np.ptp(px[:, 0]) > 0.75 * size[0] or np.ptp(px[:, 1]) > 0.75 * size[1]
    along = table.to_image([(w / 2, 100, 0), (w / 2, 800, 0)])
    assert along[1, 0] > along[0, 0]
    assert 1150 < table.eye_mm[2] < 1300


def test_discs_are_read_back_where_they_were_put(camera: SyntheticCamera) -> None:
    discs = a_start()
    seen = find_discs(camera.render(Scene(discs=discs), 0.0), camera.table, SURFACE)
    assert len(seen) == len(discs)
    found = np.array([(d.x_mm, d.y_mm) for d in seen])
    errors = [float(np.linalg.norm(found - (d.x_mm, d.y_mm), axis=1).min()) for d in discs]
    assert np.quantile(errors, 0.9) < 0.4
    assert max(errors) < 1.5  # a disc whose rim lies along the white border


def test_every_scene_is_a_function_of_seed_scene_and_instant(camera: SyntheticCamera) -> None:
    discs = a_start()
    moved = (replace(discs[0], x_mm=discs[0].x_mm + 31.0), *discs[1:])
    scene = Scene(
        discs=moved, ball=SceneBall(x_mm=250, y_mm=470), hands=(SceneHand(x_mm=90, y_mm=90),)
    )
    for step in range(6):
        camera.render(
            Scene(discs=(replace(discs[0], x_mm=100.0 + 7 * step), *discs[1:])), step / 60
        )
    assert np.array_equal(camera.render(scene, 2.5), fresh().render(scene, 2.5))
    assert not np.array_equal(camera.render(scene, 2.5), camera.render(scene, 2.6))


def test_a_lifted_disc_leaves_nothing_behind(camera: SyntheticCamera) -> None:
    discs = a_start()
    camera.render(Scene(discs=discs), 0.0)
    assert np.array_equal(
        camera.render(Scene(discs=discs[1:]), 1.0), fresh().render(Scene(discs=discs[1:]), 1.0)
    )


def test_a_disc_on_a_disc_stands_twice_as_high(camera: SyntheticCamera) -> None:
    low = SceneDisc(x_mm=60.0, y_mm=100.0, team=0)
    high = replace(low, level=1, team=1)
    flat = camera.render(Scene(discs=(low,)), 0.0).astype(int)
    piled = camera.render(Scene(discs=(low, high)), 0.0).astype(int)
    rows, columns = np.nonzero(np.abs(piled - flat).sum(2) > 60)
    top = camera.table.to_image([(60.0, 100.0, 12.0)])[0]
    assert abs(columns.mean() - top[0]) < 2.2
    assert abs(rows.mean() - top[1]) < 2.2


def test_the_markers_stand_in_the_corners_as_home_sees_them() -> None:
    table = default_view(SURFACE, (1920, 1080))
    image = SyntheticCamera(SURFACE, table, Look(), seed=1).render(Scene(), 0.0)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(book).detectMarkers(image)
    assert ids is not None
    at = {
        int(i): table.to_table(c.reshape(4, 2), 0.0)
        for i, c in zip(ids.ravel(), corners, strict=True)
    }
    assert sorted(at) == [0, 1, 2, 3]
    for number, (x, y) in enumerate(SURFACE.corners_mm):
        middle = at[number].mean(axis=0)
        assert np.allclose(
            middle, (x + np.sign(x - 1) * 37.75, y + np.sign(y - 1) * 37.75), atol=1.0
        )
        top_left, bottom_left = at[number][0], at[number][3]
        assert top_left[1] > bottom_left[1] + 30


def test_the_light_dims_the_whole_picture(camera: SyntheticCamera) -> None:
    day = camera.render(Scene(), 0.0).mean()
    assert camera.render(Scene(light=0.5), 0.0).mean() < 0.85 * day


@pytest.mark.parametrize("edge", ["S", "N", "W", "E"])
def test_a_hand_comes_in_over_its_edge(camera: SyntheticCamera, edge: str) -> None:
    hand = SceneHand(x_mm=260.0, y_mm=480.0, edge=edge)
    delta = np.abs(
        camera.render(Scene(hands=(hand,)), 0.0).astype(int) - camera.render(Scene(), 0.0)
    ).sum(2)
    outside = {"S": (260, -30), "N": (260, 990), "W": (-30, 480), "E": (550, 480)}
    for other, (x, y) in outside.items():
        u, v = camera.table.to_image([(x, y, 0.0)])[0]
        patch = delta[int(v) - 12 : int(v) + 12, int(u) - 12 : int(u) + 12]
        assert (patch.mean() > 30) == (other == edge)


def test_no_arm_comes_from_farther_than_arms_reach() -> None:
    """One that did would end over the board, which no real one does."""
    board, rng = proportioned(50.0, 11, 24), np.random.default_rng(4)
    edges = {edge_in_reach(rng, board, (275.0, 960.0)) for _ in range(40)}
    assert edges == {"N", "W", "E"}


def test_frames_are_cheap(camera: SyntheticCamera) -> None:
    discs = a_start()
    spent = []
    for step in range(40):
        moved = (replace(discs[0], x_mm=60.0 + step, y_mm=200.0), *discs[1:])
        hand = SceneHand(x_mm=60.0 + step, y_mm=192.0, edge="S", holding=True)
        start = time.process_time()
        camera.render(Scene(discs=moved, hands=(hand,)), step / 60)
        spent.append(time.process_time() - start)
    assert np.median(spent) < 0.02  # 3 ms on the machine it was written on
