"""Where a ball was while it left its place, measured once that place is seen bare.

A ball that sets off hides part of where it lay, and what comes to light there was never seen
before: beside the settled picture it is measured badly in the very frames that tell what it met
first. A little later it is gone from there; then the frames that were kept are looked at again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.ball import resting
from vision.blobs import Blobs
from vision.change import Mask
from vision.frames import Frame, Image
from vision.novelty import hues_apart
from vision.observation import SeenAgain, SeenBall, SeenDisc, SeenHand
from vision.things import Thing, things_of
from vision.two_places import TwoPlaces, two_places
from vision.window import Window

REACH_MM = 110.0
"""So far around where it was first seen moving the ball may have lain."""
KEPT_S, BEFORE, DARK_AFTER_S = 0.3, 6, 0.09
"""For how long after the ball was first seen moving frames are kept; how many before; after how
long its place may be one that looks like shade.
"""
AWAY_MM = 4.0
SHADOW_MM, RIM_MM = 10.0, 2.0
"""So far beyond its outline a ball hides the table, with its shadow and without."""
BESIDE = 3.0
"""A ball lies beside where it lay up to so many lengths from there: neither place is seen alone."""
HIDDEN_SIGMA_MM = 6.0
"""σ of a place all of which is hidden in both pictures."""
ALIKE, LARGER = (0.5, 1.9), 1.25
"""Areas of a ball's picture in those of this one where it lay; from which on it may be seen with
something else."""
OTHER_HUE, NEAR_HOME_MM = 0.5, 10.0
LIES_MM, SIGMA_MM, SHADE_SIGMA_MM = 1.5, 0.6, 2.5
FALLS_MM, FALLS_SIGMA_MM = 5.0, 1.8
"""So near to where it lay on a disc a ball may be as high as there."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Kept:
    frame: Frame
    hands: Sequence[SeenHand]


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


@dataclass(frozen=True, kw_only=True, eq=False)
class _Bare:
    """The table without the ball, in a window, but for what is `hidden` (255) all the time; the
    colour of the ball, which of it may look like shade; where it lay, as how many pixels.
    """

    window: Window
    image: Image
    hidden: Mask | None
    look: Floats
    like: Floats | None
    home: SeenBall
    size: int


