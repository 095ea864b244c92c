"""Following a moving ball at full resolution: what differs from the settled table, near where it
should be, of a ball's size, and neither a hand nor a shadow.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import Floats, TableMap
from vision.blobs import Blobs
from vision.change import Mask, as_mask, brightened, carried_over, gains, strongest
from vision.frames import Frame, Image
from vision.novelty import NEAR, alike, differs, hues_apart, look_of, shade, without_holes
from vision.observation import SeenBall, SeenHand
from vision.window import Views, Window, around

REACH_MM = 45.0
REACH_MM_S = 1600.0
REACH_MOST_MM = 260.0
SIZES, SIZE_UNKNOWN = (0.25, 4.5), 2.0
MOVED_SHARE = 0.10
STILL_SHARE = 0.2
FRESH_FOR = 1.5
FRESH_PACE = 0.1
SURE_MM, PARTLY_MM = 2.0, 1.9
"""σ up to which a place is believed; that of a ball half over the spot where it lay."""
LOST_FOR = 0.08
HOLE_S, HOLE_MM = 0.12, 7.0
"""So long, and within so few mm, what was caught moving may turn out to be a mere hole."""
CLEAR_MM, BEYOND_MM, STANDS_MM = 4.0, 3.0, 1.5
SPOT_SHARE, OTHER_SHARE = 0.55, 1.3
UNLIKE_MM, BLURRED, OTHER_HUE = 150.0, 0.25, 0.75
"""Price of another hue (log chroma) beyond what blur makes; sought anywhere, it is less other."""
ROUND_MM = 80.0
UNMOVED_MM, STAYED_MM = 400.0, 40.0
"""Price of a blob in which nothing moves; such a one must be near where the ball should be."""


class BallFollower:
    """Give it the settled picture and the ball in it, then every frame while things move."""

    def __init__(self, table: TableMap, surface: Surface) -> None:
        self._table, self._surface = table, surface
        self._blobs = Blobs(table, surface)
        self._clear = (SPOT_SHARE + 0.5) * max(surface.ball_mm) + CLEAR_MM
        self._reference: Image | None = None
        self._before: Image | None = None
        self._start: SeenBall | None = None
        self.last: SeenBall | None = None
        self._look_of: Floats | None = None
        self._last_at = 0.0
        self._off = self._handled = False
        self._pace = np.zeros(2)
        self._caught = (-np.inf, SeenBall(x_mm=0.0, y_mm=0.0))

    def settle(self, frame: Frame, ball: SeenBall | None) -> None:
        """The table is quiet, no hand over it, and the ball lies here (or is not on it)."""
        self._reference = self._before = frame.image
        self._off = ball is None and self.has_flown_off(changed=False)
        self._handled = False
        self._start = self.last = ball
        self._last_at, self._pace = frame.at, np.zeros(2)
        if ball is not None:
            self._look_of = self._look_at(frame.image, ball)

    def carry_on(self, before: "BallFollower", frame: Frame, ball: SeenBall | None) -> None:
        """Begin where another view's follower stood, as its table and ball look from here."""
        old, table = before._reference, before._table  # noqa: SLF001 - of the same class
        if old is not None:
            self._reference = carried_over(old, table, self._table, frame.image)
            self._before, self._look_of = frame.image, before._look_of  # noqa: SLF001
            self._start, self.last, self._last_at = ball, ball, frame.at

    def _look_at(self, image: Image, ball: SeenBall) -> Floats | None:
        """The ball's colour where it lies still; None when that is out of the picture."""
        middle = self._table.to_image([[ball.x_mm, ball.y_mm, ball.z_mm + self._blobs.middle]])[0]
        x, y = round(float(middle[0])), round(float(middle[1]))
        reach = max(1, round(0.5 * self._blobs.middle * self._blobs.scale))
        patch = image[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        return look_of(patch.reshape(-1, 3)) if patch.size else None

    def followed_to(self, at: float) -> tuple[float, float] | None:
        """Where the ball was last seen moving, if that is at most FRESH_FOR s ago (mm)."""
        if self.last is None or self.last is self._start or at - self._last_at > FRESH_FOR:
            return None
        return (self.last.x_mm, self.last.y_mm)

    def has_flown_off(self, *, changed: bool) -> bool:
        """Whether the ball left the felt, and neither hand nor change can have brought it back.
        Where a hand was about, what was followed off the felt may have been that.
        """
        if self._off:
            return not changed
        known = None if self._handled else self.last
        return known is not None and not self._on_felt(known, BEYOND_MM)

    def follow(self, frame: Frame, hands: Sequence[SeenHand], stirred: Mask) -> SeenBall | None:
        """The ball in this frame, its foot taken to be on the felt; None when it is not seen.

        `stirred` is the motion of this frame (reduced): where to look for a ball never seen lying.
        """
        seen = self._seen(frame, hands, stirred)
        self._before = frame.image
        self._off, self._handled = self._off and not hands, self._handled or bool(hands)
        return seen

    def _seen(self, frame: Frame, hands: Sequence[SeenHand], stirred: Mask) -> SeenBall | None:
        last, since = self.last, frame.at - self._last_at
        guess, window = self._expected(since, stirred)
        views = self._views(window, frame.image)
        if window is None or views is None:
            return None
        free = self._blobs.free_of(window, hands)
        if self._lies_still(views, window, free):
            return self._lying(frame, stirred, alone=not hands)
        found = self._look(views, window, self._standing_out(views, window, free, guess), guess)
        if found is None:
            return None
        if guess is None:
            self._caught = (frame.at, found)
        elif not hands and (self._stays(frame.at, found) or self._stands(found)):
            other = self._other(frame.image, stirred, found)
            if other is not None:
                self._start, found, last = found, other, None
        if self._start is not None and _apart(found, self._start) < self._clear:
            found = replace(found, sigma_mm=max(found.sigma_mm, PARTLY_MM))
        sure = last is not None and last.sigma_mm <= SURE_MM and since < FRESH_PACE
        self._pace = _step(last, found) / max(since, 1e-3) if last and sure else np.zeros(2)
        self.last, self._last_at = found, frame.at
        return found

    def _lying(self, frame: Frame, stirred: Mask, *, alone: bool) -> SeenBall | None:
        """The ball where it was believed to lie, unless something like it moves elsewhere."""
        last = self.last
        other = self._other(frame.image, stirred, last) if last is not None and alone else None
        if other is None:
            return last
        self._start, self.last, self._last_at = None, other, frame.at
        self._caught = frame.at, other
        return other

    def _views(self, window: Window | None, image: Image) -> Views | None:
        if window is None or self._reference is None or self._before is None:
            return None
        still, before = window.of(self._reference), window.of(self._before)
        return Views(now=window.of(image), still=still, before=before)

    def _stays(self, at: float, found: SeenBall) -> bool:
        """Whether what was just caught has not stirred from there: it may be the hole left in the
        picture by a ball that lay there unnoticed.
        """
        since, caught = self._caught
        return at - since < HOLE_S and _apart(found, caught) < HOLE_MM

    def _stands(self, found: SeenBall) -> bool:
        """Whether what was found beside where the ball lay has not stirred: it may be its hole."""
        start, last = self._start, self.last
        if start is None or last is None or last is start:
            return False
        return _apart(found, start) < self._clear and _apart(found, last) < STANDS_MM

    def _other(self, image: Image, stirred: Mask, found: SeenBall) -> SeenBall | None:
        """Another thing like the ball that moves, well away from the one found."""
        window = around(stirred)
        views = self._views(window, image)
        if window is None or views is None:
            return None
        taken = self._spot(window, found, OTHER_SHARE) | self._spot(window, self._start)
        free = np.asarray(~taken, np.uint8)
        shown = self._standing_out(views, window, free, None)
        return self._look(views, window, shown, None, moving=True)

    def _standing_out(self, views: Views, window: Window, free: Mask, guess: Floats | None) -> Mask:
        """255 where something is new; where the ball lay, only what looks like it."""
        still = brightened(views.still, gains(views.now, views.still))
        delta = strongest(np.asarray(cv2.absdiff(views.now, still), np.uint8))
        fresh = differs(delta, still) if guess is None else differs(delta, still, NEAR)
        new = fresh & ~shade(views.now, still) & free
        rows, columns = np.nonzero(self._spot(window, self._start))
        if len(rows):
            like = free[rows, columns] > 0
            like &= (
                False if self._look_of is None else alike(views.now[rows, columns], self._look_of)
            )
            new[rows, columns] = np.where(like, np.uint8(255), np.uint8(0))
            new = without_holes(new, (rows, columns))
        return np.asarray(new, np.uint8)

    def _expected(self, since: float, stirred: Mask) -> tuple[Floats | None, Window | None]:
        """Where the ball should be (mm), and the window to look in."""
        last = self.last
        if last is not None and last.sigma_mm <= SURE_MM and since < LOST_FOR:
            guess = np.array([last.x_mm, last.y_mm]) + self._pace * min(since, FRESH_PACE)
            return guess, self._window(guess, since)
        return None, around(stirred)

    def _window(self, guess: Floats, since: float) -> Window | None:
        reach = min(REACH_MM + REACH_MM_S * max(since - 0.02, 0.0), REACH_MOST_MM)
        return self._blobs.window(guess, reach)

    def _look(
        self,
        views: Views,
        window: Window,
        new: Mask,
        guess: Floats | None,
        *,
        moving: bool = False,
    ) -> SeenBall | None:
        """Which of the new things in a window is the ball, if any."""
        now, still = views.now, views.still
        delta = strongest(np.asarray(cv2.absdiff(now, still), np.uint8))
        stirred = strongest(np.asarray(cv2.absdiff(now, views.before), np.uint8))
        moved = differs(stirred, still)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(new)
        best, least = None, UNMOVED_MM + (0.0 if moving else STAYED_MM)
        for k in range(1, count):
            size = stats[k, cv2.CC_STAT_AREA] / self._blobs.area
            if not SIZES[0] < size < (SIZES[1] if guess is not None else SIZE_UNKNOWN):
                continue
            blob = as_mask(labels == k)
            ball = self._blobs.place(blob, delta, window)
            if not self._on_felt(ball, 0.0 if guess is None else ROUND_MM):
                continue
            unlike = 0.0 if self._look_of is None else hues_apart(now[blob > 0], self._look_of)
            cost = self._cost(ball, guess, float(size), unlike)
            if (moved[blob > 0] > 0).mean() < MOVED_SHARE:
                cost += UNMOVED_MM
            if cost < least:
                best, least = ball, cost
        return best

    def _spot(self, window: Window, ball: SeenBall | None, share: float = SPOT_SHARE) -> Mask:
        """255 where a ball lies, out to a share of its length."""
        return self._blobs.spot(window, ball, share * max(self._surface.ball_mm))

    def _lies_still(self, views: Views, window: Window, free: Mask) -> bool:
        """Whether the ball is where it lay: no hand hides that spot and it looks the same."""
        if self.last is not self._start:
            return False
        spot = self._spot(window, self._start) > 0
        if not spot.any() or (free[spot] > 0).mean() < 0.9:
            return False
        still = brightened(views.still, gains(views.now, views.still))
        delta = strongest(np.asarray(cv2.absdiff(views.now, still), np.uint8))
        new = differs(delta, still) & ~shade(views.now, still)
        return bool((new[spot] > 0).mean() < STILL_SHARE)

    def _on_felt(self, ball: SeenBall, round_mm: float) -> bool:
        inside = -round_mm <= ball.x_mm <= self._surface.width_mm + round_mm
        return inside and -round_mm <= ball.y_mm <= self._surface.length_mm + round_mm

    def _cost(self, ball: SeenBall, guess: Floats | None, size: float, unlike: float) -> float:
        """How unlikely a blob is the ball (mm): away from its place, of another size, hue."""
        other = 20 * abs(float(np.log(size))) + UNLIKE_MM * max(0.0, unlike - BLURRED)
        if guess is None:
            return np.inf if unlike > OTHER_HUE else other
        return other + float(np.hypot(ball.x_mm - guess[0], ball.y_mm - guess[1]))


def _step(a: SeenBall, b: SeenBall) -> Floats:
    return np.array([b.x_mm - a.x_mm, b.y_mm - a.y_mm])


def _apart(a: SeenBall, b: SeenBall) -> float:
    return float(np.hypot(*_step(a, b)))
