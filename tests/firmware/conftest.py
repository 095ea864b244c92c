"""Boxes for the tests of the firmware: all three, those with pins, the image alone."""

from collections.abc import Callable

import pytest

from tests.firmware.host import Host
from tests.firmware_bridge.backends import BACKENDS, WITH_PINS, pretend_box

Opener = Callable[[str], Host]


def opened(backend: str, *, seed: int = 1, ppm: float = 0.0) -> Host:
    host = Host(pretend_box(backend, seed, ppm=ppm))
    host.open()
    return host


@pytest.fixture(params=BACKENDS)
def host(request: pytest.FixtureRequest) -> Host:
    """A host in a session with the box, on each of the three."""
    return opened(request.param)


@pytest.fixture(params=WITH_PINS)
def pins(request: pytest.FixtureRequest) -> Host:
    """As `host`, on those whose pins can be moved."""
    return opened(request.param)


@pytest.fixture
def image() -> Host:
    """As `host`, on the image alone."""
    return opened("image")
