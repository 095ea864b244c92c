"""Strokes and marks of the overlay, projected from the table into the window."""

from collections.abc import Sequence

import numpy as np
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from app.match.table_view import TableView
from app.rulebook.api import Target
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, side_of
from app.rulebook.side import Side
from app.ui.icons import side_sign
from app.ui.paint import cased, dashes, mesh, texture, written
from app.ui.pieces import REACH
from app.ui.projection import Projection
from app.ui.theme import CREAM, EMBER, LINEN, NIGHT, SKY, Colour, faded

_TURN = np.linspace(0, 2 * np.pi, 48, endpoint=False)


def _dot(x: float, y: float, radius: float) -> SmoothEllipse:
    return SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))


def price(costs: Sequence[int]) -> str:
    """`2`, or `2+` where one may also pay more."""
    return f"{min(costs)}+" if max(costs) > min(costs) else f"{min(costs)}"


class Pen:
    """Makes canvas instructions for one view through one projection."""

    def __init__(self, view: TableView, projection: Projection) -> None:
        self.view, self.board, self.to = view, view.board, projection
        self.towers = dict(view.layout.towers)
        self.where = view.layout.where()

    def height_of(self, square: Square) -> float:
        """How high the face of a square's top disc shows above the felt, mm."""
        count = len(self.towers.get(square, ()))
        return (count - 1 + self.to.face) * self.board.disc_height_mm if count else 0.0

    def point(self, square: Square, z: float | None = None) -> tuple[float, float]:
        z = self.height_of(square) if z is None else z
        x, y = self.to.to_window([[*self.board.centre_of(square), z]])[0]
        return (float(x), float(y))

    def circle(self, square: Square, radius_mm: float) -> list[float]:
        x, y = self.board.centre_of(square)
        ring = np.column_stack(
            [
                x + radius_mm * np.cos(_TURN),
                y + radius_mm * np.sin(_TURN),
                np.full(_TURN.size, self.height_of(square)),
            ]
        )
        return [float(v) for v in self.to.to_window(ring).ravel()]

    def px(self, square: Square) -> float:
        """Side of a square in px."""
        return self.to.scale_at(*self.board.centre_of(square)) * self.board.square_mm

    def areas(self) -> list[object]:
        squares = [s for _, area in self.view.awaits.areas for s in area]
        half = self.board.square_mm * 0.46
        quads = []
        for square in squares:
            x, y = self.board.centre_of(square)
            corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half),
                       (x - half, y + half)]  # fmt: skip
            at = self.to.to_window([[*corner, 0] for corner in corners])
            quads.append([(float(px), float(py)) for px, py in at])
        return [Color(*faded(CREAM, 0.10)), mesh(quads)] if quads else []

    def offside_line(self) -> list[object]:
        """The edge of the rank beyond which the side to play is offside."""
        rank, side = self.view.standing.offside_rank, self.view.standing.turn
        if rank is None:
            return []
        edge = {Side.HOME: rank, Side.AWAY: rank - 1, None: rank - 0.5}[side]
        count = 8 * self.board.files + 1
        along = np.linspace(0, self.board.width_mm, count)
        y = np.full(count, edge * self.board.square_mm)
        points = self.to.to_window(np.column_stack([along, y, np.zeros(count)]))
        pieces = [points[n : n + 4].ravel().tolist() for n in range(0, count - 1, 4)]
        return [
            Color(*faded(NIGHT, 0.8)),
            SmoothLine(points=points.ravel().tolist(), width=dp(2.6)),
            Color(*SKY),
            *(SmoothLine(points=piece, width=dp(1.6)) for piece in pieces),
        ]

    def dashed(
        self, a: tuple[float, float], b: tuple[float, float], colour: Colour, width: float
    ) -> list[object]:
        pieces = dashes(a, b, dp(9), dp(6))
        dark = [SmoothLine(points=p, width=dp(width + 1)) for p in pieces]
        bright = [SmoothLine(points=p, width=dp(width)) for p in pieces]
        return [Color(*faded(NIGHT, 0.7)), *dark, Color(*colour), *bright]

    def offside_discs(self) -> list[object]:
        parts: list[object] = []
        for disc in self.view.standing.offside:
            ring = self.circle(self.where[disc], self.board.disc_mm * 0.56)
            pieces = [ring[n : n + 6] for n in range(0, len(ring), 8)]
            parts += [Color(*faded(NIGHT, 0.7))]
            parts += [SmoothLine(points=p, width=dp(2.3)) for p in pieces]
            parts += [Color(*SKY)]
            parts += [SmoothLine(points=p, width=dp(1.4)) for p in pieces]
        return parts

    def played(self) -> list[object]:
        """A tick at the lower right of every disc that has been played this turn."""
        parts: list[object] = []
        for disc in self.view.standing.played:
            if disc in self.where and disc == self.towers[self.where[disc]][-1]:
                x, y = self.point(self.where[disc])
                d = self.px(self.where[disc]) * 0.30
                tick = [
                    x + d * 0.5,
                    y - d * 0.85,
                    x + d * 0.9,
                    y - d * 1.25,
                    x + d * 1.5,
                    y - d * 0.5,
                ]
                parts += cased(tick, CREAM, 1.2)
        return parts

    def arrow(self, start: Square, end: Square) -> list[object]:
        a, b = np.array(self.point(start, 0)), np.array(self.point(end, 0))
        length = float(np.hypot(*(b - a)))
        if length < 1:
            return []
        unit, px = (b - a) / length, self.px(end)
        side = np.array([-unit[1], unit[0]])
        tip = b - unit * px * 0.44
        tail = a + unit * min(px * 0.2, length * 0.2)
        neck = tip - unit * px * 0.30
        corners = (tip, neck + side * px * 0.17, neck - side * px * 0.17)
        head = [(float(p[0]), float(p[1])) for p in corners]
        shaft = [float(v) for v in (*tail, *neck)]
        outline = [v for point in head for v in point]
        return [
            *cased(self.circle(start, self.board.disc_mm * 0.34), CREAM, 0.8, close=True),
            *cased(shaft, CREAM, 1.3),
            Color(*faded(NIGHT, 0.7)),
            SmoothLine(points=outline, close=True, width=dp(1.6)),
            Color(*CREAM),
            mesh([[*head, head[2]]]),
        ]

    def buried(self) -> list[object]:
        """The marks of the discs that lie under another, beside their stack; discs of one side that
        lie on one another need none.
        """
        parts: list[object] = []
        for square, tower in self.view.layout.towers:
            if len({side_of(disc) for disc in tower}) == 1:
                continue
            x, y = self.point(square, 0)
            d = self.px(square)
            for level, disc in enumerate(reversed(tower[:-1])):
                at = (x - d * 0.40, y - d * (0.18 + 0.40 * level))
                parts += [Color(*NIGHT), _dot(*at, dp(8.5)), side_sign(side_of(disc), at, dp(7.5))]
        return parts

    def badge(self, at: tuple[float, float], text: str, colour: Colour) -> list[object]:
        radius = dp(8)
        picture = written(text, "Body", int(dp(12)), bold=True)
        return [
            Color(*colour),
            _dot(*at, radius),
            Color(*NIGHT),
            _dot(*at, radius - dp(1.2)),
            *self.text(at, text, colour, picture=picture),
        ]

    def text(
        self, at: tuple[float, float], text: str, colour: Colour, *, picture: Texture | None = None
    ) -> list[object]:
        size = int(min(dp(15), self.px(Square(1, 1)) * 0.45))
        made = picture or written(text, "Body", size, bold=True)
        width, height = made.size
        pos = (round(at[0] - width / 2), round(at[1] - height / 2))
        return [Color(*colour), Rectangle(texture=made, pos=pos, size=(width, height))]

    def ghosts(self) -> list[object]:
        """Where pieces must go back: a pale piece in a dotted ring, and a line from where it is."""
        parts: list[object] = []
        for ghost in self.view.ghosts:
            px = self.px(ghost.to)
            if ghost.came_from is not None and ghost.came_from != ghost.to:
                parts += self.dashed(
                    self.point(ghost.came_from, 0), self.point(ghost.to, 0), CREAM, 1.0
                )
            x, y = self.point(ghost.to, 0)
            name = "ball" if ghost.disc is None else f"disc_{side_of(ghost.disc).value}"
            breadth = max(self.board.ball_mm) if ghost.disc is None else self.board.disc_mm
            size = breadth / self.board.square_mm * px * REACH
            parts += [
                Color(1, 1, 1, 0.5),
                Rectangle(
                    texture=texture(name), pos=(x - size / 2, y - size / 2), size=(size, size)
                ),
            ]
            ring = self.circle(ghost.to, self.board.square_mm * 0.47)
            parts += [Color(*CREAM)]
            parts += [
                SmoothLine(points=ring[n : n + 4], width=dp(1.3)) for n in range(0, len(ring), 6)
            ]
        return parts

    def selection(self, *discs: DiscId | None) -> list[object]:
        parts: list[object] = []
        for disc in discs:
            if disc is not None and disc in self.where:
                ring = self.circle(self.where[disc], self.board.disc_mm * 0.56)
                parts += [
                    Color(*faded(CREAM, 0.28)),
                    SmoothLine(points=ring, close=True, width=dp(4)),
                ]
                parts += cased(ring, CREAM, 1.6, close=True)
        return parts

    def targets(self, targets: Sequence[Target]) -> list[object]:
        """One ring a square, however many plays lead there."""
        ways: dict[Square, list[int]] = {}
        for target in targets:
            ways.setdefault(target.square, []).append(target.cost)
        return [part for square, costs in ways.items() for part in self.target(square, costs)]

    def target(self, square: Square, costs: Sequence[int]) -> list[object]:
        """An ember ring with the cost, the least one and a plus where plays of several costs lead
        there; a free play has a dot instead of a figure.
        """
        least, text = min(costs), price(costs)
        parts = cased(self.circle(square, self.board.square_mm * 0.39), EMBER, 1.4, close=True)
        x, y = self.point(square)
        px = self.px(square)
        if square in self.towers:
            x, y = x + px * 0.40, y + px * 0.34
            if least:
                return [*parts, *self.badge((x, y), text, EMBER)]
        if least:
            ground = [Color(*faded(NIGHT, 0.5)), _dot(x, y, px * 0.34)]
            return [*ground, *parts, *self.text((x, y), text, LINEN)]
        return [*parts, Color(*NIGHT), _dot(x, y, dp(5)), Color(*EMBER), _dot(x, y, dp(3.8))]

    def asked(self, square: Square | None) -> list[object]:
        """A cross on the square a « why not » speaks about."""
        if square is None:
            return []
        x, y = self.point(square)
        d = self.px(square) * 0.24
        return [
            *cased([x - d, y - d, x + d, y + d], LINEN, 1.7),
            *cased([x - d, y + d, x + d, y - d], LINEN, 1.7),
        ]

    def cursor(self, square: Square | None) -> list[object]:
        if square is None:
            return []
        x, y = self.board.centre_of(square)
        half = self.board.square_mm * 0.46
        corners = [
            [x + dx * half, y + dy * half, 0] for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return cased(self.to.to_window(corners).ravel().tolist(), LINEN, 1.4, close=True)

    def flick(self, by: DiscId | None) -> list[object]:
        """Who may flick, and the edge of the felt over which the ball may have left."""
        parts: list[object] = []
        corners: Sequence[tuple[float, float]] = [
            (0, 0),
            (self.board.width_mm, 0),
            (self.board.width_mm, self.board.length_mm),
            (0, self.board.length_mm),
        ]
        at = [(float(x), float(y)) for x, y in self.to.to_window([[*c, 0] for c in corners])]
        for a, b in zip(at, [*at[1:], at[0]], strict=True):
            parts += self.dashed(a, b, EMBER, 1.2)
        if by is None:
            for disc in self.view.awaits.flick_from:
                ring = self.circle(self.where[disc], self.board.disc_mm * 0.58)
                parts += cased(ring, EMBER, 1.6, close=True)
        return parts
