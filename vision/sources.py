"""Where frames come from: a camera, a network stream, a video, pictures, or a registered opener."""

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np

from calibration.problem import EyeProblem
from vision.frames import Frame, Frames, Image
from vision.picture import load_picture

PICTURES = (".jpg", ".jpeg", ".png", ".bmp")
DEVICE = re.compile(r"(?:camera:)?(?:/dev/video)?(\d+)$")
NETWORK = re.compile(r"(?:https?|rtsp)://")
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://")
LIVE_SIZE, LIVE_FPS = (1280, 720), 60
OPEN_MS, READ_MS = 5000, 4000
WAITING = 4
"""Frames a live source keeps for a slow reader; older ones are dropped."""

Opener = Callable[[str], Frames]


def open_frames(url: str, openers: Mapping[str, Opener], *, picture_fps: float = 30.0) -> Frames:
    """Open a source: `sim://…` and the like through `openers` (by scheme with `://`), `camera:0`,
    `0` or `/dev/video0`, `http://…` (MJPEG), a video file, a picture, a folder of pictures or a
    pattern `name_%03d.png`, with or without `file:` before it.

    Pictures are stamped at `picture_fps`, videos at their own rate, live frames on the monotonic
    clock. Raises EyeProblem when there is nothing or no frame comes.
    """
    for scheme, opener in openers.items():
        if url.startswith(scheme):
            return opener(url)
    _silence()
    if device := DEVICE.fullmatch(url):
        return LiveFrames(_device(int(device[1])), "camera.silent", url)
    if NETWORK.match(url):
        return LiveFrames(_network(url), "stream.silent", url)
    if SCHEME.match(url) and not url.startswith("file://"):
        raise EyeProblem("source.unknown", url=url)
    return _files(re.sub(r"^file:(//)?", "", url), picture_fps)


def _silence() -> None:
    """Keep OpenCV and FFmpeg from telling the terminal about a missing camera: we do."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def _device(number: int) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        raise EyeProblem("camera.absent", number=number)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, LIVE_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, LIVE_SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, LIVE_FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    return capture


def _network(url: str) -> cv2.VideoCapture:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        raise EyeProblem("stream.absent", url=url)
    return capture


def _files(name: str, fps: float) -> Frames:
    path = Path(name)
    if "%" in path.name:
        shape = re.compile(re.sub(r"%0?\d*d", r"\\d+", re.escape(path.name).replace("\\%", "%")))
        near = path.parent.iterdir() if path.parent.is_dir() else iter(())
        return PictureFrames(sorted(p for p in near if shape.fullmatch(p.name)), name, fps)
    if path.is_dir():
        pictures = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES)
        return PictureFrames(pictures, name, fps)
    if not path.is_file():
        raise EyeProblem("source.missing", path=name)
    if path.suffix.lower() in PICTURES:
        return PictureFrames([path], name, fps)
    return VideoFrames(name)


class PictureFrames:
    """Pictures in order of name, `fps` a second."""

    def __init__(self, paths: list[Path], name: str, fps: float) -> None:
        if not paths:
            raise EyeProblem("source.empty", path=name)
        self._paths, self._fps, self._next = paths, fps, 0
        self._first = load_picture(paths[0])

    def read(self) -> Frame | None:
        if self._next >= len(self._paths):
            return None
        index, self._next = self._next, self._next + 1
        image = self._first if index == 0 else load_picture(self._paths[index])
        return Frame(at=index / self._fps, image=image, index=index)

    def close(self) -> None:
        self._next = len(self._paths)


class VideoFrames:
    """A video file at its own frame rate (30 a second when it does not tell)."""

    def __init__(self, name: str) -> None:
        self._capture = cv2.VideoCapture(name)
        self._first = self._grab()
        if self._first is None:
            self.close()
            raise EyeProblem("video.unreadable", path=name)
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = told if 1 <= told <= 1000 else 30.0
        self._next = 0

    def _grab(self) -> Image | None:
        good, image = self._capture.read()
        return np.asarray(image, np.uint8) if good else None

    def read(self) -> Frame | None:
        image = self._first if self._first is not None else self._grab()
        self._first = None
        if image is None:
            return None
        index, self._next = self._next, self._next + 1
        return Frame(at=index / self._fps, image=image, index=index)

    def close(self) -> None:
        self._capture.release()


class LiveFrames:
    """A camera or stream read by a thread of its own, so that a slow reader gets fresh frames.

    `read` waits for the next frame; None when the camera is gone. `silent` is the key of the
    problem raised when no first frame comes.
    """

    def __init__(self, capture: cv2.VideoCapture, silent: str, url: str) -> None:
        self._capture = capture
        self._waiting: deque[Frame] = deque(maxlen=WAITING)
        self._news = threading.Condition()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._over, OPEN_MS / 1000)
        if not self._waiting:
            self.close()
            raise EyeProblem(silent, url=url)

    def _run(self) -> None:
        index, good = 0, True
        while good and not self._over:
            good, image = self._capture.read()
            if good:
                frame = Frame(at=time.monotonic(), image=np.asarray(image, np.uint8), index=index)
                index += 1
                with self._news:
                    self._waiting.append(frame)
                    self._news.notify_all()
        with self._news:
            self._over = True
            self._news.notify_all()

    def read(self) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._over, READ_MS / 1000)
            return self._waiting.popleft() if self._waiting else None

    def close(self) -> None:
        self._over = True
        self._thread.join(READ_MS / 1000)
        if not self._thread.is_alive():
            self._capture.release()
