"""A camera that is knocked: frames of a table where nothing is played, before, during and after;
by seed.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Frame, Image
from vision.synthetic.acting import edge_in_reach
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.layouts import as_discs, ball_somewhere, scattered
from vision.synthetic.scene import Look, Scene, SceneHand
from vision.synthetic.variety import COLOURS, FELTS
from vision.synthetic.view import Mount, default_view, share_in_view

FPS = 30.0
BEFORE_S, AFTER_S = 0.8, 2.6
SHAKE_S, SWINGS_HZ = 0.4, 7.0
MOST_MM = 25.0
MOST_TURN, MOST_TILT = math.radians(1.0), math.radians(0.4)
FAR = 4.0
"""How many times as far a camera goes that is knocked hard, its felt still wholly in view."""
KNOCKS_A_TABLE = 5
"""Knocks told of one table before another is laid (each starts from the same view)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Knock:
    """A table seen by a camera that is knocked once or more: `first` and `last` are the true maps
    before and after, `rests_at` (s) when the last shock has died away.
    """

    surface: Surface
    look: Look
    scene: Scene
    first: TableMap
    last: TableMap
    rests_at: float
    frames: Iterator[Frame]
    still: Image
    """The empty table through the first view."""


def knocks(count: int, size: tuple[int, int], seed: int, *, hard: bool = False) -> Iterator[Knock]:
    """So many knocks, hard ones or not, the same for the same arguments."""
    for k in range(0, count, KNOCKS_A_TABLE):
        rng = np.random.default_rng([seed, k])
        surface, look = _surface(rng), _look(rng)
        table = default_view(surface, size, _mount(rng))
        camera = SyntheticCamera(surface, table, look, int(rng.integers(1 << 30)))
        still = camera.render(Scene(), 0.0)
        for _ in range(min(KNOCKS_A_TABLE, count - k)):
            yield _knock(camera, still, rng, FAR if hard else 1.0)


def _knock(camera: SyntheticCamera, still: Image, rng: np.random.Generator, far: float) -> Knock:
    surface = camera.surface
    discs = as_discs(rng, scattered(rng, surface))
    ball, _ = ball_somewhere(rng, surface, discs)
    scene = Scene(discs=tuple(discs), ball=ball)
    views, start = [camera.table], BEFORE_S
    shocks: list[tuple[float, TableMap]] = []
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        views.append(knocked(camera.table, surface, rng, far))
        shocks.append((start, views[-1]))
        start += float(rng.uniform(0.5, 1.3))
    hand = _hand(rng, surface) if rng.random() < 0.4 else None
    ends = shocks[-1][0] + SHAKE_S
    return Knock(
        surface=surface,
        look=camera.look,
        scene=scene,
        first=camera.table,
        last=views[-1],
        rests_at=ends,
        frames=_frames(camera, scene, shocks, hand),
        still=still,
    )


def _frames(
    camera: SyntheticCamera,
    scene: Scene,
    shocks: list[tuple[float, TableMap]],
    hand: SceneHand | None,
) -> Iterator[Frame]:
    came = shocks[0][0] - 0.3 if hand is not None else math.inf
    ends = shocks[-1][0] + SHAKE_S + AFTER_S
    leaves = ends - AFTER_S / 3
    now, before, index = camera, camera.table, 0
    waiting = list(shocks)
    shaken, at = -math.inf, 0.0
    while at < ends:
        if waiting and at >= waiting[0][0]:
            shaken, table = waiting.pop(0)
            before = now.table
            now = SyntheticCamera(camera.surface, table, camera.look, index)
        hands = (_moving(hand, at),) if hand is not None and came <= at < leaves else ()
        image = now.render(replace(scene, hands=hands), at)
        if at - shaken < SHAKE_S:
            image = _shaken(image, now.table, before, at - shaken)
        yield Frame(at=at, image=image, index=index)
        index += 1
        at = index / FPS


