"""The eye: one frame in, one observation out, at the price the frame deserves.

A quiet frame costs a comparison at quarter scale. Discs are read again when something changed and
has come to rest, near the changed places or everywhere; the ball is followed while things move.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.aside import Aside, at_once
from vision.change import MotionGate, Reduction
from vision.drift import DriftWatch
from vision.follow import BallFollower
from vision.frames import Frame, Image
from vision.hands import HandWatch
from vision.hindsight import Hindsight
from vision.layout_reader import Known, Layout, LayoutReader, Places
from vision.learning import Place
from vision.light import LightMeter
from vision.observation import LightWarning, Observation, SeenAgain, SeenDisc, SeenHand
from vision.palette import Palette
from vision.patience import PIECE_FOR, is_no_hand
from vision.prints import Prints
from vision.tracker import Tracker

QUIET_FOR = 0.03
QUIET_FRAMES, RECHECK_EVERY = 1, 5.0
PLACES_MOST, PLACE_MOST_MM = 6, 120.0
METER_EVERY = 1.0
ASK_EVERY = 0.5
"""So often (s) all discs are read to see whether it is they that look like a hand."""


@dataclass(kw_only=True)
class _Clock:
    """When things last happened, in s on the frames' clock."""

    stirred: float = -1e9
    read: float = -1e9
    metered: float = -1e9
    asked: float = -1e9
    quiet_frames: int = 0


