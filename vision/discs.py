"""Finding discs in a picture: proposed from above, refined on it, each at its height."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.coarse import WORK_RADIUS_PX, CoarseToFine, coarse_to_fine
from vision.faces import PAINT, RIM, faces, ring_colours
from vision.felt import Felt
from vision.frames import Image
from vision.half_hidden import half_hidden
from vision.likewise import settled, sought_again
from vision.merit import WEAK, fitted_anew
from vision.observation import SeenDisc
from vision.paint import bodies
from vision.palette import Palette, with_teams
from vision.proposals import propose
from vision.rectify import View, felt_view, local_frames, patch_view
from vision.rings import ANGLES, Circles, refine, refine_among

MIN_SCORE, WEAK_SCORE = 0.40, 0.20
"""Of rings that are judged, and of those that may be half-hidden discs."""
MIN_QUALITY = 1.17
"""Of ring score + ½ (support - price of an odd radius) + 0.35 × difference from felt: measured on
path-traced pictures, empty squares and hands stay below 1.1, discs in full view above 1.3."""
HIDDEN_QUALITY = 0.95
"""The same where a ball is known to lie on the disc and hides the best part of it."""
PAINTED = 3
"""So many rings of paint, and a part of a ring proves nothing: discs cover painted circles too."""
APART = 0.82
"""Two discs on one level are at least this share of a diameter apart (1 less the fit's error)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Elsewhere:
    """What else a picture shows than where it is looked at: its felt, and `discs` that lie there,
    beside which few rings are judged.
    """

    felt: Felt
    discs: Sequence[SeenDisc] = ()

    def circles(self, table: TableMap, surface: Surface, found: Floats) -> Circles:
        """The discs that lie on the felt itself and are none of those found (N×2 mm)."""
        flat = [d for d in self.discs if not d.level and _gap(d, found) > surface.disc_mm / 2]
        scale = (table.eye_mm[2] - surface.disc_height_mm) / float(table.lens.K[0, 0])
        return Circles(
            centres=np.array([(disc.x_mm, disc.y_mm) for disc in flat]).reshape(-1, 2),
            radii=np.array([disc.radius_px for disc in flat]) * scale,
            carried=np.ones((len(flat), ANGLES), np.bool_),
            sigma=np.array([disc.sigma_mm for disc in flat]),
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Found:
    """The discs of a picture; whether its board has painted circles."""

    discs: list[SeenDisc]
    painted: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class _Judged:
    """The rings of a picture: the `circles` of discs; all `places` (N×2 mm) where one was proposed,
    with their scores (N); where it is `told` what they are (M×2 mm); how many are `painted`.
    """

    circles: Circles
    places: Floats
    scores: Floats
    told: Floats
    painted: int

    def weaker(self, surface: Surface) -> Floats:
        """Where rings lie of which it is not told (K×2 mm): none on a board of painted circles."""
        if self.painted >= PAINTED:
            return self.places[:0]
        gaps = np.linalg.norm(self.places[:, None] - self.told, axis=2)
        weak = np.flatnonzero((gaps > APART * surface.disc_mm).all(axis=1))
        return self.places[
            weak[_apart(self.places[weak], self.scores[weak], 0.6 * surface.disc_mm)]
        ]


def find_discs(
    image: Image,
    table: TableMap,
    surface: Surface,
    palette: Palette | None = None,
    felt: Felt | None = None,
) -> list[SeenDisc]:
    """Every disc on the felt of a BGR picture, positions in table mm at the right height.

    Teams are filled from `palette`, or from two clusters learned here (team 0 the lighter one);
    a palette that is only a reference (`Palette.from_colours`) is first fitted to this picture.
    `felt` saves learning it again.
    """
    felt = felt or Felt.learn(image, table, surface)
    judged = _everywhere(coarse_to_fine(image, table, surface), surface, felt)
    found = _discs(judged.circles, table, surface)
    return with_teams(found, faces(image, table, surface, found, felt), palette)


def find_discs_and_hidden(
    image: Image, table: TableMap, surface: Surface, palette: Palette | None, felt: Felt
) -> Found:
    """The same, and after them those half under a hand, which are held."""
    picture, apart_mm = coarse_to_fine(image, table, surface), APART * surface.disc_mm
    judged = _everywhere(picture, surface, felt)
    found = _discs(judged.circles, table, surface)
    pictures = (image, table), (picture.small, picture.camera)
    hidden = half_hidden(pictures, surface, felt, found, judged.weaker(surface))
    for disc in _discs(hidden, table, surface):
        if all(np.hypot(disc.x_mm - d.x_mm, disc.y_mm - d.y_mm) > apart_mm for d in found):
            found.append(replace(disc, held=True))
    discs = with_teams(found, faces(image, table, surface, found, felt), palette)
    return Found(discs=discs, painted=judged.painted >= PAINTED)


def _everywhere(picture: CoarseToFine, surface: Surface, felt: Felt) -> _Judged:
    """The rings of a whole picture."""
    radius, height = surface.disc_mm / 2, surface.disc_height_mm
    scale = WORK_RADIUS_PX / radius
    view = felt_view(picture.small, picture.camera, surface, scale, height, radius)
    return _judged([view], picture, surface, Elsewhere(felt=felt))


def find_discs_near(
    image: Image,
    table: TableMap,
    surface: Surface,
    palette: Palette | None,
    near: tuple[Sequence[tuple[float, float]], float],
    elsewhere: Elsewhere | None = None,
) -> list[SeenDisc]:
    """The discs whose centre lies within a distance of one of some points: a cheap re-read.

    `near` = (points, distance), mm; `elsewhere`: what else is known of the picture.
    """
    where_mm, radius_mm = near
    scale = WORK_RADIUS_PX / (surface.disc_mm / 2)
    half = radius_mm + 0.75 * surface.disc_mm
    picture = coarse_to_fine(image, table, surface)
    views = [
        patch_view(picture.small, picture.camera, point, half, (scale, surface.disc_height_mm))
        for point in where_mm
    ]
    elsewhere = elsewhere or Elsewhere(felt=Felt.learn(image, table, surface))
    found = _discs(_judged(views, picture, surface, elsewhere).circles, table, surface)
    close = [
        disc
        for disc in found
        if any(np.hypot(disc.x_mm - x, disc.y_mm - y) <= radius_mm for x, y in where_mm)
    ]
    return with_teams(close, faces(image, table, surface, close, elsewhere.felt), palette)


def find_disc_under_ball(
    image: Image,
    table: TableMap,
    surface: Surface,
    palette: Palette | None,
    ball_mm: tuple[float, float],
    elsewhere: Elsewhere | None = None,
) -> list[SeenDisc]:
    """The disc that a ball seen at ball_mm may lie on, of which less is asked than of one in full
    view; none when there is nothing but felt. `elsewhere`: what else is known of the picture.
    """
    radius = surface.disc_mm / 2
    picture = coarse_to_fine(image, table, surface)
    scale = WORK_RADIUS_PX / radius, surface.disc_height_mm
    view = patch_view(picture.small, picture.camera, ball_mm, radius * 2.5, scale)
    elsewhere = elsewhere or Elsewhere(felt=Felt.learn(image, table, surface))
    judged = _judged([view], picture, surface, elsewhere, HIDDEN_QUALITY)
    found = _discs(judged.circles, table, surface)
    near = [d for d in found if np.hypot(d.x_mm - ball_mm[0], d.y_mm - ball_mm[1]) <= radius]
    return with_teams(near, faces(image, table, surface, near, elsewhere.felt), palette)


def _judged(
    views: Sequence[View],
    picture: CoarseToFine,
    surface: Surface,
    elsewhere: Elsewhere,
    least: float = MIN_QUALITY,
) -> _Judged:
    """The rings in some views: proposed, measured, and those of discs measured again."""
    felt = elsewhere.felt
    radius, height = surface.disc_mm / 2, (surface.disc_height_mm, 0.0)
    proposed = [propose(view, radius, WEAK_SCORE) for view in views]
    centres = np.concatenate([np.zeros((0, 2)), *(points for points, _ in proposed)])
    scores = np.concatenate([np.zeros(0), *(score for _, score in proposed)])
    strong = np.flatnonzero(scores > MIN_SCORE)
    first = strong[_apart(centres[strong], scores[strong], 0.6 * surface.disc_mm)]
    coarse = refine(picture.small, picture.camera, centres[first], radius, height, 0.30)
    strange = 0.35 * np.minimum(1.0, _not_felt(coarse, picture, surface, felt))
    hopeful = np.nonzero(scores[first] + 0.5 + strange > least)[0]
    before = coarse.take(hopeful)
    anew = fitted_anew(picture.small, picture.camera, before, radius, height, 0.30)
    moved = (anew.centres != before.centres).any(1)
    coarse = coarse.with_(hopeful, anew)
    again = coarse.take(hopeful[moved])
    strange[hopeful[moved]] = 0.35 * np.minimum(1.0, _not_felt(again, picture, surface, felt))
    quality = scores[first] + 0.5 * (coarse.support - _odd_size(coarse, radius)) + strange
    good = np.nonzero(quality > least)[0]
    known = elsewhere.circles(picture.table, surface, coarse.centres[good])
    at, rings = (picture.small, picture.camera, surface), coarse.take(good)
    body = bodies(*at, rings, felt, known)
    again, seen = sought_again(at, rings, ~body, height)
    if seen.any():
        seen &= bodies(*at, again, felt, known)
        coarse = coarse.with_(good[seen], again.take(np.flatnonzero(seen)))
        body |= seen
    # A neighbour may draw a circle to where no shadow is: paint is told by whole outlines alone.
    told = coarse.centres[good[body | (coarse.support[good] > WEAK)]]
    painted = int((~body).sum())
    good = good[body]
    good = good[_apart(coarse.centres[good], quality[good], APART * surface.disc_mm)]
    fine = refine(picture.image, picture.table, coarse.centres[good], radius, height, 0.16)
    fine = settled((picture.image, picture.table, surface), fine, height)
    fine = refine_among(picture.image, picture.table, fine, radius, height, 0.16)
    return _Judged(circles=fine, places=centres, scores=scores, told=told, painted=painted)


def _odd_size(circles: Circles, radius: float) -> Floats:
    """A soft price for a radius far from the camera model's; within 6 % none."""
    return np.asarray(3 * np.maximum(0, np.abs(circles.radii / radius - 1) - 0.06), np.float64)


def _not_felt(circles: Circles, picture: CoarseToFine, surface: Surface, felt: Felt) -> Floats:
    """How much the paint or the rim of each circle differs from felt (log ratio): an empty ruled
    square has a ring of edges too, but felt inside them.
    """
    at = np.column_stack([circles.centres, np.full(len(circles.radii), surface.disc_height_mm)])
    frames = local_frames(picture.camera, at)
    differences = [
        felt.ratio(ring_colours(picture.small, surface, frames, rings), at[:, :2])
        for rings in (PAINT, RIM)
    ]
    return np.asarray(np.abs(np.concatenate(differences, 1)).max(1), np.float64)


def _apart(points: Floats, scores: Floats, distance: float) -> NDArray[np.intp]:
    """Indices of the best points, none nearer to a better one than `distance`."""
    order = np.argsort(-scores, kind="stable")
    gaps = np.linalg.norm(points[order][:, None] - points[order][None], axis=2) < distance
    kept = np.zeros(len(order), bool)
    for k, near in enumerate(gaps):
        kept[k] = not (near[:k] & kept[:k]).any()
    return np.asarray(order[kept], np.intp)


def _gap(disc: SeenDisc, points: Floats) -> float:
    """How far a disc lies from the nearest of some points (N×2 mm)."""
    away = np.hypot(*(points - (disc.x_mm, disc.y_mm)).T)
    return float(away.min()) if len(away) else np.inf


def _on_felt(circles: Circles, k: int, surface: Surface) -> bool:
    """A piece lying on the frame, its centre beyond the edge, is not in play."""
    x, y = circles.centres[k]
    return bool(-1.0 <= x <= surface.width_mm + 1.0 and -1.0 <= y <= surface.length_mm + 1.0)


def _discs(circles: Circles, table: TableMap, surface: Surface) -> list[SeenDisc]:
    """Those of the circles that lie on the felt."""
    px_per_mm = float(table.lens.K[0, 0]) / (table.eye_mm[2] - surface.disc_height_mm)
    return [
        SeenDisc(
            x_mm=float(circles.centres[k, 0]),
            y_mm=float(circles.centres[k, 1]),
            sigma_mm=float(circles.sigma[k]),
            radius_px=float(circles.radii[k] * px_per_mm),
        )
        for k in range(len(circles.radii))
        if _on_felt(circles, k, surface)
    ]
