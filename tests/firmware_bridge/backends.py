"""The same box made in three ways: what a test asks of one it can ask of all.

sim     the device in pure Python
core    the firmware's C sources as a process, under the address and behaviour sanitizers
image   the image for the ATmega328P in simavr
"""

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_cache_path

from firmware_bridge.emulator import EmulatedBox, SimavrBoard, available
from firmware_bridge.emulator.hosted import HostedBoard, build
from firmware_bridge.simulator import SimulatedBox

SOURCES = Path(__file__).parents[2] / "hardware" / "firmware"
BACKENDS = ("sim", "core", "image")
WITH_PINS = ("core", "image")


@cache
def hosted() -> Path | None:
    """The folder of `taru-board` and `taru-fuzz`, made of the sources as they are."""
    return build(SOURCES, user_cache_path("taru-table") / "firmware")


def programs() -> Path:
    """As `hosted`; skips where they cannot be made."""
    found = hosted()
    if found is None:
        pytest.skip("no C compiler with sanitizers and no make: apt install gcc libc6-dev make")
    return found


def need(backend: str) -> None:
    """Skip, with a sentence, when this machine cannot make that box."""
    if backend == "core":
        programs()
    if backend == "image" and not available():
        pytest.skip("no simavr: apt install gcc libc6-dev libsimavr-dev libelf-dev")


def pretend_box(
    backend: str, seed: int = 1, faults: Collection[str] = (), *, ppm: float = 0.0
) -> Any:  # SimulatedBox or EmulatedBox: a test knows which it asked for
    need(backend)
    if backend == "sim":
        return SimulatedBox(seed, faults, ppm=ppm)
    board = HostedBoard(seed, programs() / "taru-board") if backend == "core" else SimavrBoard(seed)
    return EmulatedBox(board, seed, faults, ppm=ppm)
