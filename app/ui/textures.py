"""Wood, leather, felt, metal as numpy pictures: rows downwards, uint8 RGB(A). No OpenGL."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]


def noise(seed: int, shape: tuple[int, int], grain: tuple[float, float]) -> Floats:
    """Smooth noise of unit deviation; `grain` = size of its features in px, (down, across)."""
    rows, columns = (_spline(n, max(g, 1.0)) for n, g in zip(shape, grain, strict=True))
    coarse = np.random.default_rng(seed).standard_normal((rows.shape[1], columns.shape[1]))
    field = rows @ coarse @ columns.T
    return np.asarray(field / field.std())


def _spline(count: int, step: float) -> Floats:
    """Matrix that spreads coarse samples over `count` px by uniform cubic B-splines."""
    at = np.arange(count) / step
    base = at.astype(int)
    f = at - base
    weights = (
        (1 - f) ** 3 / 6,
        (3 * f**3 - 6 * f**2 + 4) / 6,
        (-3 * f**3 + 3 * f**2 + 3 * f + 1) / 6,
        f**3 / 6,
    )
    matrix = np.zeros((count, int(base[-1]) + 4))
    for k, weight in enumerate(weights):
        matrix[np.arange(count), base + k] = weight
    return matrix


def _tint(rgb: tuple[int, int, int], value: Floats) -> Picture:
    return np.clip(np.array(rgb) * value[..., None], 0, 255).astype(np.uint8)


def walnut(shape: tuple[int, int], rgb: tuple[int, int, int] = (54, 35, 24)) -> Picture:
    """Boards with the grain lying across the picture, three to its height."""
    height, width = shape
    plank = height // 3
    value = np.empty(shape)
    for n in range(3):
        top, bottom = n * plank, height if n == 2 else (n + 1) * plank
        value[top:bottom] = _grain(20 + n, (bottom - top, width)) * (1.0, 0.9, 1.07)[n]
        value[top : top + 1] *= 0.55
        value[top + 1 : top + 2] *= 1.12
    return _tint(rgb, value)


def mahogany(shape: tuple[int, int], rgb: tuple[int, int, int] = (104, 52, 31)) -> Picture:
    return _tint(rgb, _grain(7, shape))


def _grain(seed: int, shape: tuple[int, int]) -> Floats:
    fibres = noise(seed, shape, (1.6, 90))
    bands = noise(seed + 100, shape, (7, 260))
    drift = noise(seed + 200, shape, (90, 300))
    rings = np.sin((np.arange(shape[0])[:, None] + 26 * drift + 3 * bands) * 0.17)
    pores = np.clip(noise(seed + 300, shape, (1, 14)) - 1.7, 0, None)
    return np.asarray(1 + 0.07 * rings + 0.09 * bands + 0.06 * fibres - 0.10 * pores)


def leather(shape: tuple[int, int], rgb: tuple[int, int, int] = (66, 39, 26)) -> Picture:
    """Grained hide lit from the upper left."""
    hide = noise(2, shape, (3, 3)) + 0.7 * noise(3, shape, (6, 7))
    lit = 0.7 * np.gradient(hide, axis=0) + 0.5 * np.gradient(hide, axis=1)
    return _tint(rgb, 1 + 0.055 * lit + 0.05 * noise(4, shape, (90, 120)))


def felt(shape: tuple[int, int], rgb: tuple[int, int, int] = (46, 78, 62)) -> Picture:
    """Combed wool: short fibres in two directions and a broad nap."""
    fibres = noise(11, shape, (1, 5)) + noise(12, shape, (5, 1)) + 0.8 * noise(13, shape, (1, 1))
    nap = noise(14, shape, (70, 110))
    return _tint(rgb, 1 + 0.045 * fibres + 0.035 * nap)


def lamp(shape: tuple[int, int], reach: float = 0.62) -> Picture:
    """A warm light over the middle that leaves the corners darker: RGBA to lay over a ground."""
    down, across = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    away = np.clip((np.hypot(down + 0.12, across) - reach) / 0.9, 0, 1)
    picture = np.zeros((*shape, 4), np.uint8)
    picture[..., 3] = (150 * away**1.3).astype(np.uint8)
    return picture
