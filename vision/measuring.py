"""`python -m vision evaluate …`: the eye measured against pictures whose truth is known."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vision import (
    evaluate_aims,
    evaluate_bumps,
    evaluate_clips,
    evaluate_discs,
    evaluate_flicks,
    flight_score,
)
from vision.clip_truth import pictures_of
from vision.evaluate import Calibration, Totals, dump_line, scene_files, score_picture
from vision.evaluate_aims import AimScore
from vision.evaluate_bumps import BumpScore
from vision.evaluate_discs import PhotoScore
from vision.evaluate_scenes import SIZES, evaluate_scenes
from vision.flight_score import FlightScore
from vision.measured import FULL_HD, Measurement, Seed, Size, SizeChoice, add_command
from vision.measuring_time import calm, light, visits
from vision.score import PictureScore
from vision.synthetic.harsh import KINDS
from vision.synthetic.layouts import COUNT

app = typer.Typer(no_args_is_help=True, help="help.evaluate")


class CalibrationChoice(StrEnum):
    GIVEN = "given"
    CORNERS = "corners"
    AUTO = "auto"


CALIBRATIONS: dict[CalibrationChoice, Calibration] = {
    CalibrationChoice.GIVEN: "given",
    CalibrationChoice.CORNERS: "corners",
    CalibrationChoice.AUTO: "auto",
}
How = Annotated[CalibrationChoice, typer.Option(help="options.how")]


def pictures(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="options.scenes")],
    calibration: How = CalibrationChoice.GIVEN,
) -> Measurement[PictureScore]:
    """Read pictures of a table whose truth is known and say how well it went.

    Example: python -m vision evaluate pictures renders --calibration corners --json
    """
    how, files = CALIBRATIONS[calibration], scene_files(folder)
    return Measurement(
        scores=(score_picture(truth, how) for truth in files),
        total=len(files),
        line=dump_line,
        figures=_figures,
        reads=[*files, *(file.with_suffix(".jpg") for file in files)],
    )


def _figures(scores: Sequence[PictureScore]) -> dict[str, float | int | None]:
    return Totals(scores=list(scores)).figures()


KindChoice = StrEnum("KindChoice", {kind: kind for kind in KINDS})  # type: ignore[misc]
PLAIN = KindChoice("plain")


def scenes(
    kind: Annotated[KindChoice, typer.Option(help="options.kind")] = PLAIN,
    discs: Annotated[int, typer.Option(min=1, help="options.discs")] = 2000,
    size: Size = FULL_HD,
    seed: Seed = 1,
    *,
    auto: Annotated[bool, typer.Option("--auto", help="options.auto")] = False,
) -> Measurement[PictureScore]:
    """Read harsh pictures of the synthetic camera, by seed.

    Example: python -m vision evaluate scenes --kind touching --size 720p --seed 3
    """
    return Measurement(
        scores=evaluate_scenes(kind.value, discs, size.value, seed, auto=auto),
        total=-(-discs // COUNT),
        line=dump_line,
        figures=_figures,
    )


def bumps(
    count: Annotated[int, typer.Option(min=1, help="options.count")] = 200,
    size: Annotated[SizeChoice | None, typer.Option(help="options.both_sizes")] = None,
    seed: Seed = 1,
    *,
    hard: Annotated[bool, typer.Option("--hard", help="options.hard")] = False,
) -> Measurement[BumpScore]:
    """Knock the synthetic camera over a table where nothing is played, by seed.

    Example: python -m vision evaluate bumps --count 200 --seed 1
    """
    sizes = list(SIZES) if size is None else [size.value]
    shares = [count * (k + 1) // len(sizes) - count * k // len(sizes) for k in range(len(sizes))]
    return Measurement(
        scores=(
            score
            for name, share in zip(sizes, shares, strict=True)
            for score in evaluate_bumps.evaluate_bumps(share, SIZES[name], seed, hard=hard)
        ),
        total=count,
        line=evaluate_bumps.dump_line,
        figures=evaluate_bumps.figures,
    )


def aims(
    count: Annotated[int, typer.Option(min=1, help="options.count")] = 400,
    size: Size = FULL_HD,
    seed: Seed = 1,
) -> Measurement[AimScore]:
    """Register good and bad views of all sorts of boards: cut, of another board, moved since.

    Example: python -m vision evaluate aims --count 400 --seed 1
    """
    return Measurement(
        scores=evaluate_aims.evaluate_aims(count, SIZES[size.value], seed),
        total=count,
        line=evaluate_aims.dump_line,
        figures=evaluate_aims.figures,
    )


def discs(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="options.photographs")],
    annotations: Annotated[Path, typer.Option(help="options.annotations")],
    radius_off: Annotated[float, typer.Option(min=-0.3, max=0.3, help="options.radius_off")] = 0.0,
) -> Measurement[PhotoScore]:
    """Find bare discs on photographs of any board; of their radius only a rough idea is given.

    Example: python -m vision evaluate discs photos --annotations annotations.json
    """
    told = evaluate_discs.annotated(folder, annotations)
    return Measurement(
        scores=(evaluate_discs.score_photo(photo, radius_off) for photo in told),
        total=len(told),
        line=evaluate_discs.dump_line,
        figures=evaluate_discs.figures,
        reads=[file for photo in told for file in (photo.path, photo.told_in)],
    )


def clips(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="options.clips")],
    calibration: How = CalibrationChoice.GIVEN,
) -> Measurement[FlightScore]:
    """Tell filmed flicks whose truth is known, frame by frame.

    Example: python -m vision evaluate clips clips --calibration auto --json
    """
    how, files = CALIBRATIONS[calibration], evaluate_clips.clip_files(folder)
    return Measurement(
        scores=(evaluate_clips.score_clip(clip, how) for clip in files),
        total=len(files),
        line=evaluate_clips.dump_line,
        figures=evaluate_clips.figures,
        reads=[file for clip in files for file in (clip, *pictures_of(clip))],
    )


def flicks(
    count: Annotated[int, typer.Option(min=1, help="options.count")] = 2000,
    fps: Annotated[float, typer.Option(min=30, max=240, help="options.fps")] = 60,
    seed: Seed = 1,
) -> Measurement[FlightScore]:
    """Tell simulated flicks on all sorts of tables, by seed.

    Example: python -m vision evaluate flicks --count 200 --fps 120
    """
    return Measurement(
        scores=evaluate_flicks.evaluate_flicks(count, fps, seed),
        total=count,
        line=flight_score.dump_line,
        figures=evaluate_flicks.figures,
    )


for measure in (pictures, scenes, bumps, aims, discs, clips, flicks, calm, visits, light):
    add_command(app, measure)
