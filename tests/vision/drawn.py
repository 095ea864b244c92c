"""Boards drawn for tests: stones or shining discs on a ruled board, with painted circles."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.frames import Image

SHIFT = 4
Pair = tuple[float, float]


def ruled_board(seed: int, size: tuple[int, int], colour: tuple[float, ...]) -> Floats:
    """A plain board with dark lines every 40 px, light falling off to one side; BGR 0–255."""
    wide, high = size
    board = np.ones((high, wide, 3)) * colour
    board[::40], board[:, ::40] = np.array(colour) * 0.4, np.array(colour) * 0.4
    light = np.linspace(1.05, 0.7, wide)[None, :, None]
    noise = np.random.default_rng(seed).normal(0, 2, board.shape)
    return np.asarray(board * light + noise, np.float64)


def circle(
    board: Floats, at: Pair, radius: float, colour: tuple[float, ...], soft: float = 0.8
) -> None:
    """A flat disc of colour with a soft edge."""
    reach = radius + 8 * soft + 2
    first = [max(0, int(middle - reach)) for middle in at]
    part = board[first[1] : int(at[1] + reach) + 1, first[0] : int(at[0] + reach) + 1]
    mask = np.zeros(part.shape[:2], np.uint8)
    centre = (round((at[0] - first[0]) * 16), round((at[1] - first[1]) * 16))
    cv2.circle(mask, centre, round(radius * 16), 255, -1, cv2.LINE_AA, SHIFT)
    blurred = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float64)
    cover = blurred[..., None] / 255.0
    part *= 1 - cover
    part += cover * colour


def stone(board: Floats, at: Pair, radius: float, colour: tuple[float, ...]) -> None:
    """A domed stone: darker towards its rim, lighter towards the lamp, with a shadow."""
    x, y = at
    circle(board, (x + 0.08 * radius, y + 0.1 * radius), radius * 1.03, (30, 30, 30), 1.5)
    for share in np.linspace(1.0, 0.2, 9):
        lit = np.array(colour) * (0.82 + 0.18 * (1 - share)) + 12 * (1 - share)
        shift = 0.25 * radius * (1 - share)
        circle(board, (x - shift, y - shift), radius * share, tuple(lit.tolist()), 0.8)


def shining(board: Floats, at: Pair, radius: float, colour: tuple[float, ...]) -> None:
    """A turned metal disc: bright and dark sectors, a rim, a shadow."""
    x, y = at
    circle(board, (x + 0.1 * radius, y + 0.12 * radius), radius * 1.03, (25, 25, 25), 1.5)
    circle(board, at, radius, tuple(0.9 * c for c in colour))
    circle(board, at, 0.9 * radius, tuple(0.45 * c for c in colour))
    high, wide = board.shape[:2]
    v, u = np.mgrid[:high, :wide]
    inside = np.hypot(u - x, v - y) < 0.84 * radius
    angle = np.arctan2(v - y, u - x)[inside]
    board[inside] = np.outer(0.7 + 0.3 * np.cos(2 * angle + x), colour)


def as_picture(board: Floats) -> Image:
    seen = cv2.GaussianBlur(np.clip(board, 0, 255), (0, 0), 0.7)
    data: NDArray[np.uint8] = np.asarray(cv2.imencode(".jpg", seen)[1], np.uint8)
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)
