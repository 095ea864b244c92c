"""`python -m vision evaluate …`: the eye measured against pictures whose truth is known."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vision import (
    evaluate_bumps,
    evaluate_clips,
    evaluate_discs,
    evaluate_flicks,
    flight_score,
    measuring_time,
)
from vision.evaluate import Calibration, Totals, dump_line, scene_files, score_picture
from vision.evaluate_scenes import SIZES, evaluate_scenes
from vision.synthetic.harsh import KINDS
from vision.synthetic.layouts import COUNT
from vision.telling import AsJson, Dump, Lang, counted, speaking, tell, write_dump

app = typer.Typer(no_args_is_help=True, help="Measure / mesurer.")
measuring_time.attach(app)


class CalibrationChoice(StrEnum):
    GIVEN = "given"
    CORNERS = "corners"
    AUTO = "auto"


CALIBRATIONS: dict[CalibrationChoice, Calibration] = {
    CalibrationChoice.GIVEN: "given",
    CalibrationChoice.CORNERS: "corners",
    CalibrationChoice.AUTO: "auto",
}


@app.command("pictures")
def pictures(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="NAME.jpg + NAME.json")],
    calibration: Annotated[CalibrationChoice, typer.Option()] = CalibrationChoice.GIVEN,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Read pictures of a table whose truth is known and say how well it went.

    Example: python -m vision evaluate pictures renders --calibration corners --json
    """
    with speaking(lang) as tongue:
        how = CALIBRATIONS[calibration]
        files = scene_files(folder)
        scored = (score_picture(truth, how) for truth in files)
        totals = Totals(scores=counted(scored, len(files)))
        write_dump(dump, (dump_line(score) for score in totals.scores))
        tell(totals.figures(), tongue, as_json=as_json)


KindChoice = StrEnum("KindChoice", {kind: kind for kind in KINDS})  # type: ignore[misc]
SizeChoice = StrEnum("SizeChoice", {size: size for size in SIZES})  # type: ignore[misc]
PLAIN, FULL_HD = KindChoice("plain"), SizeChoice("1080p")


@app.command("scenes")
def scenes(
    kind: Annotated[KindChoice, typer.Option(help="what is made hard")] = PLAIN,
    discs: Annotated[int, typer.Option(min=1, help="at least so many")] = 2000,
    size: Annotated[SizeChoice, typer.Option()] = FULL_HD,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    *,
    auto: Annotated[bool, typer.Option("--auto", help="register each picture by itself")] = False,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Read harsh pictures of the synthetic camera, by seed.

    Example: python -m vision evaluate scenes --kind touching --size 720p --seed 3
    """
    with speaking(lang) as tongue:
        scored = evaluate_scenes(kind.value, discs, size.value, seed, auto=auto)
        totals = Totals(scores=counted(scored, -(-discs // COUNT)))
        write_dump(dump, (dump_line(score) for score in totals.scores))
        tell(totals.figures(), tongue, as_json=as_json)


@app.command("bumps")
def bumps(
    count: Annotated[int, typer.Option(min=1, help="how many")] = 200,
    size: Annotated[SizeChoice | None, typer.Option(help="both when not told")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Knock the synthetic camera over a table where nothing is played, by seed.

    Example: python -m vision evaluate bumps --count 200 --seed 1
    """
    with speaking(lang) as tongue:
        sizes = list(SIZES) if size is None else [size.value]
        shares = [
            count * (k + 1) // len(sizes) - count * k // len(sizes) for k in range(len(sizes))
        ]
        scored = (
            score
            for name, share in zip(sizes, shares, strict=True)
            for score in evaluate_bumps.evaluate_bumps(share, SIZES[name], seed)
        )
        scores = counted(scored, count)
        write_dump(dump, map(evaluate_bumps.dump_line, scores))
        tell(evaluate_bumps.figures(scores), tongue, as_json=as_json)


@app.command("discs")
def discs(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="photographs")],
    annotations: Annotated[Path, typer.Option(help="JSON (images: x y r), YOLO .txt, or a folder")],
    radius_off: Annotated[
        float, typer.Option(min=-0.3, max=0.3, help="error of the radius told, as a share")
    ] = 0.0,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Find bare discs on photographs of any board; of their radius only a rough idea is given.

    Example: python -m vision evaluate discs photos --annotations annotations.json
    """
    with speaking(lang) as tongue:
        scored = evaluate_discs.evaluate_discs(folder, annotations, radius_off)
        scores = counted(scored)
        write_dump(dump, (evaluate_discs.dump_line(score) for score in scores))
        tell(evaluate_discs.figures(scores), tongue, as_json=as_json)


@app.command("clips")
def clips(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="NAME.json + NAME/000.jpg …")],
    calibration: Annotated[CalibrationChoice, typer.Option()] = CalibrationChoice.GIVEN,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Tell filmed flicks whose truth is known, frame by frame.

    Example: python -m vision evaluate clips clips --calibration auto --json
    """
    with speaking(lang) as tongue:
        files = evaluate_clips.clip_files(folder)
        how = CALIBRATIONS[calibration]
        scores = counted((evaluate_clips.score_clip(clip, how) for clip in files), len(files))
        write_dump(dump, (evaluate_clips.dump_line(score) for score in scores))
        tell(evaluate_clips.figures(scores), tongue, as_json=as_json)


@app.command("flicks")
def flicks(
    count: Annotated[int, typer.Option(min=1)] = 2000,
    fps: Annotated[float, typer.Option(min=30, max=240)] = 60,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    *,
    as_json: AsJson = False,
    dump: Dump = None,
    lang: Lang = None,
) -> None:
    """Tell simulated flicks on all sorts of tables, by seed.

    Example: python -m vision evaluate flicks --count 200 --fps 120
    """
    with speaking(lang) as tongue:
        scores = counted(evaluate_flicks.evaluate_flicks(count, fps, seed), count)
        write_dump(dump, (flight_score.dump_line(score) for score in scores))
        tell(evaluate_flicks.figures(scores), tongue, as_json=as_json)
