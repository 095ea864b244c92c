"""What a frame costs the eye."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from app.rehearsal.stage import surface_of
from app.rulebook.board import Board
from app.wiring.bench.cost import Cost, Work, cost_of
from vision.eye import Eye
from vision.flights import FlightWatch
from vision.frames import Frame, Image
from vision.synthetic import Look, Scene, SceneBall, SceneDisc, SyntheticCamera, default_view

TEAM, FPS = 15, 30
BALL_FPS, FLICKED_MM_S, BRAKE_MM_S2 = 120, 900.0, 1500.0
MJPG = (cv2.IMWRITE_JPEG_QUALITY, 80)
RENDERED = 6
"""Pictures with their own noise, shown in turn."""


def frames_cost(board: Board, size: tuple[int, int]) -> tuple[Cost, Cost]:
    """CPU ms of one thread for a quiet frame, and for one in which everything is read again: a
    start position with thirty discs and the ball.
    """
    cv2.setNumThreads(1)
    surface = surface_of(board)
    table = default_view(surface, size)
    camera = SyntheticCamera(surface, table, Look(), seed=1)
    discs = start_discs(board)
    scene = Scene(discs=discs, ball=SceneBall(x_mm=surface.width_mm / 2, y_mm=300.0))
    pictures = [camera.render(scene, k / FPS) for k in range(RENDERED)]
    eye = Eye(surface, table)
    eye.learn(Frame(at=-1.0, image=pictures[0]), [(d.x_mm, d.y_mm, d.team) for d in discs])
    frames = _frames(pictures)
    for _ in range(FPS):
        eye.look(next(frames))
    quiet = cost_of(_looks(eye, frames, again=False), times=60)
    return quiet, cost_of(_looks(eye, frames, again=True), times=20)


def start_discs(board: Board) -> tuple[SceneDisc, ...]:
    """Thirty discs in rows on either side."""
    surface = surface_of(board)
    rows = [(rank, team) for rank, team in ((5, 0), (board.ranks - 5, 1)) for _ in range(TEAM)]
    return tuple(
        SceneDisc(x_mm=x, y_mm=y, team=team, label=str(n % TEAM + 1))
        for n, (rank, team) in enumerate(rows)
        for x, y in [surface.centre_of(1 + n % TEAM % board.files, rank + n % TEAM // board.files)]
    )


def _frames(pictures: list[Image]) -> Iterator[Frame]:
    index = 0
    while True:
        yield Frame(at=index / FPS, image=pictures[index % len(pictures)], index=index)
        index += 1


def _looks(eye: Eye, frames: Iterator[Frame], *, again: bool) -> Iterator[Work]:
    """Looking at the next frame; `again`: with a map of the camera just set, so that all is read
    (once the eye has looked long enough to believe the table is at rest).
    """
    while True:
        if again:
            eye.aim(eye.table)
        frame = next(frames)
        yield lambda frame=frame: eye.look(frame)  # type: ignore[misc]


def ball_cost(board: Board, size: tuple[int, int], *, decoding: bool) -> Cost:
    """CPU ms of one thread for a frame while a flicked ball is followed, telling the flight
    included, and decoding the frame (MJPG) when so asked.
    """
    cv2.setNumThreads(1)
    surface = surface_of(board)
    table = default_view(surface, size)
    camera = SyntheticCamera(surface, table, Look(), seed=1)
    discs = start_discs(board)
    eye, watch = Eye(surface, table), FlightWatch(surface, table.eye_mm)
    places = _slide(surface.width_mm / 2, 300.0)
    shown = [camera.render(Scene(discs=discs, ball=ball), k) for k, ball in enumerate(places)]
    frames = [np.asarray(cv2.imencode(".jpg", image, MJPG)[1]) for image in shown]
    take = _decoded if decoding else np.asarray
    frames = frames if decoding else [_decoded(data) for data in frames]
    still = BALL_FPS // 4

    def works() -> Iterator[Work]:
        for k, data in enumerate([frames[0]] * still + frames):
            yield lambda k=k, data=data: _followed(eye, watch, k, take(data))  # type: ignore[misc]

    whole = cost_of(works(), times=still + len(frames))
    return Cost(times_ms=whole.times_ms[still + 2 :])


def _slide(x: float, y: float) -> list[SceneBall]:
    """A ball on its way up the table, frame by frame, until it stops."""
    lasts = FLICKED_MM_S / BRAKE_MM_S2
    out = []
    for k in range(int(lasts * BALL_FPS)):
        t = k / BALL_FPS
        trail = (0.0, (FLICKED_MM_S - BRAKE_MM_S2 * t) * 0.004)
        way = FLICKED_MM_S * t - BRAKE_MM_S2 * t * t / 2
        out.append(SceneBall(x_mm=x, y_mm=y + way, angle=1.57, trail_mm=trail))
    return out


def _followed(eye: Eye, watch: FlightWatch, k: int, image: Image) -> None:
    seen = eye.look(Frame(at=k / BALL_FPS, image=image, index=k))
    watch.look(seen)


def _decoded(data: NDArray[np.uint8]) -> Image:
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
