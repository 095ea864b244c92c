"""The time from row to row is read from the bands of a flickering lamp, or not told at all."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.row_time import RowTime

HIGH, WIDE = 540, 960
SCENE = np.random.default_rng(4).integers(60, 200, (HIGH, WIDE, 3)).astype(np.float64)


def shot(at: float, lamp_hz: float, readout_s: float, depth: float) -> NDArray[np.uint8]:
    """A picture whose rows were read one after another under a lamp of that rate."""
    times = at + readout_s * np.arange(HIGH) / HIGH
    light = 1 + depth * np.sin(2 * np.pi * lamp_hz * times + 0.7)
    noise = np.random.default_rng(round(at * 1e6)).normal(0, 2.0, (HIGH, WIDE, 3))
    return np.clip(SCENE * light[:, None, None] + noise, 0, 255).astype(np.uint8)


def measured(
    lamp_hz: float = 100.0, readout_s: float = 0.016, depth: float = 0.03, fps: float = 30.0
) -> float | None:
    rows, rng = RowTime(), np.random.default_rng(2)
    for k in range(24):
        at = k / fps + float(rng.uniform(0.0, 0.0008))
        rows.feed(at, shot(k / fps, lamp_hz, readout_s, depth))
    return rows.estimate()


@pytest.mark.parametrize("readout_s", [0.012, 0.016, 0.024, 0.031])
@pytest.mark.parametrize("lamp_hz", [100.0, 120.0])
def test_bands_tell_the_row_time(lamp_hz: float, readout_s: float) -> None:
    fps = 28.7  # at an even part of the lamp's rate the bands would stand still
    told = measured(lamp_hz, readout_s, fps=fps)
    assert told is not None
    assert told * HIGH == pytest.approx(readout_s, rel=0.08)


def test_without_flicker_or_with_a_global_shutter_nothing_is_told() -> None:
    assert measured(depth=0.0) is None
    assert measured(readout_s=0.0) is None


def test_a_few_pictures_or_two_sizes_tell_nothing() -> None:
    rows = RowTime()
    assert rows.estimate() is None
    for k in range(30):
        picture = shot(k / 30, 100.0, 0.016, 0.03)
        rows.feed(k / 30, picture if k % 2 else picture[:400])
    assert rows.estimate() is None
