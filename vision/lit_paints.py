"""What paints look like beside felt under any lamp, shade and glare.

A disc's face is two paints (ground and crest) lit alike: in linear light each is
felt × reflectance × shade + glare. Dividing by the felt around removes the lamp, its hue, its
gradient and the exposure; shade and glare are what fits each disc best, at a price, so that a disc
white with glare is still known by the contrast of its crest. After the dichromatic reflection
model of S. Shafer, "Using color to separate reflection components" (1985).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats
from vision.channels import sum_of
from vision.faces import Faces
from vision.rectify import Floats32

GAMMA = 2.2
BLACK, WHITE = 2.0, 257.0
"""Grey levels added before going linear, so that black noise does not dominate; and full white."""
SHADES = (0.2, 0.3, 0.4, 0.55, 0.7, 0.85, 1.0, 1.2, 1.45, 1.8)
GLARES = (0.0, 0.01, 0.02, 0.04, 0.07, 0.11, 0.16, 0.22, 0.3, 0.4, 0.55, 0.75, 1.0)
SHADE_PRICE, GLARE_PRICE, GLARE_MOST = 0.01, 0.02, 0.3
CREST_WEIGHT = 0.7
EVEN, TURNED_PRICE = 0.65, 0.06
"""Up to what share of a face the paint that covers most may be a large crest, blurred; and what
believing so costs there, less the more even the shares are.
"""
RIM_PRICE = 0.05
"""What it costs to take the rim for the crest."""
SAME_HUE, SHADED = 0.25, 1.0
"""Log chroma and log brightness (linear light) within which a crest is engraved in its ground:
metal that mirrors its surroundings, there brighter, here darker.
"""


def linear(colours: Floats) -> Floats:
    """Light from BGR 0–255, 0–1."""
    return np.asarray(((colours + BLACK) / WHITE) ** GAMMA, np.float64)


def glare_colour(seen: Faces) -> Floats:
    """The lamp as metal rims mirror it: 3 BGR, linear, at most 1."""
    lamp = linear(np.median(seen.rim, axis=0))
    return np.asarray(lamp / lamp.max(), np.float64)


def unlike(paints: Floats, seen: Faces, lamp: Floats) -> Floats:
    """Least distance between faces and teams' paints (T×2×3) over all shades, and glares of the
    lamp's colour (3 BGR, at most 1): N×T. Where the rim is NaN no crest is taken for it.
    """
    looks, price = looks_of(paints, seen, lamp)
    same = _engraved(paints)
    looks[:, same, ..., 1, :] = looks[:, same, ..., 0, :]
    judged = looks, price, same
    least = _gaps(judged, np.stack([seen.ground, seen.crest, seen.rim], axis=1))
    even = np.flatnonzero(seen.cover < EVEN)
    if len(even):
        judged = looks[even], price, same
        shown = np.stack([seen.crest[even], seen.ground[even], seen.rim[even]], axis=1)
        turned = _gaps(judged, shown)
        dear = TURNED_PRICE * (seen.cover[even, None] - 0.5) / (EVEN - 0.5)
        least[even] = np.minimum(least[even], turned + dear)
    return np.sqrt(least)


def _engraved(paints: Floats) -> NDArray[np.bool_]:
    """Which teams' crests (T×2×3 paints) are but another shade of the ground."""
    over = np.log(paints[:, 1] / paints[:, 0])
    light = over.mean(axis=1)
    alike = (np.abs(over - light[:, None]).max(1) < SAME_HUE) & (np.abs(light) < SHADED)
    return np.asarray(alike, np.bool_)


def _gaps(judged: tuple[Floats32, Floats, NDArray[np.bool_]], shown: Floats) -> Floats:
    """Least squared distance of N×3×3 ground, crest and rim shown from looks of teams and its
    price. Crests that are `same` as the ground, but engraved in it, have a shade of their own; and
    a crest may be the rim, where that is so wide that it hides the other paint.
    """
    looks, price, same = judged
    grey = ((shown[:, None, None, None] + BLACK) / WHITE).astype(np.float32)
    away = looks - grey[..., :2, :]
    gap = sum_of(away * away)
    bare = sum_of((grey[..., 1, :] - grey[..., 2, :]) ** 2) + RIM_PRICE
    crest = np.nan_to_num(np.fmin(gap[..., 1], bare)) * CREST_WEIGHT
    if same.any():
        crest[:, same] = (crest[:, same] + price).min(axis=2, keepdims=True)
    return np.asarray((gap[..., 0] + crest + price).min((2, 3)), np.float64)


def looks_of(paints: Floats, seen: Faces, lamp: Floats) -> tuple[Floats32, Floats]:
    """Every look of teams' paints beside the felts of N faces (N×T×S×G×2×3, displayed light 0–1)
    over S shades and G glares, and what these cost (S×G).
    """
    under = linear(seen.felt)[:, None, None] * paints
    shade, glare = np.array(SHADES)[:, None], np.array(GLARES)
    shone = (glare[:, None, None] * lamp).astype(np.float32)
    shaded = (shade[..., None, None] * under[:, :, None, None]).astype(np.float32)
    lit = np.minimum(shaded + shone, np.float32(1.0))
    price = SHADE_PRICE * np.log(shade) ** 2 + GLARE_PRICE * np.minimum(glare, GLARE_MOST)
    return np.asarray(cv2.pow(lit.ravel(), 1 / GAMMA), np.float32).reshape(lit.shape), price
