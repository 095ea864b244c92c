"""Many imagined flicks at once: where each ball would be at given times, and what it would meet.

A ball slides with constant deceleration, or flies on a parabola and comes down dead; off a disc it
keeps its speed across the line of centres, less a little rubbed off, and gives back a share of the
speed along it. Every piece of a way is solved in closed form, for all flicks at once.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats

GRAVITY = 9810.0
"""mm/s²."""
STILL_MM_S = 1.0
PIECES = 6
NOTHING = -1
Indices = NDArray[np.intp]


@dataclass(frozen=True, kw_only=True, eq=False)
class Throws:
    """M flicks: foot of the ball (M×2 mm) and its height (mm), velocity (M×2 mm/s) and climb
    (mm/s, 0: it slides), when (s); deceleration of the felt (mm/s²), restitution, the share of a
    push that rubs, how far apart (mm) centres of ball and disc are when they touch, and by how much
    (M×H rad) the disc met first, second, … stands round the ball from where it was seen.
    """

    home: Floats
    foot: Floats
    velocity: Floats
    climb: Floats
    at: Floats
    brake: Floats
    bounce: Floats
    rub: Floats
    reach: Floats
    turned: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Stage:
    """What a ball may meet: centres of discs (K×2 mm), heights of their tops (K mm); and the felt
    (width, length mm), beyond which it meets nothing.
    """

    centres: Floats
    tops: Floats
    felt: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Ways:
    """What came of M flicks. `places` (M×N×2 mm) and `heights` (M×N mm) of the ball at N times;
    `met` (M×S) discs touched, in order, NOTHING where none was, `met_at` (M×S) when (s), `met_mm`
    (M×S×2) where the ball was then.
    """

    places: Floats
    heights: Floats
    met: Indices
    met_at: Floats
    met_mm: Floats


@dataclass(kw_only=True, eq=False)
class _Balls:
    """M balls on their way, at the beginning of a piece of it."""

    at: Floats
    spot: Floats
    way: Floats
    speed: Floats
    foot: Floats
    climb: Floats
    flies: NDArray[np.bool_]
    hits: Indices


def thrown(throws: Throws, stage: Stage, times: Floats, pieces: int = PIECES) -> Ways:
    """The ways of these flicks at N times (s), in so many pieces at most: a ball that bounces on is
    told to have stopped there.
    """
    balls = _set_off(throws)
    count = len(throws.at)
    places = np.repeat(throws.home[:, None], len(times), axis=1)
    heights = np.repeat(throws.foot[:, None], len(times), axis=1)
    met: list[Indices] = []
    met_at: list[Floats] = []
    met_mm: list[Floats] = []
    for _ in range(pieces):
        lasts = _lasts(balls, throws.brake)
        disc, after, on_top = _first_met(balls, throws, stage, lasts)
        since = np.clip(times[None] - balls.at[:, None], 0.0, after[:, None])
        gone = _gone(balls, throws.brake, since)
        now = times[None] >= balls.at[:, None]
        spots = balls.spot[:, None] + gone[..., None] * balls.way[:, None]
        places = np.where(now[..., None], spots, places)
        heights = np.where(now, _height(balls, since), heights)
        met.append(disc)
        met_at.append(balls.at + after)
        balls = _next(balls, throws, stage.centres, (disc, after, on_top))
        met_mm.append(balls.spot)
        if not (balls.speed > STILL_MM_S).any():
            break
    shape = (len(met), count)
    return Ways(
        places=places,
        heights=heights,
        met=np.asarray(met, np.intp).reshape(shape).T,
        met_at=np.asarray(met_at, np.float64).reshape(shape).T,
        met_mm=np.asarray(met_mm, np.float64).reshape(*shape, 2).transpose(1, 0, 2),
    )


def _set_off(throws: Throws) -> _Balls:
    speed = np.hypot(throws.velocity[:, 0], throws.velocity[:, 1])
    return _Balls(
        at=throws.at,
        spot=throws.home,
        way=throws.velocity / np.maximum(speed, 1e-9)[:, None],
        speed=speed,
        foot=throws.foot,
        climb=throws.climb,
        flies=throws.climb > 0,
        hits=np.zeros(len(speed), np.intp),
    )


def _lasts(balls: _Balls, brake: Floats) -> Floats:
    """How long (s) each ball slides until it rests, or flies until it lands."""
    return np.asarray(np.where(balls.flies, _down(balls, np.zeros(1))[:, 0], balls.speed / brake))


def _down(balls: _Balls, tops: Floats) -> Floats:
    """When (M×K s) the foot of each ball comes down through heights (K mm)."""
    under_root = balls.climb[:, None] ** 2 + 2 * GRAVITY * (balls.foot[:, None] - tops[None])
    return np.asarray((balls.climb[:, None] + np.sqrt(np.maximum(under_root, 0.0))) / GRAVITY)


def _gone(balls: _Balls, brake: Floats, since: Floats) -> Floats:
    """How far (M×N mm) each ball has come after so long (M×N s)."""
    slow = np.where(balls.flies, 0.0, brake)[:, None]
    return np.asarray(balls.speed[:, None] * since - slow * since * since / 2)


def _height(balls: _Balls, since: Floats) -> Floats:
    high = balls.foot[:, None] + balls.climb[:, None] * since - GRAVITY * since * since / 2
    return np.asarray(np.where(balls.flies[:, None], np.maximum(high, 0.0), 0.0))


def _takes(balls: _Balls, brake: Floats, mm: Floats) -> Floats:
    """How long (M×K s) each ball takes for so many mm; infinite when it never comes so far."""
    speed, slow = balls.speed[:, None], brake[:, None]
    under_root = speed * speed - 2 * slow * mm
    sliding = 2 * mm / (speed + np.sqrt(np.maximum(under_root, 0.0)) + 1e-12)
    flying = mm / (speed + 1e-12)
    sliding = np.where(under_root < 0, np.inf, sliding)
    return np.asarray(np.where(balls.flies[:, None], flying, sliding))


def _first_met(
    balls: _Balls, throws: Throws, stage: Stage, lasts: Floats
) -> tuple[Indices, Floats, NDArray[np.bool_]]:
    """The disc each ball meets first on this piece of its way (NOTHING: none), after how long, and
    whether it comes down on top of it.
    """
    centres, tops = stage.centres, stage.tops
    rows = np.arange(len(lasts))
    if not len(centres):
        return np.full(len(lasts), NOTHING), lasts, np.zeros(len(lasts), np.bool_)
    apart = balls.spot[:, None] - centres[None]
    nearing = (apart * balls.way[:, None]).sum(axis=2)
    reach = throws.reach[:, None]
    inside = (apart * apart).sum(axis=2) - reach * reach
    under_root = nearing * nearing - inside
    root = np.sqrt(np.maximum(under_root, 0.0))
    # A ball that starts over a disc does not meet it before it has left it.
    comes = (under_root > 0) & (nearing < 0) & (inside > -1e-6 * reach)
    comes &= (balls.speed > STILL_MM_S)[:, None]
    enters = _takes(balls, throws.brake, np.maximum(-nearing - root, 0.0))
    leaves = (-nearing + root) / (balls.speed[:, None] + 1e-12)
    enters_safe = np.where(np.isfinite(enters), enters, 0.0)
    over = balls.flies[:, None] & (_height(balls, enters_safe) > tops[None])
    down = _down(balls, tops)
    comes &= ~over | (down <= leaves)
    gone = np.where(over, balls.speed[:, None] * down, -nearing - root)
    spot = balls.spot[:, None] + gone[..., None] * balls.way[:, None]
    comes &= ((spot > 0) & (spot < stage.felt)).all(axis=2)
    after = np.where(comes, np.where(over, down, enters), np.inf)
    disc = np.asarray(after.argmin(axis=1), np.intp)
    first = after[rows, disc]
    meets = first <= lasts
    on_top = meets & over[rows, disc]
    return np.where(meets, disc, NOTHING), np.where(meets, first, lasts), on_top


def _next(
    balls: _Balls,
    throws: Throws,
    centres: Floats,
    event: tuple[Indices, Floats, NDArray[np.bool_]],
) -> _Balls:
    """The balls after this piece: bounced, landed, or at rest."""
    disc, after, on_top = event
    spot = balls.spot + _gone(balls, throws.brake, after[:, None]) * balls.way
    slow = np.where(balls.flies, 0.0, throws.brake)
    speed = np.maximum(balls.speed - slow * after, 0.0)
    bounces = (disc != NOTHING) & ~on_top
    lands = balls.flies & ~bounces
    falling = np.maximum(GRAVITY * after - balls.climb, 0.0)
    speed = np.where(lands, np.maximum(speed - throws.brake / GRAVITY * falling, 0.0), speed)
    climb = np.where(balls.flies, balls.climb - GRAVITY * after, 0.0)
    foot = _height(balls, after[:, None])[:, 0]
    velocity = speed[:, None] * balls.way
    if bounces.any():
        normal = spot - centres[np.maximum(disc, 0)]
        normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
        most = throws.turned.shape[1]
        aside = throws.turned[np.arange(len(disc)), np.minimum(balls.hits, most - 1)]
        aside = np.where(balls.hits < most, aside, 0.0)[:, None]
        normal = normal + aside * np.stack([-normal[:, 1], normal[:, 0]], axis=1)
        into = np.minimum((velocity * normal).sum(axis=1), 0.0)
        push = -(1 + throws.bounce) * into
        across = np.stack([-normal[:, 1], normal[:, 0]], axis=1)
        along = (velocity * across).sum(axis=1)
        rubbed = np.sign(along) * np.minimum(throws.rub * push, np.abs(along))
        after_it = velocity + push[:, None] * normal - rubbed[:, None] * across
        velocity = np.where(bounces[:, None], after_it, velocity)
    speed = np.hypot(velocity[:, 0], velocity[:, 1])
    return replace(
        balls,
        at=balls.at + after,
        spot=spot,
        way=np.where(
            (speed > 1e-9)[:, None], velocity / np.maximum(speed, 1e-9)[:, None], balls.way
        ),
        speed=np.where((disc == NOTHING) & ~balls.flies, 0.0, speed),
        foot=np.where(lands, 0.0, foot),
        climb=np.where(lands, 0.0, climb),
        flies=balls.flies & ~lands,
        hits=balls.hits + bounces,
    )
