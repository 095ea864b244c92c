"""Many imagined flicks at once: where each ball would be at given times, and what it would meet.

A ball slides with constant deceleration, or flies on a parabola and comes down dead; off a disc it
keeps its speed across the line of centres, less a little rubbed off, and gives back a share of the
speed along it. Every piece of a way is solved in closed form, for all flicks at once.
"""

from dataclasses import dataclass, fields, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.table_map import Floats

GRAVITY = 9810.0
"""mm/s²."""
STILL_MM_S = 1.0
PIECES, ENDS_S = 6, 0.1
NOTHING = -1
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]


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


Complex = NDArray[np.complex128]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Balls:
    """M balls on their way, at the beginning of a piece of it; points and ways (unit) as x + iy."""

    at: Floats
    spot: Complex
    way: Complex
    speed: Floats
    foot: Floats
    climb: Floats
    flies: Flags
    hits: Indices


@dataclass(frozen=True, kw_only=True, eq=False)
class _Event:
    """How the pieces end: the disc met (NOTHING: it rests or lands), after how long (s), whether
    the ball comes down on top of it.
    """

    disc: Indices
    after: Floats
    on_top: Flags


def thrown(throws: Throws, stage: Stage, times: Floats, pieces: int = PIECES) -> Ways:
    """The ways of these flicks at N times (s), in so many pieces at most: a ball that bounces on is
    told to have stopped there. What is met later than ENDS_S after the last of the times is not
    told.
    """
    balls, count, ends = _set_off(throws), len(throws.at), float(times[-1]) + ENDS_S
    places = np.repeat(balls.spot[:, None], len(times), axis=1)
    heights = np.repeat(throws.foot[:, None], len(times), axis=1)
    met = np.full((count, pieces), NOTHING, np.intp)
    met_at = np.full((count, pieces), np.inf)
    met_mm = np.zeros((count, pieces), np.complex128)
    rows, high = np.arange(count), bool(throws.foot.any() or throws.climb.any())
    for piece in range(pieces):
        event = _first_met(balls, throws, stage)
        since = times[None] - balls.at[:, None]
        now = since >= 0
        since = np.clip(since, 0.0, event.after[:, None])
        spots = balls.spot[:, None] + _gone(balls, throws.brake, since) * balls.way[:, None]
        places[rows] = np.where(now, spots, places[rows])
        if high:
            heights[rows] = np.where(now, _height(balls, since), heights[rows])
        at = met_at[rows, piece] = balls.at + event.after
        met[rows, piece] = np.where(at <= ends, event.disc, NOTHING)
        balls = _next(balls, throws, stage, event)
        met_mm[rows, piece] = balls.spot
        going = np.flatnonzero((balls.flies | (balls.speed > STILL_MM_S)) & (balls.at < ends))
        if not len(going):
            break
        rows, balls, throws = rows[going], _some(balls, going), _some(throws, going)
    return Ways(
        places=_points(places), heights=heights, met=met, met_at=met_at, met_mm=_points(met_mm)
    )


_Rows = TypeVar("_Rows", _Balls, Throws)


def _some(rows: _Rows, which: Indices) -> _Rows:
    """Some of the rows."""
    return replace(rows, **{f.name: getattr(rows, f.name)[which] for f in fields(rows)})


def _points(z: Complex) -> Floats:
    """Points x + iy (…) as x, y (…×2)."""
    return z.view(np.float64).reshape(*z.shape, 2)


def _complex(points: Floats) -> Complex:
    """Points x, y (…×2) as x + iy (…)."""
    return np.asarray(points[..., 0] + 1j * points[..., 1])


def _set_off(throws: Throws) -> _Balls:
    velocity = _complex(throws.velocity)
    speed = np.abs(velocity)
    return _Balls(
        at=throws.at,
        spot=_complex(throws.home),
        way=velocity / np.maximum(speed, 1e-9),
        speed=speed,
        foot=throws.foot,
        climb=throws.climb,
        flies=throws.climb > 0,
        hits=np.zeros(len(speed), np.intp),
    )


def _lasts(balls: _Balls, brake: Floats) -> Floats:
    """How long (s) each ball slides until it rests, or flies until it lands."""
    slides = balls.speed / brake
    return np.where(balls.flies, _down(balls, np.zeros(1))[:, 0], slides)


def _down(balls: _Balls, tops: Floats) -> Floats:
    """When (M×K s) the foot of each ball comes down through heights (K mm)."""
    under_root = balls.climb[:, None] ** 2 + 2 * GRAVITY * (balls.foot[:, None] - tops[None])
    return np.asarray((balls.climb[:, None] + np.sqrt(np.maximum(under_root, 0.0))) / GRAVITY)


def _gone(balls: _Balls, brake: Floats, since: Floats) -> Floats:
    """How far (M×N mm) each ball has come after so long (M×N s)."""
    slow = np.where(balls.flies, 0.0, brake)[:, None]
    return np.asarray((balls.speed[:, None] - slow / 2 * since) * since)


def _height(balls: _Balls, since: Floats) -> Floats:
    high = balls.foot[:, None] + balls.climb[:, None] * since - GRAVITY * since * since / 2
    return np.where(balls.flies[:, None], np.maximum(high, 0.0), 0.0)


