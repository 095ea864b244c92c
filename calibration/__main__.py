"""`python -m calibration PICTURE…`: a camera registered over a ruled felt, without the rest."""

import json
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from calibration.language import Language, system_language
from calibration.problem import EyeProblem
from calibration.registration import Registration, register
from calibration.store import StoredCalibration, save_calibration
from calibration.surface import Surface

app = typer.Typer(
    add_completion=False,
    help="Where the camera stands, from pictures of the ruled felt.  "
    "Où se trouve la caméra, d’après des images du tapis quadrillé.",
)

DISC_MM, DISC_HEIGHT_MM, BALL_MM = 30.0, 6.0, (22.0, 15.0)
"""Pieces as usual: the camera is found by the felt alone."""


@app.command()
def calibrate(
    pictures: Annotated[list[Path], typer.Argument(help="JPEG, PNG")],
    *,
    files: Annotated[
        int, typer.Option(min=3, max=99, help="squares across / cases en largeur")
    ] = 13,
    ranks: Annotated[
        int, typer.Option(min=3, max=99, help="squares along / cases en longueur")
    ] = 24,
    square_mm: Annotated[
        float, typer.Option(min=5.0, max=500.0, help="side of a square, mm")
    ] = 40.0,
    out: Annotated[Path | None, typer.Option(help="where to keep the best one")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="last line: one JSON object")] = False,
    lang: Annotated[Language | None, typer.Option(help="fr | en")] = None,
) -> None:
    """Registers the camera in each picture and keeps the surest: `grid` or `markers`, residual in
    mm over nine regions of the felt.
    """
    try:
        surface = _surface(files, ranks, square_mm)
        path, best = _surest(pictures, surface)
        if out is not None:
            save_calibration(out, _stored(path, best, surface))
    except EyeProblem as problem:
        typer.echo(problem.sentence((lang or system_language()).value), err=True)
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
    found = {path: register(_picture(path), surface) for path in pictures}
    return max(found.items(), key=lambda told: (told[1].home_known, told[1].quality.seen))


def _picture(path: Path) -> NDArray[np.uint8]:
    if not path.is_file():
        raise EyeProblem("picture.missing", path=path)
    try:
        data = np.fromfile(path, np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except (OSError, cv2.error) as unreadable:  # torn, or more pixels than OpenCV takes
        raise EyeProblem("picture.unreadable", path=path) from unreadable
    if image is None:
        raise EyeProblem("picture.unreadable", path=path)
    return np.asarray(image, np.uint8)


def _stored(path: Path, found: Registration, surface: Surface) -> StoredCalibration:
    corners = found.table.to_image([(x, y, 0.0) for x, y in surface.corners_mm])
    return StoredCalibration(
        camera=str(path),
        method=found.method,
        corners_px=tuple((float(x), float(y)) for x, y in corners),
        table=found.table,
        residual_mm=found.quality.residual_mm,
    )


if __name__ == "__main__":
    app()
