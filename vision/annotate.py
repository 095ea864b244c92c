"""A picture with what was read drawn on it: rings, ball, hands, flights, squares and names."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.observation import SeenBall, SeenDisc, SeenHand

Colour = tuple[int, int, int]
TEAM_COLOURS: tuple[Colour, Colour] = ((240, 178, 64), (64, 140, 255))
UNKNOWN: Colour = (200, 200, 200)
BALL: Colour = (90, 235, 250)
CASING: Colour = (24, 24, 24)
GRID: Colour = (235, 240, 235)
HAND: Colour = (200, 120, 240)
TOUCHED: Colour = (60, 60, 235)
SUBPIXEL = 4
"""Fractional bits of drawn coordinates (OpenCV's `shift`)."""
DOUBTFUL = 0.12
"""Team margin below which a ring is dotted."""
FULL_HD = 1920


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """What to draw. `team_colours` are BGR; `caption` is plain ASCII, "" for none; `sigmas` writes
    each disc's σ (mm) beside it; `trail` is the ball's way (mm), `touches` where it met a disc.
    """

    discs: Sequence[SeenDisc] = ()
    ball: SeenBall | None = None
    caption: str = ""
    team_colours: tuple[Colour, Colour] = TEAM_COLOURS
    doubtful: frozenset[int] = field(default_factory=frozenset)
    hands: Sequence[SeenHand] = ()
    trail: Sequence[tuple[float, float]] = ()
    touches: Sequence[tuple[float, float]] = ()
    sigmas: bool = False


def annotate(image: Image, table: TableMap, surface: Surface, drawing: Drawing) -> Image:
    """A copy of a BGR picture with the reading drawn over it, strokes scaled to its width."""
    canvas = image.copy()
    scale = max(0.5, image.shape[1] / FULL_HD)
    _draw_grid(canvas, table, surface, scale)
    for k, disc in enumerate(drawing.discs):
        _draw_disc(canvas, table, surface, disc, _style(drawing, k, scale))
        if drawing.sigmas:
            beside = disc.x_mm + 0.75 * surface.disc_mm
            _name(canvas, table, f"{disc.sigma_mm:.1f}", (beside, disc.y_mm), 0.5 * scale)
    _draw_motion(canvas, table, drawing, scale)
    if drawing.ball is not None:
        _draw_ball(canvas, table, surface, drawing.ball, scale)
    if drawing.caption:
        _write(canvas, drawing.caption, (round(24 * scale), round(44 * scale)), 1.0 * scale)
    return canvas


@dataclass(frozen=True, kw_only=True)
class _Style:
    colour: Colour
    dotted: bool
    scale: float


def _style(drawing: Drawing, k: int, scale: float) -> _Style:
    disc = drawing.discs[k]
    colour = UNKNOWN if disc.team is None else drawing.team_colours[disc.team]
    dotted = k in drawing.doubtful or disc.team is None or disc.team_margin < DOUBTFUL
    return _Style(colour=colour, dotted=dotted, scale=scale)


def _circle(table: TableMap, centre: Floats, radius_mm: float, count: int = 72) -> Floats:
    angle = np.arange(count) * 2 * np.pi / count
    ring = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(count)]) * radius_mm
    return table.to_image(centre + ring)


def _stroke(canvas: Image, line: Floats, colour: Colour, width: float, *, closed: bool) -> None:
    points = np.rint(line * 2**SUBPIXEL).astype(np.int32).reshape(-1, 1, 2)
    thick = max(1, round(width))
    cv2.polylines(canvas, [points], closed, colour, thick, cv2.LINE_AA, SUBPIXEL)


def _draw_disc(
    canvas: Image, table: TableMap, surface: Surface, disc: SeenDisc, style: _Style
) -> None:
    top = (disc.level + 1) * surface.disc_height_mm
    centre = np.array([disc.x_mm, disc.y_mm, top])
    radii = [surface.disc_mm / 2 + 1.0] + ([surface.disc_mm / 2 - 2.5] if disc.level else [])
    for radius in radii:
        ring = _circle(table, centre, radius)
        if style.dotted:
            for k in range(0, len(ring), 6):
                _stroke(canvas, ring[k : k + 4], CASING, 5 * style.scale, closed=False)
                _stroke(canvas, ring[k : k + 4], style.colour, 3 * style.scale, closed=False)
        else:
            _stroke(canvas, ring, CASING, 5 * style.scale, closed=True)
            _stroke(canvas, ring, style.colour, 3 * style.scale, closed=True)


