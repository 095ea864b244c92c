"""How well the eye stands a knocked camera: noticed, judging paused, found again, nothing told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.registration import register, turned
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.eye import Eye
from vision.flights import FlightWatch
from vision.observation import Observation
from vision.synthetic.knocks import BEFORE_S, Knock, knocks

REGISTERED_MM = 0.3
MOVED_MM, BALL_MOVED_MM = 3.0, 5.0
"""Farther than that from where it was told before, a piece is told to have moved."""
CALM_S = 0.28
"""A table told without hand or motion for this long is believed."""


@dataclass(frozen=True, kw_only=True)
class BumpScore:
    """One knock. `noticed_s` after the first shock, `found_s` after the last one had died away,
    None when it never was; `residual_mm`: 95 % of the grid's crossings are believed to lie within
    it of the truth. `paused`: judging still is at the end, the view was not found.
    """

    name: str
    noticed_s: float | None
    found_s: float | None
    residual_mm: float
    events: int
    paused: bool

    @property
    def wrong(self) -> bool:
        """Whether judging goes on by a wrong map."""
        return not (self.paused or self.registered)

    @property
    def registered(self) -> bool:
        return self.residual_mm <= REGISTERED_MM


def evaluate_bumps(
    count: int, size: tuple[int, int], seed: int, *, hard: bool = False
) -> Iterator[BumpScore]:
    """Scores so many knocks, hard ones or not; the camera is calibrated from its picture of the
    empty table.
    """
    first: TableMap | None = None
    table: TableMap | None = None
    for k, knock in enumerate(knocks(count, size, seed, hard=hard)):
        if table is None or first is not knock.first:
            first, table = knock.first, calibrated(knock)
        yield _score(f"bump-{size[1]}-{seed}-{k}", knock, table)


def calibrated(knock: Knock) -> TableMap:
    """The map found in the picture of the empty table, the right way round."""
    found = register(knock.still, knock.surface).table
    ways = (found, turned(found, knock.surface))
    return min(ways, key=lambda way: crossings_off_mm(way, knock.first, knock.surface))


def _score(name: str, knock: Knock, table: TableMap) -> BumpScore:
    eye = Eye(knock.surface, table)
    told = _Told(eye)
    places = [(disc.x_mm, disc.y_mm, disc.team) for disc in knock.scene.discs]
    ball = knock.scene.ball
    noticed: float | None = None
    found: float | None = None
    for frame in knock.frames:
        if frame.index == 0:
            eye.learn(frame, places, None if ball is None else (ball.x_mm, ball.y_mm))
        seen = eye.look(frame)
        told.take(seen)
        if seen.paused:
            noticed, found = noticed or frame.at, None
        elif noticed is not None:
            found = found or frame.at
    return BumpScore(
        name=name,
        noticed_s=None if noticed is None else noticed - BEFORE_S,
        found_s=None if found is None else max(0.0, found - knock.rests_at),
        residual_mm=crossings_off_mm(eye.table, knock.last, knock.surface),
        events=told.events,
        paused=eye.drift.paused,
    )


def crossings_off_mm(believed: TableMap, true: TableMap, surface: Surface) -> float:
    """How far off a map is at the crossings of the grid: 95 % lie within, mm."""
    x, y = np.meshgrid(
        np.arange(surface.files + 1.0) * surface.square_mm,
        np.arange(surface.ranks + 1.0) * surface.square_mm,
    )
    plane = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    off = believed.to_table(true.to_image(plane), 0.0) - plane[:, :2]
    return float(np.quantile(np.linalg.norm(off, axis=1), 0.95))


class _Told:
    """What somebody who believes the eye would take for something played."""

    def __init__(self, eye: Eye) -> None:
        self._eye, surface = eye, eye.surface
        self._flights = FlightWatch(surface, eye.table.eye_mm)
        self._quiet_since: float | None = None
        self._last: Observation | None = None
        self.events = 0

    def take(self, seen: Observation) -> None:
        if seen.paused:
            self._flights = FlightWatch(self._eye.surface, self._eye.table.eye_mm)
        else:
            flight = self._flights.look(seen)
            self.events += flight is not None
        if seen.paused or seen.moving or seen.hands:
            self._quiet_since = None
            return
        if self._quiet_since is None:
            self._quiet_since = seen.at
        if seen.at - self._quiet_since < CALM_S:
            return
        if self._last is not None and differs(self._last, seen):
            self.events += 1
        self._last = seen


def differs(before: Observation, now: Observation) -> bool:
    """Whether a piece has come, gone or moved, or the ball changed its carrier."""
    if len(before.discs) != len(now.discs) or (before.ball is None) != (now.ball is None):
        return True
    if _farthest(before, now) > MOVED_MM:
        return True
    if before.ball is None or now.ball is None:
        return False
    away = np.hypot(before.ball.x_mm - now.ball.x_mm, before.ball.y_mm - now.ball.y_mm)
    carried = [told.ball is not None and told.ball.on_disc is not None for told in (before, now)]
    return bool(away > BALL_MOVED_MM) or carried[0] != carried[1]


def _farthest(before: Observation, now: Observation) -> float:
    """How far the disc that moved most has moved, discs told by their tracks."""
    was = {disc.track: disc for disc in before.discs}
    if was.keys() != {disc.track for disc in now.discs}:
        return float("inf")
    gaps = [
        float(np.hypot(d.x_mm - was[d.track].x_mm, d.y_mm - was[d.track].y_mm)) for d in now.discs
    ]
    return max(gaps, default=0.0)


def figures(scores: Sequence[BumpScore]) -> dict[str, float | int | None]:
    """The figures by name; times in s, None when there was nothing to count."""
    noticed = [s.noticed_s for s in scores if s.noticed_s is not None]
    found = [s.found_s for s in scores if s.found_s is not None]
    return {
        "bumps": len(scores),
        "reregistered": sum(s.registered for s in scores),
        "residual_mm_p95": _quantile([s.residual_mm for s in scores], 0.95),
        "views_wrong": sum(s.wrong for s in scores),
        "events": sum(s.events for s in scores),
        "noticed_s_p95": _quantile(noticed, 0.95),
        "found_s_median": _quantile(found, 0.5),
        "found_s_p95": _quantile(found, 0.95),
    }


def _quantile(values: Sequence[float], share: float) -> float | None:
    return float(np.quantile(values, share)) if values else None


def dump_line(score: BumpScore) -> dict[str, object]:
    """Everything measured of one knock."""
    return {
        "name": score.name,
        "noticed_s": score.noticed_s,
        "found_s": score.found_s,
        "residual_mm": round(score.residual_mm, 4),
        "events": score.events,
        "paused": score.paused,
    }
