"""The last calibrations of each camera, by resolution and by which way round it sees the table."""

import re
from pathlib import Path

import numpy as np

from calibration.problem import EyeProblem
from calibration.store import StoredCalibration, load_calibration, save_calibration
from calibration.surface import Surface
from calibration.table_map import TableMap

KEPT = 5
DIGITS = 6


def rotation_deg(table: TableMap, surface: Surface) -> int:
    """Which way the table lies in the picture: 0 = Home on its left, then clockwise 90, 180, 270
    (Home at the top, on the right, at the bottom).
    """
    w, length = surface.width_mm, surface.length_mm
    home, away = table.to_image([[w / 2, 0.0, 0.0], [w / 2, length, 0.0]])
    across, down = away - home
    return round(float(np.degrees(np.arctan2(down, across))) / 90) % 4 * 90


def keep(folder: Path, stored: StoredCalibration, surface: Surface) -> Path:
    """Writes a calibration beside the earlier ones of its key, of which the last KEPT stay."""
    wide, high = stored.table.lens.size
    turn = rotation_deg(stored.table, surface)
    key = f"{_slug(stored.camera)}-{wide}x{high}-r{turn}"
    earlier = _numbered(folder, re.escape(key))
    number = earlier[-1][0] + 1 if earlier else 1
    path = folder / f"{key}-{number:0{DIGITS}}.json"
    save_calibration(path, stored)
    for _, old in earlier[: max(0, len(earlier) + 1 - KEPT)]:
        try:
            old.unlink()
        except OSError as refused:
            raise EyeProblem("dump.refused", path=old) from refused
    return path


def newest(folder: Path, camera: str, size: tuple[int, int]) -> StoredCalibration | None:
    """The calibration last kept for a camera at a resolution; None when there is none."""
    key = rf"{re.escape(_slug(camera))}-{size[0]}x{size[1]}-r\d+"
    found = sorted(_numbered(folder, key), key=lambda told: told[1].stat().st_mtime_ns)
    return load_calibration(found[-1][1]) if found else None


def latest(folder: Path) -> list[Path]:
    """The newest file of every key, in order of name."""
    found: dict[str, Path] = {}
    for path in sorted(folder.glob("*.json")):
        key, dash, number = path.stem.rpartition("-")
        if dash and number.isdigit():
            found[key] = path
    return list(found.values())


def _numbered(folder: Path, key: str) -> list[tuple[int, Path]]:
    pattern = re.compile(rf"{key}-(\d+)\.json")
    named = [(pattern.fullmatch(path.name), path) for path in folder.glob("*.json")]
    return sorted((int(match[1]), path) for match, path in named if match)


def _slug(camera: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", camera.lower()).strip("-")[:60] or "camera"
