"""Where a ball was while it left its place, measured once that place is seen bare.

A ball that sets off hides part of where it lay, and what comes to light there was never seen
before: beside the settled picture it is measured badly in the very frames that tell what it met
first. A little later it is gone from there; then the frames that were kept are looked at again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.ball import resting
from vision.blobs import Blobs
from vision.change import Mask, as_mask, brightened, gains, strongest
from vision.frames import Frame, Image
from vision.novelty import NEAR, differs, hues_apart, look_of, shade
from vision.observation import SeenAgain, SeenBall, SeenDisc, SeenHand
from vision.window import Window

REACH_MM = 110.0
"""So far around where it was first seen moving the ball may have lain."""
KEPT_S, BEFORE = 0.3, 6
"""For how long after the ball was first seen moving frames are kept; how many before."""
AWAY_MM = 4.0
HEART = 0.3
"""So far around its middle, in widths of it, a ball surely is what is seen."""
CLEAR, SHADOW_MM = 0.5, 10.0
"""A ball and its shadow reach so far around its middle: lengths of the ball, and mm."""
SIZES, ALIKE, LARGER = (0.3, 2.5), (0.5, 1.9), 1.25
"""Areas of a ball's picture in those of one that lies flat; in those of this one where it lay;
from which on it may be seen together with something else."""
OTHER_HUE, NEAR_HOME_MM = 0.5, 10.0
LIES_MM, SIGMA_MM = 1.5, 0.6


@dataclass(frozen=True, kw_only=True, eq=False)
class _Kept:
    frame: Frame
    hands: Sequence[SeenHand]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Thing:
    """Something that stands out: its pixels, how much they differ, where, as a ball on the felt."""

    blob: Mask
    delta: Mask
    ball: SeenBall

    @property
    def size(self) -> int:
        return int(cv2.countNonZero(self.blob))


class Hindsight:
    """Give it the settled picture, then every frame; it answers once, when the ball is clear."""

    def __init__(self, table: TableMap, surface: Surface) -> None:
        self._table, self._surface = table, surface
        self._blobs = Blobs(table, surface)
        self._clear = CLEAR * max(surface.ball_mm) + SHADOW_MM
        self._kept: list[_Kept] = []
        self._lay: SeenBall | None = None
        self._moved: tuple[float, SeenBall] | None = None

    def settle(self, frame: Frame, ball: SeenBall | None) -> None:
        """The table is quiet, no hand over it, and the ball seems to lie there."""
        self._kept, self._lay, self._moved = [_Kept(frame=frame, hands=())], ball, None

    def look(
        self,
        frame: Frame,
        ball: SeenBall | None,
        hands: Sequence[SeenHand],
        discs: Sequence[SeenDisc],
    ) -> tuple[SeenAgain, ...]:
        """The ball as the settled frame and those before this one show it; nothing until the place
        where it lay is bare. `ball`: where it is followed to now.
        """
        if not self._kept:
            return ()
        if ball is not None and (self._lay is None or _apart(ball, self._lay) > AWAY_MM):
            self._moved = self._moved or (frame.at, ball)
            again = self._told(_Kept(frame=frame, hands=hands), ball, self._moved[1], discs)
            if again:
                self._kept = []
                return again
        if self._moved is None:
            self._kept[1:] = self._kept[1:][1 - BEFORE :]
        elif frame.at - self._moved[0] > KEPT_S:
            self._kept = []
            return ()
        self._kept.append(_Kept(frame=frame, hands=hands))
        return ()

    def _told(
        self, now: _Kept, ball: SeenBall, first: SeenBall, discs: Sequence[SeenDisc]
    ) -> tuple[SeenAgain, ...]:
        window = self._blobs.window(np.array([first.x_mm, first.y_mm]), REACH_MM)
        hole = None if window is None else self._hole(window, now, ball)
        if window is None or hole is None:
            return ()
        settled = self._kept[0].frame
        where = (settled.image, self._table, self._surface)
        home = replace(resting(hole.ball, discs, where), sigma_mm=SIGMA_MM)
        bare, spot = window.of(settled.image), self._blobs.spot(window, home, self._clear) > 0
        bare[spot] = window.of(now.frame.image)[spot]
        again, guess = [], ball
        for kept in reversed(self._kept[1:]):
            seen = self._seen(kept, (window, bare), guess, (home, hole.size))
            if seen is not None:
                again.append(SeenAgain(at=kept.frame.at, ball=seen))
                guess = seen
        return (SeenAgain(at=settled.at, ball=home), *reversed(again))

    def _hole(self, window: Window, now: _Kept, ball: SeenBall) -> _Thing | None:
        """The place that a ball has left bare: where the settled picture stands out from this one.
        It is where the ball seemed to lie, or else what has its hue.
        """
        free = self._blobs.free_of(window, now.hands)
        taken = self._blobs.spot(window, ball, self._clear)
        settled, shown = window.of(self._kept[0].frame.image), window.of(now.frame.image)
        holes = [
            thing
            for thing in self._things((settled, shown), free & ~taken, window)
            if _apart(thing.ball, ball) > 2 * self._clear - SHADOW_MM
        ]
        lay = self._lay
        near = [] if lay is None else [h for h in holes if _apart(h.ball, lay) < NEAR_HOME_MM]
        if near:
            return max(near, key=lambda thing: thing.size)
        seen = shown[self._blobs.spot(window, ball, HEART * min(self._surface.ball_mm)) > 0]
        if not len(seen):
            return None
        look = look_of(seen)
        like = [thing for thing in holes if hues_apart(settled[thing.blob > 0], look) < OTHER_HUE]
        return max(like, key=lambda thing: thing.size, default=None)

    def _seen(
        self,
        kept: _Kept,
        beside: tuple[Window, Image],
        guess: SeenBall,
        home: tuple[SeenBall, int],
    ) -> SeenBall | None:
        """The ball in a frame kept, beside the bare table: near where it was in the next one."""
        window, bare = beside
        lay, size = home
        free = self._blobs.free_of(window, kept.hands)
        things = [
            thing
            for thing in self._things((window.of(kept.frame.image), bare), free, window)
            if ALIKE[0] < thing.size / size < ALIKE[1]
        ]
        if not things:
            return None
        thing = min(things, key=lambda one: _apart(one.ball, guess))
        if _apart(self._blobs.place(thing.blob, thing.delta, window, lay.z_mm), lay) < LIES_MM:
            return lay
        larger = max(1.0, thing.size / size / LARGER)
        return replace(thing.ball, sigma_mm=SIGMA_MM * larger**4)

    def _things(
        self, pictures: tuple[Image, Image], free: Mask, window: Window
    ) -> Iterator[_Thing]:
        """What of a ball's size stands out in one picture from another."""
        shown, beside = pictures
        bare = brightened(beside, gains(shown, beside))
        delta = strongest(np.asarray(cv2.absdiff(shown, bare), np.uint8))
        new = np.asarray(differs(delta, bare, NEAR) & ~shade(shown, bare) & free, np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(new)
        for k in range(1, count):
            if SIZES[0] < stats[k, cv2.CC_STAT_AREA] / self._blobs.area < SIZES[1]:
                blob = as_mask(labels == k)
                yield _Thing(blob=blob, delta=delta, ball=self._blobs.place(blob, delta, window))


def _apart(a: SeenBall, b: SeenBall) -> float:
    return float(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm))