def _takes(balls: _Balls, brake: Floats, mm: Floats) -> Floats:
    """How long (M×K s) each ball takes for so many mm; infinite when it never comes so far."""
    slow = np.where(balls.flies, 0.0, brake)[:, None]
    speed = balls.speed[:, None]
    under_root = speed * speed - 2 * slow * mm
    takes = 2 * mm / (speed + np.sqrt(np.maximum(under_root, 0.0)) + 1e-12)
    return np.where(under_root < 0, np.inf, takes)


def _first_met(balls: _Balls, throws: Throws, stage: Stage) -> _Event:
    """What each ball meets first on this piece of its way."""
    lasts = _lasts(balls, throws.brake)
    none = np.zeros(len(lasts), np.bool_)
    if not len(stage.centres):
        return _Event(disc=np.full(len(lasts), NOTHING), after=lasts, on_top=none)
    apart = balls.spot[:, None] - _complex(stage.centres)[None]
    nearing = apart.real * balls.way.real[:, None] + apart.imag * balls.way.imag[:, None]
    reach = throws.reach[:, None]
    inside = apart.real**2 + apart.imag**2 - reach * reach
    under_root = nearing * nearing - inside
    # A ball that starts over a disc does not meet it before it has left it.
    comes = (under_root > 0) & (nearing < 0) & (inside > -1e-6 * reach)
    comes &= (balls.speed > STILL_MM_S)[:, None]
    root = np.sqrt(np.maximum(under_root, 0.0))
    gone = np.maximum(-nearing - root, 0.0)
    after = _takes(balls, throws.brake, gone)
    over = np.zeros(comes.shape, np.bool_)
    if balls.flies.any():
        safe = np.where(np.isfinite(after), after, 0.0)
        over = balls.flies[:, None] & (_height(balls, safe) > stage.tops[None])
        down = _down(balls, stage.tops)
        leaves = (-nearing + root) / (balls.speed[:, None] + 1e-12)
        comes &= ~over | (down <= leaves)
        gone = np.where(over, balls.speed[:, None] * down, gone)
        after = np.where(over, down, after)
    spot = balls.spot[:, None] + gone * balls.way[:, None]
    width, length = stage.felt
    comes &= (spot.real > 0) & (spot.real < width) & (spot.imag > 0) & (spot.imag < length)
    after = np.where(comes, after, np.inf)
    disc, rows = np.asarray(after.argmin(axis=1), np.intp), np.arange(len(lasts))
    first = after[rows, disc]
    meets = first <= lasts
    return _Event(
        disc=np.where(meets, disc, NOTHING),
        after=np.where(meets, first, lasts),
        on_top=meets & over[rows, disc],
    )


def _next(balls: _Balls, throws: Throws, stage: Stage, event: _Event) -> _Balls:
    """The balls after this piece: bounced, landed, or at rest."""
    after = event.after
    spot = balls.spot + _gone(balls, throws.brake, after[:, None])[:, 0] * balls.way
    slow = np.where(balls.flies, 0.0, throws.brake)
    speed = np.maximum(balls.speed - slow * after, 0.0)
    bounces = (event.disc != NOTHING) & ~event.on_top
    lands = balls.flies & ~bounces
    falling = np.maximum(GRAVITY * after - balls.climb, 0.0)
    speed = np.where(lands, np.maximum(speed - throws.brake / GRAVITY * falling, 0.0), speed)
    speed = np.where((event.disc == NOTHING) & ~balls.flies, 0.0, speed)
    velocity = speed * balls.way
    struck = np.flatnonzero(bounces)
    if len(struck):
        centres = _complex(stage.centres)[event.disc[struck]]
        normal = _normals(_some(balls, struck), _some(throws, struck), spot[struck] - centres)
        velocity[struck] = _bounced(velocity[struck], normal, _some(throws, struck))
    speed = np.abs(velocity)
    going = speed > 1e-9
    return _Balls(
        at=balls.at + after,
        spot=spot,
        way=np.where(going, velocity / np.where(going, speed, 1.0), balls.way),
        speed=speed,
        foot=np.where(lands, 0.0, _height(balls, after[:, None])[:, 0]),
        climb=np.where(balls.flies & ~lands, balls.climb - GRAVITY * after, 0.0),
        flies=balls.flies & ~lands,
        hits=balls.hits + bounces,
    )


def _normals(balls: _Balls, throws: Throws, apart: Complex) -> Complex:
    """The lines along which discs push balls, that lie so far (x + iy) from the discs' centres."""
    most = throws.turned.shape[1]
    aside = throws.turned[np.arange(len(apart)), np.minimum(balls.hits, most - 1)]
    aside = np.where(balls.hits < most, aside, 0.0)
    return np.asarray(apart / np.maximum(np.abs(apart), 1e-9) * (1 + 1j * aside))


def _bounced(velocity: Complex, normal: Complex, throws: Throws) -> Complex:
    """Velocities after a push along the normals."""
    along_normal = velocity * normal.conj()
    push = -(1 + throws.bounce) * np.minimum(along_normal.real, 0.0)
    along = along_normal.imag
    rubbed = np.sign(along) * np.minimum(throws.rub * push, np.abs(along))
    return np.asarray(velocity + (push - 1j * rubbed) * normal)
