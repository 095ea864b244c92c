"""Scenes with known truth: the board and the camera of a `NAME.json` beside `NAME.jpg`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from calibration.pose import from_camera
from calibration.problem import EyeProblem
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.palette import Palette

TEAMS = ("team0", "team1")
CORNERS, PICTURE_CORNER_PX = 4, 0.5
"""Scene files count pixels from the picture's corner, OpenCV from the middle of the first pixel
(measured on path-traced pictures: discs lie half a pixel before the place told)."""
MOST_FILES, MOST_RANKS = 26, 99
SHORTEST_MM, LONGEST_MM = 1.0, 5000.0
"""Of what a board is made, and of the felt itself."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, eq=False)
class TrueDisc:
    """A disc as it lies: centre of its top face in mm; `visible` is the share of it in sight;
    `covered` = another disc lies on it.
    """

    name: str
    team: int
    x_mm: float
    y_mm: float
    level: int
    covered: bool
    visible: float


@dataclass(frozen=True, kw_only=True, eq=False)
class TrueBall:
    """The ball as it lies: its foot in mm, and the name of the disc that carries it."""

    x_mm: float
    y_mm: float
    z_mm: float
    carrier: str | None
    visible: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """Board, camera and truth of one picture. `palette` says which colours are which team's."""

    surface: Surface
    table: TableMap
    corners_px: tuple[tuple[float, float], ...]
    palette: Palette | None
    discs: tuple[TrueDisc, ...]
    ball: TrueBall | None


def read_scene(path: Path) -> Scene:
    """A scene file; EyeProblem when it is missing, no JSON, or lacks what a scene needs."""
    try:
        truth = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as missing:
        raise EyeProblem("scene.missing", path=path) from missing
    except (OSError, ValueError, RecursionError) as broken:
        raise EyeProblem("scene.broken", path=path) from broken
    if not isinstance(truth, dict):
        raise EyeProblem("scene.broken", path=path)

    def part(name: str, read: Callable[[Mapping[str, Any]], T]) -> T:
        try:
            return read(truth)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as wrong:
            raise EyeProblem("scene.lacking", path=path, what=name) from wrong

    return Scene(
        surface=part("board, disc_d_mm, disc_h_mm, ball_mm", surface_of),
        table=part("size, K, dist, RT", _camera),
        corners_px=part("corners_px", _corners),
        palette=part("teams", _palette),
        discs=part("discs", lambda told: tuple(_disc(disc) for disc in told.get("discs", ()))),
        ball=part("ball", _ball),
    )


def _camera(truth: Mapping[str, Any]) -> TableMap:
    width, height = (_count(side) for side in truth["size"])
    camera = np.array(truth["K"], np.float64).reshape(3, 3)
    camera[:2, 2] -= PICTURE_CORNER_PX
    table = from_camera(camera, truth["dist"], truth["RT"], (width, height))
    if not table.possible:
        raise ValueError("camera")
    return table


def surface_of(truth: Mapping[str, Any]) -> Surface:
    """The board of a scene: its field, in-goals and squares, and the pieces' sizes."""
    board = truth["board"]
    long, short = truth["ball_mm"]
    surface = Surface(
        files=_count(board["files"]),
        ranks=_count(board["field"]) + 2 * _count(board["in_goal"]),
        square_mm=finite(board["square_mm"]),
        disc_mm=finite(truth["disc_d_mm"]),
        disc_height_mm=finite(truth["disc_h_mm"]),
        ball_mm=(finite(long), finite(short)),
    )
    counts = surface.files <= MOST_FILES and surface.ranks <= MOST_RANKS
    pieces = (surface.disc_mm, surface.disc_height_mm, *surface.ball_mm)
    lengths = (surface.square_mm, *pieces, surface.width_mm, surface.length_mm)
    sized = all(SHORTEST_MM <= length <= LONGEST_MM for length in lengths)
    if not counts or not sized or min(surface.files, surface.ranks) <= 0:
        raise ValueError("board")
    return surface


def _corners(truth: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    corners = truth.get("corners_clicked_px") or truth["corners_px"]
    if len(corners) != CORNERS:
        raise ValueError("corners")
    return tuple((finite(x) - PICTURE_CORNER_PX, finite(y) - PICTURE_CORNER_PX) for x, y in corners)


def finite(told: Any) -> float:
    """A number; ValueError for what JSON writers call NaN or Infinity, TypeError for `true` and
    what is written as text.
    """
    if isinstance(told, bool) or not isinstance(told, int | float):
        raise TypeError("no number")
    number = float(told)
    if not isfinite(number):
        raise ValueError("not finite")
    return number


def _count(told: Any) -> int:
    """A whole number; ValueError for 13.7."""
    number = finite(told)
    if not number.is_integer():
        raise ValueError("not whole")
    return int(number)


def _shade(told: Any) -> float:
    """A share of a colour, 0–1."""
    share = finite(told)
    if not 0.0 <= share <= 1.0:
        raise ValueError("no share")
    return share


def _palette(truth: Mapping[str, Any]) -> Palette | None:
    teams = truth.get("teams")
    if not teams:
        return None
    return Palette.from_colours(*([_shade(share) for share in teams[team][0]] for team in TEAMS))


def _disc(disc: Mapping[str, Any]) -> TrueDisc:
    return TrueDisc(
        name=f"{disc['team']}-{disc['n']}",
        team=TEAMS.index(disc["team"]),
        x_mm=finite(disc["x_mm"]),
        y_mm=finite(disc["y_mm"]),
        level=_count(disc.get("level", 0)),
        covered=bool(disc.get("covered", False)),
        visible=finite(disc.get("visible", 1.0)),
    )


def _ball(truth: Mapping[str, Any]) -> TrueBall | None:
    ball = truth.get("ball")
    if not isinstance(ball, Mapping):
        return None
    carrier = ball.get("carrier")
    if carrier is not None and not isinstance(carrier, str):
        raise TypeError("carrier")
    return TrueBall(
        x_mm=finite(ball["x_mm"]),
        y_mm=finite(ball["y_mm"]),
        z_mm=finite(ball.get("z_mm", 0.0)),
        carrier=carrier,
        visible=bool(ball.get("visible", True)),
    )
