"""An oval by its own colour: found whatever is printed on it, and only where none is around."""

import numpy as np
import pytest

from vision.cloth import Cloth
from vision.evaluate_scenes import evaluate_scenes
from vision.silhouette import silhouette

AXES_MM = (11.0, 7.5)
PX_PER_MM = 2.0
BROWN = np.array([0.05, 0.25, 0.15], np.float32)
"""Log BGR over the felt's: hardly brighter, of another hue."""


def _patch(x_mm: float, y_mm: float, turn: float) -> tuple[Cloth, np.ndarray, np.ndarray]:
    """A banded oval on plain felt, and each pixel's place along and across it (shares)."""
    half = 50
    v, u = np.mgrid[-half : half + 1, -half : half + 1] / PX_PER_MM
    u, v = u - x_mm, v - y_mm
    along = (u * np.cos(turn) + v * np.sin(turn)) / AXES_MM[0]
    across = (-u * np.sin(turn) + v * np.cos(turn)) / AXES_MM[1]
    level = np.hypot(along, across)
    over = np.where(level[..., None] < 1, BROWN, np.float32(0))
    over[(level < 1) & (np.abs(np.abs(along) - 0.66) < 0.07)] = BROWN - 0.9
    counts = np.ones(level.shape, np.float32)
    return Cloth(over=over.astype(np.float32), counts=counts, px_per_mm=PX_PER_MM), along, across


@pytest.mark.parametrize(("x", "y", "turn"), [(0.0, 0.0, 0.4), (2.2, -1.4, 1.9), (-1.0, 3.0, 2.9)])
def test_an_oval_with_dark_bands_is_found_by_its_colour(x: float, y: float, turn: float) -> None:
    cloth, _, _ = _patch(x, y, turn)
    found = silhouette(cloth, AXES_MM, turn + 0.5)
    assert found is not None
    assert np.hypot(found.x_mm - x, found.y_mm - y) < 0.7
    assert abs((found.turn_rad - turn + np.pi / 2) % np.pi - np.pi / 2) < 0.2
    assert found.score > 0.8


def test_the_end_of_a_longer_thing_is_no_oval() -> None:
    cloth, along, across = _patch(0.0, 0.0, 0.0)
    cloth.over[(along > 0) & (np.abs(across) < 1)] = BROWN
    found = silhouette(cloth, AXES_MM, 0.0)
    assert found is not None
    assert found.score < 0.68


def test_half_an_oval_at_the_edge_of_the_felt_is_measured_by_what_is_seen() -> None:
    cloth, _, across = _patch(0.0, 0.0, 0.0)
    cloth.counts[across > 0.4] = 0
    cloth.over[across > 0.4] = 1.5
    found = silhouette(cloth, AXES_MM, 0.0)
    assert found is not None
    assert np.hypot(found.x_mm, found.y_mm) < 1.0
    assert found.score > 0.8


def test_nothing_is_told_of_an_oval_that_hardly_shows() -> None:
    cloth, _, across = _patch(0.0, 0.0, 0.0)
    cloth.counts[across > -0.3] = 0
    assert silhouette(cloth, AXES_MM, 0.0) is None


def test_a_brown_ball_on_red_felt_is_found() -> None:
    score = next(iter(evaluate_scenes("plain", 30, "1080p", 11)))
    assert score.loose_ball_close is True
    assert score.ball_error_mm is not None
    assert score.ball_error_mm < 1.0
