"""Where an eye looks from: a truth file, a calibration, four corners, or the picture itself."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from app.games.taru.pitch import load_board
from app.rehearsal.stage import surface_of
from app.rulebook.board import Board
from app.rulebook.words import Problem
from app.wiring.boards import board_named
from calibration.by_corners import register_by_corners
from calibration.problem import EyeProblem
from calibration.registration import register
from calibration.store import load_calibration
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Image
from vision.palette import Palette
from vision.scene import read_scene

AUTO = Path("auto")


@dataclass(frozen=True, kw_only=True)
class Viewpoint:
    """A board, and how to come by the map from a picture of it."""

    board: Board
    surface: Surface
    table_for: Callable[[Image], TableMap]
    palette: Palette | None = None


def from_scene(path: Path) -> Viewpoint:
    """Board and camera of a truth file; its board need not be one we ship."""
    scene = read_scene(path)
    surface = scene.surface
    try:
        told = json.loads(path.read_text("utf-8-sig"))["board"]
        board = load_board(
            {
                "game": "taru",
                "id": path.stem,
                "files": surface.files,
                "in_goal": told["in_goal"],
                "field": told["field"],
                "zone22": told["zone22"],
                "drop_corridor": [chr(ord("a") + surface.files // 2)],
                "square_mm": surface.square_mm,
                "disc_mm": surface.disc_mm,
                "disc_height_mm": surface.disc_height_mm,
                "ball_mm": list(surface.ball_mm),
            }
        )
    except ValueError as broken:  # what can be read only once
        raise EyeProblem("scene.broken", path=path) from broken
    except KeyError as lacking:
        raise EyeProblem("scene.lacking", path=path, what=lacking.args[0]) from lacking
    except Problem as problem:
        raise Problem("cli.look.scene_board", path=str(path), why=problem.phrase) from problem
    return Viewpoint(
        board=board, surface=surface, table_for=lambda _: scene.table, palette=scene.palette
    )


def from_board(board: str) -> Viewpoint:
    """A board by name; its pictures must show their own camera."""
    known = board_named(board)
    surface = surface_of(known)
    return Viewpoint(
        board=known, surface=surface, table_for=lambda image: register(image, surface).table
    )


def from_calibration(path: Path, board: str) -> Viewpoint:
    table = load_calibration(path).table
    known = board_named(board)
    return Viewpoint(board=known, surface=surface_of(known), table_for=lambda _: table)


def from_clicks(corners: str, board: str) -> Viewpoint:
    """Four felt corners in pixels, going round from a1: eight numbers separated by commas."""
    points = parse_corners(corners)
    known = board_named(board)
    surface = surface_of(known)

    def table_for(image: Image) -> TableMap:
        return register_by_corners(image, surface, points).table

    return Viewpoint(board=known, surface=surface, table_for=table_for)


def parse_corners(corners: str) -> list[tuple[float, float]]:
    try:
        numbers = [float(word) for word in corners.split(",")]
    except ValueError:
        raise Problem("cli.look.bad_corners") from None
    if len(numbers) != 8:
        raise Problem("cli.look.bad_corners")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def viewpoint(
    board: str, scene: Path | None, calibration: Path | None, corners: str
) -> Viewpoint | None:
    """The first of scene, calibration and corners that is given; None when none is. The
    calibration `auto` means the picture itself, over the board of the scene if there is one.
    """
    told = from_scene(scene) if scene is not None else None
    if calibration == AUTO:
        bare = from_board(board) if told is None else told
        return replace(bare, table_for=lambda image: register(image, bare.surface).table)
    if told is not None:
        return told
    if calibration is not None:
        return from_calibration(calibration, board)
    return from_clicks(corners, board) if corners else None
