"""A match's camera: what comes is taken at once, a recording keeps its pace."""

import threading
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.wiring.camera import Camera
from calibration.problem import EyeProblem
from vision.cameras import Wanted
from vision.frames import Frame
from vision.live_frames import LiveFrames

DARK = np.zeros((4, 4, 3), np.uint8)


class Recording:
    def __init__(self, count: int) -> None:
        self._frames = [Frame(at=k / 10, image=DARK, index=k) for k in range(count)]

    def read(self) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        self._frames.clear()


def test_a_recording_is_shown_as_if_it_happened_now() -> None:
    camera = Camera(Recording(5), clock=lambda: 100.0)
    first = camera.newest
    assert first is not None
    assert (first.at, first.index) == (100.0, 0)
    assert camera.until(100.05) == []
    two = camera.until(100.21)
    assert [(round(f.at, 3), f.index) for f in two] == [(100.1, 1), (100.2, 2)]
    assert camera.newest is two[-1]
    assert [f.index for f in camera.until(200.0)] == [3, 4]
    assert camera.until(300.0) == []
    assert camera.trouble is None
    assert camera.remarks == []
    assert replace(two[0], at=0.1).image is DARK


class Cable:
    """Gives two pictures, then is pulled out for good."""

    def __init__(self) -> None:
        self.left = 2
        self.used = False

    def __call__(self) -> "Cable":
        if self.used:
            raise EyeProblem("camera.absent", number=0)
        self.used = True
        return self

    def read(self) -> tuple[bool, NDArray[np.uint8]]:
        self.left -= 1
        return self.left >= 0, DARK

    def get(self, _: int) -> float:
        return 0.0

    def set(self, _: int, value: float) -> bool:
        del value
        return False

    def release(self) -> None:
        self.left = 0


def test_a_camera_that_is_gone_says_so_and_holds_nobody_up() -> None:
    wanted = Wanted(size=(640, 480), fps=30.0)
    camera = Camera(LiveFrames(Cable(), "camera:0", "camera.silent", wanted=wanted))
    assert "640×480" in camera.remarks[0].sentence("fr")
    waiting = threading.Event()
    assert any(camera.trouble is not None or waiting.wait(0.02) for _ in range(300))
    assert len(camera.until(0.0)) <= 1
    assert camera.until(0.0) == ()
    assert camera.newest is not None
    camera.close()
