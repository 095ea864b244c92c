"""Harsh pictures with known truth: each kind makes one thing hard, by seed."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.synthetic.arm import Arms
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.layouts import (
    COUNT,
    as_discs,
    ball_somewhere,
    over_paint,
    scattered,
    scrums,
    stacked,
)
from vision.synthetic.scene import Look, Scene, SceneBall, SceneDisc, SceneHand
from vision.synthetic.stage import Stage
from vision.synthetic.variety import drawn_look, drawn_mount, drawn_surface
from vision.synthetic.view import default_view

PICTURES_A_TABLE = 6
"""Pictures taken of one table before another is laid (laying one costs more than a picture)."""
BUMP_PX = 5.0
Spoil = Callable[[Image, np.random.Generator], Image]


@dataclass(frozen=True, kw_only=True, eq=False)
class HarshPicture:
    """A picture and its truth: `table` is the true camera, `believed` the one the eye is told;
    `visible` the share of each disc's top face in sight; `carrier` the disc under the ball.
    """

    image: Image
    surface: Surface
    look: Look
    table: TableMap
    believed: TableMap
    discs: tuple[SceneDisc, ...]
    visible: tuple[float, ...]
    ball: SceneBall
    carrier: int | None


def harsh_pictures(
    kind: str, count: int, size: tuple[int, int], seed: int
) -> Iterator[HarshPicture]:
    """So many pictures of a kind (a key of KINDS), the same for the same arguments."""
    for k in range(0, count, PICTURES_A_TABLE):
        rng = np.random.default_rng([seed, k])
        surface = drawn_surface(rng, kind)
        look, mount = drawn_look(rng, kind, surface), drawn_mount(rng, kind)
        table = default_view(surface, size, mount)
        camera = SyntheticCamera(surface, table, look, int(rng.integers(1 << 30)))
        arms = Arms(Stage(surface, table, look))
        for _ in range(min(PICTURES_A_TABLE, count - k)):
            yield _taken(kind, camera, arms, rng)


def _taken(
    kind: str, camera: SyntheticCamera, arms: Arms, rng: np.random.Generator
) -> HarshPicture:
    surface, table = camera.surface, camera.table
    discs = as_discs(rng, _places(rng, kind, surface, camera.look))
    if kind == "stacks":
        discs = stacked(rng, discs, 5)
    ball, carrier = ball_somewhere(rng, surface, discs)
    hands = (_hand(rng, surface),) if kind == "hand" else ()
    image = camera.render(Scene(discs=tuple(discs), ball=ball, hands=hands), rng.uniform(0, 99))
    for spoil in KINDS[kind]:
        image = spoil(image, rng)
    hidden = _under(hands, arms, image.shape[:2])
    return HarshPicture(
        image=_compressed(image),
        surface=surface,
        look=camera.look,
        table=table,
        believed=_bumped(rng, table) if kind == "bumped" else table,
        discs=tuple(discs),
        visible=tuple(_in_sight(disc, discs, surface, table, hidden) for disc in discs),
        ball=ball,
        carrier=carrier,
    )


def _places(
    rng: np.random.Generator, kind: str, surface: Surface, look: Look
) -> list[tuple[float, float]]:
    if kind == "touching":
        return scrums(rng, surface)
    circles = tuple((circle.x_mm, circle.y_mm) for circle in look.painted)
    return scattered(rng, surface, COUNT, over_paint(rng, surface, circles))


def _hand(rng: np.random.Generator, surface: Surface) -> SceneHand:
    return SceneHand(
        x_mm=float(rng.uniform(0.2, 0.8) * surface.width_mm),
        y_mm=float(rng.uniform(0.2, 0.8) * surface.length_mm),
        edge=str(rng.choice(list("SNWE"))),
        holding=bool(rng.random() < 0.5),
    )


def _bumped(rng: np.random.Generator, table: TableMap) -> TableMap:
    """The map of before a knock that moved the picture by up to BUMP_PX at its middle."""
    depth = float(table.eye_mm[2])
    focal = float(table.lens.K[0, 0])
    shift = rng.uniform(-1, 1, 2) * BUMP_PX / focal * depth / math.sqrt(2)
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(float(rng.uniform(-0.1, 0.1)))]))
    return replace(table, R=turn @ table.R, t=turn @ table.t + np.array([*shift, 0.0]))


def _under(hands: tuple[SceneHand, ...], arms: Arms, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """255 where a hand hides the table."""
    light = np.full((*shape, 3), 255, np.uint8)
    for hand in hands:
        _, body = arms.patches(hand)
        replace(body, colour=None).lay(light)
    return np.asarray(255 - light[..., 0], np.uint8)


def _in_sight(
    disc: SceneDisc,
    discs: list[SceneDisc],
    surface: Surface,
    table: TableMap,
    hidden: NDArray[np.uint8],
) -> float:
    if not disc.level and any(
        other.level and math.hypot(other.x_mm - disc.x_mm, other.y_mm - disc.y_mm) < 5.0
        for other in discs
    ):
        return 0.0
    share = np.sqrt((np.arange(120) + 0.5) / 120) * surface.disc_mm / 2
    angle = np.arange(120) * 2.399963  # sunflower: even over a circle
    z = (disc.level + 1) * surface.disc_height_mm
    spots = np.column_stack(
        [disc.x_mm + share * np.cos(angle), disc.y_mm + share * np.sin(angle), np.full(120, z)]
    )
    px = np.rint(table.to_image(spots)).astype(int)
    high, wide = hidden.shape
    inside = (px >= 0).all(1) & (px[:, 0] < wide) & (px[:, 1] < high)
    seen = hidden[px[inside, 1], px[inside, 0]] < 128
    return float(seen.sum()) / 120


def _compressed(image: Image) -> Image:
    data = np.asarray(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], np.uint8)
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image if decoded is None else np.asarray(decoded, np.uint8)


def _candle(image: Image, rng: np.random.Generator) -> Image:
    """One small warm flame beside the table: 4 : 1 from one side to the other."""
    wide = image.shape[1]
    fall = np.linspace(1.1, 0.28, wide)[:: int(rng.choice([-1, 1]))]
    warm = np.array([0.45, 0.82, 1.15])
    lit = (image / 255.0) ** 2.2 * fall[None, :, None] * warm
    return np.asarray(np.clip(255 * lit ** (1 / 2.2), 0, 255), np.uint8)


def _dim(image: Image, rng: np.random.Generator) -> Image:
    gain = float(rng.uniform(0.22, 0.35))
    noisy = image * gain + rng.normal(0, 1.5, image.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _glare(image: Image, rng: np.random.Generator) -> Image:
    """A lamp mirrored in a varnish: a burnt-out spot with a wide veil."""
    high, wide = image.shape[:2]
    u, v = rng.uniform(0.25, 0.75) * wide, rng.uniform(0.25, 0.75) * high
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    away = np.hypot(x - u, y - v) / wide
    veil = 110 * np.exp(-((away / 0.06) ** 2)) + 45 * np.exp(-((away / 0.16) ** 2))
    return np.asarray(np.clip(image + veil[..., None], 0, 255), np.uint8)


def _moved(image: Image, rng: np.random.Generator) -> Image:
    """The camera trembles while the shutter is open: three to five pixels in some direction."""
    length, turn = float(rng.uniform(3, 5)), float(rng.uniform(0, math.pi))
    kernel = np.zeros((7, 7), np.float32)
    for step in np.linspace(-length / 2, length / 2, 21):
        kernel[round(3 + step * math.sin(turn)), round(3 + step * math.cos(turn))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _white_balance(image: Image, rng: np.random.Generator) -> Image:
    gains = rng.uniform(0.6, 1.4, 3)
    return np.asarray(np.clip(image * gains, 0, 255), np.uint8)


KINDS: dict[str, tuple[Spoil, ...]] = {
    "plain": (),
    "touching": (),
    "candle": (_candle,),
    "lowlight": (_dim,),
    "green": (),
    "hand": (),
    "stacks": (),
    "bumped": (),
    "parallax": (),
    "lens": (),
    "blur": (_moved,),
    "glare": (_glare,),
    "balance": (_white_balance,),
    "painted": (),
    "metal": (),
    "boards": (),
    "felts": (),
}