def _draw_motion(canvas: Image, table: TableMap, drawing: Drawing, scale: float) -> None:
    """Hands as outlines, the way of the ball, and rings where it touched a disc."""
    for hand in drawing.hands:
        if len(hand.outline_mm) > 2:
            _stroke(canvas, _on_felt(table, hand.outline_mm), HAND, 3 * scale, closed=True)
    if len(drawing.trail) > 1:
        _stroke(canvas, _on_felt(table, drawing.trail), CASING, 5 * scale, closed=False)
        _stroke(canvas, _on_felt(table, drawing.trail), BALL, 2.5 * scale, closed=False)
    for x, y in drawing.touches:
        ring = _circle(table, np.array([x, y, 0.0]), 6.0)
        _stroke(canvas, ring, TOUCHED, 3 * scale, closed=True)


def _on_felt(table: TableMap, points: Sequence[tuple[float, float]]) -> Floats:
    return table.to_image([(x, y, 0.0) for x, y in points])


def _draw_ball(
    canvas: Image, table: TableMap, surface: Surface, ball: SeenBall, scale: float
) -> None:
    long, short = (axis / 2 + 0.8 for axis in surface.ball_mm)
    if ball.turn_rad is None:
        long = short = (long + short) / 2
    turn = ball.turn_rad or 0.0
    angle = np.arange(60) * 2 * np.pi / 60
    u, v = long * np.cos(angle), short * np.sin(angle)
    x = ball.x_mm + u * np.cos(turn) - v * np.sin(turn)
    y = ball.y_mm + u * np.sin(turn) + v * np.cos(turn)
    middle = np.full(len(angle), ball.z_mm + surface.ball_mm[1] / 2)
    oval = table.to_image(np.column_stack([x, y, middle]))
    _stroke(canvas, oval, CASING, 5 * scale, closed=True)
    _stroke(canvas, oval, BALL, 3 * scale, closed=True)


def _draw_grid(canvas: Image, table: TableMap, surface: Surface, scale: float) -> None:
    """The ruled lines where the map puts them, faint, and the squares' names along two edges."""
    veil = canvas.copy()
    steps = np.linspace(0, 1, 25)
    for axis, count, length in (
        (0, surface.files, surface.length_mm),
        (1, surface.ranks, surface.width_mm),
    ):
        for k in range(count + 1):
            line = np.zeros((len(steps), 3))
            line[:, axis], line[:, 1 - axis] = k * surface.square_mm, steps * length
            _stroke(veil, table.to_image(line), GRID, 1.5 * scale, closed=False)
    cv2.addWeighted(veil, 0.35, canvas, 0.65, 0, dst=canvas)
    beside = 0.45 * surface.square_mm
    names = [
        (file_name(k), (k + 0.5) * surface.square_mm, -beside) for k in range(surface.files)
    ] + [(str(k + 1), -beside, (k + 0.5) * surface.square_mm) for k in range(surface.ranks)]
    for name, x, y in names:
        _name(canvas, table, name, (x, y), 0.55 * scale)


def _name(
    canvas: Image, table: TableMap, text: str, at_mm: tuple[float, float], size: float
) -> None:
    """A short text about a point of the felt."""
    u, v = table.to_image([[*at_mm, 0.0]])[0]
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    _write(canvas, text, (round(u - wide / 2), round(v + high / 2)), size)


def file_name(index: int) -> str:
    """Letter of a file counted from 0: a … z."""
    return chr(ord("a") + index) if index < 26 else f"{index + 1}"


def _write(canvas: Image, text: str, at: tuple[int, int], size: float) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    thick = max(1, round(size * 2))
    cv2.putText(canvas, text, at, font, size, CASING, thick + 2, cv2.LINE_AA)
    cv2.putText(canvas, text, at, font, size, GRID, thick, cv2.LINE_AA)
