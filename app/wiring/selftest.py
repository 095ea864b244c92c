"""The eye tried on its own simulated table: from a rendered frame to millimetres, once."""

from math import dist
from statistics import median

from app.rehearsal.stage import surface_of
from app.rulebook.board import Board
from vision.discs import find_discs
from vision.synthetic import Look, Scene, SceneDisc, SyntheticCamera, default_view

PICTURE = (960, 540)
TEAM = 15


def read_own_table(board: Board) -> tuple[int, float]:
    """Discs found of the thirty put down, and the median error in mm of those found."""
    surface = surface_of(board)
    table = default_view(surface, PICTURE)
    truth = [
        surface.centre_of(1 + n % board.files, rank + n // board.files)
        for rank in (5, board.ranks - 5)
        for n in range(TEAM)
    ]
    discs = tuple(
        SceneDisc(x_mm=x, y_mm=y, level=0, team=n // TEAM) for n, (x, y) in enumerate(truth)
    )
    image = SyntheticCamera(surface, table, Look(), seed=1).render(Scene(discs=discs), 0.0)
    found = find_discs(image, table, surface)
    errors = [min(dist((d.x_mm, d.y_mm), point) for point in truth) for d in found]
    return len(found), round(median(errors), 2) if errors else 0.0
