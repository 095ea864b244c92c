"""Whom to flick at: targets of every kind, so that every way a flight can go is met."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.surface import Surface
from vision.synthetic.physics import Ground, Launch, Obstacle, fly, launch_towards

SHORTEST_MM = 60.0
FASTEST_MM_S = 2200.0
HAIR_MM = 3.0
"""A near miss, or a graze, passes the outline of a disc by no more than this."""
CHIP_MM = (22.0, 45.0)
"""How high a chip goes: over any disc, below what a finger can do."""
LOOSE = 0.2
"""Share of flicks of a ball that lies on the felt."""
LEAST_WAY_MM = 10.0
OFF_CENTRE = 0.08
TRIES = 200
Spot = tuple[float, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """A flick about to be made: the launch, which disc the ball lies on (None: the felt), how high
    its foot lies there (mm) and how its long axis is turned (rad).
    """

    kind: str
    launch: Launch
    by: int | None
    lies_mm: float
    turn: float


@dataclass(frozen=True, kw_only=True, eq=False)
class _Setting:
    rng: np.random.Generator
    surface: Surface
    ground: Ground
    obstacles: tuple[Obstacle, ...]
    origin: Spot
    by: int | None

    @property
    def others(self) -> list[Obstacle]:
        return [o for k, o in enumerate(self.obstacles) if k != self.by]

    def beside(self, obstacle: Obstacle, aside: float, beyond: float) -> Spot:
        """The point so far beyond a disc, past its centre by `aside` mm on one side."""
        (x, y), (u, v) = self.origin, obstacle.centre
        away = math.dist((x, y), (u, v))
        turn = math.atan2(v - y, u - x) + math.asin(max(-0.9, min(0.9, aside / away)))
        reach = away + beyond
        return (x + reach * math.cos(turn), y + reach * math.sin(turn))

    def some_disc(self, nearest: float) -> Obstacle | None:
        far = [o for o in self.others if math.dist(o.centre, self.origin) > nearest]
        near = sorted(far, key=lambda o: math.dist(o.centre, self.origin))[:6]
        return near[int(self.rng.integers(len(near)))] if near else None


def planned(
    rng: np.random.Generator,
    surface: Surface,
    ground: Ground,
    obstacles: tuple[Obstacle, ...],
    kind: str,
) -> Plan | None:
    """A flick of one of KINDS on this layout; None when the layout offers none."""
    loose = rng.random() < LOOSE
    by = None if loose else int(rng.integers(len(obstacles)))
    origin = _free_spot(rng, surface, obstacles) if by is None else _on(rng, obstacles[by])
    if origin is None:
        return None
    setting = _Setting(
        rng=rng, surface=surface, ground=ground, obstacles=obstacles, origin=origin, by=by
    )
    target = KINDS[kind](setting)
    if target is None or math.dist(target, origin) < SHORTEST_MM:
        return None
    lies = 0.0 if by is None else surface.disc_height_mm
    lift = float(rng.uniform(*CHIP_MM)) if kind == "chip" else 0.0
    launch = launch_towards(origin, target, ground, z_mm=lies if lift else 0.0, lift=lift)
    if launch.speed > FASTEST_MM_S or not _leaves(launch, obstacles, ground):
        return None
    turn = float(rng.uniform(0, math.pi))
    return Plan(kind=kind, launch=launch, by=by, lies_mm=lies, turn=turn)


def _leaves(launch: Launch, obstacles: tuple[Obstacle, ...], ground: Ground) -> bool:
    """Whether the ball gets off at all: nobody flicks it into what touches his own disc."""
    flight = fly(launch, obstacles, ground)
    if not flight.contacts:
        return True
    x, y, _ = flight.position(flight.contacts[0][0])
    return math.dist((x, y), launch.origin) > LEAST_WAY_MM


def _on(rng: np.random.Generator, obstacle: Obstacle) -> Spot:
    dx, dy = rng.normal(0, OFF_CENTRE * 2 * obstacle.radius_mm, 2)
    return (obstacle.centre[0] + float(dx), obstacle.centre[1] + float(dy))


def _free_spot(
    rng: np.random.Generator, surface: Surface, obstacles: tuple[Obstacle, ...]
) -> Spot | None:
    room = obstacles[0].radius_mm + max(surface.ball_mm)
    for _ in range(TRIES):
        x = float(rng.uniform(room, surface.width_mm - room))
        y = float(rng.uniform(room, surface.length_mm - room))
        if all(math.dist((x, y), o.centre) > room for o in obstacles):
            return (x, y)
    return None


def _inside(setting: _Setting) -> Spot | None:
    surface, rng = setting.surface, setting.rng
    return (
        float(rng.uniform(20, surface.width_mm - 20)),
        float(rng.uniform(20, surface.length_mm - 20)),
    )


def _at_a_disc(setting: _Setting) -> Spot | None:
    disc = setting.some_disc(0.0)
    if disc is None:
        return None
    reach = disc.radius_mm + setting.ground.ball_radius_mm
    aside = float(setting.rng.uniform(-0.97, 0.97)) * reach
    return setting.beside(disc, aside, float(setting.rng.uniform(0, 300)))


def _close_to_a_disc(setting: _Setting) -> Spot | None:
    disc = setting.some_disc(SHORTEST_MM)
    if disc is None:
        return None
    reach = disc.radius_mm + setting.ground.ball_radius_mm
    aside = reach + float(setting.rng.uniform(-HAIR_MM, HAIR_MM))
    side = float(setting.rng.choice([-1.0, 1.0]))
    return setting.beside(disc, side * aside, float(setting.rng.uniform(60, 300)))


def _up_to_a_disc(setting: _Setting) -> Spot | None:
    """A ball that comes to rest beside a disc, just touching it or just not."""
    disc = setting.some_disc(SHORTEST_MM)
    if disc is None:
        return None
    reach = disc.radius_mm + setting.ground.ball_radius_mm
    gap = float(setting.rng.choice([-1.0, 1.0])) * float(setting.rng.uniform(2.5, 8.0))
    return setting.beside(disc, 0.0, -reach - gap)


def _out(setting: _Setting) -> Spot | None:
    spot, surface = _inside(setting), setting.surface
    if spot is None:
        return None
    beyond = float(setting.rng.uniform(30, 300))
    x, y = spot
    edges = (
        (-beyond, y),
        (surface.width_mm + beyond, y),
        (x, -beyond),
        (x, surface.length_mm + beyond),
    )
    return edges[int(setting.rng.integers(4))]


def _over_a_disc(setting: _Setting) -> Spot | None:
    disc = setting.some_disc(30.0)
    if disc is None:
        return None
    aside = float(setting.rng.uniform(-0.6, 0.6)) * disc.radius_mm
    return setting.beside(disc, aside, float(setting.rng.uniform(60, 220)))


KINDS: dict[str, Callable[[_Setting], Spot | None]] = {
    "open": _inside,
    "hit": _at_a_disc,
    "graze": _close_to_a_disc,
    "reach": _up_to_a_disc,
    "out": _out,
    "chip": _over_a_disc,
}
"""Kinds of flicks: anywhere, at a disc, past or along its outline, up to it, out, over it."""
