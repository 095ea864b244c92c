"""How late a camera is, measured with the flash of the box."""

from collections import deque
from collections.abc import Callable
from threading import Event, Thread

from app.wiring.workbench import Bench
from firmware_bridge.alignment import LATEST_S, Brightness, Lateness, measured
from firmware_bridge.clock import HostTime
from firmware_bridge.messages import FireFlash, Flash
from vision.frames import Frames

FLASHES = 12
BEFORE_S, BETWEEN_S = 0.25, 0.077
"""Frames before a flash are needed to know the usual light; the gap varies the camera's phase."""

Camera = Callable[[], Brightness]
"""(stamp, mean grey) of the frames taken since it was last asked."""


class Watching:
    """A camera read by a thread of its own, so that the box is heard meanwhile."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._seen: deque[tuple[float, float]] = deque()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="camera")
        self._thread.start()

    def __call__(self) -> Brightness:
        return [self._seen.popleft() for _ in range(len(self._seen))]

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._frames.close()

    def _run(self) -> None:
        while not self._stop.is_set() and (frame := self._frames.read()) is not None:
            self._seen.append((frame.at, float(frame.image.mean())))


def flash_test(bench: Bench, camera: Camera) -> Lateness | None:
    """Fire the flash a dozen times and look for it; None when it is not seen, or when the time of
    the box is not known well enough.
    """
    flashes = [_one(bench, camera, number) for number in range(FLASHES)]
    seen = [(flash, frames) for flash, frames in flashes if flash is not None and flash.good]
    return measured(seen) if len(seen) * 2 > FLASHES else None


def _one(bench: Bench, camera: Camera, number: int) -> tuple[HostTime | None, Brightness]:
    frames: list[tuple[float, float]] = []
    flash: HostTime | None = None
    begin = bench.now
    fire_at = begin + BEFORE_S + (number * BETWEEN_S) % 0.1
    fired = False
    while bench.now < fire_at + LATEST_S:
        if bench.now >= fire_at and not fired:
            bench.line.link.ask(FireFlash())
            fired = True
        for heard in bench.step():
            if isinstance(heard.event, Flash):
                flash = heard.time
        frames += camera()
    return flash, frames
