"""`python -m vision watch`: frames in, a video with everything drawn out, and what went wrong."""

import json
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from calibration.problem import EyeProblem
from calibration.store import StoredCalibration, save_calibration
from calibration.surface import Surface
from vision.__main__ import app
from vision.annotate import Drawing, annotate
from vision.board_told import surface_told
from vision.live_frames import LiveFrames
from vision.observation import SeenDisc, SeenHand
from vision.synthetic import (
    Look,
    Scene,
    SceneBall,
    SceneDisc,
    SceneHand,
    SyntheticCamera,
    default_view,
)

SURFACE = surface_told("11x18x42")
TABLE = default_view(SURFACE, (960, 540))
CAMERA = SyntheticCamera(SURFACE, TABLE, Look(), 4)
DISCS = tuple(SceneDisc(x_mm=42.0 * k + 21, y_mm=315.0, team=k % 2) for k in range(2, 9))
STILL = Scene(discs=DISCS, ball=SceneBall(x_mm=120.0, y_mm=550.0))


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A hand comes and goes over a table, 24 frames."""
    folder = tmp_path / "film"
    folder.mkdir()
    for k in range(24):
        hands = (SceneHand(x_mm=230.0, y_mm=420.0 - 6 * k, edge="N"),) if 8 <= k < 18 else ()
        image = CAMERA.render(Scene(discs=DISCS, ball=STILL.ball, hands=hands), k / 30)
        cv2.imwrite(str(folder / f"{k:03d}.png"), image)
    save_calibration(
        tmp_path / "kept.json",
        StoredCalibration(
            camera="film", method="given", corners_px=((0, 0),) * 4, table=TABLE, residual_mm=0.0
        ),
    )
    return folder


def run(*args: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["watch", *args])
    return done.exit_code, done.stdout, done.stderr


def test_a_film_is_watched_and_drawn(film: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.avi"
    calibration = ("--calibration", str(tmp_path / "kept.json"), "--board", "11x18x42")
    code, said, _ = run(str(film), *calibration, "--headless", "--out", str(out), "--json")
    assert code == 0
    figures = json.loads(said.splitlines()[-1])
    assert figures["frames"] == 24
    assert figures["full_reads"] >= 1
    assert (figures["paused_frames"], figures["flights"]) == (0, 0)
    video = cv2.VideoCapture(str(out))
    shown = [video.read() for _ in range(24)]
    assert all(good for good, _ in shown)
    apart = np.abs(shown[3][1].astype(int) - CAMERA.render(STILL, 0.1))
    assert (apart.max(2) > 60).mean() > 0.005


def test_it_ends_when_told(film: Path, tmp_path: Path) -> None:
    calibration = ("--calibration", str(tmp_path / "kept.json"), "--board", "11x18x42")
    _, said, _ = run(str(film), *calibration, "--headless", "--seconds", "0.2", "--json")
    assert json.loads(said.splitlines()[-1])["frames"] == 7


class Silent:
    """A camera that gives its pictures, is pulled out, and is plugged in again."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def read(self) -> tuple[bool, NDArray[np.uint8]]:
        time.sleep(0.02)
        self.left -= 1
        return self.left >= 0, CAMERA.render(STILL, 0.0)

    def get(self, what: int) -> float:
        del what
        return 30.0

    def set(self, what: int, value: float) -> bool:
        del what, value
        return False

    def release(self) -> None:
        self.left = 0


