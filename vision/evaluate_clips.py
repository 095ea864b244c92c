"""How well the eye tells filmed flicks whose truth is known."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from calibration.problem import EyeProblem
from calibration.table_map import TableMap
from vision.clip_truth import pictures_of, read_clip
from vision.evaluate import Calibration, dumped, table_for
from vision.eye import Eye
from vision.flight_score import (
    FlightScore,
    FlightTruth,
    ball_figures,
    quantile,
    score_flight,
    share,
)
from vision.flights import Flight, FlightWatch
from vision.frames import Frame, Image
from vision.picture import fitting_picture
from vision.scene import Scene

EVENTS = ("from_disc", "release_frame", "first_touch", "exit", "rest")
STILL_AFTER_S = 0.6
"""The last picture of a clip is shown on for so long: that the ball lies is only known then."""


def clip_files(folder: Path) -> list[Path]:
    """The clips of a folder: `NAME.json` with a folder of pictures `NAME` beside it."""
    if not folder.is_dir():
        raise EyeProblem("folder.missing", path=folder)
    found = sorted(path for path in folder.glob("*.json") if pictures_of(path))
    if not found:
        raise EyeProblem("clips.none", path=folder)
    return found


def evaluate_clips(folder: Path, calibration: Calibration) -> Iterator[FlightScore]:
    """Scores every clip of a folder; EyeProblem when there is none."""
    for clip in clip_files(folder):
        yield score_clip(clip, calibration)


def score_clip(path: Path, calibration: Calibration) -> FlightScore:
    """Shows one clip to an eye that knows the camera (or finds it in the first picture)."""
    clip = read_clip(path)
    images = [fitting_picture(picture, clip.scene.table) for picture in clip.pictures]
    table = table_for(clip.scene, images[0], calibration)
    if table is None:
        return score_flight(path.stem, clip.truth, clip.scene.surface, (), ())
    return _watched(path.stem, (clip.scene, table, clip.truth), images, clip.fps)


def _watched(
    name: str, known: tuple[Scene, TableMap, FlightTruth], images: list[Image], fps: float
) -> FlightScore:
    scene, table, truth = known
    eye = Eye(scene.surface, table, scene.palette)
    watch = FlightWatch(scene.surface, table.eye_mm)
    looks, flights = [], []
    began = time.process_time()
    for k in range(len(images) + round(STILL_AFTER_S * fps)):
        look = eye.look(Frame(at=k / fps, image=images[min(k, len(images) - 1)], index=k))
        flight = watch.look(look)
        looks.append(look)
        flights += [flight] if flight else []
    cpu_ms = 1000 * (time.process_time() - began) / len(looks)
    return score_flight(name, truth, scene.surface, looks, flights, cpu_ms)


def dump_line(score: FlightScore) -> dict[str, object]:
    """What was seen of a clip and told of its flick, in the words of its truth file: discs are
    named as the truth names the one that lies there.
    """
    told = score.told
    return {
        "file": score.name,
        "discs": [dumped(disc) for disc in told.discs] if told else [],
        "ball": [
            None
            if look.ball is None
            else {"f": k, "t": round(look.at, 5), **_place((look.ball.x_mm, look.ball.y_mm))}
            for k, look in enumerate(score.looks)
        ],
        "events": dict.fromkeys(EVENTS) if told is None else _events(score, told),
        "flights": score.flights,
    }


def _events(score: FlightScore, told: Flight) -> dict[str, object]:
    def named(disc: int | None) -> str | None:
        return None if disc is None else score.truth.names[disc]

    first = told.first_touch
    frames = [look.at for look in score.looks]
    touch = {"disc": named(score.contacts[0]), "t": round(first.at, 4)} if first else None
    values = (
        named(score.from_disc),
        int(np.searchsorted(frames, told.release_at + 1e-6)) - 1,
        touch,
        _place(told.exit_mm) if told.exit_mm else None,
        _place(told.rest_mm) if told.rest_mm else None,
    )
    return dict(zip(EVENTS, values, strict=True))


def _place(mm: tuple[float, float]) -> dict[str, float]:
    return {"x_mm": round(mm[0], 2), "y_mm": round(mm[1], 2)}


def figures(scores: list[FlightScore]) -> dict[str, float | int | None]:
    """The figures by name; shares are 0–1, None when there was nothing to count."""
    return {
        "clips": len(scores),
        "first_touch_right": share(s.first_right for s in scores),
        "exit_right": share(s.exit_right for s in scores),
        "rest_right": share(s.rest_right for s in scores),
        "exit_error_mm_p95": quantile((s.exit_error_mm for s in scores), 0.95),
        "rest_error_mm_p95": quantile((s.rest_error_mm for s in scores), 0.95),
        **ball_figures(scores),
        "cpu_ms_median": quantile((s.cpu_ms for s in scores), 0.5),
    }
