"""Flicks imagined by the thousand: at where the ball was seen, at every disc, and like good ones.

A flick is a row of unknowns, in the order of `Unknown`; only a chip has the last of them.
"""

from enum import IntEnum

import numpy as np

from calibration.table_map import Floats
from vision.trajectory import Samples

TURNED = 3
"""Discs met whose turning round the ball is among the unknowns."""


class Unknown(IntEnum):
    """What is not known of a flick: where the ball lay (mm), its velocity (mm/s), when it was let
    go (s), deceleration (mm/s²), restitution, rubbing; how much farther apart (mm) than thought
    centres are that touch, and by how much (rad) discs met first, second, … stand round the ball
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
    TURNS = 9
    CLIMB = TURNS + TURNED


SLIDING = int(Unknown.CLIMB)
"""How many unknowns a ball has that slides all the way."""
FREE = np.inf
LEAST = np.array([-FREE, -FREE, -FREE, -FREE, -FREE, 500, 0, 0, -2, -0.2, -0.2, -0.2, 100])
MOST = np.array([FREE, FREE, FREE, FREE, FREE, 6000, 0.95, 0.5, 2, 0.2, 0.2, 0.2, 1600])
AIMED_AT = (1, 2, 3, 5, 8, 12)
"""Flicks are aimed at these samples, some degrees off to either side."""
TURNS = np.radians([-3.0, -1.0, 0.0, 1.0, 3.0])
BRAKES, BOUNCES, CLIMBS = (1200.0, 2300.0, 3400.0), (0.1, 0.3, 0.55), (450.0, 650.0, 800.0, 950.0)
ASIDE, SPEEDS = np.linspace(-0.96, 0.96, 11), np.geomspace(300.0, 2200.0, 7)
INSTANTS, APART_S, EVERY = 4, 0.015, 3
SCATTERED = 30
TURN, PACE, INSTANT_S, BRAKE_STEP, BOUNCE_STEP, CLIMB_STEP = 0.05, 0.1, 0.003, 500.0, 0.12, 120.0
"""By how much flicks are scattered: rad, share of the speed, s, mm/s², restitution, mm/s."""


def aimed(home: Floats, window: tuple[float, float], samples: Samples) -> Floats:
    """Flicks from a place (mm), let go within a window (s), straight at where the ball was seen."""
    rows = []
    for k in AIMED_AT[: max(len(samples.t) - 1, 0)]:
        if k >= len(samples.t):
            break
        way = samples.p[k] - home
        mm = float(np.hypot(*way))
        for at in np.linspace(*window, INSTANTS):
            since = float(samples.t[k] - at)
            if since < 1e-3 or mm < 1.0:
                continue
            angle = np.arctan2(way[1], way[0]) + TURNS
            for brake in BRAKES:
                speed = mm / since + brake * since / 2
                rows += [_flicks(home, angle, speed, at, (brake, bounce)) for bounce in BOUNCES]
    return np.vstack(rows) if rows else np.zeros((0, SLIDING))


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


def chipped(flicks: Floats) -> Floats:
    """Some of these flicks, as chips of all heights."""
    some = flicks[::EVERY]
    return np.vstack([np.column_stack([some, np.full(len(some), climb)]) for climb in CLIMBS])


def scattered(flicks: Floats, spread: float) -> Floats:
    """Many flicks like each of these; the same ones whenever it is asked."""
    many, rng = np.repeat(flicks, SCATTERED, axis=0), np.random.default_rng(0)
    turn, pace, at, brake, bounce, climb = rng.standard_normal((6, len(many))) * spread
    way = (many[:, Unknown.VX] + 1j * many[:, Unknown.VY]) * np.exp(1j * TURN * turn)
    many[:, Unknown.VX], many[:, Unknown.VY] = way.real, way.imag
    many[:, Unknown.VX : Unknown.AT] *= (1 + PACE * pace)[:, None]
    many[:, Unknown.AT] += INSTANT_S * at
    many[:, Unknown.BRAKE] += BRAKE_STEP * brake
    many[:, Unknown.BOUNCE] += BOUNCE_STEP * bounce
    if many.shape[1] > SLIDING:
        many[:, Unknown.CLIMB] += CLIMB_STEP * climb
    return within(many)


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
