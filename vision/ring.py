"""The last seconds of what the camera saw, packed as JPEG, for flights, evidence and replays."""

import threading
from bisect import bisect_left
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frames import Frame

SLACK = 0.9


@dataclass(frozen=True, kw_only=True, eq=False)
class _Packed:
    at: float
    index: int
    jpeg: bytes


class FrameRing:
    """Keeps `seconds` of frames, at most `fps` a second and at most `most_bytes` in all.

    Frames must come in order of time. Safe to read from another thread.
    """

    def __init__(
        self, *, seconds: float = 12.0, fps: float = 30.0, most_bytes: int = 120_000_000
    ) -> None:
        self._seconds, self._gap, self._most = seconds, SLACK / fps, most_bytes
        self._frames: deque[_Packed] = deque()
        self._newest: Frame | None = None
        self._bytes = 0
        self._lock = threading.Lock()

    def push(self, frame: Frame) -> None:
        """Keep a frame (skipped when it follows the last kept one too soon)."""
        if self._frames and frame.at - self._frames[-1].at < self._gap:
            self._newest = frame
            return
        good, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        packed = _Packed(at=frame.at, index=frame.index, jpeg=data.tobytes() if good else b"")
        with self._lock:
            self._newest = frame
            self._frames.append(packed)
            self._bytes += len(packed.jpeg)
            while self._frames and self._too_much(frame.at):
                self._bytes -= len(self._frames.popleft().jpeg)

    def _too_much(self, now: float) -> bool:
        return self._bytes > self._most or now - self._frames[0].at > self._seconds

    @property
    def newest(self) -> Frame | None:
        """The last frame pushed, as it came."""
        return self._newest

    @property
    def held_bytes(self) -> int:
        return self._bytes

    def at(self, when: float) -> Frame | None:
        """The frame nearest to an instant (s); None when the ring is empty."""
        with self._lock:
            kept = list(self._frames)
        if not kept:
            return None
        k = bisect_left([p.at for p in kept], when)
        near = kept[max(0, k - 1) : k + 1]
        return _unpacked(min(near, key=lambda p: abs(p.at - when)))

    def between(self, start: float, stop: float) -> list[Frame]:
        """All kept frames of an interval (s), both ends included."""
        with self._lock:
            kept = [p for p in self._frames if start <= p.at <= stop]
        return [_unpacked(p) for p in kept]


def _unpacked(packed: _Packed) -> Frame:
    image = cv2.imdecode(np.frombuffer(packed.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Frame(at=packed.at, image=np.asarray(image, np.uint8), index=packed.index)
