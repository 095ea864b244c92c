"""The drawn table without its pieces: mahogany, a leather strip with the names, felt and lines."""

from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.metrics import dp

from app.rulebook.board import Board
from app.rulebook.geometry import Square
from app.ui.backdrop import Box, paint_shadow, stitch
from app.ui.board_shapes import paint_shapes
from app.ui.paint import dashes, patch, texture, tiled, written
from app.ui.projection import Drawn
from app.ui.theme import CREAM, TAN, faded

MARGIN = 1.02
"""Breadth of the wooden frame with its leather strip, in squares."""


def paint_table(plan: Drawn) -> None:
    """Everything of a drawn board that does not move, in px of the window."""
    board, scale = plan.board, plan.scale
    square = board.square_mm * scale
    felt: Box = (plan.left, plan.bottom, board.length_mm * scale, board.width_mm * scale)
    paint_shadow(_grown(felt, MARGIN * square), dp(20))
    Color(1, 1, 1, 1)
    tiled("mahogany", _grown(felt, MARGIN * square))
    patch("rim", _grown(felt, MARGIN * square), dp(16))
    strip = _grown(felt, 0.76 * square)
    Color(1, 1, 1, 1)
    tiled("strip", strip)
    _groove(strip)
    stitch(_grown(felt, 0.69 * square))
    _groove(_grown(felt, 0.08 * square))
    Color(1, 1, 1, 1)
    tiled("felt", felt)
    Color(1, 1, 1, 0.55)
    Rectangle(texture=texture("lamp"), pos=felt[:2], size=felt[2:])
    paint_shapes(plan)
    _paint_zones(plan)
    _paint_lines(plan)
    _paint_names(plan, square)
    _sink(felt)


def _grown(box: Box, by: float) -> Box:
    x, y, width, height = box
    return (x - by, y - by, width + 2 * by, height + 2 * by)


def _groove(box: Box) -> None:
    """A dark edge above and a light one below, as between two woods."""
    x, y, width, height = box
    Color(0, 0, 0, 0.6)
    SmoothLine(rectangle=(x, y, width, height), width=dp(1))
    Color(1, 0.86, 0.66, 0.16)
    SmoothLine(points=[x, y - dp(1.2), x + width, y - dp(1.2)], width=dp(0.8))


def _sink(felt: Box) -> None:
    """The shadow that the frame casts on the felt."""
    x, y, width, height = felt
    for depth in range(5):
        Color(0, 0, 0, 0.16 - 0.03 * depth)
        step = dp(1.5)
        Rectangle(pos=(x, y + height - (depth + 1) * step), size=(width, step))
        Rectangle(pos=(x + depth * step, y), size=(step, height))
    Color(1, 1, 1, 1)


def _paint_zones(plan: Drawn) -> None:
    """In-goals are a shade darker than the field."""
    board, scale = plan.board, plan.scale
    for name, squares in board.zones.items():
        if not name.startswith("in_goal") or not squares:
            continue
        ranks = [s.rank for s in squares]
        first, last = min(ranks), max(ranks)
        Color(0.02, 0.05, 0.09, 0.34)
        Rectangle(
            pos=(plan.left + (first - 1) * board.square_mm * scale, plan.bottom),
            size=((last - first + 1) * board.square_mm * scale, board.width_mm * scale),
        )


def _paint_lines(plan: Drawn) -> None:
    board = plan.board
    Color(*faded(CREAM, 0.17))
    grid = [((x * board.square_mm, 0.0), (x * board.square_mm, board.length_mm))
            for x in range(1, board.files)]  # fmt: skip
    grid += [((0.0, y * board.square_mm), (board.width_mm, y * board.square_mm))
             for y in range(1, board.ranks)]  # fmt: skip
    for a, b in () if board.shapes else grid:
        SmoothLine(points=_points(plan, a, b), width=dp(0.55))
    for line in board.lines:
        points = _points(plan, line.a, line.b)
        runs = dashes(points[:2], points[2:], dp(9), dp(7)) if line.dashed else [points]
        for colour, width in (((0, 0, 0, 0.25), 1.9), (faded(CREAM, 0.78), 1.15)):
            Color(*colour)
            for run in runs:
                SmoothLine(points=run, width=dp(width))


def _points(
    plan: Drawn, a: tuple[float, float], b: tuple[float, float]
) -> tuple[float, float, float, float]:
    (ax, ay), (bx, by) = plan.to_window([[*a, 0], [*b, 0]])
    return (float(ax), float(ay), float(bx), float(by))


def _paint_names(plan: Drawn, square: float) -> None:
    """The board's own labels, else files at both ends and ranks along both sides."""
    board = plan.board
    size = max(9, int(min(square * 0.40, dp(17))))
    for label in board.labels:
        _press(plan, label.at, label.text, size)
    if board.labels:
        return
    for rank in range(1, board.ranks + 1):
        for file in (0, board.files + 1):
            _press(plan, _beside(board, file, rank), str(rank), size)
    for file in range(1, board.files + 1):
        for rank in (0, board.ranks + 1):
            _press(plan, _beside(board, file, rank), Square(file, 1).name[0], size)


def _beside(board: Board, file: int, rank: int) -> tuple[float, float]:
    """The middle of a square; of the leather strip for a file or rank just off the board."""
    x, y = board.centre_of(Square(file, rank))
    off = 0.12 * board.square_mm
    x += off * ((file == 0) - (file == board.files + 1))
    y += off * ((rank == 0) - (rank == board.ranks + 1))
    return (x, y)


def _press(plan: Drawn, at: tuple[float, float], text: str, size: int) -> None:
    picture = written(text, "Body", size)
    x, y = plan.to_window([[*at, 0]])[0]
    left, bottom = round(x - picture.width / 2), round(y - picture.height / 2)
    Color(0, 0, 0, 0.7)
    Rectangle(texture=picture, pos=(left, bottom + 1), size=picture.size)
    Color(*TAN)
    Rectangle(texture=picture, pos=(left, bottom), size=picture.size)
