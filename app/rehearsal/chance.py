"""Seeded chance: every run of a seed is the same."""

from random import Random

Chance = Random


def chance_of(*seed: int | str) -> Random:
    """A generator of its own for each purpose, so that a draw here moves nothing there."""
    return Random("/".join(map(str, seed)))  # noqa: S311  nothing here is secret


def gauss(chance: Random, sigma: float, most: float) -> float:
    """A normal deviate of that σ, cut off at ± `most`."""
    return min(max(chance.gauss(0.0, sigma), -most), most)
