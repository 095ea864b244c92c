"""Flicks with known truth: exact flights over all sorts of tables, on synthetic film."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Frame
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.flick_plans import KINDS, Plan, planned
from vision.synthetic.layouts import as_discs, on_squares, scattered, scrums
from vision.synthetic.legs import Flight
from vision.synthetic.physics import Ground, Obstacle, fly
from vision.synthetic.scene import RGB, Look, Scene, SceneBall, SceneDisc
from vision.synthetic.variety import COLOURS, FELTS
from vision.synthetic.view import Mount, default_view

FLICKS_A_TABLE = 20
"""Flicks filmed on one table before another is built (building one costs more than a flick)."""
SIZES = ((960, 540), (1280, 720))
BALLS_MM = ((22.0, 15.0), (20.0, 15.0), (24.0, 16.0), (18.0, 18.0))
LEATHER: RGB = (172, 100, 54)
BALLS: tuple[RGB, ...] = (
    LEATHER,
    (240, 190, 40),
    (236, 232, 222),
    (214, 96, 36),
    (120, 60, 34),
    (190, 40, 44),
)
UNLIKE = 120
"""A ball differs from felt, discs and crests by so many levels, summed over the channels: whoever
could not tell it from them at a glance would play with another.
"""
LEAD_S, AFTER_S = 0.1, 0.55
BLINK_S = 1e-4
BEYOND_MM = 72.0
"""A ball this far off the felt has fallen off the frame."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Shutter:
    """How a film is exposed: frames a second, how long the shutter is open (s), the time from the
    first row to the last (s), how much the light swings (share) and how fast (Hz, as filmed).
    """

    fps: float
    open_s: float
    readout_s: float
    swing: float
    swing_hz: float


@dataclass(frozen=True, kw_only=True, eq=False)
class FilmedFlick:
    """One flick on film: what was laid out, what was flicked and what came of it. `taught`: this
    is a table where the eye is shown the ball beforehand (else the ball is of plain leather).
    """

    camera: SyntheticCamera
    table: TableMap
    discs: tuple[SceneDisc, ...]
    plan: Plan
    flight: Flight
    shutter: Shutter
    release_at: float
    taught: bool

    @property
    def frames(self) -> int:
        """How many pictures the film has: until the ball has lain, or been gone, for a while."""
        return math.ceil((self.release_at + self._gone_after + AFTER_S) * self.shutter.fps)

    @property
    def _gone_after(self) -> float:
        return self.flight.duration

    def frame(self, k: int) -> Frame:
        """Picture k, stamped when its first row is read."""
        at = k / self.shutter.fps
        light = 1 + self.shutter.swing * math.sin(2 * math.pi * self.shutter.swing_hz * at)
        scene = Scene(discs=self.discs, ball=self._ball(at), light=light)
        return Frame(at=at, image=self.camera.render(scene, at), index=k)

    def _ball(self, at: float) -> SceneBall | None:
        """The ball as the rows that show it are read: a rolling shutter sees it a little later."""
        ball = self._ball_at(at)
        if ball is None or not self.shutter.readout_s:
            return ball
        row = self.table.to_image([[ball.x_mm, ball.y_mm, ball.z_mm]])[0, 1]
        return self._ball_at(at + self.shutter.readout_s * float(row) / self.table.lens.size[1])

    def _ball_at(self, at: float) -> SceneBall | None:
        since = at - self.release_at
        plan = self.plan
        if since < 0:
            x, y = plan.launch.origin
            return SceneBall(x_mm=x, y_mm=y, z_mm=plan.lies_mm, angle=plan.turn)
        x, y, z = self.place(since)
        vx, vy = self._velocity(since)
        if self._outside(x, y) > BEYOND_MM:
            return None
        way = math.atan2(vy, vx) if math.hypot(vx, vy) > 1 else plan.turn
        trail = (vx * self.shutter.open_s, vy * self.shutter.open_s)
        return SceneBall(x_mm=x, y_mm=y, z_mm=z, angle=way, trail_mm=trail)

    def place(self, since: float) -> tuple[float, float, float]:
        """Foot of the ball (mm) so long after the release; beyond the felt it goes on as before."""
        past = since - self.flight.duration
        if self.flight.left_at is None or past <= 0:
            return self.flight.position(since)
        last = replace(self.flight.legs[-1], duration=math.inf)
        after = since - last.start
        x, y = last.point(last.distance(after))
        return (x, y, last.height(after))

    def _velocity(self, since: float) -> tuple[float, float]:
        early, late = self.place(max(since - BLINK_S, 0.0)), self.place(since + BLINK_S)
        span = since + BLINK_S - max(since - BLINK_S, 0.0)
        return ((late[0] - early[0]) / span, (late[1] - early[1]) / span)

    def _outside(self, x: float, y: float) -> float:
        surface = self.camera.surface
        return max(-x, x - surface.width_mm, -y, y - surface.length_mm)

    def on_felt(self, k: int) -> tuple[float, float] | None:
        """Where the ball truly is on picture k (mm); None once it has left the felt."""
        ball = self._ball(k / self.shutter.fps)
        if ball is None or self._outside(ball.x_mm, ball.y_mm) > 0:
            return None
        return (ball.x_mm, ball.y_mm)


