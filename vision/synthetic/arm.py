"""A forearm with its hand: a smooth union of capsules, lit as a relief, laid over the picture."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_map import Floats
from vision.frames import Image
from vision.synthetic.grain import grain
from vision.synthetic.light import Floats32, linear, tone, turned
from vision.synthetic.patch import Patch, grey3
from vision.synthetic.scene import Dress, SceneHand
from vision.synthetic.stage import Stage

ARM_MM = 900.0
FRONT_MM, HALF_MM = 24.0, 96.0
HAND_Z_MM, SHADOW_Z_MM = 18.0, 42.0
TURN_BINS = 60
HANDS_KEPT = 200
CUFF_MM = -250.0

Capsule = tuple[float, float, float, float, float, float]

POINTING: tuple[Capsule, ...] = (
    (-86, 14, -46, 8, 10.2, 9.0),
    (-46, 8, -7, 0, 8.8, 7.2),
    (-86, -6, -50, -13, 10.2, 9.4),
    (-88, -24, -58, -33, 9.6, 8.6),
    (-92, -40, -70, -49, 8.6, 7.4),
    (-136, 27, -98, 38, 14.0, 11.0),
    (-98, 38, -66, 32, 10.0, 8.4),
)
HOLDING: tuple[Capsule, ...] = (
    (-92, 12, -52, 4, 10.4, 9.2),
    (-52, 4, -10, -7, 9.0, 7.4),
    (-92, -8, -54, -16, 10.4, 9.2),
    (-54, -16, -16, -19, 9.0, 7.4),
    (-94, -26, -60, -36, 9.6, 8.6),
    (-98, -42, -76, -52, 8.6, 7.4),
    (-136, 25, -88, 32, 14.0, 10.8),
    (-88, 32, -34, 14, 10.0, 8.2),
)
BACK: tuple[Capsule, ...] = (
    (-150, -10, -100, 2, 33, 23),
    (-150, -12, -102, -24, 32, 22),
    (-196, -6, -140, -9, 26, 34),
)
FOREARM: tuple[Capsule, ...] = ((-ARM_MM - 40, -2, -190, -6, 52, 27),)


@dataclass(frozen=True, kw_only=True, eq=False)
class Relief:
    """A hand before light falls on it: normals, reflectance, coverage; px grid in hand mm.

    The hand points along +x with the tip at the origin; column u is x = (u / px_per_mm) - ARM_MM,
    row v is y = HALF_MM - v / px_per_mm.
    """

    normal: Floats32
    skin: Floats32
    cover: Floats32
    wet: Floats32
    px_per_mm: float


def _distance(x: Floats32, y: Floats32, c: Capsule) -> Floats32:
    """Signed distance (mm) to a capsule that tapers from one radius to the other."""
    dx, dy = c[2] - c[0], c[3] - c[1]
    t = np.clip(((x - c[0]) * dx + (y - c[1]) * dy) / (dx * dx + dy * dy), 0, 1)
    return np.asarray(np.hypot(x - c[0] - t * dx, y - c[1] - t * dy) - (c[4] + (c[5] - c[4]) * t))


def _union(a: Floats32, b: Floats32, soft: float) -> Floats32:
    """Smooth minimum of two distances (Quilez, polynomial)."""
    h = np.clip(0.5 + 0.5 * (b - a) / soft, 0, 1)
    return np.asarray(b * (1 - h) + a * h - soft * h * (1 - h), np.float32)


def _joined(x: Floats32, y: Floats32, parts: tuple[Capsule, ...], soft: float) -> Floats32:
    out = _distance(x, y, parts[0])
    for part in parts[1:]:
        out = _union(out, _distance(x, y, part), soft)
    return out


def relief(dress: Dress, *, holding: bool, px_per_mm: float, seed: int = 5) -> Relief:
    """Shape and skin of a hand that points or holds."""
    p = px_per_mm
    rows, columns = int(2 * HALF_MM * p), int((ARM_MM + FRONT_MM) * p)
    v, u = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x, y = u / p - ARM_MM, HALF_MM - v / p
    pose = HOLDING if holding else POINTING
    fingers = _union(_joined(x, y, pose[:-2], 2.2), _joined(x, y, pose[-2:], 9.0), 4.0)
    back = _union(_joined(x, y, BACK, 10.0), _joined(x, y, FOREARM, 12.0), 14.0)
    whole = _union(fingers, back, 9.0)
    wave = 2.0 * np.sin((x + 0.6 * y) * 0.07 + 2 * np.sin(y * 0.045))
    sleeve = _distance(x, y, (-ARM_MM - 40, -2, CUFF_MM + 60, -5, 62, 40)) + wave
    sleeve = np.maximum(sleeve, x - CUFF_MM + 0.004 * (y + 5) ** 2)
    cloth = sleeve < 0.8
    whole = np.minimum(whole, sleeve)
    height = _height(x, y, whole, fingers)
    height = np.asarray(height + np.where(cloth, 8 + 1.6 * wave, 0), np.float32)
    normal = _normals(height, p)
    rng = np.random.default_rng(seed)
    woven = linear(dress.sleeve) * _denim(rng, x, y, p)
    bare = _skin(rng, linear(dress.skin), (x, y), fingers, normal, p)
    skin = np.where(cloth[..., None], woven, bare)
    return Relief(
        normal=normal,
        skin=skin.astype(np.float32),
        cover=np.clip(-whole * p + 0.5, 0, 1).astype(np.float32),
        wet=np.where(cloth, 0.01, 0.16).astype(np.float32),
        px_per_mm=p,
    )


def _normals(height: Floats32, p: float) -> Floats32:
    soft = cv2.GaussianBlur(height, (0, 0), 1.3 * p)
    gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=p / 8)
    gy = -cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=p / 8)
    normal = np.stack([-gx, -gy, np.ones_like(gx)], -1)
    return np.asarray(normal / np.linalg.norm(normal, axis=-1, keepdims=True), np.float32)


def _height(x: Floats32, y: Floats32, whole: Floats32, fingers: Floats32) -> Floats32:
    """Round fingers, a flatter back with knuckles and tendons (mm)."""
    deep = np.clip(-whole, 0, 22)
    height = np.sqrt(np.maximum(22.0**2 - (22 - deep) ** 2, 0)) * 0.95
    height += 3.0 * np.sqrt(np.clip(-fingers, 0, 9) / 9)
    for kx, ky in ((-88, 14), (-90, -6), (-92, -25), (-96, -41)):
        height += 2.6 * np.exp(-((x - kx) ** 2 + (y - ky) ** 2) / 110)
        ridge = np.abs(y - ky * (1 - (-x + kx) / 170))
        height += np.where((x < kx) & (x > -165), 0.7 * np.exp(-((ridge / 3.2) ** 2)), 0)
    return np.asarray(height, np.float32)


def _skin(
    rng: np.random.Generator,
    colour: Floats32,
    at: tuple[Floats32, Floats32],
    fingers: Floats32,
    n: Floats32,
    p: float,
) -> Floats32:
    x, y = at
    pores = 0.03 * grain(rng, x.shape, p, p) + 0.05 * grain(rng, x.shape, 14 * p, 14 * p)
    out = colour * (1 + pores[..., None])
    edge = np.clip(1 - n[..., 2], 0, 1)[..., None]
    out = out * (1 + edge * np.array((-0.22, -0.16, 0.12), np.float32))
    warm = np.exp(-(((x + 6) / 16) ** 2)) + 0.5 * np.exp(-(((x + 90) / 14) ** 2))
    out = out * (1 + warm[..., None] * np.array((-0.06, -0.09, 0.05), np.float32))
    nail = np.clip(1.4 - (((x + 7.5) / 6.0) ** 2 + (y / 4.6) ** 2), 0, 1) * (fingers < -1.5)
    pale = 0.5 * colour + 0.5 * np.array((0.61, 0.63, 0.76), np.float32)
    out = out * (1 - 0.55 * nail[..., None]) + 0.55 * nail[..., None] * pale
    for kx in (-28, -32, -50):
        crease = 0.12 * np.exp(-(((x - kx) / 1.3) ** 2)) * (fingers < -2)
        out = out * (1 - crease[..., None])
    return np.asarray(out, np.float32)


def _denim(rng: np.random.Generator, x: Floats32, y: Floats32, p: float) -> Floats32:
    """What the weave, its folds and its hem make of a sleeve's colour (H×W×1)."""
    weave = 1 + 0.16 * grain(rng, x.shape, 0.8 * p, 5 * p) + 0.10 * grain(rng, x.shape, p, p)
    fold = 1 + 0.16 * np.sin((x + y * 0.55) * 0.075 + 2 * np.sin(y * 0.05))
    hem = 1 + 0.5 * np.exp(-(((x - CUFF_MM + 2) / 4.0) ** 2))
    seam = 1 - 0.45 * np.exp(-(((x - CUFF_MM + 9) / 1.4) ** 2))
    return np.asarray((weave * fold * hem * seam)[..., None], np.float32)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Lit:
    """A hand under light from one side: premultiplied colour, what shows through, its shadow."""

    colour: Image
    keep: Image


