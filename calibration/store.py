"""A calibration kept on disk: which camera, where its felt corners are, lens and pose, as JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.problem import EyeProblem
from calibration.table_map import Floats, Lens, TableMap

VERSION = 1


@dataclass(frozen=True, kw_only=True, eq=False)
class StoredCalibration:
    """A map with where it came from: camera URL, method (`corners`, `given`, …), the four felt
    corners in px, and the residual of the ruled lines (mm) when it was made.
    """

    camera: str
    method: str
    corners_px: tuple[tuple[float, float], ...]
    table: TableMap
    residual_mm: float


def save_calibration(path: Path, stored: StoredCalibration) -> None:
    """Writes the file whole or not at all; EyeProblem when the place cannot be written."""
    lens = stored.table.lens
    content = {
        "version": VERSION,
        "camera": stored.camera,
        "method": stored.method,
        "size": list(lens.size),
        "corners_px": [list(corner) for corner in stored.corners_px],
        "K": lens.K.tolist(),
        "dist": lens.dist.tolist(),
        "row_time_s": lens.row_time,
        "R": stored.table.R.tolist(),
        "t_mm": stored.table.t.tolist(),
        "residual_mm": stored.residual_mm,
    }
    draft = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(content, indent=1), encoding="utf-8")
        draft.replace(path)
    except OSError as refused:
        raise EyeProblem("dump.refused", path=path) from refused


def load_calibration(path: Path) -> StoredCalibration:
    """Reads a calibration; EyeProblem when it is missing or damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
        return _restored(content)
    except FileNotFoundError as missing:
        raise EyeProblem("calibration.missing", path=path) from missing
    except (OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError) as damaged:
        raise EyeProblem("calibration.damaged", path=path) from damaged


def _restored(content: Mapping[str, Any]) -> StoredCalibration:
    if content["version"] != VERSION:
        raise ValueError("version")
    width, height = content["size"]
    lens = Lens(
        K=_numbers(content["K"], (3, 3)),
        dist=_numbers(content["dist"], (-1,)),
        size=(int(width), int(height)),
        row_time=_number(content["row_time_s"]),
    )
    corners = _numbers(content["corners_px"], (4, 2))
    table = TableMap(lens=lens, R=_numbers(content["R"], (3, 3)), t=_numbers(content["t_mm"], (3,)))
    if not table.possible:
        raise ValueError("camera")
    return StoredCalibration(
        camera=str(content["camera"]),
        method=str(content["method"]),
        corners_px=tuple((float(x), float(y)) for x, y in corners),
        table=table,
        residual_mm=_number(content["residual_mm"]),
    )


def _number(value: object) -> float:
    return float(_numbers(value, (1,))[0])


def _numbers(values: object, shape: tuple[int, ...]) -> Floats:
    numbers = np.asarray(values, np.float64).reshape(shape)
    if not np.isfinite(numbers).all():
        raise ValueError("not finite")
    return numbers
