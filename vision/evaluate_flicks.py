"""How well the eye tells simulated flicks: exact flights filmed by the synthetic camera."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.eye import Eye
from vision.flight_score import (
    FlightScore,
    FlightTruth,
    TrueExit,
    ball_figures,
    quantile,
    score_flight,
    share,
)
from vision.flights import FlightWatch
from vision.frames import Frame
from vision.synthetic import Scene, SceneBall, SceneDisc
from vision.synthetic.flick_plans import KINDS
from vision.synthetic.flicks import FilmedFlick, filmed_flicks


def evaluate_flicks(count: int, fps: float, seed: int) -> Iterator[FlightScore]:
    """Scores so many flicks; each is seen by an eye that knows the camera and, where the table is
    `taught`, the colours of discs and ball.
    """
    for k, film in enumerate(filmed_flicks(count, fps, seed)):
        yield _watched(f"{film.plan.kind}-{seed}-{k}", film)


def _eye_for(film: FilmedFlick) -> Eye:
    surface = film.camera.surface
    eye = Eye(surface, film.table)
    if film.taught:
        ranks = (2, surface.ranks // 2, surface.ranks - 1)
        spots = [
            (*surface.centre_of(file, rank), team)
            for rank in ranks
            for file, team in ((2, 0), (surface.files - 1, 1))
        ]
        discs = tuple(SceneDisc(x_mm=x, y_mm=y, team=team) for x, y, team in spots)
        x, y = surface.centre_of(surface.files // 2 + 1, surface.ranks // 2)
        scene = Scene(discs=discs, ball=SceneBall(x_mm=x, y_mm=y))
        eye.learn(Frame(at=-1.0, image=film.camera.render(scene, 0.0)), spots, (x, y))
    return eye


def truth_of(film: FilmedFlick) -> FlightTruth:
    """The truth of a filmed flick. Discs are named by their order."""
    flight, left = film.flight, film.flight.left_at
    first: dict[int, float] = {}
    for at, disc in flight.contacts:
        first.setdefault(int(disc), film.release_at + at)
    return FlightTruth(
        kind=film.plan.kind,
        places=tuple((disc.x_mm, disc.y_mm) for disc in film.discs),
        from_disc=film.plan.by,
        release_at=film.release_at,
        contacts=tuple((at, disc) for disc, at in first.items()),
        exit=None if left is None else TrueExit(mm=left, edge=_edge(film, left)),
        rest_mm=flight.rest if left is None else None,
        ball=tuple(film.on_felt(k) for k in range(film.frames)),
    )


def _edge(film: FilmedFlick, at: tuple[float, float]) -> str:
    surface = film.camera.surface
    gaps = {
        "S": abs(at[1]),
        "N": abs(surface.length_mm - at[1]),
        "W": abs(at[0]),
        "E": abs(surface.width_mm - at[0]),
    }
    return min(gaps, key=lambda edge: gaps[edge])


def _watched(name: str, film: FilmedFlick) -> FlightScore:
    surface = film.camera.surface
    eye, watch = _eye_for(film), FlightWatch(surface, film.table.eye_mm)
    looks, flights, spent, telling = [], [], 0.0, 0.0
    for k in range(film.frames):
        frame = film.frame(k)
        began = time.process_time()
        look = eye.look(frame)
        seen = time.process_time()
        flight = watch.look(look)
        told = time.process_time()
        spent, telling = spent + told - began, max(telling, told - seen)
        looks.append(look)
        flights += [flight] if flight else []
    cpu_ms = 1000 * spent / film.frames
    score = score_flight(name, truth_of(film), surface, looks, flights, cpu_ms)
    return replace(score, tell_ms=1000 * telling)


def figures(scores: list[FlightScore]) -> dict[str, float | int | None]:
    """The figures by name; shares are 0–1, None when there was nothing to count."""
    wrong = Counter(s.truth.kind for s in scores if not (s.first_right or s.first_open))
    exits = [s.exit_error_mm / s.square_mm for s in scores if s.exit_error_mm is not None]
    return {
        "flicks": len(scores),
        "first_touch_wrong": wrong.total(),
        "first_touch_asked": sum(bool(s.told and s.told.open_first) for s in scores),
        **{f"wrong_{kind}": wrong[kind] for kind in KINDS},
        "order_right": share(s.order_right for s in scores),
        "from_right": share(s.from_right for s in scores),
        "exit_right": share(s.exit_right for s in scores),
        "rest_right": share(s.rest_right for s in scores),
        "exit_error_squares_p95": quantile(exits, 0.95),
        "rest_error_mm_p95": quantile((s.rest_error_mm for s in scores), 0.95),
        "release_error_s_p95": quantile((s.release_error_s for s in scores), 0.95),
        "touch_error_s_p95": quantile((s.touch_error_s for s in scores), 0.95),
        "untold": sum(s.told is None for s in scores),
        **ball_figures(scores),
        "cpu_ms_median": quantile((s.cpu_ms for s in scores), 0.5),
        "tell_ms_mean": float(np.mean([s.tell_ms for s in scores])) if scores else None,
        "tell_ms_max": max((s.tell_ms for s in scores), default=None),
    }