class Arms:
    """Lays hands over pictures of one stage; lit hands are kept by direction."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._scale = max(0.5, 1.15 * stage.scale)
        self._reliefs: dict[tuple[bool, Dress], Relief] = {}
        self._shades: dict[bool, Image] = {}
        self._lit: dict[tuple[bool, Dress, int], _Lit] = {}

    def patches(self, hand: SceneHand) -> tuple[Patch, Patch]:
        """The shadow of a hand and the hand itself, clipped to the picture."""
        angle = self.heading(hand)
        where = np.array([hand.x_mm, hand.y_mm])
        lit = self._lit_hand(angle, hand)
        fall = np.array(self._stage.lights.cast(hand.x_mm, hand.y_mm, SHADOW_Z_MM))
        low = self._lay(where + (fall - where), angle, 0.0, self._shades[hand.holding], None, 0.25)
        high = self._lay(where, angle, HAND_Z_MM, lit.keep, lit.colour, 1.0)
        return low, high

    def heading(self, hand: SceneHand) -> float:
        """Where the fingers point: from a shoulder beyond the hand's edge to its tip (rad)."""
        if hand.angle is not None:
            return hand.angle
        w, length = self._stage.surface.width_mm, self._stage.surface.length_mm
        x, y = hand.x_mm, hand.y_mm
        shoulders = {
            "S": (w / 2 + 0.6 * (x - w / 2), -420.0),
            "N": (w / 2 + 0.6 * (x - w / 2), length + 420.0),
            "W": (-420.0, length / 2 + 0.75 * (y - length / 2)),
            "E": (w + 420.0, length / 2 + 0.75 * (y - length / 2)),
        }
        sx, sy = shoulders[hand.edge]
        return math.atan2(y - sy, x - sx)

    def _lit_hand(self, angle: float, hand: SceneHand) -> _Lit:
        turn = round(angle * TURN_BINS / (2 * math.pi)) % TURN_BINS
        kind = (hand.holding, hand.dress)
        if (*kind, turn) not in self._lit:
            if len(self._lit) > HANDS_KEPT:
                self._lit.clear()
            if kind not in self._reliefs:
                shape = relief(hand.dress, holding=hand.holding, px_per_mm=self._scale)
                self._reliefs[kind], self._shades[hand.holding] = shape, _shade(shape)
            lit = self._shine(self._reliefs[kind], turn * 2 * math.pi / TURN_BINS)
            self._lit[*kind, turn] = lit
        return self._lit[*kind, turn]

    def _shine(self, shape: Relief, angle: float) -> _Lit:
        stage = self._stage
        middle = np.array([stage.surface.width_mm / 2, stage.surface.length_mm / 2, HAND_Z_MM])
        to_lamp = stage.lights.lamp - middle
        lamp = _turned_to_hand(to_lamp / np.linalg.norm(to_lamp), angle)
        half = _turned_to_hand(stage.lights.half_vector(middle, stage.table.eye_mm), angle)
        diffuse = np.clip(shape.normal @ lamp * 0.92 + 0.10, 0, 1)
        gloss = np.clip(shape.normal @ half, 0, 1) ** 18 * shape.wet * 0.35
        colour = shape.skin * (0.20 + 0.95 * diffuse[..., None]) + gloss[..., None]
        seen = tone(colour * stage.lights.at(middle[0], middle[1])).astype(np.float32)
        premultiplied = seen * shape.cover[..., None]
        keep = np.clip(255 - 255 * shape.cover, 0, 255).astype(np.uint8)
        return _Lit(colour=premultiplied.astype(np.uint8), keep=grey3(keep))

    def _lay(
        self, tip: Floats, angle: float, z: float, keep: Image, colour: Image | None, size: float
    ) -> Patch:
        rows, columns = keep.shape[:2]
        p = self._scale * size
        spots = np.array([[0.0, 0.0], [-400.0, 0.0], [0.0, 90.0]])
        source = np.column_stack([(spots[:, 0] + ARM_MM) * p, (HALF_MM - spots[:, 1]) * p])
        placed = spots @ turned(angle).T + tip
        px = self._stage.table.to_image(np.column_stack([placed, np.full(3, z)]))
        warp = cv2.getAffineTransform(source.astype(np.float32), px.astype(np.float32))
        corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]])
        around = corners @ warp.T
        w, h = self._stage.table.lens.size
        x0, y0 = (max(0, int(v)) for v in np.floor(around.min(axis=0)))
        x1, y1 = (int(v) for v in np.minimum(np.ceil(around.max(axis=0)), (w, h)))
        x1, y1 = max(x1, x0 + 1), max(y1, y0 + 1)
        warp[:, 2] -= (x0, y0)
        box = (x1 - x0, y1 - y0)
        through = cv2.warpAffine(keep, warp, box, borderValue=(255, 255, 255))
        over = None if colour is None else np.asarray(cv2.warpAffine(colour, warp, box), np.uint8)
        return Patch(x=x0, y=y0, keep=np.asarray(through, np.uint8), colour=over)


def _shade(shape: Relief) -> Image:
    """What a hand's shadow leaves of the light, at a quarter of the hand's scale."""
    size = (shape.cover.shape[1] // 4, shape.cover.shape[0] // 4)
    small = cv2.resize(shape.cover, size, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 6.0 * shape.px_per_mm / 4)
    return grey3(np.clip(255 - 0.52 * 255 * soft, 0, 255).astype(np.uint8))


def _turned_to_hand(vector: Floats, angle: float) -> Floats32:
    flat = turned(-angle) @ vector[:2]
    return np.array([flat[0], flat[1], vector[2]], np.float32)
