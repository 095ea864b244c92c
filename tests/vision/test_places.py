"""A place that looks as it did is told from others, in any light and through any view."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.staged import SURFACE, at_square, camera_over, shown
from vision.observation import SeenBall, SeenDisc
from vision.places import is_other, unchanged
from vision.synthetic import Scene, SceneBall, SceneHand

CAMERA = camera_over(SURFACE, seed=4)
DISCS = (at_square(SURFACE, 3, 5, 0), at_square(SURFACE, 9, 12, 1))
SCENE = Scene(discs=DISCS, ball=SceneBall(x_mm=260.0, y_mm=400.0))
PIECES: tuple[SeenDisc | SeenBall, ...] = (
    *(SeenDisc(x_mm=disc.x_mm, y_mm=disc.y_mm) for disc in DISCS),
    SeenBall(x_mm=260.0, y_mm=400.0),
)


def look(scene: Scene, shift_mm: float = 0.0) -> tuple[bool | None, ...]:
    t = CAMERA.table.t + CAMERA.table.R @ np.array([shift_mm, -shift_mm, 0.0])
    other = camera_over(SURFACE, seed=4, table=replace(CAMERA.table, t=t))
    before = shown(CAMERA, SCENE, 0.0).image, CAMERA.table
    now = shown(other, scene, 3.0).image, other.table
    return unchanged(before, now, SURFACE, PIECES)


@pytest.mark.parametrize("light", [0.4, 1.0, 1.4])
@pytest.mark.parametrize("shift_mm", [0.0, 15.0])
def test_pieces_left_alone_look_the_same(light: float, shift_mm: float) -> None:
    assert look(replace(SCENE, light=light), shift_mm) == (True, True, True)


def test_what_was_taken_away_or_is_under_a_hand_does_not() -> None:
    assert look(Scene(discs=DISCS[:1])) == (True, False, False)
    hand = SceneHand(x_mm=DISCS[0].x_mm, y_mm=DISCS[0].y_mm + 25, edge="S")
    assert look(replace(SCENE, hands=(hand,)))[0] is False


def test_what_was_moved_by_a_tenth_of_a_square_or_replaced_does_not() -> None:
    others = (replace(DISCS[0], team=1), replace(DISCS[1], x_mm=DISCS[1].x_mm + 4.0))
    ball = SceneBall(x_mm=264.0, y_mm=400.0)
    assert look(replace(SCENE, discs=others, ball=ball)) == (False, False, False)


def test_a_place_without_anything_to_see_tells_nothing() -> None:
    flat = np.full((540, 960, 3), 90, np.uint8)
    seen = (flat, CAMERA.table)
    assert unchanged(seen, seen, SURFACE, PIECES) == (None, None, None)


def test_of_no_pieces_nothing_is_told() -> None:
    seen = (shown(CAMERA, SCENE, 0.0).image, CAMERA.table)
    assert unchanged(seen, seen, SURFACE, ()) == ()


@pytest.mark.parametrize(("apart", "other"), [(0.0, False), (14.0, False), (16.0, True)])
def test_a_disc_read_twice_is_one_disc(apart: float, other: bool) -> None:  # noqa: FBT001
    """Two readings of one disc lie within its radius; two discs never do."""
    disc = SeenDisc(x_mm=100.0, y_mm=100.0)
    again = SeenDisc(x_mm=100.0 + apart, y_mm=100.0)
    assert is_other(again, (SeenDisc(x_mm=400.0, y_mm=90.0), disc), SURFACE) is other
    assert is_other(disc, (), SURFACE)
