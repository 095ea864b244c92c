"""Random textures: felt, wood and leather are sums of stretched noise."""

import cv2
import numpy as np

from vision.synthetic.light import Floats32


def grain(rng: np.random.Generator, shape: tuple[int, int], sx: float, sy: float) -> Floats32:
    """Gaussian noise of unit σ, correlated over sx × sy px.

    Wide correlations are made small and enlarged: a 100 px blur would take seconds.
    """
    h, w = shape
    fx, fy = max(1, int(sx / 3)), max(1, int(sy / 3))
    small = rng.standard_normal((max(4, h // fy + 2), max(4, w // fx + 2)), dtype=np.float32)
    small = cv2.GaussianBlur(
        small, (0, 0), sigmaX=max(sx / fx, 0.01), sigmaY=max(sy / fy, 0.01)
    ).astype(np.float32)
    if fx > 1 or fy > 1:
        size = (small.shape[1] * fx, small.shape[0] * fy)
        small = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    cut = small[:h, :w]
    return np.asarray(cut / (float(cut[::3, ::3].std()) + 1e-6), np.float32)


def wood(shape: tuple[int, int], colour: Floats32, seed: int, px_per_mm: float) -> Floats32:
    """Planks of wood, grain along the columns (H×W×3, linear BGR)."""
    rng = np.random.default_rng(seed)
    p = px_per_mm
    fine = grain(rng, shape, 60 * p, 1.3 * p)
    pores = grain(rng, shape, 24 * p, 0.5 * p)
    warp = 9 * grain(rng, shape, 70 * p, 40 * p)
    across = (np.arange(shape[0], dtype=np.float32) / p)[:, None] + warp
    rings = np.sin(across * 0.33 + fine * 1.3)
    value = 1 + 0.07 * rings + 0.09 * fine + 0.06 * pores
    return np.asarray(value[..., None] * colour, np.float32)
