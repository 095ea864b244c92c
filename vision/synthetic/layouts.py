"""Where pieces lie in harsh pictures: scattered, in scrums, stacked, at the edges; by seed."""

import math

import numpy as np

from calibration.surface import Surface
from vision.synthetic.scene import SceneBall, SceneDisc

COUNT = 30
TRIES = 4000
HAND_MM = 3.0
TOUCH = 1.004
"""Discs that touch, as far apart as turned metal lets them, in diameters."""
CREST_TURN = 2 * math.pi
Place = tuple[float, float]


def scattered(
    rng: np.random.Generator, surface: Surface, count: int = COUNT, taken: tuple[Place, ...] = ()
) -> list[Place]:
    """Free places anywhere on the felt, no two discs overlapping; some hang over the edge."""
    places: list[Place] = list(taken)
    for _ in range(TRIES):
        if len(places) == count:
            break
        x = float(rng.uniform(2.0, surface.width_mm - 2.0))
        y = float(rng.uniform(2.0, surface.length_mm - 2.0))
        if all(math.hypot(x - a, y - b) >= 1.03 * surface.disc_mm for a, b in places):
            places.append((x, y))
    return places


def over_paint(
    rng: np.random.Generator, surface: Surface, circles: tuple[Place, ...]
) -> tuple[Place, ...]:
    """Discs on two thirds of the painted circles: nearly in their middle, or half beside them."""
    places: list[Place] = []
    for x, y in circles[: 2 * len(circles) // 3]:
        off = float(
            rng.uniform(0.0, 1.5) if rng.random() < 0.5 else rng.uniform(0.3, 1.2) * surface.disc_mm
        )
        turn = float(rng.uniform(0, 2 * math.pi))
        a, b = x + off * math.cos(turn), y + off * math.sin(turn)
        inside = 2.0 < a < surface.width_mm - 2.0 and 2.0 < b < surface.length_mm - 2.0
        clear = all(math.hypot(a - c, b - d) >= 1.03 * surface.disc_mm for c, d in places)
        if inside and clear:
            places.append((a, b))
    return tuple(places)


def scrums(rng: np.random.Generator, surface: Surface) -> list[Place]:
    """Groups of four to eight discs that touch; what is left is scattered."""
    places: list[Place] = []
    room = 3.0 * surface.disc_mm
    for _ in range(TRIES):
        if len(places) > COUNT - 8:
            break
        x = float(rng.uniform(room, surface.width_mm - room))
        y = float(rng.uniform(room, surface.length_mm - room))
        if all(math.hypot(x - a, y - b) > 2 * room for a, b in places):
            turn, size = float(rng.uniform(0, math.pi)), int(rng.integers(4, 9))
            places += _scrum((x, y), turn, size, surface.disc_mm * TOUCH)
    return scattered(rng, surface, COUNT, tuple(places[:COUNT]))


def on_squares(
    rng: np.random.Generator, surface: Surface, count: int, *, crowded: bool
) -> list[Place]:
    """Discs put on squares by hand: about 3 mm off their middles, never over a line; `crowded`:
    near one place of the board.
    """
    files, ranks = np.meshgrid(np.arange(surface.files), np.arange(surface.ranks))
    squares = np.column_stack([files.ravel(), ranks.ravel()])
    if crowded:
        centre = squares[int(rng.integers(len(squares)))]
        away = np.hypot(*(squares - centre).T) + rng.uniform(0, 1.5, len(squares))
        squares = squares[np.argsort(away)[: 2 * count]]
    chosen = rng.permutation(len(squares))[:count]
    room = (surface.square_mm - surface.disc_mm) / 2
    off = np.clip(rng.normal(0, HAND_MM, (len(chosen), 2)), -room, room)
    spots = (squares[chosen] + 0.5) * surface.square_mm + off
    return [(float(x), float(y)) for x, y in spots]


def _scrum(at: Place, turn: float, size: int, pitch: float) -> list[Place]:
    rows = [
        (pitch * (i + 0.5 * (j % 2)), pitch * j * math.sqrt(3) / 2)
        for j in range(3)
        for i in range(3)
    ]
    c, s = math.cos(turn), math.sin(turn)
    return [(at[0] + c * a - s * b, at[1] + s * a + c * b) for a, b in rows[:size]]


def as_discs(rng: np.random.Generator, places: list[Place]) -> list[SceneDisc]:
    """Discs of both teams, numbered, their crests turned anyhow."""
    return [
        SceneDisc(
            x_mm=x,
            y_mm=y,
            team=k % 2,
            label=str(k // 2 + 1),
            angle=float(rng.uniform(0, CREST_TURN)),
        )
        for k, (x, y) in enumerate(places)
    ]


def stacked(rng: np.random.Generator, discs: list[SceneDisc], pairs: int) -> list[SceneDisc]:
    """The last `pairs` discs put on the first ones, a little off their middle."""
    if len(discs) < 2 * pairs:
        return discs
    flat, lifted = discs[:-pairs], discs[-pairs:]
    tops = []
    for below, disc in zip(flat, lifted, strict=False):
        dx, dy = rng.normal(0.0, 0.6, 2)
        tops.append(
            SceneDisc(
                x_mm=below.x_mm + float(dx),
                y_mm=below.y_mm + float(dy),
                level=1,
                team=1 - below.team,
                label=disc.label,
                angle=disc.angle,
            )
        )
    return [*flat, *tops]


def ball_somewhere(
    rng: np.random.Generator, surface: Surface, discs: list[SceneDisc]
) -> tuple[SceneBall, int | None]:
    """The ball on one of the discs (its index) or, one time in three, free on the felt (None)."""
    angle = float(rng.uniform(0, math.pi))
    if rng.random() < 1 / 3:
        flat = tuple((disc.x_mm, disc.y_mm) for disc in discs)
        free = scattered(rng, surface, len(flat) + 1, flat)
        if len(free) > len(flat):
            return SceneBall(x_mm=free[-1][0], y_mm=free[-1][1], angle=angle), None
    covered = {(round(d.x_mm), round(d.y_mm)) for d in discs if d.level}
    open_ones = [
        k
        for k, disc in enumerate(discs)
        if disc.level or all(math.hypot(disc.x_mm - x, disc.y_mm - y) > 5 for x, y in covered)
    ]
    k = int(rng.choice(open_ones))
    dx, dy = rng.normal(0.0, 0.08 * surface.disc_mm, 2)
    z = (discs[k].level + 1) * surface.disc_height_mm
    return (
        SceneBall(
            x_mm=discs[k].x_mm + float(dx), y_mm=discs[k].y_mm + float(dy), z_mm=z, angle=angle
        ),
        k,
    )
