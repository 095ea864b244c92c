"""A head bent over the table, seen from above: hair, a parting, and the shadow under it."""

import cv2
import numpy as np

from vision.synthetic.grain import grain
from vision.synthetic.light import linear, tone
from vision.synthetic.patch import Patch, grey3
from vision.synthetic.scene import RGB, SceneHead
from vision.synthetic.stage import Stage

ACROSS_MM, LONG_MM = 78.0, 98.0
"""Half axes of a head."""
HEAD_Z_MM, SHADOW_Z_MM = 180.0, 180.0
SOFT_MM = 26.0


class Heads:
    """Lays heads over pictures of one stage; each colour of hair is made once."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._made: dict[RGB, tuple[Patch, Patch]] = {}

    def patches(self, head: SceneHead) -> tuple[Patch, Patch]:
        """The shadow of a head and the head."""
        if head.hair not in self._made:
            self._made[head.hair] = self._make(head.hair)
        shade, body = self._made[head.hair]
        fall = self._stage.lights.cast(head.x_mm, head.y_mm, SHADOW_Z_MM)
        spots = np.array([[*fall, 0.0], [head.x_mm, head.y_mm, HEAD_Z_MM]])
        px = self._stage.table.to_image(spots)
        return _moved(shade, px[0]), _moved(body, px[1])

    def _make(self, hair: RGB) -> tuple[Patch, Patch]:
        scale = self._stage.scale
        half = int((LONG_MM + 3 * SOFT_MM) * scale)
        y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32) / scale
        away = np.hypot(x / LONG_MM, y / ACROSS_MM)
        rng = np.random.default_rng(17)
        round_ = np.sqrt(np.clip(1 - away * away, 0, 1))
        strands = 1 + 0.25 * grain(rng, x.shape, 9 * scale, 0.8 * scale)
        parting = 1 + 0.8 * np.exp(-((y / 2.5) ** 2)) * (np.abs(x) < 0.7 * LONG_MM)
        lit = (0.35 + 0.75 * round_) * strands * parting
        colour = tone(linear(hair) * lit[..., None]).astype(np.float32)
        cover = np.clip((1 - away) * ACROSS_MM * scale + 0.5, 0, 1)
        body = Patch(
            x=-half,
            y=-half,
            keep=grey3((255 - 255 * cover).astype(np.uint8)),
            colour=(colour * cover[..., None]).astype(np.uint8),
        )
        soft = cv2.GaussianBlur((away < 1).astype(np.float32), (0, 0), SOFT_MM * scale)
        dark = np.clip(255 - 0.5 * 255 * np.asarray(soft), 0, 255).astype(np.uint8)
        return Patch(x=-half, y=-half, keep=grey3(dark)), body


def _moved(patch: Patch, to: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Patch:
    x, y = round(float(to[0])), round(float(to[1]))
    return Patch(x=patch.x + x, y=patch.y + y, keep=patch.keep, colour=patch.colour)
