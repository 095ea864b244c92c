"""Cameras aimed well and badly over all sorts of boards, by seed: what a registration must take,
and what it must refuse.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.harsh import KINDS
from vision.synthetic.knocks import proportioned
from vision.synthetic.layouts import as_discs, ball_somewhere, scattered
from vision.synthetic.scene import RGB, Look, Moment, Scene, SceneHand, Shadow
from vision.synthetic.variety import COLOURS, FELTS
from vision.synthetic.view import Mount, default_view, share_in_view

Fault = Literal["none", "cut", "board", "moved"]
FAULTS: tuple[Fault, ...] = ("none", "cut", "none", "board", "none", "moved")
"""What is wrong with one aim after the other."""
SPOILS = ("plain", "plain", "candle", "lowlight", "glare", "balance")
WOODS: tuple[RGB | None, ...] = (None, (232, 228, 220), (40, 36, 34), (196, 160, 110), (84, 96, 84))
LEAST_IN_VIEW, MOST_IN_VIEW = 0.3, 0.92
NEAREST_MM, FARTHEST_SQUARES = 8.0, 2.6


@dataclass(frozen=True, kw_only=True, eq=False)
class Aim:
    """A picture with its true board and map, the board that was chosen, and the map believed of
    old. `fault`: the felt is `cut` by the picture, it is another `board` than chosen, or the camera
    has `moved` since.
    """

    image: Image
    surface: Surface
    table: TableMap
    chosen: Surface
    believed: TableMap
    fault: Fault


def aims(count: int, size: tuple[int, int], seed: int) -> Iterator[Aim]:
    """So many aims, the same for the same arguments."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        yield _aim(rng, size, FAULTS[k % len(FAULTS)])


def _aim(rng: np.random.Generator, size: tuple[int, int], fault: Fault) -> Aim:
    surface = _surface(rng)
    table = default_view(surface, size, _mount(rng))
    if fault == "cut":
        table = _turned_away(rng, table, surface)
    camera = SyntheticCamera(surface, table, _look(rng), int(rng.integers(1 << 30)))
    image = camera.render(_scene(rng, surface), float(rng.uniform(0, 99)))
    for spoil in KINDS[str(rng.choice(SPOILS))]:
        image = spoil(image, rng)
    return Aim(
        image=image,
        surface=surface,
        table=table,
        chosen=_other_board(rng, surface) if fault == "board" else surface,
        believed=_moved(rng, table, surface) if fault == "moved" else table,
        fault=fault,
    )


def _surface(rng: np.random.Generator) -> Surface:
    """Any board that is longer than wide: of a square one four turns look alike."""
    square, files = float(rng.uniform(32.0, 52.0)), int(rng.integers(8, 17))
    return proportioned(square, files, max(files + 1, int(rng.integers(14, 31))))


def _mount(rng: np.random.Generator) -> Mount:
    return Mount(
        height_mm=float(rng.uniform(900, 1700)),
        tilt=math.radians(float(rng.uniform(-18, 18))),
        roll=math.radians(float(rng.choice([0.0, 180.0]) + rng.uniform(-4, 4))),
        dist=(float(rng.uniform(-0.12, 0.04)), 0.01, 0.0, 0.0),
    )


def _look(rng: np.random.Generator) -> Look:
    return Look(
        teams=COLOURS[int(rng.integers(len(COLOURS)))],
        felt=FELTS[int(rng.integers(len(FELTS)))],
        warmth=float(rng.uniform(0.2, 0.9)),
        noise=float(rng.uniform(1.2, 2.6)),
        blur_px=float(rng.uniform(0.4, 0.7)),
        markers=bool(rng.random() < 0.5),
        frame=WOODS[int(rng.integers(len(WOODS)))],
        ground=WOODS[int(rng.integers(len(WOODS)))],
    )


def _scene(rng: np.random.Generator, surface: Surface) -> Scene:
    """Discs all over, sometimes along a whole edge; often a hand over an edge, or a shadow."""
    along = _row(rng, surface) if rng.random() < 0.3 else ()
    discs = as_discs(rng, scattered(rng, surface, taken=along))
    ball, _ = ball_somewhere(rng, surface, discs)
    hands = tuple(_hand(rng, surface) for _ in range(int(rng.choice([0, 0, 1, 2]))))
    moment = _in_shadow(rng, surface) if rng.random() < 0.25 else None
    return Scene(discs=tuple(discs), ball=ball, hands=hands, moment=moment)


