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
from calibration.table_map import Floats, TableMap
from vision.ball import resting
from vision.blobs import Blobs
from vision.change import Mask, as_mask, brightened, gains, strongest
from vision.frames import Frame, Image
from vision.novelty import NEAR, alike, differs, hues_apart, look_of, shade
from vision.observation import SeenAgain, SeenBall, SeenDisc, SeenHand
from vision.window import Window

REACH_MM = 110.0
"""So far around where it was first seen moving the ball may have lain."""
KEPT_S, BEFORE, DARK_AFTER_S = 0.3, 6, 0.09
"""For how long after the ball was first seen moving frames are kept; how many before; after how
long its place may be one that looks like shade.
"""
AWAY_MM = 4.0
HEART = 0.3
"""So far around its middle, in widths of it, a ball surely is what is seen."""
SHADOW_MM, RIM_MM = 10.0, 2.0
"""So far beyond its outline a ball hides the table, with its shadow and without."""
SIZES, ALIKE, LARGER = (0.3, 2.5), (0.5, 1.9), 1.25
"""Areas of a ball's picture in those of one that lies flat; in those of this one where it lay;
from which on it may be seen together with something else."""
OTHER_HUE, NEAR_HOME_MM = 0.5, 10.0
LIES_MM, SIGMA_MM, SHADE_SIGMA_MM = 1.5, 0.6, 2.5
FALLS_MM, FALLS_SIGMA_MM = 5.0, 1.8
"""So near to where it lay on a disc a ball may be as high as there."""


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


@dataclass(frozen=True, kw_only=True, eq=False)
class _Clear:
    """A frame in which the ball may be clear of its place: where it is, what colour it has (log
    BGR), how far around its middle (mm) it hides the table; the window to look in.
    """

    shown: _Kept
    ball: SeenBall
    look: Floats
    hides_mm: float
    window: Window


