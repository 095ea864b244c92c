"""`python -m vision evaluate calm | visits | light`: the eye measured over time."""

from typing import Annotated

import typer

from vision import evaluate_calm, evaluate_light, evaluate_visits
from vision.evaluate_calm import CalmScene
from vision.evaluate_light import LightScore
from vision.evaluate_scenes import SIZES
from vision.evaluate_visits import VisitScore
from vision.measured import HD, Measurement, Seed, Size

DAY_MIN = 1440.0


def calm(
    minutes: Annotated[float, typer.Option(min=0.1, max=DAY_MIN, help="options.minutes")] = 10.0,
    seed: Seed = 1,
    size: Size = HD,
) -> Measurement[CalmScene]:
    """Watch tables where nothing is played: hands, heads, candle, lamps, shadows, 100 Hz.

    Example: python -m vision evaluate calm --minutes 10 --seed 1
    """
    return Measurement(
        scores=evaluate_calm.evaluate_calm(minutes, seed, SIZES[size.value]),
        total=round(60 * minutes / evaluate_calm.SCENE_S) or 1,
        line=evaluate_calm.dump_line,
        figures=evaluate_calm.figures,
    )


def visits(
    count: Annotated[int, typer.Option(min=1, help="options.count")] = 500,
    seed: Seed = 1,
    size: Size = HD,
) -> Measurement[VisitScore]:
    """Let hands move, swap and exchange discs: are they seen, who is who, how soon is it known.

    Example: python -m vision evaluate visits --count 500 --seed 1
    """
    return Measurement(
        scores=evaluate_visits.evaluate_visits(count, seed, SIZES[size.value]),
        total=count,
        line=evaluate_visits.dump_line,
        figures=evaluate_visits.figures,
    )


def light(
    count: Annotated[int, typer.Option(min=1, help="options.count_each")] = 10,
    seed: Seed = 1,
    size: Size = HD,
) -> Measurement[LightScore]:
    """Look at tables in good and bad light: is it said where it is bad, and nowhere else.

    Example: python -m vision evaluate light --count 10 --seed 1
    """
    return Measurement(
        scores=evaluate_light.evaluate_light(count, seed, SIZES[size.value]),
        line=evaluate_light.dump_line,
        figures=evaluate_light.figures,
    )
