"""A board as told on the eye's own command lines."""

import tomllib
from pathlib import Path
from typing import Any

from calibration.problem import EyeProblem
from calibration.surface import Surface
from vision.scene import surface_of

ROOT = Path(__file__).parents[1]
SHIPPED = (ROOT / "hardware" / "boards", ROOT / "app" / "boards")
"""Where the boards lie in a checkout, and in what is installed."""


def surface_told(board: str) -> Surface:
    """A board by its name (`std`, `club`), its file, or as `13x24x40`: files, ranks, side of a
    square in mm, with pieces of the usual proportions. EyeProblem for anything else.
    """
    shipped = {path.stem.removeprefix("taru-"): path for path in _files()}
    if board in shipped or board.endswith(".toml"):
        return _of_file(shipped.get(board, Path(board)))
    try:
        files, ranks, square = board.split("x")
        counts, mm = (int(files), int(ranks)), float(square)
    except ValueError as wrong:
        raise _wrong(board) from wrong
    if min(counts) < 3 or max(counts) > 99 or not 5.0 <= mm <= 500.0:
        raise _wrong(board)
    return Surface(
        files=counts[0],
        ranks=counts[1],
        square_mm=mm,
        disc_mm=0.75 * mm,
        disc_height_mm=0.15 * mm,
        ball_mm=(0.55 * mm, 0.38 * mm),
    )


def _files() -> list[Path]:
    return [path for folder in SHIPPED for path in sorted(folder.glob("taru-*.toml"))]


def _of_file(path: Path) -> Surface:
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        sizes = {"disc_d_mm": told["disc_mm"], "disc_h_mm": told["disc_height_mm"]}
        return surface_of({"board": told, "ball_mm": told["ball_mm"], **sizes})
    except (OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError) as wrong:
        raise _wrong(str(path)) from wrong


def _wrong(board: str) -> EyeProblem:
    names = ", ".join(path.stem.removeprefix("taru-") for path in _files())
    return EyeProblem("watch.board", given=board, known=names)
