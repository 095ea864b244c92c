"""Hands and heads that come, do something and go: where they are at any time of a scene."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from calibration.surface import Surface
from vision.synthetic.scene import RGB, USUAL_DRESS, Dress, SceneDisc, SceneHand, SceneHead

OUTSIDE_MM, REACH_MM = 170.0, 640.0
"""So far beyond its edge a hand is out of felt and frame; so far an arm reaches in."""
LIFT_MM = 14.0
"""A lifted disc's foot is so high, reached and left within LIFT_S."""
LIFT_S = 0.12
EDGES = "SNWE"
SKINS: tuple[RGB, ...] = ((224, 188, 168), (196, 153, 129), (141, 95, 70), (84, 56, 42))
SLEEVES: tuple[RGB, ...] = (
    (65, 79, 101),
    (24, 24, 28),
    (232, 230, 224),
    (150, 36, 40),
    (188, 150, 120),
)
HAIRS: tuple[RGB, ...] = ((62, 44, 32), (20, 18, 18), (196, 166, 110), (150, 148, 146))
Key = tuple[float, float, float]
"""A time (s) and where the tip of the fingers, or the head, is then (mm)."""


@dataclass(frozen=True, kw_only=True)
class Grip:
    """A disc (its index) in the hand from one time to another; `lifted`, else slid."""

    disc: int
    taken: float
    let_go: float
    lifted: bool = True


@dataclass(frozen=True, kw_only=True)
class Visit:
    """One hand from its coming in to its leaving; between keys it starts and stops gently."""

    keys: tuple[Key, ...]
    edge: str
    dress: Dress = USUAL_DRESS
    grips: tuple[Grip, ...] = ()

    @property
    def begins(self) -> float:
        return self.keys[0][0]

    @property
    def ends(self) -> float:
        return self.keys[-1][0]

    def hand(self, at: float) -> SceneHand | None:
        """The hand, None before and after its visit."""
        if not self.begins <= at <= self.ends:
            return None
        x, y = along(self.keys, at)
        holding = any(grip.taken <= at < grip.let_go for grip in self.grips)
        return SceneHand(x_mm=x, y_mm=y, edge=self.edge, holding=holding, dress=self.dress)

    def discs(self, at: float, discs: Sequence[SceneDisc]) -> tuple[SceneDisc, ...]:
        """The discs of before the visit, those in the hand or put down where they are by now."""
        out = list(discs)
        for grip in self.grips:
            if at < grip.taken:
                continue
            x, y = along(self.keys, min(at, grip.let_go))
            height = _height(at, grip) if grip.lifted else 0.0
            out[grip.disc] = replace(out[grip.disc], x_mm=x, y_mm=y, z_mm=height or None)
        return tuple(out)


@dataclass(frozen=True, kw_only=True)
class Leaning:
    """A head that bends over the table for a while."""

    keys: tuple[Key, ...]
    hair: RGB

    def head(self, at: float) -> SceneHead | None:
        if not self.keys[0][0] <= at <= self.keys[-1][0]:
            return None
        x, y = along(self.keys, at)
        return SceneHead(x_mm=x, y_mm=y, hair=self.hair)


def along(keys: Sequence[Key], at: float) -> tuple[float, float]:
    """Where somebody is at a time, given where and when they were."""
    if at <= keys[0][0]:
        return keys[0][1:]
    for (t0, x0, y0), (t1, x1, y1) in pairwise(keys):
        if at < t1:
            share = (at - t0) / (t1 - t0)
            ease = share * share * (3 - 2 * share)
            return (x0 + (x1 - x0) * ease, y0 + (y1 - y0) * ease)
    return keys[-1][1:]


def outside(surface: Surface, edge: str, beside: tuple[float, float]) -> tuple[float, float]:
    """The place beyond an edge from which a hand reaches a place of the table."""
    x, y = beside
    places = {
        "S": (x, -OUTSIDE_MM),
        "N": (x, surface.length_mm + OUTSIDE_MM),
        "W": (-OUTSIDE_MM, y),
        "E": (surface.width_mm + OUTSIDE_MM, y),
    }
    return places[edge]


def edge_in_reach(rng: np.random.Generator, surface: Surface, at: tuple[float, float]) -> str:
    """An edge from which an arm reaches a place, by chance."""
    x, y = at
    away = {"S": y, "N": surface.length_mm - y, "W": x, "E": surface.width_mm - x}
    return str(rng.choice([edge for edge, mm in away.items() if mm < REACH_MM]))


def dressed(rng: np.random.Generator, felt: RGB) -> Dress:
    """Some skin, and some sleeve: one in six is as green as the felt."""
    sleeves = (*SLEEVES, felt)
    skin, sleeve = rng.integers(len(SKINS)), rng.integers(len(sleeves))
    return Dress(skin=SKINS[int(skin)], sleeve=sleeves[int(sleeve)])


def reach(
    surface: Surface,
    edge: str,
    start: float,
    stops: Sequence[tuple[float, float, float]],
    pace_mm_s: float,
) -> tuple[Key, ...]:
    """Keys of a hand that comes in at `start`, goes from stop to stop, stays at each for so many
    seconds (x, y, seconds), and leaves.
    """  # fmt: skip
    first, last = stops[0], stops[-1]
    keys: list[Key] = [(start, *outside(surface, edge, first[:2]))]
    for x, y, seconds in stops:
        arrived = keys[-1][0] + _way(keys[-1], (x, y), pace_mm_s)
        keys += [(arrived, x, y), (arrived + max(seconds, 0.02), x, y)]
    home = outside(surface, edge, last[:2])
    keys.append((keys[-1][0] + _way(keys[-1], home, pace_mm_s), *home))
    return tuple(keys)


def _way(key: Key, to: tuple[float, float], pace_mm_s: float) -> float:
    return max(math.hypot(to[0] - key[1], to[1] - key[2]) / pace_mm_s, 0.05)


def _height(at: float, grip: Grip) -> float:
    """The height of a lifted disc's foot (mm); 0 once it is put down."""
    up = min(at - grip.taken, grip.let_go - at) / LIFT_S
    return LIFT_MM * min(max(up, 0.0), 1.0)