class Hindsight:
    """Give it the settled picture, then every frame; it answers once, when the ball is clear."""

    def __init__(self, table: TableMap, surface: Surface) -> None:
        self._table, self._surface = table, surface
        self._blobs, self._half = Blobs(table, surface), max(surface.ball_mm) / 2
        self._kept: list[_Kept] = []
        self._lay: SeenBall | None = None
        self._moved: tuple[float, SeenBall] | None = None

    def settle(
        self, frame: Frame, ball: SeenBall | None, discs: Sequence[SeenDisc]
    ) -> tuple[SeenAgain, ...]:
        """The table is quiet, no hand over it, and the ball seems to lie there: what the frames
        before show, if that was not told yet and no hand can have carried it there.
        """
        now = _Kept(frame=frame, hands=())
        again: tuple[SeenAgain, ...] = ()
        carried = any(kept.hands for kept in self._kept)
        if self._kept and self._moved is not None and ball is not None and not carried:
            again = self._told(now, ball, discs, RIM_MM)
        self._kept, self._lay, self._moved = [now], ball, None
        return again

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
        now = _Kept(frame=frame, hands=hands)
        if ball is not None and (self._lay is None or _apart(ball, self._lay) > AWAY_MM):
            self._moved = self._moved or (frame.at, ball)
            fresh = frame.at - self._moved[0] < KEPT_S
            again = self._told(now, ball, discs, SHADOW_MM) if fresh else ()
            if again:
                self._kept = []
                return again
        if self._moved is None:
            self._kept[1:] = self._kept[1:][1 - BEFORE :]
        if self._moved is None or frame.at - self._moved[0] < KEPT_S:
            self._kept.append(now)
        return ()

    def _told(
        self, now: _Kept, ball: SeenBall, discs: Sequence[SeenDisc], rim_mm: float
    ) -> tuple[SeenAgain, ...]:
        """What the frames kept show beside this one; nothing when the ball, with so much around it,
        is not clear of its place.
        """
        clear = self._clear(now, ball, rim_mm)
        hole, like = None if clear is None else self._hole(clear, None), None
        if clear is None or (hole is None and now.frame.at - self._moved_at < DARK_AFTER_S):
            return ()
        if hole is None:  # on a brighter disc of its hue a ball looks like mere shade
            hole, like = self._hole(clear, clear.look), clear.look
        if hole is None:
            return ()
        settled, window = self._kept[0].frame, clear.window
        home = resting(hole.ball, discs, (settled.image, self._table, self._surface))
        home = replace(home, sigma_mm=SIGMA_MM if like is None else SHADE_SIGMA_MM)
        bare = window.of(settled.image)
        spot = self._blobs.spot(window, home, self._half + SHADOW_MM)
        spot &= ~self._blobs.spot(window, ball, clear.hides_mm)
        bare[spot > 0] = window.of(now.frame.image)[spot > 0]
        again, guess = [], ball
        for kept in reversed(self._kept[1:]):
            seen = self._seen(kept, (clear, bare, like), guess, (home, hole.size))
            if seen is not None:
                again.append(SeenAgain(at=kept.frame.at, ball=seen))
                guess = seen
        return (SeenAgain(at=settled.at, ball=home), *reversed(again))

    @property
    def _moved_at(self) -> float:
        return np.inf if self._moved is None else self._moved[0]

    def _clear(self, now: _Kept, ball: SeenBall, rim_mm: float) -> _Clear | None:
        """Where to look for the place that the ball left; None when it is out of the picture."""
        first = ball if self._moved is None else self._moved[1]
        window = self._blobs.window(np.array([first.x_mm, first.y_mm]), REACH_MM)
        around = self._blobs.window(np.array([ball.x_mm, ball.y_mm]), self._half)
        if window is None or around is None:
            return None
        heart = self._blobs.spot(around, ball, HEART * min(self._surface.ball_mm)) > 0
        if not heart.any():
            return None
        look = look_of(around.of(now.frame.image)[heart])
        return _Clear(shown=now, ball=ball, look=look, hides_mm=self._half + rim_mm, window=window)

    def _hole(self, clear: _Clear, like: Floats | None) -> _Thing | None:
        """The place that a ball has left bare: where the settled picture stands out from this one.
        It is where the ball seemed to lie, or else what has its hue, once it is sure to move.
        """
        window, shown, ball = clear.window, clear.shown, clear.ball
        free = self._blobs.free_of(window, shown.hands)
        free &= ~self._blobs.spot(window, ball, clear.hides_mm)
        settled = window.of(self._kept[0].frame.image)
        pictures = (settled, window.of(shown.frame.image), like)
        far = self._half + clear.hides_mm
        holes = [
            thing
            for thing in self._things(pictures, free, window)
            if _apart(thing.ball, ball) > far
        ]
        lay = self._lay
        near = [] if lay is None else [h for h in holes if _apart(h.ball, lay) < NEAR_HOME_MM]
        if not near and self._moved is not None and _apart(self._moved[1], ball) > NEAR_HOME_MM:
            look = clear.look
            near = [h for h in holes if hues_apart(settled[h.blob > 0], look) < OTHER_HUE]
        return max(near, key=lambda thing: thing.size, default=None)

    def _seen(
        self,
        kept: _Kept,
        beside: tuple[_Clear, Image, Floats | None],
        guess: SeenBall,
        home: tuple[SeenBall, int],
    ) -> SeenBall | None:
        """The ball in a frame kept, beside the bare table: near where it was in the next one."""
        clear, bare, like = beside
        lay, size = home
        window = clear.window
        shown, free = window.of(kept.frame.image), self._blobs.free_of(window, kept.hands)
        things = [
            thing
            for thing in self._things((shown, bare, like), free, window)
            if ALIKE[0] < thing.size / size < ALIKE[1]
        ]
        if kept.hands:  # what sticks out of one is no ball
            look = clear.look
            things = [one for one in things if hues_apart(shown[one.blob > 0], look) < OTHER_HUE]
        if not things:
            return None
        thing = min(things, key=lambda one: _apart(one.ball, guess))
        away = _apart(self._blobs.place(thing.blob, thing.delta, window, lay.z_mm), lay)
        if away < LIES_MM:
            return lay
        larger = max(1.0, thing.size / size / LARGER)
        least = FALLS_SIGMA_MM if away < FALLS_MM and lay.z_mm else lay.sigma_mm
        return replace(thing.ball, sigma_mm=max(least, lay.sigma_mm * larger**4))

    def _things(
        self, pictures: tuple[Image, Image, Floats | None], free: Mask, window: Window
    ) -> Iterator[_Thing]:
        """What of a ball's size stands out in one picture from another, and is no shade, or has
        a certain colour all the same.
        """
        shown, beside, like = pictures
        bare = brightened(beside, gains(shown, beside))
        delta = strongest(np.asarray(cv2.absdiff(shown, bare), np.uint8))
        new = np.asarray(differs(delta, bare, NEAR) & free, np.uint8)
        shaded = np.nonzero(new & shade(shown, bare))
        kept = False if like is None else alike(shown[shaded], like)
        new[shaded] = np.where(kept, np.uint8(255), np.uint8(0))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(new)
        for k in range(1, count):
            if SIZES[0] < stats[k, cv2.CC_STAT_AREA] / self._blobs.area < SIZES[1]:
                blob = as_mask(labels == k)
                yield _Thing(blob=blob, delta=delta, ball=self._blobs.place(blob, delta, window))


def _apart(a: SeenBall, b: SeenBall) -> float:
    return float(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm))
