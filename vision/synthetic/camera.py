"""The synthetic camera: a scene in, a frame out, in a few milliseconds."""

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.synthetic.arm import Arms
from vision.synthetic.head import Heads
from vision.synthetic.lamps import LightMap
from vision.synthetic.light import tone
from vision.synthetic.patch import Patch, Rect, meet, merged
from vision.synthetic.scene import Look, Scene, SceneBall, SceneDisc
from vision.synthetic.stage import Placed, Stage
from vision.synthetic.table_top import TableTop, table_top
from vision.synthetic.view import felt_grid

NOISE_PAD = 96


class SyntheticCamera:
    """Looks at a pretend table through `table`; the same seed, scene and instant give one picture.

    Everything costly (cloth and wood through the lens, light, noise) is made once. Discs live in a
    layer of which only the rectangles that changed are drawn again.
    """

    def __init__(self, surface: Surface, table: TableMap, look: Look, seed: int) -> None:
        self.surface, self.table, self.look = surface, table, look
        self._stage = Stage(surface, table, look)
        self._arms, self._heads = Arms(self._stage), Heads(self._stage)
        self._lights: LightMap | None = None
        self._empty = self._empty_table(seed)
        self._layer: Image = self._empty.copy()
        self._laid: dict[SceneDisc, Placed] = {}
        self._last_ball: tuple[SceneBall, Placed] | None = None
        self._seed = seed
        self._lighter, self._darker = _noise(self._empty.shape[:2], look.noise, seed)

    def render(self, scene: Scene, at: float) -> Image:
        """The picture (BGR, H×W×3, of the size of the lens) of a scene at `at` seconds."""
        self._settle(scene.discs)
        image: Image = self._layer.copy()
        if scene.ball is not None:
            ball = self._ball(scene.ball)
            ball.shadow.lay(image)
            ball.body.lay(image)
        above = [self._arms.patches(hand) for hand in scene.hands]
        above += [self._heads.patches(head) for head in scene.heads]
        for shadow, body in above:
            shadow.lay(image)
            body.lay(image)
        if scene.light != 1.0:
            image = np.asarray(cv2.convertScaleAbs(image, alpha=scene.light ** (1 / 2.2)), np.uint8)
        if scene.moment is not None:
            self._lights = self._lights or LightMap(self._stage)
            image = self._lights.lay(image, scene.moment)
        return self._with_noise(image, at)

    def _empty_table(self, seed: int) -> Image:
        scale = self._stage.scale
        top: TableTop = table_top(self.surface, self.look, max(0.8, min(1.9, 1.6 * scale)), seed)
        x, y = felt_grid(self.table)
        u, v = (y + top.around_mm) * top.px_per_mm - 0.5, (x + top.around_mm) * top.px_per_mm - 0.5
        spot = 0.42 * top.px_per_mm / scale
        soft = cv2.GaussianBlur(top.image, (0, 0), spot) if spot > 0.25 else top.image
        seen = cv2.remap(soft, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        lit = seen * self._stage.lights.field(x, y)
        return tone(cv2.GaussianBlur(lit, (0, 0), self.look.blur_px))

    def _settle(self, discs: tuple[SceneDisc, ...]) -> None:
        """Bring the layer of discs to this scene, drawing again only what changed."""
        wanted = set(discs)
        gone = [d for d in self._laid if d not in wanted]
        come = [d for d in discs if d not in self._laid]
        if not gone and not come:
            return
        dirty: list[Rect] = [self._laid.pop(d).rect for d in gone]
        for disc in come:
            placed = self._laid[disc] = self._stage.disc(disc)
            dirty.append(placed.rect)
        pile = sorted(self._laid.values(), key=lambda p: -p.far)
        for rect in merged(dirty):
            self._draw_again(rect, [p for p in pile if meet(p.rect, rect)])

    def _draw_again(self, rect: Rect, pile: list[Placed]) -> None:
        h, w = self._layer.shape[:2]
        x0, y0, x1, y1 = max(rect[0], 0), max(rect[1], 0), min(rect[2], w), min(rect[3], h)
        if x1 <= x0 or y1 <= y0:
            return
        self._layer[y0:y1, x0:x1] = self._empty[y0:y1, x0:x1]
        patches: list[Patch] = [p.shadow for p in pile] + [p.body for p in pile]
        for patch in patches:
            patch.lay(self._layer, rect)

    def _ball(self, ball: SceneBall) -> Placed:
        if self._last_ball is None or self._last_ball[0] != ball:
            self._last_ball = (ball, self._stage.ball(ball))
        return self._last_ball[1]

    def _with_noise(self, image: Image, at: float) -> Image:
        """Sensor noise: a random window of one big noise picture, chosen by seed and instant."""
        rng = np.random.default_rng([self._seed & 0xFFFFFFFF, round(at * 1e6) & 0xFFFFFFFF])
        u, v = rng.integers(0, NOISE_PAD, 2)
        h, w = image.shape[:2]
        window = np.s_[v : v + h, u : u + w]
        cv2.add(image, self._lighter[window], dst=image)
        cv2.subtract(image, self._darker[window], dst=image)
        return image


def _noise(shape: tuple[int, int], sigma: float, seed: int) -> tuple[Image, Image]:
    """Noise of σ grey levels as two pictures, one to add and one to take away (they saturate)."""
    rng = np.random.default_rng(seed + 1)
    size = (shape[0] + NOISE_PAD, shape[1] + NOISE_PAD)
    luma = rng.standard_normal((*size, 1), dtype=np.float32)
    chroma = cv2.GaussianBlur(rng.standard_normal((*size, 3), dtype=np.float32), (0, 0), 0.8)
    noise = np.clip(np.round((0.85 * luma + 1.1 * chroma) * sigma), -127, 127)
    return np.maximum(noise, 0).astype(np.uint8), np.maximum(-noise, 0).astype(np.uint8)
