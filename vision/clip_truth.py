"""A filmed flick and its truth: `NAME.json` and the pictures of the folder `NAME` beside it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from calibration.problem import EyeProblem
from vision.files import first_missing, in_order
from vision.flight_score import FlightTruth, Point, TrueExit
from vision.scene import Scene, finite, read_scene

LEAST_FPS, MOST_FPS = 5.0, 1000.0
"""Fewer pictures a second show no flick; no camera gives more."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, eq=False)
class Clip:
    """Board and camera, the pictures in order, `fps` a second, and what really happened."""

    scene: Scene
    pictures: Sequence[Path]
    fps: float
    truth: FlightTruth


def pictures_of(clip: Path) -> list[Path]:
    """The pictures of a clip in order; none when there is no such folder."""
    return in_order(list(clip.with_suffix("").glob("*.jpg")))


def read_clip(path: Path) -> Clip:
    """A clip by its truth file; EyeProblem when that lacks what a clip needs or tells what cannot
    be, and when pictures are missing.
    """
    scene, pictures = read_scene(path), pictures_of(path)
    content = json.loads(path.read_text(encoding="utf-8-sig"))

    def part(name: str, read: Callable[[], T]) -> T:
        try:
            return read()
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as wrong:
            raise EyeProblem("scene.lacking", path=path, what=name) from wrong

    fps = part("fps", lambda: _fps(content["fps"]))
    ball = part("ball", lambda: tuple(_seen(place) for place in content["ball"]))
    _check_pictures(path, pictures, len(ball))
    events = part("events", lambda: dict(content["events"]))
    names = tuple(disc.name for disc in scene.discs)
    truth = FlightTruth(
        kind=str(events.get("kind", "")),
        places=tuple((disc.x_mm, disc.y_mm) for disc in scene.discs),
        from_disc=part("events.from_disc", lambda: _index(events["from_disc"], names)),
        release_at=part("events.release_frame", lambda: _frame(events, len(ball))) / fps,
        contacts=part("events.first_touch", lambda: _contacts(events["first_touch"], names)),
        exit=part("events.exit", lambda: _exit(events["exit"], scene)),
        rest_mm=part("events.rest", lambda: _place(events["rest"]) if events["rest"] else None),
        ball=ball,
        whole=False,
        names=names,
    )
    return Clip(scene=scene, pictures=pictures, fps=fps, truth=truth)


def _check_pictures(path: Path, pictures: Sequence[Path], told: int) -> None:
    folder = path.with_suffix("")
    missing = first_missing(pictures)
    if missing is not None:
        raise EyeProblem("clips.missing", path=folder, missing=missing)
    if len(pictures) != told:
        raise EyeProblem("clips.count", path=path, told=told, folder=folder, there=len(pictures))


def _fps(told: object) -> float:
    fps = finite(told)
    if not LEAST_FPS <= fps <= MOST_FPS:
        raise ValueError("fps")
    return fps


def _frame(events: Mapping[str, Any], frames: int) -> float:
    frame = finite(events["release_frame"])
    if not 0 <= frame < frames:
        raise ValueError("release_frame")
    return frame


def _place(told: Mapping[str, Any]) -> Point:
    return (finite(told["x_mm"]), finite(told["y_mm"]))


def _seen(told: Mapping[str, Any]) -> Point | None:
    return _place(told) if told["on"] else None


def _index(name: str | None, names: Sequence[str]) -> int | None:
    return names.index(name) if name else None


def _contacts(
    told: Mapping[str, Any] | None, names: Sequence[str]
) -> tuple[tuple[float, int], ...]:
    return ((finite(told["t"]), names.index(told["disc"])),) if told else ()


def _exit(told: Mapping[str, Any] | None, scene: Scene) -> TrueExit | None:
    if not told:
        return None
    x, y = _place(told)
    gaps = (y, scene.surface.length_mm - y, x, scene.surface.width_mm - x)
    return TrueExit(mm=(x, y), edge="SNWE"[int(np.argmin(gaps))])
