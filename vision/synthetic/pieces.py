"""Discs and ball as small pictures: a brushed aluminium rim, an enamelled face with a crest."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.synthetic.light import Floats32, linear
from vision.synthetic.scene import Look

IVORY = np.array((0.74, 0.84, 0.88), np.float32)
RIM_PX = 1.5


@dataclass(frozen=True, kw_only=True, eq=False)
class Sprite:
    """A piece seen square on: linear BGR reflectance under unit light, and its coverage 0..1."""

    colour: Floats32
    cover: Floats32

    @property
    def size(self) -> int:
        return int(self.cover.shape[0])


@dataclass(frozen=True, kw_only=True, eq=False)
class Enamel:
    """What is printed on a disc, without light: coverages of shield, its field and its device;
    `face` is the enamelled share of the radius, none where the disc is all `metal`.
    """

    shield: Floats32
    field: Floats32
    device: Floats32
    team: Floats32
    accent: Floats32
    face: float
    metal: bool


def _small(mask: NDArray[np.uint8], size: int) -> Floats32:
    down = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(down.astype(np.float32) / 255, np.float32)


def enamel(label: str, look: Look, team: int, size: int) -> Enamel:
    """What a disc of a team bears, upright in a sprite of `size` px."""
    if look.signs:
        shield = field = np.zeros((size, size), np.float32)
        device = _small(_sign(label, size * 6), size)
    else:
        shield, field, device = (_small(mask, size) for mask in _shield(label, size * 6))
    return Enamel(
        shield=shield,
        field=field,
        device=device,
        team=linear(look.teams[team]),
        accent=linear(look.accents[team]),
        face=look.face,
        metal=look.metal,
    )


def _sign(label: str, big: int) -> NDArray[np.uint8]:
    """A cross, dot, bar or triangle in the middle, and the label small by the edge."""
    mask = np.zeros((big, big), np.uint8)
    c, arm = big // 2, int(0.20 * big)
    kind = sum(map(ord, label)) % 4
    if kind == 0:
        pen = max(1, int(0.07 * big))
        cv2.line(mask, (c - arm, c - arm), (c + arm, c + arm), 255, pen, cv2.LINE_AA)
        cv2.line(mask, (c - arm, c + arm), (c + arm, c - arm), 255, pen, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(mask, (c, c), int(0.14 * big), 255, -1, cv2.LINE_AA)
    elif kind == 2:
        cv2.rectangle(mask, (c - arm, c - arm // 3), (c + arm, c + arm // 3), 255, -1)
    else:
        points = np.array([(c, c - arm), (c + arm, c + arm), (c - arm, c + arm)], np.int32)
        cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA)
    at, pen = (c - int(0.03 * big), c + int(0.36 * big)), max(1, big // 80)
    cv2.putText(mask, label, at, cv2.FONT_HERSHEY_DUPLEX, big / 330, 255, pen, cv2.LINE_AA)
    return mask


def _shield(label: str, big: int) -> tuple[NDArray[np.uint8], ...]:
    """A shield, its field and the label on it."""
    c = half = big / 2
    t = np.linspace(0, 1, 24)
    rise = -0.36 * half
    top = np.column_stack(
        [c + (-0.30 + 0.60 * t) * half, c + rise - 0.04 * half * np.sin(np.pi * t)]
    )
    flank = 0.30 * np.cos(t * np.pi / 2) ** 0.8 * half
    drop = c + rise + 0.78 * t * half
    outline = np.concatenate(
        [top, np.column_stack([c + flank, drop]), np.column_stack([c - flank, drop])[::-1]]
    )
    shield = np.zeros((big, big), np.uint8)
    cv2.fillPoly(shield, [outline.astype(np.int32)], 255)
    inner = cv2.erode(shield, np.ones((max(1, int(big * 0.022)),) * 2, np.uint8)).astype(np.uint8)
    device = np.zeros((big, big), np.uint8)
    scale = big / 100 * (0.66 if len(label) < 2 else 0.50)
    thick = max(1, int(big * 0.028))
    (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    spot = (int(c - wide / 2), int(c + high / 2 - 0.04 * half))
    cv2.putText(device, label, spot, cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
    return shield, inner, device


def disc_sprite(print_: Enamel, half: Floats) -> Sprite:
    """A disc's top; `half` is the unit half-vector in the disc's own frame (x right, y up, z).

    Circular brushing gives the hourglass highlight of Kajiya and Kay (SIGGRAPH 1989, eq. 14).
    """
    size = print_.shield.shape[0]
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    span = size / 2 - RIM_PX
    x, y = (columns - (size - 1) / 2) / span, -(rows - (size - 1) / 2) / span
    r, phi = np.hypot(x, y), np.arctan2(y, x)
    along = -np.sin(phi) * half[0] + np.cos(phi) * half[1]
    glint = (np.clip(1 - along * along, 0, 1) ** 34)[..., None]
    groove = (0.035 * np.sin(r * 95) + 0.02 * np.sin(r * 41 + 1.3))[..., None]
    metal = 0.5 * (0.80 + groove) + 0.62 * glint * np.array((0.93, 0.99, 1.04), np.float32)
    out = _over(
        metal, _chamfer(phi, half), np.clip((r - max(0.88, print_.face + 0.06)) / 0.04, 0, 1)
    )
    if print_.metal:
        return _all_metal(out, print_, np.clip((1 - r) * span + 0.5, 0, 1))
    face = np.clip((print_.face - r) * span * 0.9 + 0.5, 0, 1)
    gloss = np.clip(1 - ((x - half[0] * 0.5) ** 2 + (y - half[1] * 0.5) ** 2) * 6, 0, 1)
    paint = print_.team * (0.86 + groove) + 0.05 * gloss[..., None]
    out = _over(out, paint + 0.16 * glint * (0.8 * print_.team + 0.2), face)
    groove_cut = np.exp(-(((r - print_.face - 0.02) * span / 0.8) ** 2))
    out = out * (1 - 0.35 * groove_cut[..., None])
    out = _over(out, print_.accent * 0.92, print_.shield)
    out = _over(out, print_.team * 0.80 + 0.10 * gloss[..., None], print_.field)
    out = _over(out, print_.accent, print_.device)
    cover = np.clip((1 - r) * span + 0.5, 0, 1)
    return Sprite(colour=out.astype(np.float32), cover=cover.astype(np.float32))


def _all_metal(shine: Floats32, print_: Enamel, cover: Floats32) -> Sprite:
    """A disc of coloured metal, its device engraved."""
    tinted = shine * print_.team / max(float(print_.team.max()), 0.05)
    engraved = 1 - 0.55 * np.maximum(print_.device, print_.shield - print_.field)
    return Sprite(
        colour=(tinted * engraved[..., None]).astype(np.float32), cover=cover.astype(np.float32)
    )


def _chamfer(phi: Floats32, half: Floats) -> Floats32:
    nx, ny = np.cos(phi) * 0.66, np.sin(phi) * 0.66
    facing = np.clip(nx * half[0] + ny * half[1] + 0.75 * half[2], 0, 1)
    shade = np.clip(nx * half[0] * 1.7 + ny * half[1] * 1.7 + 0.35, 0, 1)
    bright = 0.22 + 0.50 * shade + 0.9 * facing**40
    return np.asarray(bright[..., None] * np.array((0.97, 1.0, 1.02), np.float32), np.float32)


def _over(below: Floats32, above: Floats32, cover: Floats32) -> Floats32:
    c = cover[..., None]
    return below * (1 - c) + above * c


def ball_sprite(colour: Floats32, ratio: float, size: int = 64) -> Sprite:
    """The ball from above: long axis along x, `ratio` = short axis / long axis, seam and bands."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    x, y = (columns - (size - 1) / 2) / (size / 2 - 2), -(rows - (size - 1) / 2) / (size / 2 - 2)
    y = y / ratio
    q = x * x + y * y
    normal = np.stack([x, y / ratio, np.sqrt(np.clip(1 - q, 0, 1))], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-6
    diffuse = np.clip(normal @ np.array([-0.3, 0.42, 0.86]), 0, 1)
    gloss = np.clip(normal @ np.array([-0.16, 0.2, 0.966]), 0, 1) ** 60
    skin = np.ones((size, size, 1), np.float32) * colour
    skin[np.abs(np.abs(x) - 0.66) < 0.07] *= np.array((0.35, 0.38, 0.55), np.float32)
    skin[np.abs(y - 0.05) < 0.04] *= 0.7
    out = skin * (0.30 + 0.72 * diffuse[..., None]) + 0.5 * gloss[..., None]
    cover = np.clip((1 - np.sqrt(q)) * (size / 2) * 0.7 + 0.5, 0, 1)
    return Sprite(colour=out.astype(np.float32), cover=cover.astype(np.float32))


def unit(flat: Floats) -> Floats:
    """The unit vector (3) with these x and y, pointing up."""
    return np.array([flat[0], flat[1], math.sqrt(max(0.0, 1 - float(flat @ flat)))])
