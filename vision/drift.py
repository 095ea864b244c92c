"""The watch over the view: once a second, and before discs are read, the ruled lines are compared
with the map. A knocked camera is noticed, judging paused, and the map found again.
"""

from calibration.anew import registered_anew
from calibration.drift import Shift, apart_mm, found_again, holds, posed, view_shift
from calibration.extent import extent
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.aside import Aside, Found, at_once
from vision.frames import Frame

CHECK_S, STIRRED_S = 1.0, 0.05
"""How often the view is checked, and when the picture stirs all around or the lines disagreed."""
BUMPED_MM, CREPT_MM = 0.9, 0.3
"""The worst corner of the felt has gone this far: judging is paused; the map follows quietly."""
HIDDEN = 0.5
"""Share of the lines once seen that must be in sight for doubt about their place to count."""
DOUBTS = 3
SEEK_S, SEEK_MOST_S, CONFIRM_S = 0.15, 1.5, 0.08
FULL_AFTER, FULL_S = 4, 4.0
"""Failed tries after which the whole picture is registered anew, and the least time between."""
END_LINES = 8
"""Lines looked at beyond each edge of the felt when the view is checked."""
NO_END = (False, False, False, False)
STEADY_MM = 0.5
"""A map found is believed when the view has not gone farther since."""
POLISH_S, POLISHED_MM = 0.6, 0.05
"""So long after a view was found its last swing has died away: its map is fitted once more, and
taken when it is so much better."""


