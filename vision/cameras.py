"""Cameras of this machine by names that stay, opened as asked, and what the driver made of it.

On Linux a camera is known by its link in /dev/v4l/by-id, whatever number it has today; elsewhere
OpenCV knows numbers alone.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qsl

import cv2
from numpy.typing import NDArray

from calibration.problem import EyeProblem
from vision.frames import Image

BY_ID = Path("/dev/v4l/by-id")
LINK = re.compile(r"(?P<name>.+)-video-index0$")
PREFIX, DEVICE = "camera:", re.compile(r"(?:/dev/video)?(\d+)$")
SIZE = re.compile(r"([1-9]\d{1,4})x([1-9]\d{1,4})$")
MOST_FPS = 1000
MOST_NUMBER = 2**31 - 1
"""OpenCV takes no larger number."""
FPS_SLACK = 0.1
"""A rate within a tenth of the one asked for is that one."""


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def read(self) -> tuple[bool, NDArray[Any]]: ...

    def get(self, what: int, /) -> float: ...

    def set(self, what: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The picture (width, height in px) and the rate asked of a camera."""

    size: tuple[int, int] = (1280, 720)
    fps: float = 60.0


@dataclass(frozen=True, kw_only=True)
class CameraUrl:
    """A camera as named on the command line: `place` is a number or a name."""

    place: str
    wanted: Wanted


def camera_url(url: str) -> CameraUrl | None:
    """`camera:0`, `0`, `/dev/video0`, `camera:NAME` (or a part of it that fits one camera only),
    with `?size=1920x1080&fps=30` behind; None for what is no camera. EyeProblem for bad options.
    """
    place, _, options = url.partition("?")
    named = place.startswith((PREFIX, str(BY_ID)))
    if not named and not DEVICE.match(place):
        return None
    asked = dict(parse_qsl(options, keep_blank_values=True))
    size, fps = SIZE.match(asked.pop("size", "1280x720")), asked.pop("fps", "60")
    if asked or size is None or not fps.isdigit() or not 0 < int(fps) <= MOST_FPS:
        raise EyeProblem("camera.options", url=url)
    wanted = Wanted(size=(int(size[1]), int(size[2])), fps=float(fps))
    return CameraUrl(place=place.removeprefix(PREFIX).removeprefix(f"{BY_ID}/"), wanted=wanted)


def camera_names(folder: Path = BY_ID) -> dict[str, int]:
    """The cameras that are plugged in, by the names that stay, and their numbers of today; empty
    where the system keeps no such names.
    """
    found = {}
    for link in sorted(folder.glob("*")):
        name, device = LINK.match(link.name), DEVICE.search(str(link.resolve()))
        if name and device:
            found[name["name"]] = int(device[1])
    return found


def numbered(place: str, folder: Path = BY_ID) -> int:
    """Today's number of a camera; EyeProblem when it is not there or several fit."""
    if device := DEVICE.match(place):
        return int(device[1])
    names = camera_names(folder)
    told = LINK.match(place)
    part = told["name"] if told else place
    fits = [name for name in names if part.lower() in name.lower()]
    fits = [part] if part in names else fits
    if len(fits) != 1:
        known = ", ".join(fits or names) or "–"
        raise EyeProblem("camera.several" if fits else "camera.unknown", name=place, known=known)
    return names[fits[0]]


def identity(url: str, folder: Path = BY_ID) -> str:
    """A name for a source under which what is known of it may be kept: a camera's lasting name,
    other addresses as they are.
    """
    camera = camera_url(url)
    if camera is None:
        return url
    try:
        number = numbered(camera.place, folder)
    except EyeProblem:
        return PREFIX + camera.place
    lasting = {at: name for name, at in camera_names(folder).items()}
    return PREFIX + lasting.get(number, str(number))


def open_device(camera: CameraUrl) -> cv2.VideoCapture:
    """The camera opened and asked for size and rate; EyeProblem when it is not there."""
    number = numbered(camera.place)
    capture = cv2.VideoCapture(number) if number <= MOST_NUMBER else None
    if capture is None or not capture.isOpened():
        raise EyeProblem("camera.absent", number=number)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, camera.wanted.size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, camera.wanted.size[1])
    capture.set(cv2.CAP_PROP_FPS, camera.wanted.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def remark(wanted: Wanted, image: Image, fps: float) -> EyeProblem | None:
    """What to say when the driver gives another picture or rate than it was asked for; a rate of
    0 is one it does not tell.
    """
    high, wide = image.shape[:2]
    slow = fps > 0 and fps < wanted.fps * (1 - FPS_SLACK)
    if (wide, high) == wanted.size and not slow:
        return None
    return EyeProblem(
        "camera.otherwise",
        seen=f"{wide}×{high}",
        seen_fps=f"{fps:g}" if fps > 0 else "?",
        size=f"{wanted.size[0]}×{wanted.size[1]}",
        fps=f"{wanted.fps:g}",
    )


Opening = Callable[[], Capture]
"""Opens a source, now or again; raises EyeProblem while it is not there."""
