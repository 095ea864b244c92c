"""What it costs to look after the view: checking it, and finding it again after a knock."""

from collections.abc import Iterator

import cv2
import numpy as np

from app.rehearsal.stage import surface_of
from app.rulebook.board import Board
from app.wiring.bench.cost import Cost, Work, cost_of
from app.wiring.bench.eye import start_discs
from calibration.drift import found_again, view_shift
from vision.synthetic import Look, Scene, SyntheticCamera, default_view
from vision.synthetic.knocks import knocked

KNOCKS = 8


def view_cost(board: Board, size: tuple[int, int]) -> tuple[Cost, Cost]:
    """CPU ms of one thread to check a view over thirty discs, and to find it again from maps that
    are knocks away.
    """
    cv2.setNumThreads(1)
    surface = surface_of(board)
    table = default_view(surface, size)
    camera = SyntheticCamera(surface, table, Look(), seed=1)
    image = camera.render(Scene(discs=start_discs(board)), 0.0)

    def checks() -> Iterator[Work]:
        while True:
            yield lambda: view_shift(image, table, surface)

    def searches() -> Iterator[Work]:
        for seed in range(KNOCKS):
            gone = knocked(table, surface, np.random.default_rng(seed))
            yield lambda gone=gone: found_again(image, gone, surface)  # type: ignore[misc]

    return cost_of(checks(), times=40), cost_of(searches(), times=KNOCKS)
