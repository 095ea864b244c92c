"""`calibrate`: the camera over the table, from pictures or from itself, kept for next time."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import typer

from app.rehearsal.stage import surface_of
from app.rulebook.words import Problem, phrase
from app.ui.boot import has_display
from app.wiring.boards import board_named
from app.wiring.camera import Camera
from app.wiring.language import SPEAKING, Voice
from app.wiring.places import calibrations_folder
from app.wiring.registering import stored_as
from app.wiring.viewpoint import parse_corners
from calibration.by_corners import register_by_corners
from calibration.history import keep, rotation_deg
from calibration.overwriting import refuse_overwriting
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.quality import REGIONS
from calibration.registration import Registration, register, turned
from calibration.row_time import RowTime
from calibration.store import save_calibration
from calibration.surface import Surface
from vision.cameras import identity
from vision.frames import Image
from vision.sources import open_frames

TAKEN = 15
"""Pictures of which the median is calibrated: noise and a passing hand are taken out."""
SIDES = {"left": 0, "top": 90, "right": 180, "bottom": 270}
"""Where Home sits in the picture, as `rotation_deg` counts it."""


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.calibrate.help"))
    def calibrate(
        pictures: list[Path] = typer.Argument(None, help=voice.text("cli.calibrate.pictures")),
        camera: str = typer.Option("", help=voice.text("cli.calibrate.camera")),
        board: str = typer.Option("std", help=voice.text("cli.calibrate.board")),
        corners: str = typer.Option("", help=voice.text("cli.calibrate.corners")),
        home: str = typer.Option("", help=voice.text("cli.calibrate.home")),
        out: Path | None = typer.Option(None, help=voice.text("cli.calibrate.out")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        if home and home not in SIDES:
            raise Problem("cli.calibrate.bad_home", given=home)
        refuse_overwriting(out, pictures or ())
        surface = surface_of(board_named(board))
        if camera and not (pictures or corners or home or as_json or out) and has_display():
            _guided(voice, camera, surface)
            return
        rows = RowTime()
        images = _images(pictures) if pictures else [_image_of(camera, rows)]
        found = _home_at(_best(images, surface, corners), surface, home)
        found = replace(found, table=rows.seen_by(found.table))
        source = identity(camera) if camera else str(pictures[0])
        stored = stored_as(source, found, surface)
        if out is None:
            path = keep(calibrations_folder(), stored, surface)
        else:
            path = out
            save_calibration(path, stored)
        _tell(voice, found, surface, path)
        if as_json:
            voice.json(
                {
                    "residual_mm": round(found.quality.residual_mm, 4),
                    "method": found.method,
                    "regions_mm": list(found.quality.regions_mm),
                    "home_known": found.home_known,
                    "rotation_deg": rotation_deg(found.table, surface),
                    "corners_px": [list(corner) for corner in stored.corners_px],
                    "file": str(path),
                }
            )


def _guided(voice: Voice, camera: str, surface: Surface) -> None:
    """The eye's own step in the window, until it is kept or the window closed."""
    from app.ui.app import SettingUp, run_window
    from app.wiring.aiming import Aimed

    frames = Camera(open_frames(camera, {}))
    aimed = Aimed(camera, surface, frames.glance, calibrations_folder(), frames.rows)

    def close() -> None:
        aimed.close()
        frames.close()

    run_window(SettingUp(aiming=aimed), lang=voice.lang, on_close=close, words=SPEAKING)
    voice.say("cli.calibrate.kept" if aimed.table is not None else "cli.calibrate.not_kept")


def _images(pictures: list[Path]) -> list[Image]:
    images = [load_picture(path) for path in pictures]
    for path, image in zip(pictures, images, strict=True):
        if image.shape != images[0].shape:
            raise Problem("cli.calibrate.sizes", path=str(path))
    return images


def _image_of(camera: str, rows: RowTime) -> Image:
    """The median of a few pictures; `rows` learns from them."""
    if not camera:
        raise Problem("cli.calibrate.nothing")
    frames = open_frames(camera, {})
    taken: list[Image] = []
    try:
        while len(taken) < TAKEN and (frame := frames.read()) is not None:
            rows.feed(frame.at, frame.image)
            taken.append(frame.image)
    finally:
        frames.close()
    if not taken:
        raise EyeProblem("source.empty", path=camera)
    return np.asarray(np.median(taken, axis=0), np.uint8)


def _best(images: list[Image], surface: Surface, corners: str) -> Registration:
    """The registration of the picture that shows most of the lines, best."""
    if corners:
        return register_by_corners(images[0], surface, parse_corners(corners))
    found: list[Registration] = []
    last: EyeProblem | None = None
    for image in images:
        try:
            found.append(register(image, surface))
        except EyeProblem as problem:
            last = problem
    if last is not None and not found:
        raise last
    return max(found, key=lambda told: (told.home_known, told.quality.seen))


def _home_at(found: Registration, surface: Surface, home: str) -> Registration:
    """The same, turned so that Home sits where the person says."""
    if not home:
        return found
    off = (rotation_deg(found.table, surface) - SIDES[home]) % 360
    if off not in {0, 180}:
        seen = rotation_deg(found.table, surface)
        ends = (
            phrase(f"cli.calibrate.side_{side}")
            for side, at in SIDES.items()
            if (at - seen) % 180 == 0
        )
        raise Problem("cli.calibrate.home_across", one=next(ends), other=next(ends))
    table = turned(found.table, surface) if off else found.table
    return replace(found, table=table, home_known=True)


def _tell(voice: Voice, found: Registration, surface: Surface, path: Path) -> None:
    measured = found.quality
    method = voice.text(f"cli.calibrate.method_{found.method}")
    mm = round(measured.residual_mm, 2)
    voice.say("cli.calibrate.done", method=method, mm=mm, path=str(path))
    files, ranks = surface.files / REGIONS, surface.ranks / REGIONS
    for k, region in enumerate(measured.regions_mm):
        x, y = k % REGIONS, k // REGIONS
        place = f"{file_letter(x * files)}{round(y * ranks) + 1}–"
        place += f"{file_letter((x + 1) * files - 1)}{round((y + 1) * ranks)}"
        if region is None:
            voice.say("cli.calibrate.region_hidden", place=place)
        else:
            voice.say("cli.calibrate.region", place=place, mm=round(region, 2))
    if not found.home_known:
        side = next(s for s, turn in SIDES.items() if turn == rotation_deg(found.table, surface))
        voice.say("cli.calibrate.ask_home", side=voice.text(f"cli.calibrate.side_{side}"))


def file_letter(file: float) -> str:
    """The letter of a file counted from 0."""
    return chr(ord("a") + round(file))
