"""Every kind of source gives stamped frames, or one sentence in both languages."""

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.problem import EyeProblem
from vision.frames import Frame, Frames, Image
from vision.sources import PictureFrames, open_frames


def shade(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


def drained(frames: Frames) -> list[Frame]:
    out = []
    while (frame := frames.read()) is not None:
        out.append(frame)
    frames.close()
    return out


class Registered:
    def __init__(self, url: str) -> None:
        self.url = url

    def read(self) -> Frame | None:
        return None

    def close(self) -> None:
        return None


def test_a_registered_scheme_wins() -> None:
    frames = open_frames("sim://seed=4", {"sim://": Registered})
    assert isinstance(frames, Registered)
    assert frames.url == "sim://seed=4"


def test_a_folder_and_a_pattern_give_pictures_in_order(tmp_path: Path) -> None:
    for k in (2, 0, 1, 10):
        cv2.imwrite(str(tmp_path / f"seq_{k:03d}.png"), shade(10 * k))
    cv2.imwrite(str(tmp_path / "other.png"), shade(200))
    whole = drained(open_frames(f"file:{tmp_path}", {}, picture_fps=60.0))
    assert len(whole) == 5
    some = drained(open_frames(str(tmp_path / "seq_%03d.png"), {}, picture_fps=60.0))
    assert [int(f.image[0, 0, 0]) for f in some] == [0, 10, 20, 100]
    assert [f.at for f in some] == [k / 60 for k in range(4)]
    (one,) = drained(open_frames(str(tmp_path / "other.png"), {}))
    assert int(one.image[0, 0, 0]) == 200


def test_what_is_odd_about_pictures_is_told_once(tmp_path: Path) -> None:
    for k, side in ((0, 48), (1, 48), (3, 48), (4, 20), (5, 20)):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((side, 64, 3), 9, np.uint8))
    source = open_frames(str(tmp_path), {})
    assert isinstance(source, PictureFrames)
    told = [source.remark]
    while source.read() is not None:
        told += [source.remark] if source.remark is not told[-1] else []
    assert [said and said.key for said in told] == ["source.gap", "source.sizes"]
    assert "2.png" in str(told[0])
    assert "4.png is 64×20" in str(told[1])


def test_a_video_is_stamped_at_its_own_rate(tmp_path: Path) -> None:
    path = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    assert writer.isOpened()
    for k in range(8):
        writer.write(shade(20 * k))
    writer.release()
    frames = drained(open_frames(path, {}))
    assert [f.index for f in frames] == list(range(8))
    assert [f.at for f in frames] == pytest.approx([k / 20 for k in range(8)])
    assert abs(int(frames[5].image[20, 20, 1]) - 100) < 6


GONE_AFTER = 12


class Streaming(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for k in range(GONE_AFTER if self.path == "/live" else 0):
            jpeg = cv2.imencode(".jpg", shade(5 * k))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            self.wfile.write(head.encode() + jpeg + b"\r\n")

    def log_message(self, *_: object) -> None:
        return None


@pytest.fixture
def server() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Streaming) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{web.server_address[1]}"
        web.shutdown()
        thread.join()


def test_a_network_camera_that_breaks_off_is_read_on_once_it_answers(server: str) -> None:
    """The server closes the line after so many pictures, each time."""
    source = open_frames(f"{server}/live", {})
    frames = [source.read() for _ in range(2 * GONE_AFTER + 3)]
    source.close()
    known = [frame for frame in frames if frame is not None]
    assert known == frames
    assert [f.at for f in known] == sorted(f.at for f in known)
    assert [f.index for f in known] == sorted({f.index for f in known})
    assert known[-1].index > 2 * GONE_AFTER
    assert not [t for t in threading.enumerate() if t.name == "camera"]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("camera:7", "camera.absent"),
        ("7", "camera.absent"),
        ("camera:7?size=640x480&fps=30", "camera.absent"),
        ("camera:7?size=large", "camera.options"),
        ("camera:7?fps=0", "camera.options"),
        ("camera:7?speed=9", "camera.options"),
        ("camera:No such maker", "camera.unknown"),
        ("http://127.0.0.1:9/live", "stream.absent"),
        ("gopher://table", "source.unknown"),
        ("", "source.unknown"),
        ("file://", "source.unknown"),
        ("99999999999", "camera.absent"),
        ("nowhere/at/all.mp4", "source.missing"),
        ("EMPTY", "source.empty"),
        ("EMPTY/a_%02d.png", "source.empty"),
        ("BROKEN.mp4", "video.unreadable"),
        ("BROKEN.png", "picture.unreadable"),
        ("HOLLOW.png", "picture.unreadable"),
    ],
)
def test_what_is_not_there_is_one_sentence_and_no_noise(
    url: str, key: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "EMPTY").mkdir()
    for name in ("BROKEN.mp4", "BROKEN.png"):
        (tmp_path / name).write_bytes(b"no picture at all" * 50)
    (tmp_path / "HOLLOW.png").touch()
    place = url if not url.startswith(("EMPTY", "BROKEN", "HOLLOW")) else str(tmp_path / url)
    with pytest.raises(EyeProblem) as caught:
        open_frames(place, {})
    assert caught.value.key == key
    french, english = caught.value.sentence("fr"), caught.value.sentence("en")
    assert french != english
    assert "{" not in french + english
    assert capfd.readouterr().err == ""


def test_a_silent_stream_is_a_problem(server: str) -> None:
    with pytest.raises(EyeProblem) as caught:
        open_frames(f"{server}/nothing", {})
    assert caught.value.key in {"stream.absent", "stream.silent"}
