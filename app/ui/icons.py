"""Signs drawn as shapes: the states of the bar and the marks of the sides. No font is asked."""

from collections.abc import Callable

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
)
from kivy.metrics import dp

from app.match.table_view import BarState
from app.rulebook.side import Side
from app.ui.theme import EMBER, INK, LINEN, SAGE, SKY, TAN, Colour

Parts = list[object]


def _arc(x: float, y: float, r: float, start: float, end: float) -> Parts:
    return [SmoothLine(circle=(x, y, r, start, end), width=dp(1.6))]


def _dot(x: float, y: float, r: float) -> Parts:
    return [SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))]


def _ready(x: float, y: float, r: float) -> Parts:
    return _arc(x, y, r * 0.85, 0, 360)


def _hand(x: float, y: float, r: float) -> Parts:
    fingers: Parts = []
    for n, length in enumerate((0.75, 1.0, 0.95, 0.7)):
        at = x + (n - 1.5) * r * 0.42
        fingers.append(SmoothLine(points=[at, y - r * 0.3, at, y + r * length], width=dp(1.3)))
    palm = [
        x - r * 0.8,
        y - r * 0.2,
        x - r * 0.5,
        y - r,
        x + r * 0.5,
        y - r,
        x + r * 0.85,
        y - r * 0.1,
    ]
    return [*fingers, SmoothLine(points=palm, width=dp(1.3))]


def _look(x: float, y: float, r: float) -> Parts:
    return [*_arc(x, y, r * 0.85, -40, 80), *_dot(x, y, r * 0.2)]


def _settled(x: float, y: float, r: float) -> Parts:
    return _dot(x, y, r * 0.75)


def _ask(x: float, y: float, r: float) -> Parts:
    return [*_dot(x - r * 0.5, y, r * 0.36), *_dot(x + r * 0.5, y, r * 0.36)]


def _review(x: float, y: float, r: float) -> Parts:
    points = [x, y + r, x + r, y, x, y - r, x - r, y]
    return [SmoothLine(points=points, close=True, width=dp(1.5)), *_dot(x, y, r * 0.28)]


def _desync(x: float, y: float, r: float) -> Parts:
    return [*_arc(x - dp(1.5), y, r * 0.8, 190, 350), *_arc(x + dp(1.5), y, r * 0.8, 10, 170)]


def _stop(x: float, y: float, r: float) -> Parts:
    return [Rectangle(pos=(x - r * 0.7, y - r * 0.7), size=(r * 1.4, r * 1.4))]


def _tidy(x: float, y: float, r: float) -> Parts:
    return [part for n in range(8) for part in _arc(x, y, r * 0.85, n * 45, n * 45 + 20)]


def _arrange(x: float, y: float, r: float) -> Parts:
    arrow = [x - r * 0.35, y + r * 0.1, x, y - r * 0.3, x + r * 0.35, y + r * 0.1]
    return [*_tidy(x, y, r), SmoothLine(points=arrow, width=dp(1.4))]


def _aim(x: float, y: float, r: float) -> Parts:
    ticks: Parts = [
        SmoothLine(points=[x + a * r, y + b * r, x + a * r * 0.4, y + b * r * 0.4], width=dp(1.4))
        for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    return [*_arc(x, y, r * 0.7, 0, 360), *ticks]


_STATES: dict[BarState, tuple[Callable[[float, float, float], Parts], Colour]] = {
    "ready": (_ready, LINEN),
    "hand": (_hand, LINEN),
    "look": (_look, SKY),
    "settled": (_settled, SAGE),
    "ask": (_ask, EMBER),
    "review": (_review, EMBER),
    "desync": (_desync, EMBER),
    "stop": (_stop, LINEN),
    "tidy": (_tidy, TAN),
    "arrange": (_arrange, EMBER),
    "aim": (_aim, SKY),
}


def state_sign(state: BarState, at: tuple[float, float], radius: float) -> InstructionGroup:
    shape, colour = _STATES[state]
    return _group([Color(*colour), *shape(*at, radius)])


def side_sign(side: Side, at: tuple[float, float], radius: float) -> InstructionGroup:
    """Home: linen with a plain ring of ink; Away: ink with a barred ring of linen."""
    x, y = at
    ground, line = (LINEN, INK) if side is Side.HOME else (INK, LINEN)
    parts: Parts = [Color(*LINEN), *_dot(x, y, radius), Color(*ground), *_dot(x, y, radius * 0.9)]
    ring = radius * 0.62
    arcs = [(0, 360)] if side is Side.HOME else [(n * 45, n * 45 + 24) for n in range(8)]
    parts.append(Color(*line))
    for start, end in arcs:
        parts.append(Line(circle=(x, y, ring, start, end), width=radius * 0.11, cap="none"))
    return _group(parts)


def cross(at: tuple[float, float], radius: float, colour: Colour) -> InstructionGroup:
    x, y, r = *at, radius
    return _group(
        [
            Color(*colour),
            SmoothLine(points=[x - r, y - r, x + r, y + r], width=dp(1.3)),
            SmoothLine(points=[x - r, y + r, x + r, y - r], width=dp(1.3)),
        ]
    )


def hatched_sense(at: tuple[float, float], radius: float, how: str) -> InstructionGroup:
    """A sense of the app: filled = works, ring = entered by hand, hatched = lost."""
    x, y, r = *at, radius
    if how == "ok":
        return _group([Color(*SAGE), *_dot(x, y, r * 0.8)])
    if how == "hand":
        return _group([Color(*TAN), *_arc(x, y, r * 0.75, 0, 360)])
    bars: Parts = [Color(*TAN)]
    for n in (-1, 0, 1):
        points = [x - r * 0.6 + n * r * 0.5, y - r * 0.7, x + r * 0.6 + n * r * 0.5, y + r * 0.7]
        bars.append(SmoothLine(points=points, width=dp(1)))
    return _group(bars)


def _group(parts: Parts) -> InstructionGroup:
    group = InstructionGroup()
    for part in parts:
        group.add(part)
    return group
