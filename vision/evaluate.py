"""How well the eye reads pictures whose truth is known: the figures, and everything it found."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from calibration.pose import from_corners
from calibration.problem import EyeProblem
from calibration.surface import Surface
from vision.observation import SeenDisc
from vision.picture import PictureReading, fitting_picture, read_image
from vision.scene import TEAMS, Scene, TrueBall, TrueDisc, read_scene

Calibration = Literal["given", "corners"]
COUNTED_FROM = 0.5
"""Discs of which less is in sight count neither way."""
SQUARE_MARGIN_MM = 1.5
BALL_REACH_MM = 6.0
"""A ball found farther from the truth than this is not the ball."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PictureScore:
    """One picture: its reading beside its truth. `pairs` = (index found, true disc)."""

    name: str
    reading: PictureReading
    surface: Surface
    truth: Scene
    pairs: tuple[tuple[int, TrueDisc], ...]
    false_finds: int
    missed: int
    cpu_ms: float
    registered: bool

    @property
    def errors_mm(self) -> list[float]:
        return [_away(self.reading.discs[k], true) for k, true in self.pairs]

    @property
    def teams(self) -> list[bool]:
        return [self.reading.discs[k].team == true.team for k, true in self.pairs]

    @property
    def squares(self) -> list[bool]:
        """Right square or not, for discs at least SQUARE_MARGIN_MM inside one."""
        verdicts = []
        for k, true in self.pairs:
            size = self.surface.square_mm
            inset = min(true.x_mm % size, true.y_mm % size)
            if min(inset, size - max(true.x_mm % size, true.y_mm % size)) >= SQUARE_MARGIN_MM:
                seen = self.reading.discs[k]
                found = self.surface.square_at(seen.x_mm, seen.y_mm)
                verdicts.append(found == self.surface.square_at(true.x_mm, true.y_mm))
        return verdicts

    @property
    def stacks(self) -> list[bool]:
        """For every upper disc in sight, whether it was read as lying on another."""
        return [self.reading.discs[k].level == 1 for k, true in self.pairs if true.level == 1]

    @property
    def ball_right(self) -> bool | None:
        """The visible ball was found where it is; None when there is none in sight."""
        true, seen = self.truth.ball, self.reading.ball
        if true is None or not true.visible:
            return None
        return seen is not None and _off(seen.x_mm, seen.y_mm, true) <= BALL_REACH_MM

    @property
    def ball_error_mm(self) -> float | None:
        """How far off the ball was read, when it was read at the right place."""
        true, seen = self.truth.ball, self.reading.ball
        if true is None or seen is None or not self.ball_right:
            return None
        return _off(seen.x_mm, seen.y_mm, true)

    @property
    def carrier_right(self) -> bool | None:
        true, seen = self.truth.ball, self.reading.ball
        if true is None or not true.visible:
            return None
        if seen is None:
            return False
        names = {k: disc.name for k, disc in self.pairs}
        found = None if seen.on_disc is None else names.get(seen.on_disc, "none of them")
        return found == true.carrier

    @property
    def board_right(self) -> bool:
        """Every counted disc found, none invented, each with its team and its square."""
        whole = not self.missed and not self.false_finds
        return whole and all(self.teams) and all(self.squares)


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
            "stacks_found": _mean([right for s in scores for right in s.stacks]),
            "registered": _mean([s.registered for s in scores]),
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
    """Reads one picture with its true camera or from its clicked corners, and compares."""
    scene = read_scene(truth)
    image = fitting_picture(truth.with_suffix(".jpg"), scene.table)
    table = scene.table
    if calibration == "corners":
        table = from_corners(scene.corners_px, scene.surface, scene.table.lens.size, image)
    start = time.process_time()
    reading = read_image(image, table, scene.surface, scene.palette)
    cpu_ms = (time.process_time() - start) * 1000
    pairs, missed, false = match(reading.discs, scene.discs, scene.surface.disc_mm / 2)
    return PictureScore(
        name=truth.with_suffix(".jpg").name,
        reading=reading,
        surface=scene.surface,
        truth=scene,
        pairs=tuple(pairs),
        false_finds=false,
        missed=missed,
        cpu_ms=cpu_ms,
        registered=reading.residual_mm < scene.surface.square_mm / 8,
    )


def match(
    found: Sequence[SeenDisc], truth: Sequence[TrueDisc], radius_mm: float
) -> tuple[list[tuple[int, TrueDisc]], int, int]:
    """Pairs each find with the nearest free truth within half a radius, closest pairs first.

    Returns the pairs that count, how many counted truths were missed, and how many finds answer
    to no disc at all (a find on a disc that hardly shows counts neither way).
    """
    reach = radius_mm / 2
    order = sorted(
        (_away(seen, true) + (0.0 if true.visible >= COUNTED_FROM else reach), k, j)
        for k, seen in enumerate(found)
        for j, true in enumerate(truth)
        if _away(seen, true) <= reach
    )
    taken: dict[int, int] = {}
    for _, k, j in order:
        if k not in taken and j not in taken.values():
            taken[k] = j
    pairs = [(k, truth[j]) for k, j in taken.items() if truth[j].visible >= COUNTED_FROM]
    counted = sum(true.visible >= COUNTED_FROM for true in truth)
    return sorted(pairs, key=lambda pair: pair[0]), counted - len(pairs), len(found) - len(taken)


def dump_line(score: PictureScore) -> dict[str, object]:
    """Everything found in a picture, so that anybody can score it."""
    reading = score.reading
    ball = reading.ball
    corners = np.column_stack([np.asarray(score.surface.corners_mm), np.zeros(4)])
    return {
        "file": score.name,
        "discs": [_dumped(disc) for disc in reading.discs],
        "ball": None
        if ball is None
        else {
            "x_mm": round(ball.x_mm, 3),
            "y_mm": round(ball.y_mm, 3),
            "z_mm": round(ball.z_mm, 3),
            "on_disc": ball.on_disc,
        },
        "corners_px": np.round(reading.table.to_image(corners), 2).tolist(),
    }


def _dumped(disc: SeenDisc) -> dict[str, object]:
    return {
        "team": None if disc.team is None else TEAMS[disc.team],
        "x_mm": round(disc.x_mm, 3),
        "y_mm": round(disc.y_mm, 3),
        "level": disc.level,
        "sigma_mm": round(disc.sigma_mm, 3),
    }


def _away(seen: SeenDisc, true: TrueDisc) -> float:
    return float(np.hypot(seen.x_mm - true.x_mm, seen.y_mm - true.y_mm))


def _off(x_mm: float, y_mm: float, true: TrueBall) -> float:
    return float(np.hypot(x_mm - true.x_mm, y_mm - true.y_mm))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(verdicts: Sequence[bool | None]) -> float | None:
    counted = [verdict for verdict in verdicts if verdict is not None]
    return _share(sum(counted), len(counted))


def _quantile(values: Sequence[float], share: float) -> float | None:
    return float(np.quantile(values, share)) if values else None
