"""What a frame costs the eye."""

from collections.abc import Iterator

import cv2

from app.rehearsal.stage import surface_of
from app.rulebook.board import Board
from app.wiring.bench.cost import Cost, Work, cost_of
from vision.eye import Eye
from vision.frames import Frame, Image
from vision.synthetic import Look, Scene, SceneBall, SceneDisc, SyntheticCamera, default_view

TEAM, FPS = 15, 30
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
    discs = _start(board)
    scene = Scene(discs=discs, ball=SceneBall(x_mm=surface.width_mm / 2, y_mm=300.0))
    pictures = [camera.render(scene, k / FPS) for k in range(RENDERED)]
    eye = Eye(surface, table)
    eye.learn(Frame(at=-1.0, image=pictures[0]), [(d.x_mm, d.y_mm, d.team) for d in discs])
    frames = _frames(pictures)
    for _ in range(FPS):
        eye.look(next(frames))
    quiet = cost_of(_looks(eye, frames, again=False), times=60)
    return quiet, cost_of(_looks(eye, frames, again=True), times=20)


def _start(board: Board) -> tuple[SceneDisc, ...]:
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
