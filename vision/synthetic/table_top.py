"""The empty table from straight above: oak, a framed board with stitched leather, ruled felt."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from vision.synthetic.grain import grain, wood
from vision.synthetic.light import Floats32, linear
from vision.synthetic.scene import Look, PaintedCircle

AROUND_MM = 330.0
OAK = np.array((0.062, 0.102, 0.160), np.float32)
MAHOGANY = np.array((0.044, 0.084, 0.205), np.float32)
LEATHER = np.array((0.032, 0.048, 0.098), np.float32)
THREAD = np.array((0.34, 0.50, 0.60), np.float32)
CHALK = np.array((0.60, 0.70, 0.70), np.float32)
PAPER = np.array((0.44, 0.50, 0.52), np.float32)
INK = np.array((0.020, 0.020, 0.024), np.float32)
MARKER_MM = 37.5
MARKER_OUT_MM = 37.75


@dataclass(frozen=True, kw_only=True, eq=False)
class TableTop:
    """A picture from above, linear BGR; columns run along y, rows along x.

    A table point (x, y) mm lies at column (y + around_mm) · px_per_mm, row (x + around_mm) · same.
    """

    image: Floats32
    px_per_mm: float
    around_mm: float = AROUND_MM


def table_top(surface: Surface, look: Look, px_per_mm: float, seed: int) -> TableTop:
    """Draw the empty table; `px_per_mm` is about the scale of the texture: the felt begins on a
    whole pixel, so that its lines lie where they belong.
    """
    p = round(AROUND_MM * px_per_mm) / AROUND_MM
    shape = (
        int((surface.width_mm + 2 * AROUND_MM) * p),
        int((surface.length_mm + 2 * AROUND_MM) * p),
    )
    oak = OAK if look.ground is None else linear(look.ground)
    image = wood(shape, oak, seed + 3, 1.4 * p)
    _lay_frame(image, surface, look, p, seed)
    felt = _felt(surface, look, p, seed)
    top = round(AROUND_MM * p)
    image[top : top + felt.shape[0], top : top + felt.shape[1]] = felt
    if look.markers:
        _lay_markers(image, surface, p)
    return TableTop(image=image, px_per_mm=p)


def _strip(depth: int, run: int, look: Look, p: float, seed: int) -> Floats32:
    """One length of the frame, depth × run px, row 0 outside: bevels, leather inlay, seams."""
    frame_mm = look.frame_mm
    plank = wood((depth, run), MAHOGANY if look.frame is None else linear(look.frame), seed, p)
    d = frame_mm - np.arange(depth, dtype=np.float32) / p
    bevel = (
        1
        + 0.30 * np.exp(-(((d - 4) / 2.2) ** 2))
        - 0.45 * np.exp(-(((d - 0.5) / 1.6) ** 2))
        + 0.22 * np.exp(-(((d - frame_mm + 4) / 2.0) ** 2))
        - 0.35 * np.exp(-(((d - frame_mm + 0.6) / 1.5) ** 2))
    )
    plank *= bevel[:, None, None]
    inner, outer = 0.34 * frame_mm, 0.66 * frame_mm
    inlay = (d > inner) & (d < outer)
    hide = 1 + 0.10 * grain(np.random.default_rng(seed + 50), (int(inlay.sum()), run), p, p)
    di = d[inlay][:, None]
    hide += 0.3 * np.exp(-(((di - inner - 2) / 1.5) ** 2))
    hide -= 0.3 * np.exp(-(((di - outer + 1) / 1.2) ** 2))
    plank[inlay] = LEATHER * hide[..., None]
    stitched = np.mod(np.arange(run) / p, 7) < 4.6
    for seam in (inner + 4, outer - 4):
        rows = np.abs(d - seam) < 0.8
        plank[np.ix_(rows, stitched)] = THREAD
    return plank


def _lay_frame(image: Floats32, surface: Surface, look: Look, p: float, seed: int) -> None:
    """Four mitred strips around the felt, and the shadow they throw on the oak."""
    depth = int(look.frame_mm * p)
    inner = round(AROUND_MM * p)
    v0, v1 = inner - depth, inner + int(surface.width_mm * p) + depth
    u0, u1 = inner - depth, inner + int(surface.length_mm * p) + depth
    shade = np.zeros(image.shape[:2], np.float32)
    shade[v0 : v1 + int(9 * p), u0 : u1 + int(9 * p)] = 1
    shade = cv2.blur(shade, (int(14 * p) | 1, int(14 * p) | 1)).astype(np.float32)
    image *= (1 - 0.55 * shade)[..., None]
    high, wide = v1 - v0, u1 - u0
    left = _strip(depth, high, look, p, seed + 13).transpose(1, 0, 2)
    right = _strip(depth, high, look, p, seed + 14)[::-1].transpose(1, 0, 2)
    image[v0:v1, u0 : u0 + depth] = left * 0.97
    image[v0:v1, u1 - depth : u1] = right * 0.97
    i, j = np.arange(depth)[:, None], np.arange(wide)[None]
    mitre = (j >= i) & (j < wide - i)
    far = image[v0 : v0 + depth, u0:u1]
    far[mitre] = _strip(depth, wide, look, p, seed + 11)[mitre]
    near = image[v1 - depth : v1, u0:u1]
    near[mitre[::-1]] = _strip(depth, wide, look, p, seed + 12)[::-1][mitre[::-1]]


def _felt(surface: Surface, look: Look, p: float, seed: int) -> Floats32:
    """The cloth with its nap, squares a shade apart, thin grid and heavy lines."""
    shape = (round(surface.width_mm * p), round(surface.length_mm * p))
    rng = np.random.default_rng(seed)
    fibre = (
        0.055 * grain(rng, shape, 0.5 * p, 2.2 * p)
        + 0.055 * grain(rng, shape, 2.2 * p, 0.5 * p)
        + 0.06 * grain(rng, shape, 0.35, 0.35)
    )
    nap = 0.045 * grain(rng, shape, 45 * p, 16 * p)
    chequer = (np.add.outer(np.arange(surface.files), np.arange(surface.ranks)) % 2).astype(
        np.float32
    )
    squares = cv2.resize(chequer, shape[::-1], interpolation=cv2.INTER_NEAREST)
    cloth = ((1 + fibre + nap) * (0.97 + 0.06 * squares))[..., None] * linear(look.felt)
    body = np.clip(1 + 1.3 * fibre, 0.4, 1.15)
    _paint(cloth, _grid(surface, shape, p), body, 0.45 * CHALK + 0.55 * linear(look.felt))
    _paint(cloth, _heavy(surface, shape, p), body, CHALK)
    for circle in look.painted:
        _paint(cloth, _circle(circle, shape, p), body, linear(circle.colour))
    rows, columns = (np.minimum(np.arange(n), n - 1 - np.arange(n)) / p for n in shape)
    edge = np.minimum(rows[:, None], columns[None])
    return np.asarray(cloth * (1 - 0.40 * np.exp(-edge / 9.0))[..., None], np.float32)


def _paint(cloth: Floats32, mask: NDArray[np.uint8], body: Floats32, colour: Floats32) -> None:
    cover = (mask.astype(np.float32) / 255 * body)[..., None]
    cloth *= 1 - cover
    cloth += colour * cover


class _Pen:
    """Draws lines given in table mm into a mask of the felt, to 1/16 px."""

    def __init__(self, shape: tuple[int, int], p: float) -> None:
        self.mask = np.zeros(shape, np.uint8)
        self._p = p

    def line(
        self, a: tuple[float, float], b: tuple[float, float], width_mm: float, ink: int
    ) -> None:
        thick = max(1, round(width_mm * self._p))
        ends = [
            (round((q[1] * self._p - 0.5) * 16), round((q[0] * self._p - 0.5) * 16)) for q in (a, b)
        ]
        cv2.line(self.mask, ends[0], ends[1], ink, thick, cv2.LINE_AA, 4)


def _grid(surface: Surface, shape: tuple[int, int], p: float) -> NDArray[np.uint8]:
    pen, w, length = _Pen(shape, p), surface.width_mm, surface.length_mm
    for file in range(1, surface.files):
        x = file * surface.square_mm
        pen.line((x, 0), (x, length), 0.9, 150)
    for rank in range(1, surface.ranks):
        y = rank * surface.square_mm
        pen.line((0, y), (w, y), 0.9, 150)
    return pen.mask


def _heavy(surface: Surface, shape: tuple[int, int], p: float) -> NDArray[np.uint8]:
    pen = _Pen(shape, p)
    corners = surface.corners_mm
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        pen.line(a, b, 6.0, 225)
    for rule in surface.lines:
        if not rule.dashed:
            pen.line(rule.a, rule.b, 3.0, 228)
            continue
        start, span = np.array(rule.a), np.subtract(rule.b, rule.a)
        reach = float(np.linalg.norm(span))
        for s in np.arange(3.0, reach, 18.0):
            (ax, ay), (bx, by) = (start + span * q / reach for q in (s, min(s + 10, reach)))
            pen.line((ax, ay), (bx, by), 2.2, 210)
    return pen.mask


def _circle(circle: PaintedCircle, shape: tuple[int, int], p: float) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    middle = (round((circle.y_mm * p - 0.5) * 16), round((circle.x_mm * p - 0.5) * 16))
    thick = max(1, round(circle.line_mm * p)) if circle.line_mm else -1
    reach = circle.radius_mm - circle.line_mm / 2
    cv2.circle(mask, middle, round(reach * p * 16), 235, thick, cv2.LINE_AA, 4)
    if circle.label:
        size = circle.radius_mm * p / 26
        (wide, high), _ = cv2.getTextSize(circle.label, cv2.FONT_HERSHEY_DUPLEX, size, 1)
        at = (middle[0] // 16 - wide // 2, middle[1] // 16 + high // 2)
        ink = 235 if circle.line_mm else 0
        pen = max(1, round(1.2 * p))
        cv2.putText(mask, circle.label, at, cv2.FONT_HERSHEY_DUPLEX, size, ink, pen, cv2.LINE_AA)
    return mask


def _lay_markers(image: Floats32, surface: Surface, p: float) -> None:
    """Four ArUco squares in the frame's corners, upright as Home sees them."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, rim = round(MARKER_MM * p), round(6 * p)
    for number, (x, y) in enumerate(surface.corners_mm):
        cx = x + (MARKER_OUT_MM if x > 0 else -MARKER_OUT_MM)
        cy = y + (MARKER_OUT_MM if y > 0 else -MARKER_OUT_MM)
        v = round((cx + AROUND_MM - MARKER_MM / 2) * p)
        u = round((cy + AROUND_MM - MARKER_MM / 2) * p)
        print_ = np.rot90(cv2.aruco.generateImageMarker(book, number, side), -1)
        image[v - rim : v + side + rim, u - rim : u + side + rim] = PAPER
        image[v : v + side, u : u + side] = np.where(print_[..., None] > 0, PAPER, INK)
