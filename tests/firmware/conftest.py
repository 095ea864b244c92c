"""Boxes for the tests of the firmware: those of the bridge, and the port to MicroPython."""

import pytest

from firmware_bridge.emulator import EmulatedBox
from tests.firmware.host import Host
from tests.firmware.pico import PicoBoard
from tests.firmware_bridge.backends import BACKENDS, WITH_PINS, pretend_box

ALL = (*BACKENDS, "pico")
PINNED = (*WITH_PINS, "pico")


def made(backend: str, *, seed: int = 1) -> Host:
    """A host beside a box that has just got power."""
    if backend == "pico":
        return Host(EmulatedBox(PicoBoard(seed), seed))
    return Host(pretend_box(backend, seed))


def opened(backend: str, *, seed: int = 1) -> Host:
    host = made(backend, seed=seed)
    host.open()
    return host


@pytest.fixture(params=ALL)
def host(request: pytest.FixtureRequest) -> Host:
    """A host in a session with the box, on each of them."""
    return opened(request.param)


@pytest.fixture(params=BACKENDS)
def lasting(request: pytest.FixtureRequest) -> Host:
    """As `host`, on those whose memory a reset does not clear."""
    return opened(request.param)


@pytest.fixture(params=PINNED)
def pins(request: pytest.FixtureRequest) -> Host:
    """As `host`, on those whose pins can be moved."""
    return opened(request.param)


@pytest.fixture
def image() -> Host:
    """As `host`, on the image alone."""
    return opened("image")