class Hindsight:
    """Give it the settled picture, then every frame; it answers once, when the ball is clear."""

    def __init__(self, table: TableMap, surface: Surface) -> None:
        self._table, self._surface = table, surface
        self._blobs, self._half = Blobs(table, surface), max(surface.ball_mm) / 2
        self._kept: list[_Kept] = []
        self._lay: SeenBall | None = None
        self._moved: tuple[float, SeenBall] | None = None
        self._places: TwoPlaces | None = None

    @property
    def _open(self) -> bool:
        """Whether the ball moved, by no hand, and was not told about yet."""
        carried = any(kept.hands for kept in self._kept)
        return bool(self._kept) and self._moved is not None and not carried

    def rests(self, frame: Frame, near: tuple[float, float] | None) -> SeenBall | None:
        """The table is quiet: where the ball, followed to near a place (mm), lies (as one on the
        felt), if that is beside where it lay, so that it was followed badly.
        """
        self._places = None
        if near is not None and self._open:
            ball = SeenBall(x_mm=near[0], y_mm=near[1])
            self._places = self._beside(_Kept(frame=frame, hands=()), ball)
        return None if self._places is None else self._places.now

    def settle(
        self, frame: Frame, ball: SeenBall | None, discs: Sequence[SeenDisc]
    ) -> tuple[SeenAgain, ...]:
        """The table is quiet, no hand over it, and the ball seems to lie there: what the frames
        before show, if that was not told yet and no hand can have carried it there.
        """
        now = _Kept(frame=frame, hands=())
        again: tuple[SeenAgain, ...] = ()
        if ball is not None and self._open:
            self._places = self._places or self._beside(now, ball)
            again = self._told_beside(discs) or self._told(now, ball, discs, RIM_MM)
        self._kept, self._lay, self._moved, self._places = [now], ball, None, None
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
        lay = _Bare(
            window=window,
            image=bare,
            hidden=None,
            look=clear.look,
            like=like,
            home=home,
            size=hole.size,
        )
        return self._back(lay, ball)

    def _back(self, bare: _Bare, ball: SeenBall) -> tuple[SeenAgain, ...]:
        """What the frames kept show beside the bare table, from where the ball is now."""
        again, guess = [], ball
        for kept in reversed(self._kept[1:]):
            seen = self._seen(kept, bare, guess)
            if seen is not None:
                again.append(SeenAgain(at=kept.frame.at, ball=seen))
                guess = seen
        return (SeenAgain(at=self._kept[0].frame.at, ball=bare.home), *reversed(again))

    def _told_beside(self, discs: Sequence[SeenDisc]) -> tuple[SeenAgain, ...]:
        """The same of a ball that came to rest beside where it lay."""
        places, window = self._places, self._around()
        if places is None or window is None:
            return ()
        settled = self._kept[0].frame
        home = resting(places.was, discs, (settled.image, self._table, self._surface))
        unsure = HIDDEN_SIGMA_MM * cv2.countNonZero(places.hidden) / places.size
        bare = _Bare(
            window=window,
            image=places.bare,
            hidden=places.hidden,
            look=places.look,
            like=places.look,
            home=replace(home, sigma_mm=SIGMA_MM + unsure),
            size=places.size,
        )
        return self._back(bare, places.now)

    def _beside(self, now: _Kept, ball: SeenBall) -> TwoPlaces | None:
        """The two places of a ball that lies beside where it lay, by the colour it had there or
        has here: whichever makes them both of its size.
        """
        window = self._around()
        if window is None:
            return None
        first, last = self._kept[0].frame.image, now.frame.image
        looks = [self._blobs.look_at(first, self._lay), self._blobs.look_at(last, ball)]
        pictures = (window.of(first), window.of(last))
        told = [two_places(self._blobs, window, pictures, c) for c in looks if c is not None]
        near = [
            places
            for places in told
            if places is not None
            and _apart(places.now, ball) < NEAR_HOME_MM
            and _apart(places.was, places.now) < BESIDE * 2 * self._half
        ]
        return min(near, key=lambda places: places.odd, default=None)

    def _around(self) -> Window | None:
        """Where to look for the place that the ball left; None when it is out of the picture."""
        if self._moved is None:
            return None
        first = self._moved[1]
        return self._blobs.window(np.array([first.x_mm, first.y_mm]), REACH_MM)

    @property
    def _moved_at(self) -> float:
        return np.inf if self._moved is None else self._moved[0]

    def _clear(self, now: _Kept, ball: SeenBall, rim_mm: float) -> _Clear | None:
        """What a frame shows of the ball and around its place; None when out of the picture."""
        window, look = self._around(), self._blobs.look_at(now.frame.image, ball)
        if window is None or look is None:
            return None
        return _Clear(shown=now, ball=ball, look=look, hides_mm=self._half + rim_mm, window=window)

    def _hole(self, clear: _Clear, like: Floats | None) -> Thing | None:
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
            for thing in things_of(self._blobs, pictures, free, window)
            if _apart(thing.ball, ball) > far
        ]
        lay = self._lay
        near = [] if lay is None else [h for h in holes if _apart(h.ball, lay) < NEAR_HOME_MM]
        if not near and self._moved is not None and _apart(self._moved[1], ball) > NEAR_HOME_MM:
            look = clear.look
            near = [h for h in holes if hues_apart(settled[h.blob > 0], look) < OTHER_HUE]
        return max(near, key=lambda thing: thing.size, default=None)

    def _seen(self, kept: _Kept, bare: _Bare, guess: SeenBall) -> SeenBall | None:
        """The ball in a frame kept, beside the bare table: near where it was in the next one."""
        window, lay, size = bare.window, bare.home, bare.size
        shown, free = window.of(kept.frame.image), self._blobs.free_of(window, kept.hands)
        things = [
            thing
            for thing in things_of(
                self._blobs, (shown, bare.image, bare.like), free, window, bare.hidden
            )
            if ALIKE[0] < thing.size / size < ALIKE[1]
        ]
        if kept.hands:  # what sticks out of one is no ball
            look = bare.look
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


def _apart(a: SeenBall, b: SeenBall) -> float:
    return float(np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm))
