"""Visits of a hand that change the table, by kind and seed: what identities must survive."""

import math
from collections.abc import Sequence

import numpy as np

from calibration.surface import Surface
from vision.synthetic.acting import Grip, Key, Visit, dressed, edge_in_reach, outside
from vision.synthetic.layouts import scattered
from vision.synthetic.scene import RGB, SceneDisc

KINDS = ("lift", "exchange", "swap", "scrum", "back", "touch")
"""One disc lifted elsewhere; two of a team moved, which might be the other; two of different teams
changed places; one slid through the others; one lifted and put back; nothing moved at all.
"""
GRIP_S = 0.1
HAND_SIGMA_MM = 1.5
TRIES = 60
PACES_MM_S = (500.0, 1500.0)


class _Acting:
    """Gathers the keys and grips of one visit."""

    def __init__(self, surface: Surface, edge: str, start: float, pace_mm_s: float) -> None:
        self._surface, self.edge, self._pace = surface, edge, pace_mm_s
        self.disc_mm = surface.disc_mm
        self._start, self.keys, self.grips = start, list[Key](), list[Grip]()

    def go(self, x: float, y: float, seconds: float = GRIP_S) -> float:
        """To a place, and stay there; the time of the middle of the stay."""
        if not self.keys:
            self.keys.append((self._start, *outside(self._surface, self.edge, (x, y))))
        t, x0, y0 = self.keys[-1]
        arrived = t + max(math.hypot(x - x0, y - y0) / self._pace, 0.08)
        self.keys += [(arrived, x, y), (arrived + seconds, x, y)]
        return arrived + seconds / 2

    def carry(self, disc: int, way: Sequence[tuple[float, float]], *, lifted: bool) -> None:
        """Take a disc at the first place of a way and let it go at the last."""
        taken = self.go(*way[0])
        for place in way[1:-1]:
            self.go(*place, seconds=0.02)
        self.grips.append(Grip(disc=disc, taken=taken, let_go=self.go(*way[-1]), lifted=lifted))

    def leave(self, felt: RGB, rng: np.random.Generator) -> Visit:
        x, y = self.keys[-1][1:]
        home = outside(self._surface, self.edge, (x, y))
        away = math.hypot(home[0] - x, home[1] - y) / self._pace
        self.keys.append((self.keys[-1][0] + max(away, 0.2), *home))
        return Visit(
            keys=tuple(self.keys),
            edge=self.edge,
            dress=dressed(rng, felt),
            grips=tuple(self.grips),
        )


def visit(
    rng: np.random.Generator,
    surface: Surface,
    felt: RGB,
    discs: Sequence[SceneDisc],
    kind: str,
    start: float,
) -> Visit:
    """One visit of a kind to discs lying flat."""
    first = int(rng.integers(len(discs)))
    at = (discs[first].x_mm, discs[first].y_mm)
    edge = edge_in_reach(rng, surface, at)
    hand = _Acting(surface, edge, start, float(rng.uniform(*PACES_MM_S)))
    free = _free(rng, surface, discs)
    if kind == "lift":
        hand.carry(first, (at, free[0]), lifted=True)
    elif kind == "back":
        hand.carry(first, (at, free[0], _about(rng, at, discs, surface.disc_mm)), lifted=True)
    elif kind == "touch":
        hand.go(*at, seconds=float(rng.uniform(0.1, 0.8)))
    elif kind == "scrum":
        hand.carry(first, _through(rng, discs, first, free[0]), lifted=True)
    else:
        _two(rng, hand, discs, first, free, kind)
    return hand.leave(felt, rng)


def _two(
    rng: np.random.Generator,
    hand: _Acting,
    discs: Sequence[SceneDisc],
    first: int,
    free: Sequence[tuple[float, float]],
    kind: str,
) -> None:
    a = discs[first]
    same = kind == "exchange"
    others = [k for k, d in enumerate(discs) if k != first and (d.team == a.team) is same]
    other = int(rng.choice(others))
    b = discs[other]
    here, there = (a.x_mm, a.y_mm), (b.x_mm, b.y_mm)
    if same and rng.random() < 0.5:
        hand.carry(first, (here, free[0]), lifted=True)
        hand.carry(other, (there, free[1]), lifted=True)
        return
    hand.carry(first, (here, free[0]), lifted=True)
    hand.carry(other, (there, _about(rng, here, discs, hand.disc_mm)), lifted=True)
    hand.carry(
        first,
        (
            free[0],
            free[1] if same and rng.random() < 0.5 else _about(rng, there, discs, hand.disc_mm),
        ),
        lifted=True,
    )


def _about(
    rng: np.random.Generator, at: tuple[float, float], discs: Sequence[SceneDisc], room_mm: float
) -> tuple[float, float]:
    """As near to a place as a hand puts a disc, touching the others at most."""
    others = [(d.x_mm, d.y_mm) for d in discs if math.hypot(d.x_mm - at[0], d.y_mm - at[1]) > 1]
    for _ in range(TRIES):
        dx, dy = rng.normal(0.0, HAND_SIGMA_MM, 2)
        x, y = at[0] + float(dx), at[1] + float(dy)
        if all(math.hypot(x - a, y - b) >= room_mm for a, b in others):
            return x, y
    return at


def _through(
    rng: np.random.Generator, discs: Sequence[SceneDisc], k: int, to: tuple[float, float]
) -> list[tuple[float, float]]:
    """A way by the places of two other discs."""
    others = [j for j in range(len(discs)) if j != k]
    by = [discs[int(j)] for j in rng.choice(others, 2, replace=False)]
    return [(discs[k].x_mm, discs[k].y_mm), *((d.x_mm, d.y_mm) for d in by), to]


def _free(
    rng: np.random.Generator, surface: Surface, discs: Sequence[SceneDisc]
) -> list[tuple[float, float]]:
    """Two places where a disc may be laid."""
    taken = tuple((d.x_mm, d.y_mm) for d in discs)
    return scattered(rng, surface, len(taken) + 2, taken)[len(taken) :]
