"""What frames cost the eye while a hand comes, goes and comes again."""

import cv2

from app.rehearsal.stage import surface_of
from app.rulebook.board import Board
from app.wiring.bench.cost import Cost, Work, cost_of
from app.wiring.bench.eye import FPS, start_discs
from vision.eye import Eye
from vision.frames import Frame
from vision.synthetic import (
    Look,
    Scene,
    SceneBall,
    SceneHand,
    SyntheticCamera,
    default_view,
)

OVER, AWAY, VISITS = 20, 20, 2
"""Frames with the hand over the felt, frames without it, and how often."""
REACH_MM = 500.0


def visits_cost(board: Board, size: tuple[int, int]) -> tuple[Cost, Cost]:
    """CPU ms of one thread for a frame with a hand moving over thirty discs; and for every frame
    of such visits, those in which the table is read again included.
    """
    cv2.setNumThreads(1)
    surface = surface_of(board)
    table = default_view(surface, size)
    camera = SyntheticCamera(surface, table, Look(), seed=1)
    discs = start_discs(board)
    still = Scene(discs=discs, ball=SceneBall(x_mm=surface.width_mm / 2, y_mm=300.0))
    eye = Eye(surface, table)
    first = Frame(at=-1.0, image=camera.render(still, -1.0))
    eye.learn(first, [(d.x_mm, d.y_mm, d.team) for d in discs])
    scenes = [still] * AWAY + [_with_hand(still, board, k) for k in range(OVER)]
    works: list[Work] = []
    for k in range(VISITS * len(scenes)):
        at = k / FPS
        frame = Frame(at=at, image=camera.render(scenes[k % len(scenes)], at), index=k)
        works.append(lambda frame=frame: eye.look(frame))  # type: ignore[misc]
    whole = cost_of(works, times=len(works))
    with_hand = [ms for k, ms in enumerate(whole.times_ms) if k % len(scenes) >= AWAY]
    return Cost(times_ms=tuple(with_hand)), whole


def _with_hand(still: Scene, board: Board, k: int) -> Scene:
    share = 1 - abs(2 * k / OVER - 1)
    hand = SceneHand(x_mm=board.width_mm / 2, y_mm=REACH_MM * share - 20.0, edge="S")
    return Scene(discs=still.discs, ball=still.ball, hands=(hand,))
