"""Light that changes smoothly is taken out of a comparison; things are not."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frames import Image
from vision.relit import Relit

SIZE = (240, 135)
RELIT = Relit(SIZE, 4.0)


def table(seed: int = 1) -> Image:
    grid = np.full((SIZE[1], SIZE[0], 3), (60, 120, 70), np.float64)
    grid[::12], grid[:, ::12] = 110, 110
    noise = np.random.default_rng(seed).normal(0, 0.7, grid.shape)
    return np.clip(grid + noise, 0, 255).astype(np.uint8)


def in_light(image: Image, gain: NDArray[np.float64]) -> Image:
    return np.clip(image * gain[..., None], 0, 255).astype(np.uint8)


def lamp(depth: float) -> NDArray[np.float64]:
    """A lamp on the left that gives less."""
    x = np.linspace(0, 1, SIZE[0])[None] * np.ones((SIZE[1], 1))
    return np.asarray(1 - depth * np.exp(-2 * x), np.float64)


@pytest.mark.parametrize("depth", [-0.3, 0.2, 0.6])
def test_a_lamp_is_taken_out(depth: float) -> None:
    now = in_light(table(2), lamp(depth))
    for even in (RELIT.everywhere(table(), now), RELIT.nearby(table(), now)):
        off = np.abs(even.astype(int) - now.astype(int))
        assert np.quantile(off, 0.99) < 8


def test_an_arm_stands_out_whole_in_another_light() -> None:
    now = in_light(table(2), lamp(0.5))
    now[50:72, :150] = (150, 170, 210)
    off = np.abs(RELIT.everywhere(table(), now).astype(int) - now.astype(int)).max(axis=2)
    arm = np.zeros(off.shape, bool)
    arm[50:72, :150] = True
    assert np.median(off[arm]) > 40
    assert np.quantile(off[~arm], 0.98) < 9


def test_a_soft_shadow_is_taken_out_place_by_place() -> None:
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    away = np.hypot(x - 120, y - 60)
    shade = 1 - 0.5 * np.clip(1.5 - away / 30, 0, 1)
    now = in_light(table(2), shade)
    off = np.abs(RELIT.nearby(table(), now).astype(int) - now.astype(int)).max(axis=2)
    assert np.quantile(off, 0.98) < 12


def test_the_same_light_changes_nothing() -> None:
    before = table()
    assert RELIT.everywhere(before, table(5)) is before
