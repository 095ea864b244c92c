"""One still picture, read: discs with teams, the ball, and how well the map fits the lines."""

from dataclasses import dataclass, replace
from pathlib import Path

from calibration.drift import apart_mm
from calibration.fitted import fitted_map
from calibration.grid import residual_mm
from calibration.picture_file import load_picture
from calibration.problem import EyeProblem
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.ball import find_ball
from vision.carrier import teams_despite_ball
from vision.discs import find_discs_and_hidden
from vision.felt import Felt
from vision.frames import Image
from vision.ghosts import Picture, likely_discs, likely_under_ball
from vision.lower_rims import heights
from vision.observation import SeenBall, SeenDisc
from vision.palette import Palette
from vision.stacks import lifted

UNSURE_TEAM = 0.12
"""Team margin below which a person should look."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PictureReading:
    """What a picture shows. `table` is the map moved onto the ruled lines, or found anew;
    `residual_mm` how far the lines lay from the map as given; `questions` = (key, index of the
    disc or -1), what a person should look at: `team` unsure, `stack` where two discs may lie on
    one another, `ball` not found, `map` that does not fit the lines.
    """

    discs: tuple[SeenDisc, ...]
    ball: SeenBall | None
    residual_mm: float
    table: TableMap
    questions: tuple[tuple[str, int], ...]


def read_picture(
    path: Path, table: TableMap, surface: Surface, palette: Palette | None = None
) -> PictureReading:
    """Reads a picture file with a known map; EyeProblem when the file or its size is wrong."""
    return read_image(fitting_picture(path, table), table, surface, palette)


def fitting_picture(path: Path, table: TableMap) -> Image:
    """A picture of the size the map's camera gives; EyeProblem otherwise."""
    image = load_picture(path)
    check_size(path, image, table)
    return image


def check_size(path: Path | str, image: Image, table: TableMap) -> None:
    """Raises EyeProblem when the picture has not the size of the map's camera."""
    wide, high = image.shape[1], image.shape[0]
    if (wide, high) != tuple(table.lens.size):
        expected = "{}×{}".format(*table.lens.size)
        raise EyeProblem("picture.size", path=path, seen=f"{wide}×{high}", expected=expected)


def read_image(
    image: Image, table: TableMap, surface: Surface, palette: Palette | None = None
) -> PictureReading:
    """Reads a BGR picture: brings the map onto the ruled lines, then finds discs and ball."""
    residual, given = residual_mm(image, table, surface), table
    fitted = fitted_map(image, given, surface)
    if fitted is not None:
        table = fitted
        residual = min(residual, apart_mm(fitted, given, surface))
    felt = Felt.learn(image, table, surface)
    found = find_discs_and_hidden(image, table, surface, palette, felt)
    discs = likely_discs((image, table, surface), found.discs, felt)
    discs, ball = _with_ball((image, table, surface), discs, felt)
    if ball is not None and ball.on_disc is not None:
        discs = teams_despite_ball((image, table, surface), discs, ball, palette, felt)
    high, unsure = heights(image, table, surface, discs, felt, painted=found.painted)
    discs = lifted(table, surface, discs, high)
    if ball is not None and ball.on_disc is not None and discs[ball.on_disc].level:
        ball = replace(ball, z_mm=2 * surface.disc_height_mm)
    return PictureReading(
        discs=tuple(discs),
        ball=ball,
        residual_mm=residual,
        table=table,
        questions=(
            *_questions(discs, ball, fits=fitted is not None),
            *(("stack", k) for k in unsure),
        ),
    )


def _with_ball(
    picture: Picture, discs: list[SeenDisc], felt: Felt
) -> tuple[list[SeenDisc], SeenBall | None]:
    """The discs and the ball; without the one that the ball makes with its shadow."""
    ball = find_ball(*picture, [disc for disc in discs if not disc.held], felt=felt)
    if ball is None or ball.on_disc is None:
        return discs, ball
    under = discs[ball.on_disc]
    if likely_under_ball(picture, under, (ball.x_mm, ball.y_mm), felt):
        return discs, ball
    return _with_ball(picture, [disc for disc in discs if disc is not under], felt)


def _questions(
    discs: list[SeenDisc], ball: SeenBall | None, *, fits: bool
) -> tuple[tuple[str, int], ...]:
    asked = [
        ("team", k)
        for k, disc in enumerate(discs)
        if disc.team is None or disc.team_margin < UNSURE_TEAM
    ]
    if ball is None:
        asked.append(("ball", -1))
    if not fits:
        asked.append(("map", -1))
    return tuple(asked)
