"""Boards, cameras, colours and paint for harsh pictures, drawn by lot; some kinds draw wider."""

import math
from dataclasses import replace

import numpy as np

from calibration.surface import Surface
from vision.synthetic.scene import RGB, Look, PaintedCircle
from vision.synthetic.view import Mount

COLOURS: tuple[tuple[RGB, RGB], ...] = (
    ((196, 38, 46), (34, 96, 190)),
    ((240, 236, 226), (30, 30, 34)),
    ((230, 170, 40), (90, 40, 120)),
    ((30, 140, 150), (210, 90, 40)),
)
METALS: tuple[tuple[RGB, RGB], ...] = (
    ((226, 186, 96), (214, 216, 220)),
    ((196, 120, 74), (200, 204, 210)),
    ((224, 200, 120), (96, 98, 104)),
)
FELTS: tuple[RGB, ...] = ((58, 124, 74), (40, 84, 130), (120, 50, 56), (72, 76, 80))
BALLS: tuple[RGB, ...] = ((172, 100, 54), (236, 226, 206), (112, 62, 40), (222, 130, 60))
ACCENTS: tuple[RGB, ...] = ((244, 236, 214), (24, 24, 26), (240, 190, 60), (150, 20, 30))
PAINTED_KINDS = ("painted", "metal")
NEAR = 14
"""Levels of each channel by which a team may differ from the felt it hides on."""
APART = 90.0
"""Levels by which the colours of two teams differ at least."""


def drawn_surface(rng: np.random.Generator, kind: str) -> Surface:
    """A board; of the kind `boards` larger and smaller than usual, with any squares and discs."""
    if kind == "boards":
        square = float(rng.uniform(32.0, 52.0))
        return Surface(
            files=int(rng.integers(8, 16)),
            ranks=int(rng.integers(14, 25)),
            square_mm=square,
            disc_mm=float(rng.uniform(0.66, 0.84)) * square,
            disc_height_mm=float(rng.uniform(4.0, 8.0)),
            ball_mm=(0.5 * square, 0.34 * square),
        )
    square = float(rng.choice([36.0, 40.0, 44.0]))
    return Surface(
        files=int(rng.choice([11, 13])),
        ranks=int(rng.choice([20, 22, 24])),
        square_mm=square,
        disc_mm=0.75 * square,
        disc_height_mm=6.0,
        ball_mm=(22.0, 15.0),
    )


def drawn_look(rng: np.random.Generator, kind: str, surface: Surface) -> Look:
    """Materials and light."""
    teams = COLOURS[int(rng.integers(len(COLOURS)))]
    felt = FELTS[int(rng.integers(len(FELTS)))]
    if kind == "green":
        teams, felt = ((58, 124, 74), (228, 222, 210)), (58, 124, 74)
    if kind == "felts":
        felt, teams = _any_colours(rng)
    if kind == "metal":
        teams = METALS[int(rng.integers(len(METALS)))]
    signs = bool(rng.random() < 0.5)
    look = Look(
        teams=teams,
        accents=(_accent(rng, teams[0]), _accent(rng, teams[1])),
        felt=felt,
        ball=BALLS[int(rng.integers(len(BALLS)))],
        warmth=1.0 if kind == "candle" else float(rng.uniform(0.2, 0.9)),
        noise=5.0 if kind == "lowlight" else float(rng.uniform(1.2, 2.6)),
        blur_px=float(rng.uniform(0.4, 0.7)),
        markers=bool(rng.random() < 0.5) and kind != "boards",
        signs=signs,
        face=float(rng.uniform(0.62, 0.84)),
        metal=kind == "metal",
    )
    return replace(look, painted=_painted(rng, surface, look)) if kind in PAINTED_KINDS else look


def drawn_mount(rng: np.random.Generator, kind: str) -> Mount:
    """How the camera hangs."""
    usual = Mount(
        height_mm=float(rng.uniform(1050, 1350)),
        tilt=math.radians(float(rng.uniform(2, 14))),
        roll=math.radians(float(rng.uniform(-3, 3))),
        dist=(float(rng.uniform(-0.09, 0.03)), 0.01, 0.0, 0.0),
    )
    if kind == "boards":
        height, tilt = float(rng.uniform(800, 1700)), math.radians(float(rng.uniform(0, 22)))
        return replace(usual, height_mm=height, tilt=tilt)
    if kind == "parallax":
        return replace(usual, height_mm=720.0, tilt=math.radians(17))
    if kind == "lens":
        return replace(usual, dist=(-0.22, 0.05, 0.0008, -0.0006))
    return usual


def _any_colours(rng: np.random.Generator) -> tuple[RGB, tuple[RGB, RGB]]:
    """A felt of any colour that is not very light, a team that hardly differs from it, another."""
    felt = rng.integers(30, 150, 3)
    near = np.clip(felt + rng.integers(-NEAR, NEAR + 1, 3), 0, 255)
    other = near
    while np.linalg.norm(other - near) < APART:
        other = rng.integers(15, 245, 3)
    order = [near, other] if rng.random() < 0.5 else [other, near]
    return _rgb(felt), (_rgb(order[0]), _rgb(order[1]))


def _rgb(levels: np.ndarray[tuple[int], np.dtype[np.int64]]) -> RGB:
    red, green, blue = (int(level) for level in levels)
    return red, green, blue


def _accent(rng: np.random.Generator, team: RGB) -> RGB:
    """A colour for the crest that stands out from the team's."""
    clear = [c for c in ACCENTS if np.linalg.norm(np.subtract(c, team)) > APART]
    return clear[int(rng.integers(len(clear)))]


def _painted(rng: np.random.Generator, surface: Surface, look: Look) -> tuple[PaintedCircle, ...]:
    """Circles in the middle of squares, all of one make, about as large as the discs."""
    filled, numbered = bool(rng.random() < 0.4), bool(rng.random() < 0.4)
    radius = float(rng.uniform(0.85, 1.2)) * surface.disc_mm / 2
    line = 0.0 if filled else float(rng.uniform(0.8, 4.0))
    colours = (*look.teams, (228, 222, 206), (20, 20, 22), (200, 160, 40))
    colour = colours[int(rng.integers(len(colours)))]
    squares = rng.permutation(surface.files * surface.ranks)[: int(rng.integers(10, 26))]
    circles = []
    for n, square in enumerate(squares):
        x, y = surface.centre_of(int(square) % surface.files + 1, int(square) // surface.files + 1)
        label = str(n + 1) if numbered else ""
        circles.append(
            PaintedCircle(
                x_mm=x, y_mm=y, radius_mm=radius, colour=colour, line_mm=line, label=label
            )
        )
    return tuple(circles)
