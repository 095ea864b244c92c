"""`python -m calibration PICTURE…`: a camera registered over a ruled felt, without the rest. Help
texts are keys of `words/<lang>.toml`.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from calibration import command_line
from calibration.language import Language, language
from calibration.overwriting import refuse_overwriting
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.registration import Registration, register
from calibration.store import StoredCalibration, save_calibration
from calibration.surface import Surface

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

DISC_MM, DISC_HEIGHT_MM, BALL_MM = 30.0, 6.0, (22.0, 15.0)
"""Pieces as usual: the camera is found by the felt alone."""


@app.command(help="help.calibrate")
def calibrate(
    pictures: Annotated[list[Path], typer.Argument(help="help.pictures")],
    *,
    files: Annotated[int, typer.Option(min=3, max=99, help="help.files")] = 13,
    ranks: Annotated[int, typer.Option(min=3, max=99, help="help.ranks")] = 24,
    square_mm: Annotated[float, typer.Option(min=5.0, max=500.0, help="help.square_mm")] = 40.0,
    out: Annotated[Path | None, typer.Option(help="help.out")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="help.json")] = False,
    lang: Annotated[Language | None, typer.Option(help="help.lang")] = None,
) -> None:
    """Registers the camera in each picture and keeps the surest: `grid` or `markers`, residual in
    mm over nine regions of the felt.
    """
    try:
        surface = _surface(files, ranks, square_mm)
        refuse_overwriting(out, pictures)
        path, best = _surest(pictures, surface)
        if out is not None:
            save_calibration(out, _stored(path, best, surface))
    except EyeProblem as problem:
        typer.echo(problem.sentence((lang or language()).value), err=True)
        raise typer.Exit(2) from problem
    if as_json:
        typer.echo(json.dumps({"residual_mm": best.quality.residual_mm, "method": best.method}))
        return
    regions = " ".join("–" if mm is None else f"{mm:.2f}" for mm in best.quality.regions_mm)
    typer.echo(f"{path.name}: {best.method}, {best.quality.residual_mm:.2f} mm ({regions})")


def _surface(files: int, ranks: int, square_mm: float) -> Surface:
    return Surface(
        files=files,
        ranks=ranks,
        square_mm=square_mm,
        disc_mm=DISC_MM,
        disc_height_mm=DISC_HEIGHT_MM,
        ball_mm=BALL_MM,
    )


def _surest(pictures: list[Path], surface: Surface) -> tuple[Path, Registration]:
    found = {path: register(load_picture(path), surface) for path in pictures}
    return max(found.items(), key=lambda told: (told[1].home_known, told[1].quality.seen))


def _stored(path: Path, found: Registration, surface: Surface) -> StoredCalibration:
    corners = found.table.to_image([(x, y, 0.0) for x, y in surface.corners_mm])
    return StoredCalibration(
        camera=str(path),
        method=found.method,
        corners_px=tuple((float(x), float(y)) for x, y in corners),
        table=found.table,
        residual_mm=found.quality.residual_mm,
    )


def main() -> None:
    command_line.main(app, "calibration")


if __name__ == "__main__":
    main()
