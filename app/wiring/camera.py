"""The camera of a match: frames as they come, or a recording at its own pace."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.rulebook.words import Phrase, phrase
from calibration.problem import EyeProblem
from calibration.row_time import RowTime
from vision.frames import Frame, Frames, Image
from vision.live_frames import LiveFrames


class Camera:
    """The frames of a source, for the referee and for the window. `newest` is None when it never
    gave one. What was recorded is shown as if it happened now.
    """

    def __init__(self, frames: Frames, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames, self._clock = frames, clock
        self._start = 0.0
        self.rows = RowTime()
        """What the pictures glanced at tell of the rolling shutter."""
        self._ahead: deque[Frame] = deque()
        first = frames.read()
        if first is not None and not isinstance(frames, LiveFrames):
            self._start = clock() - first.at
            first = replace(first, at=first.at + self._start)
        self.newest = first

    def until(self, now: float) -> Sequence[Frame]:
        """The frames that have come up to now, without waiting for any."""
        if isinstance(self._frames, LiveFrames):
            come: Sequence[Frame] = self._frames.waiting()
        else:
            come = self._recorded(now)
        if come:
            self.newest = come[-1]
        return come

    def _recorded(self, now: float) -> list[Frame]:
        come: list[Frame] = []
        while True:
            if not self._ahead:
                frame = self._frames.read()
                if frame is None:
                    return come
                self._ahead.append(replace(frame, at=frame.at + self._start))
            if self._ahead[0].at > now:
                return come
            come.append(self._ahead.popleft())

    def glance(self) -> Image | None:
        """The picture of now, while nobody referees."""
        for frame in self.until(self._clock()):
            self.rows.feed(frame.at, frame.image)
        return None if self.newest is None else self.newest.image

    @property
    def remarks(self) -> Sequence[EyeProblem]:
        """What the driver made of what it was asked for, where that is something else."""
        live = self._frames if isinstance(self._frames, LiveFrames) else None
        told = () if live is None else (live.remark, live.free)
        return [said for said in told if said is not None]

    @property
    def trouble(self) -> Phrase | None:
        """What is wrong with the camera and what to do; None while it gives frames."""
        live = self._frames if isinstance(self._frames, LiveFrames) else None
        return phrase("match.eye.gone") if live is not None and live.trouble is not None else None

    def close(self) -> None:
        self._frames.close()
