"""How calm the eye stays while nothing is played: hands, heads and light come and go over a table
on which nothing moves.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from time import process_time

import cv2
import numpy as np

from calibration.surface import Surface
from vision.eye import Eye
from vision.frames import Frame
from vision.observation import Observation
from vision.synthetic.calm import Calm
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.layouts import as_discs, ball_somewhere, scattered, scrums
from vision.synthetic.scene import Look, Scene, SceneBall, SceneDisc
from vision.synthetic.variety import COLOURS, FELTS
from vision.synthetic.view import default_view

FPS = 30.0
BALL_MM = 3.0
SCENE_S = 60.0
"""Another table, other colours and another layout every so many seconds."""
SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)


@dataclass(kw_only=True)
class CalmScore:
    """What went wrong in observations of a table where nothing moved, by kind and by light."""

    surface: Surface
    discs: Sequence[SceneDisc]
    ball: SceneBall
    frames: int = 0
    false_hands: int = 0
    """Frames in which a hand was seen when nobody was near."""
    with_hands: int = 0
    moving: int = 0
    full: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    _tracks: dict[int, int] = field(default_factory=dict)

    def see(self, seen: Observation, *, anybody: bool) -> list[str]:
        """Counts one observation; the kinds of what is wrong in it."""
        self.frames += 1
        self.false_hands += bool(seen.hands) and not anybody
        self.with_hands += bool(seen.hands)
        self.moving += seen.moving
        self.full += seen.full
        found = [*self._discs(seen), *(self._ball(seen) if seen.full else ())]
        self.wrong.update(found)
        return found

    def _discs(self, seen: Observation) -> Iterator[str]:
        owner: set[int] = set()
        for disc in seen.discs:
            k = self._nearest(disc.x_mm, disc.y_mm)
            if k is None:
                yield "invented"
                continue
            owner.add(k)
            if seen.full and disc.team != self.discs[k].team:
                yield "team"
            if disc.track is not None and self._tracks.setdefault(k, disc.track) != disc.track:
                self._tracks[k] = disc.track
                yield "identity"
        for _ in range(len(self.discs) - len(owner)):
            yield "gone"

    def _nearest(self, x: float, y: float) -> int | None:
        far = [hypot(d.x_mm - x, d.y_mm - y) for d in self.discs]
        k = min(range(len(far)), key=far.__getitem__)
        return k if far[k] < self.surface.disc_mm / 4 else None

    def _ball(self, seen: Observation) -> Iterator[str]:
        ball = seen.ball
        if ball is None:
            yield "ball lost"
        elif hypot(ball.x_mm - self.ball.x_mm, ball.y_mm - self.ball.y_mm) > BALL_MM:
            yield "ball elsewhere"
        elif (ball.on_disc is None) != (self.ball.z_mm == 0.0):
            yield "ball on or off its disc"


@dataclass(frozen=True, kw_only=True)
class CalmScene:
    """One minute, watched: its score, its CPU seconds in the eye, wrongs as (s, light, kinds)."""

    score: CalmScore
    eye_cpu_s: float
    cases: tuple[tuple[float, str, tuple[str, ...]], ...]


def evaluate_calm(
    minutes: float, seed: int, size: tuple[int, int] = (1280, 720)
) -> Iterator[CalmScene]:
    """Watches scene after scene."""
    left, k = 60.0 * minutes, 0
    while left > 0:
        yield _scene(min(left, SCENE_S), [seed, k], size)
        left, k = left - SCENE_S, k + 1


def _scene(seconds: float, seed: list[int], size: tuple[int, int]) -> CalmScene:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    look = random_look(rng)
    camera = SyntheticCamera(SURFACE, default_view(SURFACE, size), look, int(rng.integers(1 << 30)))
    places = scrums(rng, SURFACE) if rng.random() < 0.5 else scattered(rng, SURFACE)
    discs = as_discs(rng, places)
    ball, _ = ball_somewhere(rng, SURFACE, discs)
    still = Scene(discs=tuple(discs), ball=ball)
    eye = Eye(SURFACE, camera.table)
    set_up(camera, eye, still)
    script = Calm(SURFACE, look.felt, seconds, int(rng.integers(1 << 30)))
    return _watched(camera, eye, script, still, seconds)


def set_up(camera: SyntheticCamera, eye: Eye, still: Scene) -> None:
    """The eye learns the colours and reads the table once, the ball lying free (ends at 0 s)."""
    taken = tuple((d.x_mm, d.y_mm) for d in still.discs)
    x, y = scattered(np.random.default_rng(1), SURFACE, len(taken) + 1, taken)[-1]
    before = replace(still, ball=SceneBall(x_mm=x, y_mm=y))
    known = [(d.x_mm, d.y_mm, d.team) for d in still.discs]
    frames = [Frame(at=k / FPS, image=camera.render(before, k / FPS)) for k in range(-30, 0)]
    eye.learn(frames[0], known, (x, y))
    for frame in frames:
        eye.look(frame)


def _watched(
    camera: SyntheticCamera, eye: Eye, script: Calm, still: Scene, seconds: float
) -> CalmScene:
    ball = still.ball or SceneBall(x_mm=0.0, y_mm=0.0)
    score = CalmScore(surface=SURFACE, discs=still.discs, ball=ball)
    spent = 0.0
    cases: list[tuple[float, str, tuple[str, ...]]] = []
    for k in range(round(seconds * FPS)):
        at = k / FPS
        scene = replace(
            still, hands=script.hands(at), heads=script.heads(at), moment=script.moment(at)
        )
        image = camera.render(scene, at)
        began = process_time()
        seen = eye.look(Frame(at=at, image=image, index=k))
        spent += process_time() - began
        wrong = score.see(seen, anybody=bool(scene.hands or scene.heads))
        if wrong:
            cases.append((at, script.light(at), tuple(wrong)))
    return CalmScene(score=score, eye_cpu_s=spent, cases=tuple(cases))


def random_look(rng: np.random.Generator) -> Look:
    """Colours, light and noise by chance."""
    felt = FELTS[int(rng.integers(len(FELTS)))]
    return Look(
        teams=COLOURS[int(rng.integers(len(COLOURS)))],
        felt=felt,
        warmth=float(rng.uniform(0.2, 1.0)),
        noise=float(rng.uniform(1.2, 3.0)),
        blur_px=float(rng.uniform(0.4, 0.7)),
    )


def figures(scenes: Sequence[CalmScene]) -> dict[str, float | int | None]:
    """What `evaluate calm` tells of all scenes together. `events`: wrongs that a reading told."""
    scores = [scene.score for scene in scenes]
    wrong = sum((score.wrong for score in scores), Counter[str]())
    frames = sum(score.frames for score in scores)
    spent = sum(scene.eye_cpu_s for scene in scenes)
    return {
        "frames": frames,
        "events": sum(wrong.values()),
        "gone": wrong["gone"],
        "invented": wrong["invented"],
        "team_wrong": wrong["team"],
        "identity_wrong": wrong["identity"],
        "ball_wrong": sum(n for kind, n in wrong.items() if kind.startswith("ball")),
        "hands_seen": sum(score.with_hands for score in scores),
        "hands_invented": sum(score.false_hands for score in scores),
        "cpu_ms_mean": 1e3 * spent / max(frames, 1),
        "cores_at_30": spent / max(frames / FPS, 1e-9),
    }


def dump_line(scene: CalmScene) -> dict[str, object]:
    """One scene as `--dump` writes it."""
    cases = [{"at": at, "light": light, "kinds": kinds} for at, light, kinds in scene.cases]
    return {"frames": scene.score.frames, "wrong": dict(scene.score.wrong), "cases": cases}
