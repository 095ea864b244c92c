"""`look`: a picture in; the position notation and an annotated picture out."""

from itertools import chain, count
from math import isfinite
from pathlib import Path

import cv2
import typer

from app.games.taru.found import found
from app.games.taru.notation import write
from app.games.taru.pitch import pitch_of
from app.match.perception.rest import read_table
from app.rulebook.board import Board
from app.rulebook.layout import Seen
from app.rulebook.side import Side
from app.rulebook.words import Problem
from app.wiring.language import Voice
from app.wiring.lighting import light_lines, light_record
from app.wiring.viewpoint import Viewpoint, viewpoint
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from vision.annotate import Drawing, annotate
from vision.files import colourless
from vision.light import light_warnings
from vision.observation import Observation
from vision.picture import PictureReading, check_size, read_image

NO_TABLE = Seen(towers=(), ball=None)


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.look.help"))
    def look(
        pictures: list[Path] = typer.Argument(..., help=voice.text("cli.look.pictures")),
        board: str = typer.Option("std", help=voice.text("cli.look.board")),
        scene: Path | None = typer.Option(None, help=voice.text("cli.look.scene")),
        calibration: Path | None = typer.Option(None, help=voice.text("cli.look.calibration")),
        corners: str = typer.Option("", help=voice.text("cli.look.corners")),
        out: Path = typer.Option(Path(), help=voice.text("cli.look.out")),
        as_json: bool = typer.Option(False, "--json", help=voice.text("cli.json")),
    ) -> None:
        view = viewpoint(board, scene, calibration, corners)
        if view is None:
            raise Problem("cli.look.no_view")
        places = results(pictures, out)
        records = [
            _look(voice, picture, view, place)
            for picture, place in zip(pictures, places, strict=True)
        ]
        if as_json:
            voice.json({"pictures": records})


def results(pictures: list[Path], out: Path) -> list[Path]:
    """Where the annotated pictures go: `NAME-read.jpg` in a folder, and `NAME-2-read.jpg` and so on
    where pictures of other folders have the same name. None is one of the pictures to be read.
    """
    taken = {picture.absolute() for picture in pictures}
    places: list[Path] = []
    for picture in pictures:
        turns = chain([""], (f"-{k}" for k in count(2)))
        names = (out / f"{picture.stem}{turn}-read.jpg" for turn in turns)
        place = next(path for path in names if path.absolute() not in taken)
        taken.add(place.absolute())
        places.append(place)
    return places


def _look(voice: Voice, picture: Path, view: Viewpoint, path: Path) -> dict[str, object]:
    image = load_picture(picture)
    grey = colourless(image)
    if grey:
        voice.print(EyeProblem("picture.grey", path=picture).sentence(voice.lang))
    table = view.table_for(image)
    check_size(picture, image, table)
    reading = read_image(image, table, view.surface, view.palette)
    if not isfinite(reading.residual_mm):
        raise EyeProblem("picture.no_table", path=picture)
    seen = read_table(
        Observation(at=0.0, discs=reading.discs, ball=reading.ball),
        view.board,
        (Side.HOME, Side.AWAY),
        NO_TABLE,
    )
    position = write(found(pitch_of(view.board), seen))
    voice.say("cli.look.read", file=picture.name, position=position)
    questions = [square.name for square in seen.unsure]
    if questions:
        voice.say("cli.look.doubtful", squares=", ".join(questions))
    if stacks := _perhaps_stacks(reading, view.board):
        voice.say("cli.look.stack", squares=", ".join(stacks))
    if any(key == "map" for key, _ in reading.questions):
        voice.say("cli.look.off", mm=reading.residual_mm)
    light = light_warnings(image, reading.table, view.surface)
    for _, text in light_lines(voice, light, view.board):
        voice.print(text)
    unsure = frozenset(index for key, index in reading.questions if key == "team")
    drawing = Drawing(discs=reading.discs, ball=reading.ball, doubtful=unsure)
    drawn = annotate(image, reading.table, view.surface, drawing)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".jpg", drawn)[1].tobytes())
    except OSError:
        raise Problem("cli.cannot_write", path=str(path)) from None
    voice.say("cli.look.drawn", path=str(path))
    record = _record(picture, position, reading, questions)
    return {**record, "colours": not grey, "light": light_record(light, view.board)}


def _perhaps_stacks(reading: PictureReading, board: Board) -> list[str]:
    """The squares where two discs may lie on one another."""
    asked = (reading.discs[index] for key, index in reading.questions if key == "stack")
    squares = (board.square_at(disc.x_mm, disc.y_mm) for disc in asked)
    return [square.name for square in squares if square is not None]


def _record(
    picture: Path, position: str, reading: PictureReading, questions: list[str]
) -> dict[str, object]:
    ball = reading.ball
    return {
        "file": str(picture),
        "position": position,
        "discs": [
            {
                "team": None if disc.team is None else f"team{disc.team}",
                "x_mm": round(disc.x_mm, 2),
                "y_mm": round(disc.y_mm, 2),
                "level": disc.level,
                "sigma_mm": round(disc.sigma_mm, 2),
            }
            for disc in reading.discs
        ],
        "ball": None
        if ball is None
        else {"x_mm": round(ball.x_mm, 2), "y_mm": round(ball.y_mm, 2), "on_disc": ball.on_disc},
        "residual_mm": round(reading.residual_mm, 3),
        "questions": [*questions, *(key for key, _ in reading.questions)],
    }