def filmed_flicks(count: int, fps: float, seed: int) -> Iterator[FilmedFlick]:
    """So many flicks, the same for the same arguments; every kind of KINDS in turn."""
    for first in range(0, count, FLICKS_A_TABLE):
        rng = np.random.default_rng([seed, first])
        taught = bool(rng.random() < 0.5)
        surface, look = _surface(rng), _look(rng, taught=taught)
        shutter = _shutter(rng, fps)
        size = SIZES[int(rng.random() < 0.25)]
        table = _table(rng, surface, size, shutter)
        camera = SyntheticCamera(surface, table, look, int(rng.integers(1 << 30)))
        ground = _ground(rng, surface)
        for k in range(first, min(first + FLICKS_A_TABLE, count)):
            stage = _Stage(camera=camera, ground=ground, shutter=shutter, taught=taught)
            yield _filmed(rng, stage, tuple(KINDS)[k % len(KINDS)])


@dataclass(frozen=True, kw_only=True, eq=False)
class _Stage:
    camera: SyntheticCamera
    ground: Ground
    shutter: Shutter
    taught: bool


def _filmed(rng: np.random.Generator, stage: _Stage, kind: str) -> FilmedFlick:
    surface = stage.camera.surface
    while True:
        discs = tuple(as_discs(rng, _places(rng, surface)))
        obstacles = tuple(
            Obstacle(
                disc=str(k),
                centre=(disc.x_mm, disc.y_mm),
                radius_mm=surface.disc_mm / 2,
                top_mm=surface.disc_height_mm,
            )
            for k, disc in enumerate(discs)
        )
        plan = planned(rng, surface, stage.ground, obstacles, kind)
        if plan is not None:
            break
    return FilmedFlick(
        camera=stage.camera,
        table=stage.camera.table,
        discs=discs,
        plan=plan,
        flight=fly(plan.launch, obstacles, stage.ground),
        shutter=stage.shutter,
        release_at=LEAD_S + float(rng.uniform(0, 1)) / stage.shutter.fps,
        taught=stage.taught,
    )


def _places(rng: np.random.Generator, surface: Surface) -> list[tuple[float, float]]:
    """On squares as players put them (in a crowd or all over), anywhere, or in scrums."""
    count, share = int(rng.integers(8, 31)), float(rng.random())
    if share < 0.15:
        return scrums(rng, surface)
    if share < 0.4:
        return scattered(rng, surface, count)
    return on_squares(rng, surface, count, crowded=share < 0.7)


def _surface(rng: np.random.Generator) -> Surface:
    square = float(rng.uniform(34.0, 50.0))
    ball = BALLS_MM[int(rng.integers(len(BALLS_MM)))]
    return Surface(
        files=int(rng.choice([9, 11, 13, 15])),
        ranks=int(rng.choice([16, 20, 22, 24])),
        square_mm=square,
        disc_mm=float(rng.uniform(0.68, 0.80)) * square,
        disc_height_mm=float(rng.uniform(5.0, 8.0)),
        ball_mm=ball,
    )


def _look(rng: np.random.Generator, *, taught: bool) -> Look:
    while True:
        look = Look(
            teams=COLOURS[int(rng.integers(len(COLOURS)))],
            felt=FELTS[int(rng.integers(len(FELTS)))],
            ball=BALLS[int(rng.integers(len(BALLS)))] if taught else LEATHER,
            warmth=float(rng.uniform(0.2, 0.9)),
            noise=float(rng.uniform(1.2, 3.0)),
            blur_px=float(rng.uniform(0.4, 0.8)),
            markers=bool(rng.random() < 0.5),
        )
        beside = (look.felt, *look.teams, *look.accents)
        if all(np.abs(np.subtract(look.ball, other)).sum() > UNLIKE for other in beside):
            return look


def _shutter(rng: np.random.Generator, fps: float) -> Shutter:
    return Shutter(
        fps=fps,
        open_s=float(rng.uniform(0.001, 0.5 / fps)),
        readout_s=float(rng.uniform(0.4, 0.9)) / fps if rng.random() < 0.4 else 0.0,
        swing=float(rng.uniform(0.0, 0.03)),
        swing_hz=float(rng.uniform(0.5, 10.0)),
    )


def _table(
    rng: np.random.Generator, surface: Surface, size: tuple[int, int], shutter: Shutter
) -> TableMap:
    mount = Mount(
        height_mm=float(rng.uniform(950, 1400)),
        tilt=math.radians(float(rng.uniform(2, 16))),
        roll=math.radians(float(rng.uniform(-3, 3))),
        dist=(float(rng.uniform(-0.12, 0.03)), 0.01, 0.0, 0.0),
    )
    table = default_view(surface, size, mount)
    return replace(table, lens=replace(table.lens, row_time=shutter.readout_s / size[1]))


def _ground(rng: np.random.Generator, surface: Surface) -> Ground:
    return Ground(
        width_mm=surface.width_mm,
        length_mm=surface.length_mm,
        friction=float(rng.uniform(0.12, 0.36)),
        restitution=float(rng.uniform(0.1, 0.6)),
        ball_radius_mm=sum(surface.ball_mm) / 4,
    )
