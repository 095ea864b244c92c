"""Areas that a board's game lays on the felt: inlaid points, bar and trays of wood."""

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp

from app.rulebook.board import BoardShape
from app.ui.paint import mesh, tiled
from app.ui.projection import Drawn
from app.ui.theme import BRASS, CREAM, LEATHER, Colour, colour, faded

_INLAYS: dict[str, Colour] = {"light": colour("#B79A6C"), "dark": LEATHER}
_WOODS = {"bar": 1.0, "tray": 0.72}
"""How bright the mahogany of a frame is."""


def paint_shapes(plan: Drawn) -> None:
    """In the order of the board: what comes later lies on top."""
    for shape in plan.board.shapes:
        if shape.look in _WOODS:
            _wood(plan, shape, _WOODS[shape.look])
        else:
            _inlay(plan, shape, _INLAYS.get(shape.look, CREAM))


def _corners(plan: Drawn, shape: BoardShape) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in plan.to_window([[*at, 0] for at in shape.corners])]


def _wood(plan: Drawn, shape: BoardShape, bright: float) -> None:
    corners = _corners(plan, shape)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    Color(bright, bright, bright, 1)
    tiled("mahogany", box)
    for inset, shade in ((0.0, (0.0, 0.0, 0.0, 0.55)), (dp(1.2), faded(BRASS, 0.30))):
        x, y, width, height = box
        Color(*shade)
        SmoothLine(
            rectangle=(x + inset, y + inset, width - 2 * inset, height - 2 * inset), width=dp(0.8)
        )


def _inlay(plan: Drawn, shape: BoardShape, hue: Colour) -> None:
    """Felt of another colour let into the ground, with a seam around it."""
    corners = _corners(plan, shape)
    Color(*faded(hue, 0.92))
    for n in range(1, len(corners) - 1):
        mesh([[corners[0], corners[n], corners[n + 1], corners[n + 1]]])
    Color(*faded(CREAM, 0.28))
    SmoothLine(points=[v for corner in corners for v in corner], close=True, width=dp(0.7))
