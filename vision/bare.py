"""Discs on any board, no grid and no camera known: only roughly how large they are in pixels.

Rings are proposed at several radii. The surest of them tell how the table is foreshortened (an
ellipse that all outlines share) and what discs of this picture look like; with both known, every
other ring is judged again.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.table_map import Floats
from vision.frames import Image
from vision.likeness import disc_likeness
from vision.outline import circular, shared_outline
from vision.proposals import Gradient, centre_votes, peaks, ring_scores
from vision.relief import painted

WORK_RADIUS_PX = 16.0
"""Radius at which rings are proposed: crests blur, outlines stay."""
SLACK = 0.15
"""How far the true radius may lie from the one given, as a share."""
STEPS = 7
SOFT_EDGE, LEAST_SOFT_EDGE = 0.13, 8.0
"""Gradient at which an edge counts half: a share of the picture's contrast, and grey levels."""
MIN_VOTES = 0.15
LIGHT_RADII, MIDDLE_GREY = 6.0, 96.0
"""How far around (σ, radii) the light is averaged, and the grey it is brought to."""
SURE, SQUARE = 0.8, 0.62
"""A sure disc's ring score: a share of the best ones' and above what a square cell can reach."""
BEST = 8
LIKENESS = 0.2
"""Weight of how a place looks, disc (1) or board (-1), beside its ring score (0–1)."""
BOARD_BELOW, DISC_ABOVE = 0.42, 0.64
"""Ring score and likeness together; between these the widest gap divides discs from board."""
ROUNDS = 4
CUT_AT = 0.3
"""Radii from the picture's edge below which a ring is half a guess."""
APART = 1.6
"""Two discs lie at least this many radii of the smaller one apart (2 less the fit's error)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rings:
    """N rings in a picture: centres (N×2 px), radii (N,) px and ring scores (N,) 0–1."""

    centres: Floats
    radii: Floats
    scores: Floats

    def take(self, index: np.ndarray[tuple[int], np.dtype[np.intp]]) -> "Rings":
        return Rings(
            centres=self.centres[index], radii=self.radii[index], scores=self.scores[index]
        )


def find_bare_discs(image: Image, radius_px: float) -> Rings:
    """Every disc of a BGR picture; radius_px is right to SLACK."""
    first = _spaced(ring_candidates(image, radius_px))
    sure = np.nonzero(first.scores > _sure_from(first.scores))[0]
    if not len(sure):
        return first.take(sure)
    start = first.take(sure)
    mean = float(np.median(start.radii))
    outline = shared_outline(image, start.centres, mean)
    flat, to_flat = circular(image, outline)
    rings = _spaced(ring_candidates(flat, mean * outline.share))
    quality = _judged(flat, rings)
    rings = rings.take(np.nonzero(quality > _divide(quality))[0])
    real = np.nonzero(~painted(flat, rings.centres, rings.radii))[0]
    back = cv2.invertAffineTransform(to_flat)
    found = Rings(
        centres=rings.centres[real] @ back[:, :2].T + back[:, 2],
        radii=rings.radii[real],
        scores=rings.scores[real],
    )
    return found.take(_mostly_inside(found, image.shape[1], image.shape[0]))


def ring_candidates(image: Image, radius_px: float) -> Rings:
    """Places that look like rings of about radius_px, each with the radius that fits best."""
    factor = WORK_RADIUS_PX / radius_px
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)
    even = _evenly_lit(small)
    gradient = Gradient.of(even, _soft_edge(even))
    voters = gradient.voters()
    reach = SLACK + 0.03
    radii = WORK_RADIUS_PX * np.linspace(1 - reach, 1 + reach, STEPS)
    votes = np.max([centre_votes(voters, radius) for radius in radii], axis=0)
    u, v = peaks(votes, int(0.4 * WORK_RADIUS_PX), MIN_VOTES)
    tries = [ring_scores(gradient, radius, u, v) for radius in radii]
    scores = np.stack([score for _, _, score in tries])
    best, row = scores.argmax(0), np.arange(len(u))
    at = np.stack([np.column_stack(place) for *place, _ in tries])[best, row]
    return Rings(
        centres=(at + 0.5) / factor - 0.5, radii=radii[best] / factor, scores=scores[best, row]
    )


def _mostly_inside(rings: Rings, wide: int, high: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Which rings the picture's edge does not cut near their middle."""
    room = np.minimum(rings.centres, np.array([wide - 1, high - 1]) - rings.centres).min(1)
    return np.nonzero(room > CUT_AT * rings.radii)[0]


def _evenly_lit(image: Image) -> Image:
    """The picture over its own brightness far around each place: no lamp's gradient is left."""
    light = cv2.GaussianBlur(image.mean(2).astype(np.float32), (0, 0), LIGHT_RADII * WORK_RADIUS_PX)
    even = image * (MIDDLE_GREY / (light + 8.0))[..., None]
    return np.asarray(np.clip(even, 0, 255), np.uint8)


def _soft_edge(image: Image) -> float:
    low, high = np.percentile(image[::2, ::2].mean(2), (2, 98))
    return max(LEAST_SOFT_EDGE, SOFT_EDGE * float(high - low))


def _divide(quality: Floats) -> float:
    """The middle of the widest gap between qualities of board and of discs."""
    doubtful = quality[(quality > BOARD_BELOW) & (quality < DISC_ABOVE)]
    steps = np.sort(np.concatenate([[BOARD_BELOW, DISC_ABOVE], doubtful]))
    widest = int(np.diff(steps).argmax())
    return float(steps[widest] + steps[widest + 1]) / 2


def _sure_from(scores: Floats) -> float:
    best = np.sort(scores)[::-1][:BEST]
    return max(SQUARE, SURE * float(best.mean())) if len(best) else 1.0


def _judged(image: Image, rings: Rings) -> Floats:
    """Ring score and looks together; what discs look like is learned anew in each round."""
    discs = rings.scores > _sure_from(rings.scores)
    quality = rings.scores
    for _ in range(ROUNDS):
        if not discs.any():
            break
        likeness = disc_likeness(image, rings.centres, float(np.median(rings.radii[discs])), discs)
        quality = rings.scores + LIKENESS * likeness
        discs = quality > _divide(quality)
    return quality


def _spaced(rings: Rings) -> Rings:
    """The best rings, none closer to a better one than two discs can lie."""
    order = np.argsort(-rings.scores, kind="stable")
    kept: list[int] = []
    for k in order:
        gaps = np.linalg.norm(rings.centres[kept] - rings.centres[k], axis=1)
        if (gaps >= APART * np.minimum(rings.radii[kept], rings.radii[k])).all():
            kept.append(int(k))
    return rings.take(np.array(kept, np.intp))