def knocked(
    table: TableMap, surface: Surface, rng: np.random.Generator, far: float = 1.0
) -> TableMap:
    """A view moved by up to `far` times MOST_MM at the middle of the felt, turned and tilted
    accordingly; a felt that was wholly in view still is.
    """
    while True:
        reach, towards = MOST_MM * math.sqrt(rng.uniform(0.005, 1.0)), rng.uniform(0, 2 * math.pi)
        turn = rng.uniform(-1, 1, 3) * (MOST_TILT, MOST_TILT, MOST_TURN) * far
        rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
        middle = np.array([surface.width_mm / 2, surface.length_mm / 2, 0.0])
        held = table.R @ middle + table.t
        along = np.array([math.cos(towards), math.sin(towards), 0.0])
        shift = np.asarray(table.R @ along * reach * far)
        gone = replace(table, R=rotation @ table.R, t=rotation @ (table.t - held) + held + shift)
        if far <= 1.0 or share_in_view(gone, surface) == 1.0:
            return gone


def _shaken(image: Image, table: TableMap, before: TableMap, since: float) -> Image:
    """The view still swinging between where it was and where it comes to rest, and blurred."""
    fade = math.exp(-4.0 * since / SHAKE_S)
    share = fade * math.cos(2 * math.pi * SWINGS_HZ * since)
    high, wide = image.shape[:2]
    around = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    plane = np.column_stack([table.to_table(around, 0.0), np.zeros(4)])
    there = around + share * (before.to_image(plane) - around)
    warp = cv2.getPerspectiveTransform(around.astype(np.float32), there.astype(np.float32))
    swung = cv2.warpPerspective(image, warp, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    blur = (there - around).mean(0) * 0.15 * fade
    return _streaked(np.asarray(swung, np.uint8), np.asarray(blur, np.float64))


def _streaked(image: Image, along: Floats) -> Image:
    reach = int(np.ceil(np.abs(along).max()))
    if reach < 1:
        return image
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = [(round(reach + sign * along[0]), round(reach + sign * along[1])) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _surface(rng: np.random.Generator) -> Surface:
    square = float(rng.choice([36.0, 40.0, 44.0, 50.0]))
    return proportioned(square, int(rng.choice([9, 11, 13])), int(rng.choice([16, 20, 24])))


def proportioned(square_mm: float, files: int, ranks: int) -> Surface:
    """A board whose discs and ball have the usual sizes beside its squares."""
    return Surface(
        files=files,
        ranks=ranks,
        square_mm=square_mm,
        disc_mm=0.75 * square_mm,
        disc_height_mm=6.0,
        ball_mm=(0.55 * square_mm, 0.38 * square_mm),
    )


def _look(rng: np.random.Generator) -> Look:
    return Look(
        teams=COLOURS[int(rng.integers(len(COLOURS)))],
        felt=FELTS[int(rng.integers(len(FELTS)))],
        warmth=float(rng.uniform(0.2, 0.9)),
        noise=float(rng.uniform(1.2, 2.6)),
        blur_px=float(rng.uniform(0.4, 0.7)),
        markers=bool(rng.random() < 0.5),
    )


def _mount(rng: np.random.Generator) -> Mount:
    return Mount(
        height_mm=float(rng.uniform(1050, 1350)),
        tilt=math.radians(float(rng.uniform(2, 14))),
        roll=math.radians(float(rng.uniform(-3, 3))),
        dist=(float(rng.uniform(-0.09, 0.03)), 0.01, 0.0, 0.0),
    )


def _hand(rng: np.random.Generator, surface: Surface) -> SceneHand:
    x = float(rng.uniform(0.2, 0.8) * surface.width_mm)
    y = float(rng.uniform(0.2, 0.8) * surface.length_mm)
    return SceneHand(
        x_mm=x,
        y_mm=y,
        edge=edge_in_reach(rng, surface, (x, y)),
        holding=bool(rng.random() < 0.5),
    )


def _moving(hand: SceneHand, at: float) -> SceneHand:
    """A hand is never quite still; between two movements it rests."""
    sway = 6.0 * math.sin(2 * math.pi * 0.4 * at) if at % 2.5 < 1.2 else 0.0
    return replace(hand, x_mm=hand.x_mm + sway, y_mm=hand.y_mm - sway / 2)
