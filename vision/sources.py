"""Where frames come from: a camera, a network stream, a video, pictures, or a registered opener."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from vision.cameras import camera_url, open_device
from vision.files import PICTURES, first_missing, in_order
from vision.frames import Frame, Frames, Image
from vision.live_frames import LiveFrames

NETWORK = re.compile(r"(?:https?|rtsp)://")
SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://")
OPEN_MS, READ_MS = 5000, 4000

Opener = Callable[[str], Frames]


def open_frames(url: str, openers: Mapping[str, Opener], *, picture_fps: float = 30.0) -> Frames:
    """Open a source: `sim://…` and the like through `openers` (by scheme with `://`), a camera
    (see `cameras.camera_url`), `http://…` (MJPEG), a video file, a picture, a folder of pictures
    or a pattern `name_%03d.png`, with or without `file:` before it.

    Pictures are stamped at `picture_fps`, videos at their own rate, live frames (`LiveFrames`) on
    the monotonic clock. Raises EyeProblem when there is nothing or no frame comes.
    """
    for scheme, opener in openers.items():
        if url.startswith(scheme):
            return opener(url)
    _silence()
    camera = camera_url(url)
    if camera is not None:
        opening = partial(open_device, camera)
        return LiveFrames(opening, url, "camera.silent", wanted=camera.wanted)
    if NETWORK.match(url):
        return LiveFrames(partial(_network, url), url, "stream.silent")
    if SCHEME.match(url) and not url.startswith("file://"):
        raise EyeProblem("source.unknown", url=url)
    return _files(re.sub(r"^file:(//)?", "", url), picture_fps)


def _silence() -> None:
    """Keep OpenCV and FFmpeg from telling the terminal about a missing camera: we do."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def _network(url: str) -> cv2.VideoCapture:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        raise EyeProblem("stream.absent", url=url)
    return capture


def _files(name: str, fps: float) -> Frames:
    if not name:
        raise EyeProblem("source.unknown", url="")
    path = Path(name)
    if "%" in path.name:
        shape = re.compile(re.sub(r"%0?\d*d", r"\\d+", re.escape(path.name).replace("\\%", "%")))
        near = path.parent.iterdir() if path.parent.is_dir() else iter(())
        return PictureFrames(in_order([p for p in near if shape.fullmatch(p.name)]), name, fps)
    if path.is_dir():
        pictures = in_order([p for p in path.iterdir() if p.suffix.lower() in PICTURES])
        return PictureFrames(pictures, name, fps)
    if not path.is_file():
        raise EyeProblem("source.missing", path=name)
    if path.suffix.lower() in PICTURES:
        return PictureFrames([path], name, fps)
    return VideoFrames(name)


class PictureFrames:
    """Pictures in order of name, `fps` a second. `remark` is what was odd about them up to the one
    that was read last: the first that is missing, then the first of another size.
    """

    def __init__(self, paths: list[Path], name: str, fps: float) -> None:
        if not paths:
            raise EyeProblem("source.empty", path=name)
        self._paths, self._fps, self._next = paths, fps, 0
        self._first, self._odd = load_picture(paths[0]), False
        missing = first_missing(paths)
        self.remark = EyeProblem("source.gap", path=name, missing=missing) if missing else None

    def read(self) -> Frame | None:
        if self._next >= len(self._paths):
            return None
        index, self._next = self._next, self._next + 1
        image = self._first if index == 0 else load_picture(self._paths[index])
        if image.shape != self._first.shape and not self._odd:
            self._odd = True
            wide, high = image.shape[1], image.shape[0]
            path = self._paths[index]
            self.remark = EyeProblem("source.sizes", path=path, seen=f"{wide}×{high}")
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
