"""Frames of a camera or a stream as they come, and again once it has come back."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from calibration.problem import EyeProblem
from vision.cameras import Capture, Opening, Wanted, remark
from vision.frames import Frame
from vision.locking import lock

WAITING = 8
"""Frames kept for a slow reader; older ones are dropped."""
OPEN_S, READ_S, CLOSE_S = 5.0, 4.0, 6.0
SETTLED_FRAMES = 45
"""After so many frames a camera has found its exposure, white balance and focus."""
AGAIN_S, AGAIN_MOST_S = 0.25, 2.0


class LiveFrames:
    """A camera or stream read by a thread of its own, so that a slow reader gets fresh frames. One
    that falls silent is opened again until it answers.

    `remark` is what the driver made of what was asked of it, None when that; `free` what it did not
    let be locked, known after SETTLED_FRAMES. `silent` is the key
    of the problem raised when no first frame comes.
    """

    def __init__(
        self,
        opening: Opening,
        url: str,
        silent: str,
        *,
        wanted: Wanted | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opening, self._url, self._wanted, self._clock = opening, url, wanted, clock
        self._waiting: deque[Frame] = deque(maxlen=WAITING)
        self._news = threading.Condition()
        self._closing = threading.Event()
        self._index = 0
        self.gone_since: float | None = None
        """Since when nothing has come, on the frames' clock; None while frames come."""
        self.remark: EyeProblem | None = None
        self.free: EyeProblem | None = None
        capture = opening()
        self._thread = threading.Thread(
            target=self._run, args=(capture,), name="camera", daemon=True
        )
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._waiting or self.gone_since is not None, OPEN_S)
        if not self._waiting:
            self.close()
            raise EyeProblem(silent, url=url)

    @property
    def trouble(self) -> EyeProblem | None:
        """What is wrong now: it is away."""
        return None if self.gone_since is None else EyeProblem("source.gone", url=self._url)

    @property
    def now(self) -> float:
        """The time on the frames' clock (s)."""
        return self._clock()

    def read(self) -> Frame | None:
        """The next frame; None when none came for READ_S."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._closing.is_set(), READ_S)
            return self._waiting.popleft() if self._waiting else None

    def waiting(self) -> Sequence[Frame]:
        """The frames that have come since, at once."""
        with self._news:
            frames = tuple(self._waiting)
            self._waiting.clear()
        return frames

    def close(self) -> None:
        self._closing.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(CLOSE_S)

    def _run(self, capture: Capture | None) -> None:
        while capture is not None:
            self._read_all(capture)
            capture.release()
            if self._closing.is_set():
                return
            with self._news:
                self.gone_since = self._clock()
                self._news.notify_all()
            capture = self._opened_again()

    def _read_all(self, capture: Capture) -> None:
        shown = 0
        while not self._closing.is_set():
            good, image = capture.read()
            if not good:
                return
            frame = Frame(at=self._clock(), image=np.asarray(image, np.uint8), index=self._index)
            shown += 1
            if self._wanted is not None and shown == 1:
                self.remark = remark(self._wanted, frame.image, capture.get(cv2.CAP_PROP_FPS))
            if self._wanted is not None and shown == SETTLED_FRAMES:
                self.free = lock(capture)
            self._index += 1
            with self._news:
                self.gone_since = None
                self._waiting.append(frame)
                self._news.notify_all()

    def _opened_again(self) -> Capture | None:
        """The source once it answers; None when it was closed meanwhile."""
        pause = AGAIN_S
        while not self._closing.wait(pause):
            pause = min(AGAIN_MOST_S, pause * 1.5)
            try:
                return self._opening()
            except EyeProblem:
                continue
        return None