class Eye:
    """Reads frames of one camera over one surface. Feed frames in order of time. `aside` is how
    a view that was lost is registered anew: at once, or, live, beside the frames.
    """

    def __init__(
        self,
        surface: Surface,
        table: TableMap,
        palette: Palette | None = None,
        aside: Aside = at_once,
    ) -> None:
        self.surface, self._aside = surface, aside
        self.tracker, self._prints = Tracker(surface), Prints(surface=surface)
        self._reader = LayoutReader(surface, palette)
        self._layout = self._settled = Layout()
        self.aim(table)

    def aim(self, table: TableMap) -> None:
        """Look through another map from now on (the camera was moved); all is read again."""
        self.drift = DriftWatch(self.surface, table, self._aside)
        self._look_through(table)

    def _look_through(self, table: TableMap) -> None:
        self.table = table
        self._reduction = Reduction(table, self.surface)
        self._gate, self._watch = MotionGate(self._reduction), HandWatch(self._reduction)
        self._meter = LightMeter(self._reduction)
        self._light: tuple[LightWarning, ...] = ()
        self._follower = BallFollower(table, self.surface)
        self._hindsight = Hindsight(table, self.surface)
        self._clock = _Clock()
        self._stale = True

    def learn(
        self,
        frame: Frame,
        teams: Sequence[Place],
        ball_mm: tuple[float, float] | None = None,
    ) -> int:
        """Learn the team colours from a frame with a known layout: (x_mm, y_mm, team 0 or 1).

        Discs within half a square of a place count; returns how many did. The palette is replaced
        only when both teams were met. `ball_mm` is where the ball lies, on a disc or loose; with
        it the ball's colour is learned too.
        """
        self._stale = True
        return self._reader.learn(frame.image, self.table, teams, ball_mm)

    def look(self, frame: Frame) -> Observation:
        """What this frame shows. Discs are read again in it when `full` is set. One of another
        size than the map's is no view of the table: it pauses, and what was read last stands.
        """
        if frame.image.shape[1::-1] != self.table.lens.size:
            told = self._told(frame, (), moving=True, full=False)
            return replace(told, paused=True)
        small = self._reduction.of(frame.image)
        first = not self._watch.ready
        change = self._gate.look(small, frame.at)
        moving = change.moving
        hands = self._watch.look(small)
        clock = self._clock
        clock.quiet_frames = 0 if moving or hands else clock.quiet_frames + 1
        if moving:
            clock.stirred = frame.at
        reading = first or (not hands and self._due(frame.at))
        if self._gone(frame, small, reading=reading):
            return self._told(frame, (), moving=True, full=False)
        if reading:
            again = self._read(frame, small, sure=not first)
            return replace(self._told(frame, (), moving=moving, full=True), again=again)
        carried = self.tracker.carry(self._layout.discs, hands)
        self._layout = replace(self._layout, discs=carried)
        if hands:
            self._wait_for(hands, frame, small)
        if moving or hands:
            ball = self._follower.follow(frame, hands, change.mask)
            self._layout = replace(self._layout, ball=ball)
            self._meter.interrupted()
            again = self._hindsight.look(frame, ball, hands, self._layout.discs)
            return replace(self._told(frame, hands, moving=moving, full=False), again=again)
        self._measure_light(frame.at, small)
        return self._told(frame, hands, moving=moving, full=False)

    def _wait_for(self, hands: Sequence[SeenHand], frame: Frame, small: Image) -> None:
        """Hands go some time; what is none is taken for the table."""
        under, still = (self._layout.discs, self._settled.ball), frame.at - self._clock.stirred
        around = self._watch.all_around
        fresh = () if around or still <= PIECE_FOR else self._fresh(frame)
        if is_no_hand(self.surface, hands, under, still, all_around=around, fresh=fresh):
            self._watch.settle(small)
            self._stale = True

    def _fresh(self, frame: Frame) -> Sequence[SeenDisc]:
        """The discs that lie where the picture changed; when that is all over, not every time."""
        places = self._places()
        if places is None:
            if frame.at - self._clock.asked < ASK_EVERY:
                return ()
            self._clock.asked = frame.at
        return self._reader.near(frame.image, self.table, places)

    def _measure_light(self, at: float, small: Image) -> None:
        self._meter.follow(small)
        if at - self._clock.metered > METER_EVERY:
            self._clock.metered, self._light = at, self._meter.warnings(small)

    def _gone(self, frame: Frame, small: Image, *, reading: bool) -> bool:
        """Whether the view is not where its map said, or may not be: what was read last stands."""
        found = self.drift.look(frame, reading=reading, stirred=self._watch.all_around)
        if found is not None:
            watch, follower = self._watch, self._follower
            self._look_through(found)
            self._watch.carry_on(watch, small)
            self._follower.carry_on(follower, frame, self._layout.ball)
            self._clock.stirred = frame.at
        if self.drift.paused or self.drift.doubtful:
            self._layout = self._settled
            return True
        return found is not None

    def _due(self, at: float) -> bool:
        """Whether to read the discs now: it is quiet, and something changed or it is time."""
        clock = self._clock
        if clock.quiet_frames < QUIET_FRAMES or at - clock.stirred < QUIET_FOR:
            return False
        if self._stale or clock.stirred > clock.read or at - clock.read > RECHECK_EVERY:
            return True
        return cv2.countNonZero(self._watch.changed) > 1

    def _read(self, frame: Frame, small: Image, *, sure: bool) -> tuple[SeenAgain, ...]:
        clock = self._clock
        again = self._stale or self.tracker.touched or frame.at - clock.read >= RECHECK_EVERY
        places = None if again else self._places()
        near, layout = self._follower.followed_to(frame.at), self._layout
        rests = self._hindsight.rests(frame, near)
        if rests is not None:
            near, layout = (rests.x_mm, rests.y_mm), replace(layout, ball=rests)
        known = Known(
            layout=layout,
            places=places,
            near=near,
            flown_off=self._follower.has_flown_off(changed=places is not None),
        )
        found = self._reader.read(frame.image, self.table, known)
        self._prints.take(frame.image, self.table, found.discs, found.ball)
        tracked = self.tracker.read(frame.at, found.discs, self._prints.alike)
        self._prints.keep(tracked)
        self._layout = self._settled = replace(found, discs=tracked)
        self._follower.settle(frame, found.ball)
        clock.read = frame.at
        self._stale = not sure
        self._watch.settle(small)
        return self._hindsight.settle(frame, found.ball, tracked)

    def _places(self) -> Places | None:
        """Where the picture changed (mm) and how far around to look; None for everywhere."""
        mask = cv2.dilate(self._watch.changed, np.ones((3, 3), np.uint8))
        count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
        if not 1 < count <= PLACES_MOST + 1:
            return None
        reach = float(stats[1:, 2:4].max()) / 2 * float(np.sqrt(self._reduction.mm2_per_px))
        reach += self.surface.disc_mm / 2
        if reach > PLACE_MOST_MM:
            return None
        mm = self._reduction.to_mm(np.asarray(centres[1:], np.float64))
        return [(float(x), float(y)) for x, y in mm], reach

    def _told(
        self, frame: Frame, hands: tuple[SeenHand, ...], *, moving: bool, full: bool
    ) -> Observation:
        return Observation(
            at=frame.at,
            discs=self._layout.discs,
            ball=self._layout.ball,
            hands=hands,
            moving=moving,
            full=full,
            paused=self.drift.paused,
            light=self._light,
            swap_possible=self.tracker.swap_possible if full else frozenset(),
        )