def test_a_camera_that_falls_silent_is_waited_for(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del film
    plugged = iter([Silent(3), Silent(4)])

    def opening() -> Silent:
        try:
            return next(plugged)
        except StopIteration:
            raise EyeProblem("camera.absent", number=0) from None

    monkeypatch.setattr("vision.live_frames.READ_S", 0.1)
    live = LiveFrames(opening, "camera:0", "camera.silent")
    monkeypatch.setattr("vision.watching.open_frames", lambda _url, _openers: live)
    calibration = ("--calibration", str(tmp_path / "kept.json"), "--board", "11x18x42")
    code, said, complaint = run(
        "camera:0", *calibration, "--headless", "--seconds", "2.5", "--json", "--lang", "en"
    )
    assert code == 0
    assert json.loads(said.splitlines()[-1])["frames"] == 7
    assert "gives no picture any more" in complaint


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("FILM", "--headless"), "--calibration"),
        (("FILM", "--headless", "--calibration", "auto", "--board", "many"), "13x24x40"),
        (("FILM", "--headless", "--calibration", "auto", "--board", "2x9x40"), "13x24x40"),
        (("FILM", "--headless", "--calibration", "none.json"), "none.json"),
        (("nowhere.avi", "--headless", "--calibration", "auto"), "nowhere.avi"),
        (
            ("FILM", "--headless", "--calibration", "KEPT", "--out", "no/such/place.avi"),
            "place.avi",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence(
    args: tuple[str, ...], said: str, film: Path, tmp_path: Path
) -> None:
    known = {"FILM": str(film), "KEPT": str(tmp_path / "kept.json")}
    code, _, complaint = run(*(known.get(arg, arg) for arg in args), "--lang", "fr")
    assert code == 2
    assert said in complaint
    assert "Traceback" not in complaint


def test_pictures_missing_or_of_another_size_are_told(film: Path, tmp_path: Path) -> None:
    other = film / "020.png"
    assert other.is_file()
    cv2.imwrite(str(other), np.zeros((90, 160, 3), np.uint8))
    kept = ("--calibration", str(tmp_path / "kept.json"), "--board", "11x18x42", "--headless")
    (film / "005.png").unlink()
    _, said, complaint = run(str(film), *kept, "--json", "--lang", "en")
    told = json.loads(said.splitlines()[-1])
    assert (told["frames"], told["paused_frames"]) == (23, 1)
    gap, size = complaint.splitlines()
    assert "005.png is missing" in gap
    assert "020.png is 160×90 pixels" in size
    code, _, complaint = run(str(other), *kept)
    assert code == 2
    assert "160×90" in complaint


def test_grey_pictures_are_told(film: Path, tmp_path: Path) -> None:
    grey = cv2.imread(str(film / "000.png"), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    cv2.imwrite(str(film / "000.png"), grey)
    kept = ("--calibration", str(tmp_path / "kept.json"), "--board", "11x18x42", "--headless")
    _, _, complaint = run(str(film / "000.png"), *kept, "--lang", "en")
    assert "no colours" in complaint


@pytest.mark.parametrize("board", ["club", "taru-club.toml"])
def test_boards_have_names_and_files(board: str) -> None:
    folder = Path(__file__).parents[2] / "hardware" / "boards"
    club = surface_told(board if board == "club" else str(folder / board))
    assert (club.files, club.ranks, club.square_mm, club.disc_mm) == (11, 22, 44.0, 32.0)
    assert club.ball_mm == (24.0, 16.0)


def test_without_a_display_no_window_is_promised(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    code, _, complaint = run(str(film), "--calibration", str(tmp_path / "kept.json"))
    assert code == 2
    assert "--headless" in complaint


def test_hands_ways_and_touches_are_drawn() -> None:
    image = np.full((540, 960, 3), 60, np.uint8)
    surface: Surface = SURFACE
    bare = annotate(image, TABLE, surface, Drawing())
    hand = SeenHand(outline_mm=((50.0, 50.0), (150.0, 50.0), (150.0, 200.0)))
    disc = SeenDisc(x_mm=200.0, y_mm=300.0, team=1, team_margin=0.5, sigma_mm=0.4)
    for drawing in (
        Drawing(hands=(hand,)),
        Drawing(trail=((60.0, 60.0), (200.0, 400.0))),
        Drawing(touches=((231.0, 333.0),)),
        Drawing(caption="view lost"),
    ):
        assert np.count_nonzero(annotate(image, TABLE, surface, drawing) != bare) > 50
    plain = annotate(image, TABLE, surface, Drawing(discs=(disc,)))
    named = annotate(image, TABLE, surface, Drawing(discs=(disc,), sigmas=True))
    assert np.count_nonzero(plain != named) > 20