class DriftWatch:
    """Feed frames in order of time. While `paused` nothing the eye measures is to be believed.
    `aside` is how a picture is registered anew, which takes seconds.
    """

    def __init__(self, surface: Surface, table: TableMap, aside: Aside = at_once) -> None:
        self.surface, self.table = surface, table
        self._aside = aside
        self.paused = False
        self.off_mm: float | None = None
        """How far the view lay from its map when last checked, None while that is not known."""
        self._usual: Shift | None = None
        self._usual_ends: tuple[bool, ...] = NO_END
        self._checked = -1e9
        self._ends_checked: float | None = None
        self._doubts = self._crept = 0
        self._seek = _Seeking()
        self._polish_at: float | None = None

    @property
    def doubtful(self) -> bool:
        """Whether the lines did not agree when last looked at: a view that swings, perhaps."""
        return self._doubts > 0

    @property
    def _swings(self) -> bool:
        """Whether the view was found so lately that it may not have come to rest yet."""
        return self._polish_at is not None

    def look(
        self, frame: Frame, *, reading: bool = False, stirred: bool = False
    ) -> TableMap | None:
        """Check the view when it is time: now, when the table is to be read, soon when it stirs
        all around or is in doubt; a map when another one is to be used from now on.
        """
        if self.paused:
            return self._sought(frame)
        if self._polish_at is not None and frame.at >= self._polish_at:
            return self._polished(frame)
        soon = stirred or self.doubtful
        if soon:
            self._ends_checked = None
        often = soon or self._swings
        if not reading and frame.at - self._checked < (STIRRED_S if often else CHECK_S):
            return None
        self._checked = frame.at
        shift = view_shift(frame.image, self.table, self.surface)
        if shift is None:
            self.off_mm, self._doubts = None, 0
            return None
        if self._usual is None:
            self._usual = shift if shift.sure else None
            self._usual_ends, self._ends_checked = self._goes_on(frame), frame.at
            return None
        return self._judged(frame, shift, self._usual, reading=reading)

    def _judged(
        self, frame: Frame, shift: Shift, usual: Shift, *, reading: bool
    ) -> TableMap | None:
        if not shift.sure:
            self._doubts = self._doubts + 1 if shift.seen > HIDDEN * usual.seen else 0
            self.paused = self._doubts >= DOUBTS
            return None
        self._doubts = self._doubts + 1 if self._slipped(frame, reading=reading) else 0
        self.off_mm = shift.since(usual).most_mm
        self.paused = self.off_mm > BUMPED_MM or self._doubts >= DOUBTS
        creeps = self.off_mm > CREPT_MM and not (self.paused or self._swings)
        self._crept = self._crept + 1 if creeps else 0
        if self._crept < DOUBTS:
            return None
        self._crept = 0
        return self._polished(frame)

    def _slipped(self, frame: Frame, *, reading: bool) -> bool:
        """Whether the grid goes on at an edge where it used to end: a view that has gone by whole
        squares shows lines in all the same places. A frame in which the table is read has enough
        to do, unless the picture stirred before.
        """
        last = self._ends_checked
        if last is not None and (reading or frame.at - last < CHECK_S):
            return False
        self._ends_checked = frame.at
        now = self._goes_on(frame)
        return any(a and not b for a, b in zip(now, self._usual_ends, strict=True))

    def _goes_on(self, frame: Frame) -> tuple[bool, ...]:
        """Whether the grid is seen to go on beyond each edge of the map's felt, by few lines."""
        seen = extent(frame.image, self.table, self.surface, (1, 1), END_LINES)
        return tuple(end.beyond > 0 for end in seen.ends)

    def _polished(self, frame: Frame) -> TableMap | None:
        """The map fitted again to the lines near it, when that makes a difference."""
        self._polish_at = None
        found = posed(frame.image, self.table, self.surface)
        apart = apart_mm(found, self.table, self.surface)
        return self._take(frame, found) if POLISHED_MM < apart < 2 * BUMPED_MM else None

    def _take(self, frame: Frame, table: TableMap) -> TableMap:
        """Look through another map from now on; what is left of a shift is usual."""
        self.table, self._usual = table, view_shift(frame.image, table, self.surface)
        self._usual_ends, self._ends_checked = NO_END, frame.at
        self.paused, self._doubts, self.off_mm = False, 0, 0.0
        self._checked, self._seek = frame.at, _Seeking()
        return table

    def _sought(self, frame: Frame) -> TableMap | None:
        """A map for the view after a knock: found in one frame, right in all until a later one."""
        seek = self._seek
        if seek.found is not None:
            if self._is_steady(frame, seek.found):
                return self._confirmed(frame, seek.found)
            seek.found = None
        if frame.at - seek.tried < seek.wait and not seek.registered:
            return None
        seek.found = seek.anew() or found_again(frame.image, self.table, self.surface)
        seek.tried = frame.at
        if seek.found is None:
            self._missed(frame)
            seek.found = seek.anew()
        if seek.found is not None:
            left = view_shift(frame.image, seek.found, self.surface)
            seek.left_mm = 0.0 if left is None else left.most_mm
            seek.wait = SEEK_S
        return None

    def _is_steady(self, frame: Frame, found: TableMap) -> bool:
        """Whether the view still is where it was found: a swing comes by there again and again,
        and is elsewhere between.
        """
        shift = view_shift(frame.image, found, self.surface)
        steady = STEADY_MM + self._seek.left_mm
        return shift is not None and shift.sure and shift.most_mm < steady

    def _confirmed(self, frame: Frame, found: TableMap) -> TableMap | None:
        """A view that stayed long enough, its map fitted to what is seen by now."""
        if frame.at - self._seek.tried < CONFIRM_S:
            return None
        found = posed(frame.image, found, self.surface)
        if not holds(frame.image, found, self.surface):
            self._seek.found = None
            return None
        self._polish_at = frame.at + POLISH_S
        return self._take(frame, found)

    def _missed(self, frame: Frame) -> None:
        """No map near the last one: wait longer each time, now and then register all anew."""
        seek = self._seek
        seek.failed += 1
        seek.wait = min(SEEK_MOST_S, seek.wait * 1.5)
        if seek.failed < FULL_AFTER or frame.at - seek.full < FULL_S or seek.anew_found is not None:
            return
        seek.full = frame.at
        image, table, surface = frame.image, self.table, self.surface
        seek.anew_found = self._aside(lambda: registered_anew(image, table, surface))


class _Seeking:
    """How the search for a lost view stands."""

    def __init__(self) -> None:
        self.found: TableMap | None = None
        self.left_mm = 0.0
        self.tried, self.wait = -1e9, SEEK_S
        self.failed, self.full = 0, -1e9
        self.anew_found: Found | None = None

    @property
    def registered(self) -> bool:
        """Whether a picture was registered anew, or in vain, and nobody has asked yet."""
        return self.anew_found is not None and self.anew_found.done()

    def anew(self) -> TableMap | None:
        """The map of the picture registered anew, asked for once; None while there is none."""
        if self.anew_found is None or not self.anew_found.done():
            return None
        found, self.anew_found = self.anew_found.result(), None
        return found
