"""Flicks imagined by the thousand: at where the ball was seen, through the air, at every disc.

A flick is a row of unknowns, in the order of `Unknown`; only a chip has the last of them.
"""

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from calibration.table_map import Floats
from vision.trajectory import Samples

TURNED = 3
"""Discs met whose turning round the ball is among the unknowns."""


class Unknown(IntEnum):
    """What is not known of a flick: where the ball lay (mm), its velocity (mm/s), when it was let
    go (s), deceleration (mm/s²), restitution, rubbing; how much farther apart (mm) than thought
    centres are that touch; how far (mm) from where it is the ball is seen all the way, by its
    shading and its shadow; and by how much (rad) discs met first, second, … stand round the ball
    from where they were seen; its climb (mm/s).
    """

    X = 0
    Y = 1
    VX = 2
    VY = 3
    AT = 4
    BRAKE = 5
    BOUNCE = 6
    RUB = 7
    REACH = 8
    SHIFT_X = 9
    SHIFT_Y = 10
    TURNS = 11
    CLIMB = TURNS + TURNED


SLIDING = int(Unknown.CLIMB)
"""How many unknowns a ball has that slides all the way."""
FREE = np.inf
LEAST = np.array([-FREE, -FREE, -FREE, -FREE, -FREE, 500, 0, 0, -2, -1, -1, -0.2, -0.2, -0.2, 100])
MOST = np.array([FREE, FREE, FREE, FREE, FREE, 6000, 0.95, 0.5, 2, 1, 1, 0.2, 0.2, 0.2, 1600])
AIMED_AT = (1, 2, 3, 5, 8, 12)
"""Flicks are aimed at these samples, some degrees off to either side."""
TURNS = np.radians([-3.0, -1.0, 0.0, 1.0, 3.0])
BRAKES, BOUNCES, CLIMBS = (
    (1200.0, 2300.0, 3400.0),
    (0.1, 0.3, 0.55),
    (450.0, 600.0, 700.0, 800.0, 900.0, 1000.0),
)
ASIDE, SPEEDS = np.linspace(-0.96, 0.96, 11), np.geomspace(300.0, 2200.0, 7)
INSTANTS, APART_S, SOON_S, NEAR_MM = 4, 0.015, 1e-3, 1.0
FLOWN, NARROW_MM = (0.9, 1.0, 1.12), -1.2


def aimed(home: Floats, window: tuple[float, float], samples: Samples) -> Floats:
    """Flicks from a place (mm), let go within a window (s), straight at where the ball was seen;
    some of them of a ball so small that it passes between discs where it hardly can.
    """
    rows = []
    for mm, angle, at, since in _ways(home, window, samples):
        for brake in BRAKES:
            speed = mm / since + brake * since / 2
            rows += [_flicks(home, angle + TURNS, speed, at, (brake, each)) for each in BOUNCES]
            rows.append(rows[-1].copy())
            rows[-1][:, Unknown.REACH] = NARROW_MM
    return np.vstack(rows) if rows else np.zeros((0, SLIDING))


def _ways(
    home: Floats, window: tuple[float, float], samples: Samples
) -> Iterator[tuple[float, float, float, float]]:
    """From a place to where the ball was seen: how far (mm), in which direction (rad), let go when
    (s) and for how long (s).
    """
    for k in AIMED_AT:
        if k >= len(samples.t):
            break
        x, y = samples.p[k] - home
        mm, angle = float(np.hypot(x, y)), float(np.arctan2(y, x))
        for at in np.linspace(*window, INSTANTS):
            since = float(samples.t[k] - at)
            if since >= SOON_S and mm >= NEAR_MM:
                yield mm, angle, float(at), since


def against(home: Floats, window: tuple[float, float], disc: Floats, reach: float) -> Floats:
    """Flicks at a disc (mm), at all speeds, anywhere between its sides; none at one underneath."""
    way = disc - home
    mm = float(np.hypot(*way))
    if mm <= reach:
        return np.zeros((0, SLIDING))
    angle = np.arctan2(way[1], way[0]) + np.arcsin(ASIDE * reach / mm)
    return np.vstack(
        [
            _flicks(home, angle, speed, at, (BRAKES[1], bounce))
            for speed in SPEEDS
            for at in np.linspace(*window, 2 + int((window[1] - window[0]) / APART_S))
            for bounce in BOUNCES
        ]
    )


def chipped(home: Floats, window: tuple[float, float], samples: Samples) -> Floats:
    """Flicks through the air from a place (mm), let go within a window (s), of all heights, to
    where the ball was seen, or thereabouts: in the air it is seen displaced.
    """
    rows = []
    for mm, angle, at, since in _ways(home, window, samples):
        for share in FLOWN:
            flicks = _flicks(home, angle + TURNS, share * mm / since, at, (BRAKES[1], BOUNCES[1]))
            rows += [np.column_stack([flicks, np.full(len(flicks), climb)]) for climb in CLIMBS]
    return np.vstack(rows) if rows else np.zeros((0, SLIDING + 1))


def within(flicks: Floats) -> Floats:
    """These flicks, what cannot be brought to the nearest that can."""
    count = flicks.shape[1]
    return np.asarray(np.clip(flicks, LEAST[:count], MOST[:count]))


def _flicks(
    home: Floats, angle: Floats, speed: float, at: float, law: tuple[float, float]
) -> Floats:
    out = np.zeros((len(angle), SLIDING))
    out[:, Unknown.X : Unknown.VX] = home
    out[:, Unknown.VX], out[:, Unknown.VY] = speed * np.cos(angle), speed * np.sin(angle)
    out[:, Unknown.AT] = at
    out[:, Unknown.BRAKE], out[:, Unknown.BOUNCE] = law
    return out
