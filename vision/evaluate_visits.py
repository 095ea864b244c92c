"""Hands that come, change the table and go: when they are seen, what the eye makes of the discs
meanwhile, whether identities survive, and how soon the new layout is known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import hypot
from time import process_time

import cv2
import numpy as np

from vision.evaluate_calm import FPS, SURFACE, random_look, set_up
from vision.eye import Eye
from vision.frames import Frame
from vision.observation import Observation
from vision.synthetic.acting import Visit
from vision.synthetic.camera import SyntheticCamera
from vision.synthetic.layouts import as_discs, scattered, scrums
from vision.synthetic.scene import Scene, SceneBall, SceneDisc, SceneHand
from vision.synthetic.view import default_view
from vision.synthetic.visits import KINDS, visit

VISITS_A_TABLE = 12
IN_TIME = 2
"""A hand must be seen so many frames after it has come in."""
PAUSE_S = 0.9
LONGEST_S = 2.0
"""The layout must be known so long after the hand left, else it is not known at all."""
INSIDE_MM = 15.0
"""A hand has come in when the tip of its fingers is this far inside the felt's edge."""
Pairs = frozenset[tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class VisitScore:
    """One visit. `came_in`: whether the hand came farther in than INSIDE_MM. `seen_after`: frames
    from the first with a hand that far in to the one in which it was seen (0: that very frame,
    None: never). `known_ms`: from the last frame with the hand over the felt to the reading that
    shows the true layout, in frames' time and CPU (None: never). Counts of frames: `invented`
    discs, discs `gone`; of discs: `wrong` identities nothing was said of, `doubted` pairs, and
    whether there was reason to.
    """

    kind: str
    came_in: bool
    seen_after: int | None
    known_ms: float | None
    invented: int
    gone: int
    wrong: int
    doubted: int
    ambiguous: bool


def evaluate_visits(
    count: int, seed: int, size: tuple[int, int] = (1280, 720), kinds: tuple[str, ...] = KINDS
) -> Iterator[VisitScore]:
    """Scores so many visits, the kinds in turn."""
    for k in range(0, count, VISITS_A_TABLE):
        table = _Table([seed, k], size)
        for j in range(k, min(k + VISITS_A_TABLE, count)):
            yield table.act(kinds[j % len(kinds)])


class _Table:
    """One table with its eye, visited again and again."""

    def __init__(self, seed: list[int], size: tuple[int, int]) -> None:
        cv2.setNumThreads(1)
        rng = self._rng = np.random.default_rng(seed)
        self._look = random_look(rng)
        view = default_view(SURFACE, size)
        self._camera = SyntheticCamera(SURFACE, view, self._look, int(rng.integers(1 << 30)))
        places = scrums(rng, SURFACE) if rng.random() < 0.5 else scattered(rng, SURFACE)
        self._discs = tuple(as_discs(rng, places))
        self._ball = SceneBall(x_mm=-60.0, y_mm=-60.0)
        self._eye = Eye(SURFACE, view)
        set_up(self._camera, self._eye, Scene(discs=self._discs, ball=self._ball))
        self._frame, self._tracks = 0, dict[int, int]()
        seen = [self._see(self._discs, None)[0] for _ in range(20)]
        self._tracks = _owners(seen[-1], self._discs)

    def _see(
        self, discs: tuple[SceneDisc, ...], hand: SceneHand | None
    ) -> tuple[Observation, float]:
        """The next frame's observation, and the CPU ms it took."""
        at = self._frame / FPS
        hands = () if hand is None else (hand,)
        image = self._camera.render(Scene(discs=discs, ball=self._ball, hands=hands), at)
        frame = Frame(at=at, image=image, index=self._frame)
        self._frame += 1
        began = process_time()
        return self._eye.look(frame), (process_time() - began) * 1e3

    def act(self, kind: str) -> VisitScore:
        start = self._frame / FPS + 0.05
        acted = visit(self._rng, SURFACE, self._look.felt, self._discs, kind, start)
        after = acted.discs(acted.ends + 1.0, self._discs)
        watch = _Watch(before=self._discs, after=after)
        while self._frame / FPS < acted.ends + PAUSE_S or not watch.over(self._frame / FPS):
            at = self._frame / FPS
            seen, cpu_ms = self._see(acted.discs(at, self._discs), acted.hand(at))
            watch.see(seen, acted, cpu_ms)
        return self._scored(kind, watch)

    def _scored(self, kind: str, watch: "_Watch") -> VisitScore:
        owners = _owners(watch.last, watch.after) if watch.last is not None else {}
        said = {k for pair in watch.said for k in pair}
        wrong = sum(
            owners.get(k) != track and track not in said for k, track in self._tracks.items()
        )
        moved = [k for k, (a, b) in enumerate(zip(watch.before, watch.after, strict=True))
                 if hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) > 5.0]  # fmt: skip
        teams = [watch.after[k].team for k in moved]
        self._tracks, self._discs = {**self._tracks, **owners}, watch.after
        return VisitScore(
            kind=kind,
            came_in=watch.came_in,
            seen_after=watch.seen_after,
            known_ms=watch.known_ms,
            invented=watch.invented,
            gone=watch.gone,
            wrong=wrong,
            doubted=len(watch.said),
            ambiguous=len(teams) > len(set(teams)),
        )


