"""`python -m vision evaluate calm | visits | light`: the eye measured over time."""

from enum import StrEnum
from typing import Annotated

import typer

from vision import evaluate_calm, evaluate_light, evaluate_visits
from vision.evaluate_scenes import SIZES
from vision.telling import AsJson, Dump, Lang, counted, speaking, tell, write_dump

SizeChoice = StrEnum("SizeChoice", {size: size for size in SIZES})  # type: ignore[misc]
HD = SizeChoice("720p")
Seed = Annotated[int, typer.Option(min=0)]
Size = Annotated[SizeChoice, typer.Option()]


def attach(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("calm")(calm)
    app.command("visits")(visits)
    app.command("light")(light)


def calm(
    minutes: Annotated[float, typer.Option(min=0.1, help="so long")] = 10.0,
    seed: Seed = 1,
    size: Size = HD,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Watch tables where nothing is played: hands, heads, candle, lamps, shadows, 100 Hz.

    Example: python -m vision evaluate calm --minutes 10 --seed 1
    """
    with speaking(lang) as tongue:
        scenes = evaluate_calm.evaluate_calm(minutes, seed, SIZES[size.value])
        watched = counted(scenes, round(60 * minutes / evaluate_calm.SCENE_S) or 1)
        write_dump(dump, map(evaluate_calm.dump_line, watched))
        tell(evaluate_calm.figures(watched), tongue, as_json=as_json)


def visits(
    count: Annotated[int, typer.Option(min=1, help="so many")] = 500,
    seed: Seed = 1,
    size: Size = HD,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Let hands move, swap and exchange discs: are they seen, who is who, how soon is it known.

    Example: python -m vision evaluate visits --count 500 --seed 1
    """
    with speaking(lang) as tongue:
        scored = evaluate_visits.evaluate_visits(count, seed, SIZES[size.value])
        scores = counted(scored, count)
        write_dump(dump, map(evaluate_visits.dump_line, scores))
        tell(evaluate_visits.figures(scores), tongue, as_json=as_json)


def light(
    count: Annotated[int, typer.Option(min=1, help="so many of each kind")] = 10,
    seed: Seed = 1,
    size: Size = HD,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Look at tables in good and bad light: is it said where it is bad, and nowhere else.

    Example: python -m vision evaluate light --count 10 --seed 1
    """
    with speaking(lang) as tongue:
        scores = counted(evaluate_light.evaluate_light(count, seed, SIZES[size.value]))
        write_dump(dump, map(evaluate_light.dump_line, scores))
        tell(evaluate_light.figures(scores), tongue, as_json=as_json)
