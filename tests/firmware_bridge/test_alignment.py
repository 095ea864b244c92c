"""Stamps of the box and frames of a camera: which frame shows it, and how late the camera is."""

from random import Random

import pytest

from firmware_bridge.alignment import (
    FLASH_S,
    Lateness,
    frames_showing,
    lateness,
    measured,
)
from firmware_bridge.clock import GOOD_S, HostTime
from firmware_bridge.errors import LinkProblem

FRAME_S = 1 / 60


def seen(flash_at: float, late: float, phase: float, rng: Random) -> list[tuple[float, float]]:
    """Mean grey of 60 frames a second; a frame stamped s shows s - late."""
    frames = []
    for number in range(60):
        stamp = flash_at - 0.3 + phase + number * FRAME_S
        lit = 0 <= stamp - late - flash_at < FLASH_S
        frames.append((stamp, 80 + rng.gauss(0, 0.5) + 25 * lit))
    return frames


@pytest.mark.parametrize("late", [0.0, 0.012, 0.037, 0.11])
def test_flashes_at_many_phases_measure_the_camera(late: float) -> None:
    rng = Random(1)
    flashes = []
    for _ in range(12):
        at, bound = rng.uniform(10, 20), 0.001
        told = HostTime(at=at + rng.uniform(-bound, bound), bound=bound)
        flashes.append((told, seen(at, late, rng.uniform(0, FRAME_S), rng)))
    found = measured(flashes)
    assert found is not None
    assert found.consistent
    assert found.least <= late <= found.most
    assert found.most - found.least < FRAME_S / 2 + 0.002


def test_what_is_no_flash_tells_nothing() -> None:
    rng = Random(2)
    flash = HostTime(at=5.0, bound=0.001)
    dark = [(4.9 + n * FRAME_S, 80 + rng.gauss(0, 0.5)) for n in range(30)]
    assert lateness(flash, dark) is None
    assert lateness(flash, []) is None
    assert (
        lateness(flash, [(5.0, 120.0), (5.1, 80.0), (5.2, 80.0)]) is None
    )  # bright from the first
    assert measured([(flash, dark)] * 4) is None
    assert measured([]) is None


def test_stamps_that_contradict_each_other_are_not_consistent() -> None:
    rng = Random(3)
    flash = HostTime(at=5.0, bound=0.001)
    found = measured([(flash, seen(5.0, 0.02, 0.0, rng)), (flash, seen(5.0, 0.1, 0.0, rng))])
    assert found is not None
    assert not found.consistent


def test_the_frames_that_may_show_a_moment() -> None:
    stamps = [10 + n * FRAME_S for n in range(60)]
    late = Lateness(least=0.030, most=0.036)
    for at in (10.1, 10.2033, 10.31):
        places = frames_showing(HostTime(at=at, bound=0.001), stamps, late)
        shows = next(n for n, stamp in enumerate(stamps) if stamp - 0.033 >= at)
        assert shows in places
        assert len(places) <= 2
    wide = frames_showing(HostTime(at=10.1, bound=0.004), stamps)
    assert len(wide) > 20  # a camera that was never measured: half a second of frames
    assert frames_showing(HostTime(at=99.0, bound=0.001), stamps, late) == ()


def test_a_time_that_is_not_good_enough_is_refused_with_what_to_do() -> None:
    with pytest.raises(LinkProblem) as caught:
        frames_showing(HostTime(at=10.1, bound=GOOD_S * 1.9), [10.0, 10.1])
    assert caught.value.reason == "clock"
    assert "10 ms" in caught.value.sentence("en")
    assert "latence" in caught.value.sentence("fr")