class _Watch:
    """What the observations of one visit are worth."""

    def __init__(self, before: tuple[SceneDisc, ...], after: tuple[SceneDisc, ...]) -> None:
        self.before, self.after = before, after
        self.last: Observation | None = None
        self.seen_after: int | None = None
        self.known_ms: float | None = None
        self._cpu_ms = 0.0
        self.invented = self.gone = 0
        self.said: Pairs = frozenset()
        self._over_since: int | None = None
        self._frames = 0
        self._left_at = 0.0

    @property
    def came_in(self) -> bool:
        return self._over_since is not None

    def over(self, at: float) -> bool:
        """Whether there is nothing more to wait for."""
        return self.known_ms is not None or at - self._left_at > LONGEST_S

    def see(self, seen: Observation, acted: Visit, cpu_ms: float) -> None:
        hand = acted.hand(seen.at)
        inside = -1.0 if hand is None else _inside(hand)
        if inside > INSIDE_MM and self._over_since is None:
            self._over_since = self._frames
        if inside > 0 and self._over_since is not None:
            self._left_at, self.known_ms = seen.at, None
            if seen.hands and self.seen_after is None:
                self.seen_after = self._frames - self._over_since
        self._frames += 1
        self.said |= seen.swap_possible
        if not seen.hands:
            self.last = seen
        self._cpu_ms = cpu_ms
        left = self._over_since is not None and inside <= 0
        self._count(seen, self.after if left else self.before, left=left)

    def _count(self, seen: Observation, truth: tuple[SceneDisc, ...], *, left: bool) -> None:
        places = [(d.x_mm, d.y_mm) for d in (*self.before, *self.after)]
        self.invented += any(_far(d.x_mm, d.y_mm, places) for d in seen.discs)
        here = [(d.x_mm, d.y_mm) for d in seen.discs]
        if not left:
            self.gone += any(_far(d.x_mm, d.y_mm, here) for d in truth)
            return
        right = len(seen.discs) == len(truth) and not any(_far(d.x_mm, d.y_mm, here) for d in truth)
        if right and self.known_ms is None and seen.full and not seen.hands:
            self.known_ms = (seen.at - self._left_at) * 1e3 + self._cpu_ms
        if seen.full and not seen.hands and not right:
            self.gone += 1


def _owners(seen: Observation, discs: tuple[SceneDisc, ...]) -> dict[int, int]:
    """The track of each disc (by its index) that was seen where it lies."""
    out: dict[int, int] = {}
    for k, disc in enumerate(discs):
        for found in seen.discs:
            near = hypot(found.x_mm - disc.x_mm, found.y_mm - disc.y_mm) < SURFACE.disc_mm / 4
            if near and found.track is not None:
                out[k] = found.track
    return out


def _far(x: float, y: float, places: list[tuple[float, float]]) -> bool:
    return all(hypot(x - a, y - b) > SURFACE.disc_mm / 4 for a, b in places)


def _inside(hand: SceneHand) -> float:
    """How far the tip of a hand is inside the felt's edge (mm)."""
    x, y = hand.x_mm, hand.y_mm
    return min(x, SURFACE.width_mm - x, y, SURFACE.length_mm - y)


def figures(scores: Sequence[VisitScore]) -> dict[str, float | int | None]:
    """What `evaluate visits` tells of all visits together."""
    entered = [score for score in scores if score.came_in]
    seen = [score.seen_after for score in entered]
    known = [score.known_ms for score in entered if score.known_ms is not None]
    return {
        "visits": len(scores),
        "entries": len(entered),
        "hands_late": sum(after is None or after > IN_TIME for after in seen),
        "invented": sum(score.invented for score in scores),
        "gone": sum(score.gone for score in scores),
        "identity_wrong": sum(score.wrong for score in scores),
        "identity_doubted": sum(score.doubted > 0 for score in scores),
        "doubted_needlessly": sum(score.doubted > 0 and not score.ambiguous for score in scores),
        "never_known": len(entered) - len(known),
        "known_ms_median": float(np.median(known)) if known else None,
        "known_ms_p95": float(np.quantile(known, 0.95)) if known else None,
        "known_ms_max": max(known, default=None),
    }


def dump_line(score: VisitScore) -> dict[str, object]:
    """One visit as `--dump` writes it."""
    return asdict(score)
