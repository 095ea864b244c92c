"""How well the eye reads pictures whose truth is known: the figures, and everything it found."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from calibration.by_corners import register_by_corners
from calibration.problem import EyeProblem
from calibration.registration import register, turned
from calibration.table_map import TableMap
from vision.frames import Image
from vision.observation import SeenDisc
from vision.picture import PictureReading, fitting_picture, read_image
from vision.scene import PICTURE_CORNER_PX, TEAMS, Scene, read_scene
from vision.score import PictureScore, scored

Calibration = Literal["given", "corners", "auto"]


@dataclass(kw_only=True)
class Totals:
    """Scores of many pictures, summed up."""

    scores: list[PictureScore] = field(default_factory=list)

    def figures(self) -> dict[str, float | int | None]:
        """The figures by name; shares are 0–1, None when there was nothing to count."""
        scores = self.scores
        errors = [error for score in scores for error in score.errors_mm]
        found = sum(len(score.pairs) for score in scores)
        missed = sum(score.missed for score in scores)
        false = sum(score.false_finds for score in scores)
        return {
            "pictures": len(scores),
            "discs": found + missed,
            "recall": _share(found, found + missed),
            "precision": _share(found, found + false),
            "team_accuracy": _mean([right for s in scores for right in s.teams]),
            "square_accuracy": _mean([right for s in scores for right in s.squares]),
            "boards_right": _mean([s.board_right for s in scores]),
            "error_mm_median": _quantile(errors, 0.5),
            "error_mm_p95": _quantile(errors, 0.95),
            "error_mm_max": _quantile(errors, 1.0),
            "ball_accuracy": _mean([s.ball_right for s in scores]),
            "carrier_accuracy": _mean([s.carrier_right for s in scores]),
            "ball_error_mm_median": _quantile(
                [s.ball_error_mm for s in scores if s.ball_error_mm is not None], 0.5
            ),
            "ball_within_2_mm": _mean([s.loose_ball_close for s in scores]),
            "stacks_found": _mean([right for s in scores for right in s.stacks]),
            "stacks_invented": _mean([wrong for s in scores for wrong in s.invented_stacks]),
            "registered": _mean([s.registered for s in scores]),
            "corner_error_mm_p95": _quantile(
                [error for s in scores if s.registered for error in s.corner_errors_mm], 0.95
            ),
            "cpu_ms_median": _quantile([s.cpu_ms for s in scores], 0.5),
        }


def evaluate_pictures(folder: Path, calibration: Calibration) -> Iterator[PictureScore]:
    """Scores every `NAME.json` with its `NAME.jpg`; EyeProblem when there is none."""
    for truth in scene_files(folder):
        yield score_picture(truth, calibration)


def scene_files(folder: Path) -> list[Path]:
    """The scene files of a folder that have their picture beside them."""
    if not folder.is_dir():
        raise EyeProblem("folder.missing", path=folder)
    found = sorted(path for path in folder.glob("*.json") if path.with_suffix(".jpg").is_file())
    if not found:
        raise EyeProblem("folder.empty", path=folder)
    return found


def score_picture(truth: Path, calibration: Calibration) -> PictureScore:
    """Reads one picture by its true camera, its clicked corners or by itself, and compares."""
    scene, name = read_scene(truth), truth.with_suffix(".jpg").name
    image = fitting_picture(truth.with_suffix(".jpg"), scene.table)
    table = table_for(scene, image, calibration)
    if table is None:
        nothing = PictureReading(
            discs=(), ball=None, residual_mm=np.inf, table=scene.table, questions=()
        )
        return scored(name, scene, nothing, 0.0)
    start = time.process_time()
    reading = read_image(image, table, scene.surface, scene.palette)
    cpu_ms = (time.process_time() - start) * 1000
    return scored(name, scene, reading, cpu_ms)


def table_for(scene: Scene, image: Image, calibration: Calibration) -> TableMap | None:
    """The map by the way of calibration asked for; None when the picture is refused. Without
    markers the table may come out turned by 180°: either turn is right.
    """
    if calibration == "given":
        return scene.table
    try:
        if calibration == "corners":
            return register_by_corners(image, scene.surface, scene.corners_px).table
        found = register(image, scene.surface)
    except EyeProblem:
        return None
    half_turn = turned(found.table, scene.surface)
    if not found.home_known and _home_gap(half_turn, scene) < _home_gap(found.table, scene):
        return half_turn
    return found.table


def _home_gap(table: TableMap, scene: Scene) -> float:
    """How far the a1 corner lies from its true place in the picture, px."""
    corner = [[0.0, 0.0, 0.0]]
    return float(np.linalg.norm(table.to_image(corner) - scene.table.to_image(corner)))


def dump_line(score: PictureScore) -> dict[str, object]:
    """Everything found in a picture, so that anybody can score it."""
    reading = score.reading
    ball = reading.ball
    corners = np.column_stack([np.asarray(score.surface.corners_mm), np.zeros(4)])
    return {
        "file": score.name,
        "discs": [dumped(disc) for disc in reading.discs],
        "ball": None
        if ball is None
        else {
            "x_mm": round(ball.x_mm, 3),
            "y_mm": round(ball.y_mm, 3),
            "z_mm": round(ball.z_mm, 3),
            "on_disc": ball.on_disc,
        },
        "corners_px": np.round(reading.table.to_image(corners) + PICTURE_CORNER_PX, 2).tolist(),
    }


def dumped(disc: SeenDisc) -> dict[str, object]:
    """A disc as dumps tell it."""
    return {
        "team": None if disc.team is None else TEAMS[disc.team],
        "x_mm": round(disc.x_mm, 3),
        "y_mm": round(disc.y_mm, 3),
        "level": disc.level,
        "sigma_mm": round(disc.sigma_mm, 3),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(verdicts: Sequence[bool | None]) -> float | None:
    counted = [verdict for verdict in verdicts if verdict is not None]
    return _share(sum(counted), len(counted))


def _quantile(values: Sequence[float], share: float) -> float | None:
    return float(np.quantile(values, share)) if values else None