def _row(rng: np.random.Generator, surface: Surface) -> tuple[tuple[float, float], ...]:
    """A disc on every square of the first or last row along some edge."""
    if rng.random() < 0.5:
        rank = int(rng.choice([1, surface.ranks]))
        return tuple(surface.centre_of(file + 1, rank) for file in range(surface.files))
    file = int(rng.choice([1, surface.files]))
    return tuple(surface.centre_of(file, rank + 1) for rank in range(surface.ranks))


def _hand(rng: np.random.Generator, surface: Surface) -> SceneHand:
    """A hand over the board, or an arm that lies along an edge."""
    place = rng.uniform(0.15, 0.85, 2) * (surface.width_mm, surface.length_mm)
    if rng.random() < 0.6:
        edge = str(rng.choice(list("SNWE")))
        return SceneHand(x_mm=float(place[0]), y_mm=float(place[1]), edge=edge)
    axis, far = int(rng.integers(2)), bool(rng.random() < 0.5)
    aside = float(rng.uniform(-0.6, 0.8)) * surface.square_mm
    ends = (surface.width_mm, surface.length_mm)
    place[axis] = ends[axis] - aside if far else aside
    turn = (0.5 if axis == 0 else 0.0) + float(rng.choice([0, 1]))
    return SceneHand(x_mm=float(place[0]), y_mm=float(place[1]), angle=turn * math.pi)


def _in_shadow(rng: np.random.Generator, surface: Surface) -> Moment:
    """Somebody stands in the lamp's way at an edge."""
    share = rng.uniform(0.1, 0.9, 2)
    share[int(rng.integers(2))] = float(rng.choice([-0.1, 1.1]))
    shadow = Shadow(
        x_mm=float(share[0] * surface.width_mm),
        y_mm=float(share[1] * surface.length_mm),
        radius_mm=float(rng.uniform(100, 300)),
        soft_mm=float(rng.uniform(20, 90)),
        depth=float(rng.uniform(0.4, 0.85)),
    )
    return Moment(shadows=(shadow,))


def _turned_away(rng: np.random.Generator, table: TableMap, surface: Surface) -> TableMap:
    """The camera turned on its mount, or zoomed in, until part of the felt is out of view."""
    towards, zooms = float(rng.uniform(0, 2 * math.pi)), bool(rng.random() < 0.3)
    wanted = float(rng.uniform(LEAST_IN_VIEW, MOST_IN_VIEW))
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        share = share_in_view(_aside(table, middle, towards, zooms=zooms), surface)
        low, high = (middle, high) if share > wanted else (low, middle)
    return _aside(table, high, towards, zooms=zooms)


def _aside(table: TableMap, much: float, towards: float, *, zooms: bool) -> TableMap:
    if zooms:
        K = table.lens.K.copy()
        K[[0, 1], [0, 1]] *= 1 + 2 * much
        return replace(table, lens=replace(table.lens, K=K))
    axis = np.array([math.cos(towards), math.sin(towards), 0.0]) * much
    turn = np.asarray(cv2.Rodrigues(axis)[0], np.float64)
    return replace(table, R=turn @ table.R, t=turn @ table.t)


def _other_board(rng: np.random.Generator, surface: Surface) -> Surface:
    off = np.zeros(2, int)
    while not off.any():
        off = rng.choice([-2, -1, 0, 1, 2], 2)
    return replace(surface, files=surface.files + int(off[0]), ranks=surface.ranks + int(off[1]))


def _moved(rng: np.random.Generator, table: TableMap, surface: Surface) -> TableMap:
    """The map of before the camera was moved by some millimetres up to some squares, and turned."""
    turn = math.radians(float(rng.uniform(-1.2, 1.2)))
    c, s = math.cos(turn), math.sin(turn)
    spin = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    middle = np.array([surface.width_mm, surface.length_mm, 0.0]) / 2
    far = float(rng.uniform(NEAREST_MM, FARTHEST_SQUARES * surface.square_mm))
    towards = float(rng.uniform(0, 2 * math.pi))
    shift = np.array([math.cos(towards), math.sin(towards), 0.0]) * far
    return replace(table, R=table.R @ spin, t=table.t + table.R @ (middle - spin @ middle + shift))
