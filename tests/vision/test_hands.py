"""Hands are seen at once; pieces, light and noise are not taken for hands."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.staged import SURFACE, camera_over
from vision.change import MotionGate, Reduction
from vision.frames import Image
from vision.hands import HandWatch, find_hands
from vision.synthetic import Look, Scene, SceneBall, SceneDisc, SceneHand, SceneHead
from vision.synthetic.acting import HAIRS

CAMERA = camera_over(SURFACE, seed=11, look=Look(noise=2.5))
REDUCTION = Reduction(CAMERA.table, SURFACE)


def disc(x: float, y: float, team: int = 0, level: int = 0) -> SceneDisc:
    return SceneDisc(x_mm=x, y_mm=y, team=team, level=level)


START = tuple(disc(20.0 + 40 * (3 * k % 13), 60.0 + 30 * k, k % 2) for k in range(30))


def picture(*hands: SceneHand, discs: tuple[SceneDisc, ...] = START, at: float = 0.0) -> Image:
    return CAMERA.render(Scene(discs=discs, hands=hands), at)


def watch() -> HandWatch:
    out = HandWatch(REDUCTION)
    out.settle(REDUCTION.of(picture(at=9.0)))
    return out


@pytest.mark.parametrize("edge", ["S", "N", "W", "E"])
@pytest.mark.parametrize("holding", [False, True])
def test_a_hand_is_seen_two_frames_after_it_comes_in(edge: str, *, holding: bool) -> None:
    eye = watch()
    first = None
    for frame in range(20):
        tip = -60.0 + frame * 15.0
        x, y = {
            "S": (260.0, tip),
            "N": (260.0, 960.0 - tip),
            "W": (tip, 480.0),
            "E": (520.0 - tip, 480.0),
        }[edge]
        hand = SceneHand(x_mm=x, y_mm=y, edge=edge, holding=holding)
        seen = eye.look(REDUCTION.of(picture(hand, at=frame / 60)))
        if seen and first is None:
            first = tip
            assert len(seen) == 1
            assert seen[0].edge == edge
    assert first is not None
    assert 0.0 < first <= 45.0


@pytest.mark.parametrize("hair", HAIRS)
@pytest.mark.parametrize("light", [0.5, 1.0])
def test_a_head_over_the_middle_is_seen_whole(hair: tuple[int, int, int], light: float) -> None:
    head = SceneHead(x_mm=250.0, y_mm=480.0, hair=hair)
    scene = Scene(discs=START, heads=(head,), light=light)
    (seen,) = watch().look(REDUCTION.of(CAMERA.render(scene, 0.0)))
    outline = np.array(seen.outline_mm, np.float32)
    assert seen.edge is None
    for way in ((0.0, 0.0), (40.0, 0.0), (-40.0, 0.0), (0.0, 50.0), (0.0, -50.0)):
        at = (float(250.0 + way[0]), float(480.0 + way[1]))
        assert cv2.pointPolygonTest(outline, at, measureDist=False) > 0


def test_a_ring_of_discs_is_no_head() -> None:
    ring = tuple(
        disc(260.0 + 90 * np.cos(turn), 480.0 + 90 * np.sin(turn))
        for turn in np.arange(18) * 2 * np.pi / 18
    )
    before = tuple(d for d in START if np.hypot(d.x_mm - 260, d.y_mm - 480) > 130)
    eye = HandWatch(REDUCTION)
    eye.settle(REDUCTION.of(picture(discs=before, at=9.0)))
    assert eye.look(REDUCTION.of(picture(discs=(*before, *ring)))) == ()


def test_the_outline_lies_under_the_hand() -> None:
    seen = watch().look(REDUCTION.of(picture(SceneHand(x_mm=200.0, y_mm=300.0, edge="S"))))
    outline = np.array(seen[0].outline_mm)
    assert abs(outline[:, 1].max() - 300.0) < 30.0
    assert outline[:, 1].min() < -15.0
    assert 60.0 < outline[:, 0].min() < outline[:, 0].max() < 340.0


@pytest.mark.parametrize(
    "discs",
    [
        START[1:],
        (*START[:-1], disc(500.0, 15.0)),
        tuple(replace(d, x_mm=d.x_mm + 9.0) for d in START),
        (*START, *(disc(40.0 + 31 * k, 14.0) for k in range(12))),
        (*START, *(disc(16.0, 40.0 + 31 * k, 1) for k in range(10))),
        (*START, *(disc(d.x_mm, d.y_mm, 1 - d.team, 1) for d in START[:6])),
        (),
    ],
    ids=["gone", "come", "shifted", "row along the edge", "column", "stacked", "cleared"],
)
def test_pieces_are_no_hands(discs: tuple[SceneDisc, ...]) -> None:
    assert watch().look(REDUCTION.of(picture(discs=discs))) == ()


def test_a_ball_and_a_rolling_disc_are_no_hands() -> None:
    eye = watch()
    for frame in range(12):
        ball = SceneBall(x_mm=10.0 + 40 * frame, y_mm=500.0, z_mm=20.0, trail_mm=(30.0, 0.0))
        scene = Scene(discs=(*START, disc(519.0, 40.0 + 60 * frame)), ball=ball)
        assert eye.look(REDUCTION.of(CAMERA.render(scene, frame / 60))) == ()


@pytest.mark.parametrize("light", [0.6, 0.85, 1.2, 1.5])
def test_a_change_of_light_is_no_hand_and_hides_none(light: float) -> None:
    eye = watch()
    assert eye.look(REDUCTION.of(CAMERA.render(Scene(discs=START, light=light), 0.0))) == ()
    hand = SceneHand(x_mm=260.0, y_mm=420.0, edge="W")
    scene = Scene(discs=START, hands=(hand,), light=light)
    assert len(eye.look(REDUCTION.of(CAMERA.render(scene, 0.0)))) == 1


def test_a_hand_that_was_in_the_background_leaves_no_ghost() -> None:
    hand = SceneHand(x_mm=260.0, y_mm=300.0, edge="S")
    assert find_hands(picture(), picture(hand), CAMERA.table, SURFACE) == ()


def test_two_hands_are_two() -> None:
    hands = (SceneHand(x_mm=150.0, y_mm=250.0, edge="S"), SceneHand(x_mm=300, y_mm=700, edge="N"))
    assert {h.edge for h in watch().look(REDUCTION.of(picture(*hands)))} == {"S", "N"}


def test_the_gate_is_quiet_on_noise_and_sees_a_ball() -> None:
    gate = MotionGate(REDUCTION)
    quiet = [gate.look(REDUCTION.of(picture(at=k / 60)), k / 60).moving for k in range(60)]
    assert not any(quiet)
    for k in range(6):
        scene = Scene(discs=START, ball=SceneBall(x_mm=100.0 + 12 * k, y_mm=470.0))
        moving = gate.look(REDUCTION.of(CAMERA.render(scene, k / 60)), k / 60).moving
        assert moving


def test_the_gate_sees_a_slow_slide_and_forgives_a_fading_lamp() -> None:
    gate = MotionGate(REDUCTION)
    for k in range(40):
        scene = Scene(discs=START, light=1.0 - 0.005 * k)
        assert not gate.look(REDUCTION.of(CAMERA.render(scene, k / 60)), k / 60).moving
    slow = MotionGate(REDUCTION)
    seen = 0
    for k in range(30):
        discs = (replace(START[0], y_mm=60.0 + 0.8 * k), *START[1:])
        seen += slow.look(REDUCTION.of(picture(discs=discs, at=k / 60)), k / 60).moving
    assert seen >= 20


def test_a_hand_that_waited_beside_the_felt_leaves_none_behind() -> None:
    """Only a finger reaches over the felt, and all else is read meanwhile; then it is gone. When it
    comes back it is a hand again.
    """
    eye, at = watch(), 0.0
    for tip in (6.0, 8.0):
        at += 0.1
        waiting = REDUCTION.of(picture(SceneHand(x_mm=tip, y_mm=480.0, edge="W"), at=at))
        assert not eye.look(waiting)
        eye.settle(waiting)
    clean = REDUCTION.of(picture(at=1.0))
    assert not eye.look(clean)
    eye.settle(clean)
    over = SceneHand(x_mm=60.0, y_mm=480.0, edge="W")
    assert eye.look(REDUCTION.of(picture(over, at=1.1)))
    back = SceneHand(x_mm=30.0, y_mm=480.0, edge="W")
    assert eye.look(REDUCTION.of(picture(back, at=1.2)))
