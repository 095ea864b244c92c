"""What is watched, shown: in a window, in a video file, or both."""

import os
import sys
from pathlib import Path

import cv2

from calibration.overwriting import refuse_overwriting
from calibration.problem import EyeProblem
from vision.frames import Image

QUIT = (27, ord("q"))
VIDEO_FPS = 30.0
VIDEOS = {".avi": "MJPG", ".mp4": "mp4v"}
"""Kinds of video files, and how their pictures are coded."""


class Showing:
    """A window, or none, and a video file, or none. Raises EyeProblem when they cannot be had."""

    NAME = "taru-table"

    def __init__(self, out: Path | None, first: Image, *, headless: bool) -> None:
        self.closed = False
        self._window = not headless
        bare = sys.platform.startswith("linux") and not os.environ.get("DISPLAY")
        if self._window and bare:
            raise EyeProblem("watch.no_window")
        self._writer: cv2.VideoWriter | None = None
        if out is not None:
            self._writer = _writer(out, (first.shape[1], first.shape[0]))

    def show(self, image: Image) -> None:
        if self._writer is not None:
            self._writer.write(image)
        if self._window:
            cv2.imshow(self.NAME, image)
            self.closed = cv2.waitKey(1) & 0xFF in QUIT

    def close(self) -> None:
        if self._writer is not None:
            self._writer.release()
        if self._window:
            cv2.destroyWindow(self.NAME)


def check_video(out: Path | None, source: str) -> None:
    """Raises EyeProblem for a video that cannot be: of another kind, in no file, or written over
    what is watched.
    """
    if out is None:
        return
    if out.suffix.lower() not in VIDEOS:
        raise EyeProblem("watch.video", path=out, known=", ".join(VIDEOS))
    if out.exists() and not out.is_file():
        raise EyeProblem("dump.refused", path=out)
    refuse_overwriting(out, [Path(source.removeprefix("file:").removeprefix("//"))])


def _writer(out: Path, size: tuple[int, int]) -> cv2.VideoWriter:
    code = cv2.VideoWriter.fourcc(*VIDEOS[out.suffix.lower()])
    writer = cv2.VideoWriter(str(out), code, VIDEO_FPS, size)
    if not writer.isOpened():
        raise EyeProblem("dump.refused", path=out)
    return writer
