"""Cameras by their lasting names, opened as asked; one that vanishes comes back by itself."""

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.problem import EyeProblem
from vision.cameras import Wanted, camera_names, camera_url, identity, numbered, remark
from vision.live_frames import WAITING, LiveFrames

SIZE = (64, 48)
USUAL = Wanted(size=SIZE, fps=30.0)


class Plugged:
    """A camera that gives so many pictures when told, then is pulled out."""

    def __init__(self, pictures: int, fps: float = 30.0) -> None:
        self.left, self.fps, self.released = pictures, fps, False
        self.go = threading.Semaphore(0)

    def read(self) -> tuple[bool, NDArray[np.uint8]]:
        self.go.acquire(timeout=5)
        self.left -= 1
        return self.left >= 0, np.full((SIZE[1], SIZE[0], 3), min(255, max(0, self.left)), np.uint8)

    def get(self, what: int) -> float:
        return self.fps if what == cv2.CAP_PROP_FPS else 0.0

    def set(self, what: int, value: float) -> bool:
        del what, value
        return False

    def release(self) -> None:
        self.released = True

    def give(self, count: int) -> None:
        for _ in range(count):
            self.go.release()


class Socket:
    """Where it is plugged in: each opening takes the next camera, None = nothing there."""

    def __init__(self, *cameras: Plugged | None) -> None:
        self.cameras, self.tries = list(cameras), 0

    def __call__(self) -> Plugged:
        self.tries += 1
        camera = self.cameras.pop(0) if self.cameras else None
        if camera is None:
            raise EyeProblem("camera.absent", number=0)
        return camera


def eventually(holds: Callable[[], bool]) -> None:
    waiting = threading.Event()
    assert any(holds() or waiting.wait(0.02) for _ in range(500))


def test_a_camera_that_vanishes_comes_back_and_nothing_of_it_is_lost() -> None:
    first, second = Plugged(3), Plugged(100)
    socket = Socket(first, None, None, second)
    first.give(4)
    frames = LiveFrames(socket, "camera:0", "camera.silent", wanted=USUAL)
    seen = [frames.read() for _ in range(3)]
    eventually(lambda: frames.gone_since is not None)
    trouble = frames.trouble
    assert trouble is not None
    assert "camera:0" in trouble.sentence("fr")
    assert first.released
    assert frames.waiting() == ()
    second.give(2)
    seen += [frames.read(), frames.read()]
    assert frames.trouble is None
    assert [frame.index for frame in seen if frame] == [0, 1, 2, 3, 4]
    assert socket.tries == 4
    second.give(1)
    frames.close()
    assert second.released


def test_a_slow_reader_gets_the_newest_frames() -> None:
    camera = Plugged(1000)
    camera.give(WAITING + 20)
    frames = LiveFrames(Socket(camera), "camera:0", "camera.silent")
    eventually(lambda: camera.left == 1000 - WAITING - 20)
    got = frames.waiting()
    assert len(got) <= WAITING
    assert got[-1].index >= WAITING + 18
    camera.give(1)
    frames.close()


def test_a_camera_without_a_first_picture_is_a_problem() -> None:
    camera = Plugged(0)
    camera.give(1)
    with pytest.raises(EyeProblem) as caught:
        LiveFrames(Socket(camera), "camera:0", "camera.silent")
    assert caught.value.key == "camera.silent"
    assert not [t for t in threading.enumerate() if t.name == "camera"]


@pytest.mark.parametrize(
    ("size", "fps", "said"),
    [
        (SIZE, 30.0, False),
        (SIZE, 28.0, False),
        (SIZE, 0.0, False),
        (SIZE, 60.0, False),
        (SIZE, 15.0, True),
        ((32, 24), 30.0, True),
    ],
)
def test_what_the_driver_made_of_it_is_said(
    size: tuple[int, int], fps: float, *, said: bool
) -> None:
    image = np.zeros((size[1], size[0], 3), np.uint8)
    told = remark(USUAL, image, fps)
    assert (told is not None) == said
    assert told is None or f"{size[0]}×{size[1]}" in told.sentence("fr")


def test_the_remark_is_known_with_the_first_frame() -> None:
    camera = Plugged(9, fps=10.0)
    camera.give(1)
    frames = LiveFrames(Socket(camera), "camera:0", "camera.silent", wanted=USUAL)
    assert frames.remark is not None
    assert "10" in frames.remark.sentence("en")
    camera.give(1)
    frames.close()


@pytest.fixture
def by_id(tmp_path: Path) -> Path:
    folder = tmp_path / "by-id"
    folder.mkdir()
    for number in (0, 1, 2, 3):
        (tmp_path / f"video{number}").touch()
    links = {
        "usb-Lens_Maker_HD_77-video-index0": 2,
        "usb-Lens_Maker_HD_77-video-index1": 3,
        "usb-Other_Lens_4K-video-index0": 0,
    }
    for name, number in links.items():
        (folder / name).symlink_to(tmp_path / f"video{number}")
    return folder


def test_cameras_have_names_that_stay(by_id: Path) -> None:
    assert camera_names(by_id) == {"usb-Lens_Maker_HD_77": 2, "usb-Other_Lens_4K": 0}
    assert numbered("maker_hd", by_id) == 2
    assert numbered("usb-Lens_Maker_HD_77-video-index0", by_id) == 2
    assert numbered("5", by_id) == 5
    assert identity("camera:2", by_id) == identity("camera:maker_hd", by_id)
    assert identity("/dev/video0?fps=30", by_id) == "camera:usb-Other_Lens_4K"
    assert identity("camera:1", by_id) == "camera:1"
    assert identity("http://phone:8080/video", by_id) == "http://phone:8080/video"
    (by_id / "usb-Lens_Maker_HD_77-video-index0").unlink()
    assert identity("camera:usb-Lens_Maker_HD_77", by_id) == "camera:usb-Lens_Maker_HD_77"


def test_a_whole_name_is_that_camera_though_another_begins_like_it(by_id: Path) -> None:
    (by_id / "usb-Other_Lens_4K_2-video-index0").symlink_to(by_id.parent / "video1")
    assert numbered("usb-Other_Lens_4K", by_id) == 0
    assert numbered("4K_2", by_id) == 1


def test_a_name_must_fit_one_camera(by_id: Path) -> None:
    with pytest.raises(EyeProblem) as several:
        numbered("lens", by_id)
    assert several.value.key == "camera.several"
    with pytest.raises(EyeProblem) as unknown:
        numbered("phone", by_id)
    assert "usb-Other_Lens_4K" in unknown.value.sentence("en")


def test_what_is_asked_of_a_camera_stands_behind_its_name() -> None:
    told = camera_url("camera:0?size=1920x1080&fps=30")
    assert told is not None
    assert (told.place, told.wanted) == ("0", Wanted(size=(1920, 1080), fps=30.0))
    usual = camera_url("/dev/v4l/by-id/usb-A_B-video-index0")
    assert usual is not None
    assert (usual.place, usual.wanted) == ("usb-A_B-video-index0", Wanted())
    assert camera_url("clip.mp4") is None
