"""Things with words on them that lie on the table: a doubling cube."""

from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.metrics import dp

from app.match.table_view import TableView
from app.ui.paint import written
from app.ui.projection import Projection
from app.ui.theme import INK, LINEN, faded

SIDE = 0.78
"""Breadth of a token, in squares."""


def tokens(view: TableView, projection: Projection) -> list[object]:
    """An ivory cube each, with its figure."""
    parts: list[object] = []
    for token in view.standing.tokens:
        px, py = (float(v) for v in projection.to_window([[*token.at, 0]])[0])
        side = SIDE * view.board.square_mm * projection.scale_at(*token.at)
        x, y = px - side / 2, py - side / 2
        layers = (
            ((0.0, 0.0, 0.0, 0.45), dp(1.5), -dp(3)),
            ((*(0.62 * v for v in LINEN[:3]), 1.0), 0.0, -dp(1.5)),
            (LINEN, 0.0, 0.0),
            ((1.0, 1.0, 1.0, 0.35), 0.0, side * 0.08),
        )
        for n, (shade, right, up) in enumerate(layers):
            inset = side * 0.10 if n == len(layers) - 1 else 0.0
            parts += [
                Color(*shade),
                RoundedRectangle(
                    pos=(x + right + inset, y + up),
                    size=(side - 2 * inset, side - 2 * inset),
                    radius=[side * 0.18],
                ),
            ]
        picture = written(token.text, "Body", max(10, int(side * 0.46)), bold=True)
        left, bottom = round(px - picture.width / 2), round(py - picture.height / 2)
        parts += [
            Color(*faded(INK, 0.95)),
            Rectangle(texture=picture, pos=(left, bottom), size=picture.size),
        ]
    return parts
