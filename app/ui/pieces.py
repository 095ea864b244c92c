"""Pieces as numpy RGBA pictures: aluminium discs with an enamel crest, and the ball."""

import numpy as np

from app.rulebook.side import Side
from app.ui.textures import Floats, Picture, noise

REACH = 1.3
"""A disc's picture is this many disc diameters wide: there is room for its shadow."""

_LINEN = np.array((243.0, 234.0, 219.0))
_INK = np.array((38.0, 56.0, 74.0))
_METAL = np.array((206.0, 209.0, 211.0))


def _average(rgba: Floats, factor: int) -> Picture:
    """Area average of a premultiplied picture, straight alpha out."""
    side = rgba.shape[0] // factor
    small = rgba.reshape(side, factor, side, factor, 4).mean(axis=(1, 3))
    alpha = np.maximum(small[..., 3:], 1e-6)
    out = np.concatenate([small[..., :3] / alpha, 255 * small[..., 3:]], axis=2)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def disc(side: Side, size: int = 160) -> Picture:
    """A turned aluminium disc seen from above, its crest a plain (Home) or barred (Away) ring."""
    factor = 2
    n = size * factor
    down, across = (np.mgrid[0:n, 0:n] + 0.5 - n / 2) * (2 * REACH / n)
    radius, angle = np.hypot(across, down), np.arctan2(down, across)
    rgb = _crest(side, radius, angle, _turned(radius, angle))
    body = np.clip((1 - radius) * n / (2 * REACH) + 0.5, 0, 1)
    falling = np.hypot(across - 0.05, down - 0.12)
    shade = 0.62 * np.clip((1.24 - falling) / 0.36, 0, 1) ** 1.6
    alpha = body + (1 - body) * shade
    return _average(np.concatenate([rgb * body[..., None], alpha[..., None]], axis=2), factor)


def wall(size: int = 96) -> Picture:
    """The bare turned side of a disc, lit from the upper left, without its shadow."""
    factor = 2
    n = size * factor
    down, across = (np.mgrid[0:n, 0:n] + 0.5 - n / 2) * (2 * REACH / n)
    body = np.clip((1 - np.hypot(across, down)) * n / (2 * REACH) + 0.5, 0, 1)
    light = 0.62 - 0.30 * across + 0.20 * np.exp(-(((across + 0.45) / 0.16) ** 2))
    rgb = _METAL * (light * body)[..., None]
    return _average(np.concatenate([rgb, body[..., None]], axis=2), factor)


def _turned(radius: Floats, angle: Floats) -> Floats:
    """Metal turned on a lathe: two opposite fans of light, fine rings, a chamfer."""
    fans = np.exp(-(np.sin(angle - 0.95) ** 2) / 0.10) + 0.5 * np.exp(
        -(np.cos(angle - 0.75) ** 2) / 0.05
    )
    lathe = noise(5, (1, 4096), (1, 3))[0]
    rings = lathe[np.clip(radius * 2400, 0, 4095).astype(int)]
    light = 0.82 + 0.24 * fans + 0.022 * rings
    chamfer = np.clip((radius - 0.90) / 0.02, 0, 1)
    facing = np.cos(angle - np.deg2rad(236))
    light = light * (1 - chamfer) + (0.66 + 0.5 * facing) * chamfer
    light *= 1 - 0.5 * np.exp(-(((radius - 0.885) / 0.014) ** 2))
    light *= 1 - 0.55 * np.clip((radius - 0.975) / 0.02, 0, 1)
    return np.asarray(_METAL * light[..., None])


def _crest(side: Side, radius: Floats, angle: Floats, metal: Floats) -> Floats:
    ground, line = (_LINEN, _INK) if side is Side.HOME else (_INK, _LINEN)
    inside = np.clip((0.70 - radius) / 0.012 + 0.5, 0, 1)[..., None]
    gloss = 1.03 + 0.10 * np.cos(angle - np.deg2rad(236)) * np.clip(radius / 0.7, 0, 1) ** 2
    rgb = metal * (1 - inside) + ground * gloss[..., None] * inside
    ring = np.clip((0.058 - np.abs(radius - 0.545)) / 0.012 + 0.5, 0, 1)
    if side is Side.AWAY:
        bars = np.clip((np.cos(angle * 10) + 0.15) / 0.12, 0, 1)
        wide = np.clip((0.085 - np.abs(radius - 0.545)) / 0.012 + 0.5, 0, 1)
        ring = wide * bars
    rgb = rgb * (1 - ring[..., None]) + line * ring[..., None]
    groove = 0.62 * np.exp(-(((radius - 0.715) / 0.017) ** 2))[..., None]
    return np.asarray(rgb * (1 - groove))


def ball(size: int = 128) -> Picture:
    """An old leather ball lying across the picture, with its seam and lace; the picture is as wide
    as 1.3 lengths of the ball.
    """
    factor = 2
    n = size * factor
    down, across = (np.mgrid[0:n, 0:n] + 0.5 - n / 2) * (2 * REACH / n)
    oval = np.sqrt((across / 1.0) ** 2 + (down / 0.66) ** 2 + 0.12 * (across * down) ** 2)
    light = 1.1 - 0.42 * np.clip(np.hypot(across + 0.30, down + 0.32), 0, 1.3) ** 1.5
    rgb = np.array((214.0, 148.0, 82.0)) * light[..., None]
    seam = np.exp(-(((np.abs(down) - 0.36 * np.sqrt(np.clip(1 - across**2, 0, 1))) / 0.03) ** 2))
    rgb *= 1 - 0.4 * seam[..., None]
    lace = (np.abs(down) < 0.035) & (np.abs(across) < 0.36)
    stitches = (np.abs(down) < 0.12) & (np.abs(np.mod(across + 0.34, 0.17) - 0.02) < 0.028)
    stitches &= np.abs(across) < 0.36
    rgb = np.where((lace | stitches)[..., None], _LINEN, rgb)
    edge = np.clip((oval - 0.90) / 0.05, 0, 1)[..., None]
    rgb = rgb * (1 - edge) + np.array((43.0, 24.0, 14.0)) * edge
    body = np.clip((1 - oval) * 40 + 0.5, 0, 1)
    shade = 0.6 * np.clip(1.25 - np.hypot((across - 0.06) / 1.05, (down - 0.14) / 0.75), 0, 1)
    alpha = body + (1 - body) * np.clip(shade * 2, 0, 0.6)
    return _average(np.concatenate([rgb * body[..., None], alpha[..., None]], axis=2), factor)
