"""The light of a room over time: candles, lamps switched and dimmed, shadows, clouds, mains."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from calibration.surface import Surface
from vision.synthetic.scene import Moment, Shadow

CANDLE_HZ = (1.0, 10.0)
CANDLE_DEPTH = 0.3
TONES = 7
Light = Callable[[float], Moment]
Maker = Callable[[np.random.Generator, Surface], Light]
"""Makes a light as a function of the seconds since it began."""


def steady(rng: np.random.Generator, surface: Surface) -> Light:
    del rng, surface
    return lambda _at: Moment()


def candle(rng: np.random.Generator, surface: Surface) -> Light:
    """A flame that flickers by up to a third, one to ten times a second."""
    del surface
    hertz, phase = rng.uniform(*CANDLE_HZ, TONES), rng.uniform(0, 2 * math.pi, TONES)
    weight = 1 / np.sqrt(hertz)
    weight *= 1.6 / weight.sum()

    def at(t: float) -> Moment:
        flame = float(np.clip(weight @ np.sin(2 * math.pi * hertz * t + phase), -1, 1))
        return Moment(lamp=1 + CANDLE_DEPTH * flame)

    return at


def switched(rng: np.random.Generator, surface: Surface) -> Light:
    """The lamp goes out and on again, at once or as a filament does."""
    del surface
    every, fade = float(rng.uniform(1.5, 4.0)), float(rng.choice([0.0, 0.08, 0.3]))
    dark = float(rng.uniform(0.05, 0.6))

    def at(t: float) -> Moment:
        turn, since = int(t // every), t % every
        share = 1.0 if fade == 0 else min(since / fade, 1.0)
        before, now = (dark, 1.0) if turn % 2 == 0 else (1.0, dark)
        return Moment(lamp=1.0 if turn == 0 else before + (now - before) * share)

    return at


def dimmed(rng: np.random.Generator, surface: Surface) -> Light:
    """Somebody turns a dimmer down and up."""
    del surface
    period, low = float(rng.uniform(4, 10)), float(rng.uniform(0.2, 0.6))
    return lambda t: Moment(lamp=1 - (1 - low) * (0.5 - 0.5 * math.cos(2 * math.pi * t / period)))


def cloud(rng: np.random.Generator, surface: Surface) -> Light:
    """The sky in the window grows darker and brighter."""
    del surface
    period, depth = float(rng.uniform(6, 15)), float(rng.uniform(0.2, 0.6))
    return lambda t: Moment(window=1 - depth * (0.5 - 0.5 * math.cos(2 * math.pi * t / period)))


def shadows(rng: np.random.Generator, surface: Surface) -> Light:
    """People move between lamp and table: soft shadows cross it, stand, and go."""
    count = int(rng.integers(1, 4))
    ways = [_crossing(rng, surface) for _ in range(count)]
    return lambda t: Moment(shadows=tuple(way(t) for way in ways))


def mains(rng: np.random.Generator, surface: Surface) -> Light:
    """A lamp at 100 Hz before a rolling shutter: bands that wander over the picture."""
    del surface
    depth, row = float(rng.uniform(0.04, 0.2)), float(rng.uniform(1.2e-5, 3e-5))
    off = float(rng.uniform(-0.002, 0.002))
    return lambda t: Moment(mains=depth, mains_at=t * (1 + off), row_s=row)


def exposing(rng: np.random.Generator, surface: Surface) -> Light:
    """A camera that was not locked looks for its exposure."""
    del surface
    steps, every = rng.uniform(0.75, 1.25, 40), float(rng.uniform(0.5, 2.0))

    def at(t: float) -> Moment:
        k = int(t / every)
        share = min((t / every - k) * 3, 1.0)
        before, now = float(steps[(k - 1) % 40]), float(steps[k % 40])
        return Moment(exposure=1.0 if t < every else before + (now - before) * share)

    return at


LIGHTS: dict[str, Maker] = {
    "steady": steady,
    "candle": candle,
    "switched": switched,
    "dimmed": dimmed,
    "cloud": cloud,
    "shadows": shadows,
    "mains": mains,
    "exposing": exposing,
}


def weather(
    rng: np.random.Generator, surface: Surface, seconds: float
) -> list[tuple[float, str, Light]]:
    """Lights that follow each other for so long: when each begins (s), its name, itself."""
    out: list[tuple[float, str, Light]] = []
    start, names = 0.0, list(LIGHTS)
    order: list[str] = []
    while start < seconds:
        order = order or [names[k] for k in rng.permutation(len(names))]
        name = order.pop()
        out.append((start, name, LIGHTS[name](rng, surface)))
        start += float(rng.uniform(8, 20))
    return out


def moment_at(weather_: list[tuple[float, str, Light]], at: float) -> Moment:
    """The light of one instant."""
    start, _, light = next(w for w in reversed(weather_) if w[0] <= at or w is weather_[0])
    return light(max(at - start, 0.0))


def together(a: Moment, b: Moment) -> Moment:
    """Two lights at once (the bands of the one that has any)."""
    banded = a if a.mains else b
    return replace(
        banded,
        lamp=a.lamp * b.lamp,
        window=a.window * b.window,
        exposure=a.exposure * b.exposure,
        shadows=(*a.shadows, *b.shadows),
    )


def _crossing(rng: np.random.Generator, surface: Surface) -> Callable[[float], Shadow]:
    """A shadow that comes, stands somewhere, sways a little, and goes on."""
    size = max(surface.width_mm, surface.length_mm)
    middle = np.array([surface.width_mm, surface.length_mm]) / 2
    turn = float(rng.uniform(0, 2 * math.pi))
    way = np.array([math.cos(turn), math.sin(turn)]) * size
    stand = middle + rng.uniform(-0.4, 0.4, 2) * (surface.width_mm, surface.length_mm)
    comes, stays = float(rng.uniform(0.8, 2.5)), float(rng.uniform(0, 6))
    radius, soft = float(rng.uniform(50, 180)), float(rng.uniform(25, 90))
    depth, sway = float(rng.uniform(0.3, 0.9)), float(rng.uniform(0, 12))

    def at(t: float) -> Shadow:
        came = min(t / comes, 1.0) - 1 + max(t - comes - stays, 0) / comes
        x, y = stand + came * way + sway * np.array([math.sin(3.1 * t), math.cos(2.3 * t)])
        return Shadow(x_mm=float(x), y_mm=float(y), radius_mm=radius, soft_mm=soft, depth=depth)

    return at
