"""Where light, lens and pieces meet: a disc or ball at a place of the table becomes a patch."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.frames import Image
from vision.synthetic.light import Floats32, Lights, linear, tone, turned
from vision.synthetic.patch import Patch, Rect, around, grey3
from vision.synthetic.pieces import (
    RIM_PX,
    Sprite,
    ball_sprite,
    disc_sprite,
    enamel,
    unit,
)
from vision.synthetic.scene import Look, SceneBall, SceneDisc
from vision.synthetic.view import px_per_mm

CIRCLE = np.linspace(0, 2 * np.pi, 32, endpoint=False)
UNIT = np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)])
UPRIGHT = np.array([[0.0, -1.0], [1.0, 0.0]])
SIDE = np.array([0.96, 1.0, 1.04])
SPRITES_KEPT = 4000


@dataclass(frozen=True, kw_only=True, eq=False)
class Placed:
    """A piece in the picture: the shadow it throws and its body."""

    shadow: Patch
    body: Patch
    far: float = 0.0

    @property
    def rect(self) -> Rect:
        return around(self.shadow.rect, self.body.rect)


class Stage:
    """Builds patches for pieces on one surface under one camera. Units: mm in, px out."""

    def __init__(self, surface: Surface, table: TableMap, look: Look) -> None:
        self.surface, self.table, self.look = surface, table, look
        self.lights = Lights(surface, look.warmth)
        self.scale = px_per_mm(table, surface)
        self._size = max(24, int(surface.disc_mm * self.scale * 1.25))
        self._sprites: dict[tuple[object, ...], Sprite] = {}
        long, short = max(surface.ball_mm), min(surface.ball_mm)
        self._ball = ball_sprite(linear(look.ball), short / long)
        self._ball_mm = (long, short)

    def disc(self, disc: SceneDisc) -> Placed:
        """The patch of a disc; its top face is the perspective picture of a true circle."""
        high = self.surface.disc_height_mm
        foot = disc.level * high if disc.z_mm is None else disc.z_mm
        r = self.surface.disc_mm / 2
        where = np.array([disc.x_mm, disc.y_mm])
        sprite = self._disc_sprite(disc, np.array([*where, foot + high]))
        reach = r * (sprite.size / 2) / (sprite.size / 2 - RIM_PX)
        axes = reach * (turned(disc.angle) @ UPRIGHT)
        top = np.array([where, where + axes[:, 0], where + axes[:, 1]])
        rings = [np.column_stack([where + r * UNIT, np.full(32, z)]) for z in (foot, foot + high)]
        spots = np.column_stack([top, np.full(3, foot + high)])
        px = self.table.to_image(np.vstack([spots, *rings]))
        light = self.lights.at(disc.x_mm, disc.y_mm)
        side = tone(SIDE * self._side_share(where) * light)
        body = self._disc_body(sprite, px, light, side)
        shadow = self._shadow(where, r, (foot, foot + high), 0.62)
        away = float(np.linalg.norm(where - self.table.eye_mm[:2]))
        return Placed(shadow=shadow, body=body, far=away - 1e4 * disc.level - foot)

    def _disc_sprite(self, disc: SceneDisc, where: Floats) -> Sprite:
        half = self.lights.half_vector(where, self.table.eye_mm)
        own = turned(-disc.angle) @ UPRIGHT.T @ half[:2]
        bins = np.round(own * 14)
        key = (disc.team, disc.label, *bins)
        if key not in self._sprites:
            if len(self._sprites) > SPRITES_KEPT:
                self._sprites.clear()
            print_ = enamel(disc.label or "", self.look, disc.team, self._size)
            self._sprites[key] = disc_sprite(print_, unit(bins / 14))
        return self._sprites[key]

    def _side_share(self, where: Floats) -> float:
        """Reflectance of the part of a disc's wall that the eye sees: it faces the eye, and is
        bright only when the lamp stands on that side too.
        """
        to_eye = self.table.eye_mm[:2] - where
        to_lamp = self.lights.lamp - (*where, 0.0)
        facing = float(to_eye @ to_lamp[:2]) / (float(np.linalg.norm(to_eye)) + 1e-6)
        cosine = facing / float(np.linalg.norm(to_lamp))
        return 0.05 + 0.22 * max(0.0, cosine)

    def _disc_body(self, sprite: Sprite, px: Floats, light: Floats32, side: Image) -> Patch:
        x0, y0 = (int(v) for v in np.floor(px.min(axis=0)) - 3)
        x1, y1 = (int(v) for v in np.ceil(px.max(axis=0)) + 4)
        size, own = (x1 - x0, y1 - y0), px - (x0, y0)
        hull = cv2.convexHull(own[3:].astype(np.float32))[:, 0]
        solid = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillConvexPoly(solid, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        mid = (sprite.size - 1) / 2
        edge = sprite.size / 2 + mid
        source = np.array([[mid, mid], [edge, mid], [mid, mid - sprite.size / 2]], np.float32)
        warp = cv2.getAffineTransform(source, own[:3].astype(np.float32))
        lit = tone(sprite.colour * light).astype(np.float32)
        face = np.dstack([lit * sprite.cover[..., None], 255 * sprite.cover])
        seen = cv2.warpAffine(face, warp, size, flags=cv2.INTER_LINEAR)
        wall = np.maximum(solid - seen[..., 3], 0)[..., None] / 255
        whole = np.dstack([seen[..., :3] + side * wall, np.maximum(seen[..., 3], solid)])
        return _patch(cv2.GaussianBlur(whole, (0, 0), self.look.blur_px), (x0, y0))

    def _shadow(self, where: Floats, r: float, z: tuple[float, float], dark: float) -> Patch:
        """The soft shadow on the felt of a cylinder from height z[0] to z[1]."""
        rings = [
            np.column_stack(
                [self.lights.cast(float(where[0]), float(where[1]), h) + r * UNIT, np.zeros(32)]
            )
            for h in z
        ]
        hull = cv2.convexHull(self.table.to_image(np.vstack(rings)).astype(np.float32))[:, 0]
        sigma = 0.42 * (2.0 + 0.2 * z[1]) * self.scale + 0.4
        pad = int(3 * sigma) + 2
        x0, y0 = (int(v) - pad for v in np.floor(hull.min(axis=0)))
        x1, y1 = (int(v) + pad for v in np.ceil(hull.max(axis=0)))
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        points = np.round((hull - (x0, y0)) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, points, int(255 * dark), cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), sigma)
        return Patch(x=x0, y=y0, keep=grey3(np.asarray(255 - soft, np.uint8)))

    def ball(self, ball: SceneBall) -> Placed:
        """The patch of the ball, smeared along its trail."""
        long, short = self._ball_mm
        where = np.array([ball.x_mm, ball.y_mm])
        middle = ball.z_mm + short / 2
        along = np.array([np.cos(ball.angle), np.sin(ball.angle)]) * long / 2
        across = np.array([-along[1], along[0]])
        points = np.array([where, where + along, where + across, where + ball.trail_mm])
        px = self.table.to_image(np.column_stack([points, np.full(4, middle)]))
        trail = px[3] - px[0]
        reach = float(np.linalg.norm(px[1] - px[0])) + float(np.abs(trail).max()) / 2 + 3
        x0, y0 = (int(v) for v in np.floor(px[0] - reach))
        side = int(2 * reach) + 2
        lit = tone(self._ball.colour * self.lights.at(ball.x_mm, ball.y_mm)).astype(np.float32)
        cover = self._ball.cover
        face = np.dstack([lit * cover[..., None], 255 * cover])
        mid, span = (self._ball.size - 1) / 2, self._ball.size / 2 - 2
        source = np.array([[mid, mid], [mid + span, mid], [mid, mid - span]], np.float32)
        steps = max(1, min(10, int(np.hypot(*trail) / 1.5)))
        total = np.zeros((side, side, 4), np.float32)
        for i in range(steps):
            own = px[:3] - (x0, y0) + trail * ((i + 0.5) / steps - 0.5)
            warp = cv2.getAffineTransform(source, own.astype(np.float32))
            total += cv2.warpAffine(face, warp, (side, side), flags=cv2.INTER_AREA)
        body = _patch(cv2.GaussianBlur(total / steps, (0, 0), self.look.blur_px), (x0, y0))
        dark = 0.58 / (1 + ball.z_mm / 120)
        heights = (ball.z_mm, ball.z_mm + short)
        shadow = self._shadow(where, 0.21 * (long + short), heights, dark)
        return Placed(shadow=shadow, body=body)


def _patch(premultiplied: ArrayLike, at: tuple[int, int]) -> Patch:
    whole = np.clip(np.asarray(premultiplied, np.float32) + 0.5, 0, 255).astype(np.uint8)
    keep = grey3(np.ascontiguousarray(255 - whole[..., 3]))
    colour = np.ascontiguousarray(whole[..., :3])
    return Patch(x=at[0], y=at[1], keep=keep, colour=colour)
