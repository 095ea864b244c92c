"""The flash test, with the simulated box and a camera made of brightness alone."""

import threading

import numpy as np

from app.wiring.flash_test import Watching, flash_test
from app.wiring.workbench import SimulatedBench, bench
from firmware_bridge.alignment import FLASH_S, Brightness
from firmware_bridge.messages import Flash
from vision.frames import Frame

FRAME_S, LATE_S = 1 / 30, 0.045


class Camera:
    """Thirty frames a second of a table that the box's flash lights up."""

    def __init__(self, made: SimulatedBench, *, covered: bool = False) -> None:
        self._made, self._covered = made, covered
        self._next = made.now
        self._began = made.simulated._device._started_at if made.simulated is not None else 0.0

    def __call__(self) -> Brightness:
        frames = []
        while self._next <= self._made.now - LATE_S:
            shown, self._next = self._next, self._next + FRAME_S
            frames.append((shown + LATE_S, 60.0 + 30.0 * self._lit(shown)))
        return frames

    def _lit(self, at: float) -> bool:
        box = self._made.simulated
        if box is None or self._covered:
            return False
        stamps = [e.at_us for e in box.accepted if isinstance(e, Flash) and e.at_us is not None]
        return any(0 <= at - self._began - stamp / 1e6 < FLASH_S for stamp in stamps)


def test_the_lateness_of_a_camera_is_measured() -> None:
    made = bench("sim://")
    assert isinstance(made, SimulatedBench)
    for _ in range(2000):
        made.step()
    found = flash_test(made, Camera(made))
    assert found is not None
    assert found.consistent
    assert found.least <= LATE_S <= found.most
    assert found.most - found.least < FRAME_S


def test_a_covered_camera_sees_no_flash() -> None:
    made = bench("sim://")
    assert isinstance(made, SimulatedBench)
    for _ in range(2000):
        made.step()
    assert flash_test(made, Camera(made, covered=True)) is None


def test_a_camera_is_read_beside_the_box() -> None:
    class Frames:
        def __init__(self) -> None:
            self.left, self.closed = 40, False

        def read(self) -> Frame | None:
            self.left -= 1
            return Frame(at=float(self.left), image=np.full((4, 4, 3), 7, np.uint8))

        def close(self) -> None:
            self.closed = True

    frames = Frames()
    watching = Watching(frames)
    while frames.left > 0:
        assert frames.left <= 40
    watching.close()
    seen = list(watching())
    assert seen[0] == (39.0, 7.0)
    assert len(seen) >= 40
    assert frames.closed
    assert "camera" not in {thread.name for thread in threading.enumerate()}
