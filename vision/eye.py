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
from vision.ball import find_ball, on_its_disc
from vision.ball_look import BallLook, team_beside_ball
from vision.change import MotionGate, Reduction
from vision.discs import find_disc_under_ball, find_discs, find_discs_near
from vision.drift import DriftWatch
from vision.felt import Felt
from vision.follow import BallFollower
from vision.frames import Frame, Image
from vision.ghosts import real_discs
from vision.hands import HandWatch
from vision.learning import Place, learn_from
from vision.light import LightMeter
from vision.observation import LightWarning, Observation, SeenBall, SeenDisc, SeenHand
from vision.palette import Palette
from vision.patience import PIECE_FOR, is_no_hand
from vision.prints import Prints
from vision.tracker import Tracker

QUIET_FOR = 0.03
QUIET_FRAMES, RECHECK_EVERY = 1, 5.0
SAME_BALL_MM = 15.0
SURE_BALL_MM = 2.0
"""σ below which a ball known by its colour was found beyond doubt."""
CARRIER_MARGIN, EDGE_MM = 0.3, 4.0
PLACES_MOST, PLACE_MOST_MM = 6, 120.0
METER_EVERY = 1.0

Places = tuple[list[tuple[float, float]], float]


@dataclass(kw_only=True)
class _Clock:
    """When things last happened, in s on the frames' clock."""

    stirred: float = -1e9
    read: float = -1e9
    metered: float = -1e9
    quiet_frames: int = 0


class Eye:
    """Reads frames of one camera over one surface. Feed frames in order of time."""

    def __init__(self, surface: Surface, table: TableMap, palette: Palette | None = None) -> None:
        self.surface, self.palette = surface, palette
        self.tracker, self._prints = Tracker(surface), Prints(surface=surface)
        self._discs: tuple[SeenDisc, ...] = ()
        self._ball: SeenBall | None = None
        self._ball_look: BallLook | None = None
        self._settled: tuple[tuple[SeenDisc, ...], SeenBall | None] = ((), None)
        self.aim(table)

    def aim(self, table: TableMap) -> None:
        """Look through another map from now on (the camera was moved); all is read again."""
        self.drift = DriftWatch(self.surface, table)
        self._look_through(table)

    def _look_through(self, table: TableMap) -> None:
        self.table = table
        self._reduction = Reduction(table, self.surface)
        self._gate, self._watch = MotionGate(self._reduction), HandWatch(self._reduction)
        self._meter = LightMeter(self._reduction)
        self._light: tuple[LightWarning, ...] = ()
        self._follower = BallFollower(table, self.surface)
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
        learnt = learn_from(frame.image, self.table, self.surface, teams, ball_mm)
        self._ball_look = learnt.ball_look or self._ball_look
        if learnt.palette is not None:
            self.palette, self._stale = learnt.palette, True
        return learnt.known

    def look(self, frame: Frame) -> Observation:
        """What this frame shows. Discs are read again in it when `full` is set."""
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
            self._read(frame, small, sure=not first)
            return self._told(frame, (), moving=moving, full=True)
        self._discs = self.tracker.carry(self._discs, hands)
        if hands:
            self._wait_for(hands, frame, small)
        if moving or hands:
            self._ball = self._follower.follow(frame, hands, change.mask)
            self._meter.interrupted()
        else:
            self._measure_light(frame.at, small)
        return self._told(frame, hands, moving=moving, full=False)

    def _wait_for(self, hands: Sequence[SeenHand], frame: Frame, small: Image) -> None:
        """Hands go some time; what is none is taken for the table."""
        under, still = (self._discs, self._settled[1]), frame.at - self._clock.stirred
        around, where = self._watch.all_around, (frame.image, self.table, self.surface)
        near = None if around or still <= PIECE_FOR else self._places()
        fresh = find_discs_near(*where, self.palette, near) if near else ()
        if is_no_hand(self.surface, hands, under, still, all_around=around, fresh=fresh):
            self._watch.settle(small)
            self._stale = True

    def _measure_light(self, at: float, small: Image) -> None:
        self._meter.follow(small)
        if at - self._clock.metered > METER_EVERY:
            self._clock.metered, self._light = at, self._meter.warnings(small)

    def _gone(self, frame: Frame, small: Image, *, reading: bool) -> bool:
        """Whether the view is not where its map said; what was read last stands meanwhile."""
        found = self.drift.look(frame, reading=reading, stirred=self._watch.all_around)
        if found is not None:
            watch, follower = self._watch, self._follower
            self._look_through(found)
            self._watch.carry_on(watch, small)
            self._follower.carry_on(follower, frame, self._ball)
        if self.drift.paused:
            self._discs, self._ball = self._settled
        return self.drift.paused or found is not None or (reading and self.drift.doubtful)

    def _due(self, at: float) -> bool:
        """Whether to read the discs now: it is quiet, and something changed or it is time."""
        clock = self._clock
        if clock.quiet_frames < QUIET_FRAMES or at - clock.stirred < QUIET_FOR:
            return False
        if self._stale or clock.stirred > clock.read or at - clock.read > RECHECK_EVERY:
            return True
        return cv2.countNonZero(self._watch.changed) > 1

    def _read(self, frame: Frame, small: Image, *, sure: bool) -> None:
        clock = self._clock
        again = self._stale or frame.at - clock.read >= RECHECK_EVERY
        places = None if again or self.tracker.touched else self._places()
        felt = Felt.learn(frame.image, self.table, self.surface)
        if places is None:
            found = find_discs(frame.image, self.table, self.surface, self.palette, felt)
        else:
            found = self._near(frame.image, *places, felt)
        found = real_discs(frame.image, self.table, self.surface, found, felt)
        before, self._discs = self._discs, tuple(found)
        ball = self._ball_now(frame.image, frame.at, places)
        self._ball = ball or self._watch.still_there(self._settled[1], self._discs)
        if len(found) < len(before):
            found = self._under_ball(frame.image, found)
        found = self._carrier_judged(frame.image, found)
        self._prints.take(frame.image, self.table, found, self._ball)
        self._discs = self.tracker.read(frame.at, found, self._prints.alike)
        self._prints.keep(self._discs)
        self._settled = (self._discs, self._ball)
        self._follower.settle(frame, self._ball)
        clock.read = frame.at
        self._stale = not sure
        self._watch.settle(small)

    def _under_ball(self, image: Image, found: list[SeenDisc]) -> list[SeenDisc]:
        """Discs are gone and the ball lies free: it may hide the best part of one of them."""
        ball = self._ball
        if ball is None or ball.on_disc is not None:
            return found
        spot, where = (ball.x_mm, ball.y_mm), (image, self.table, self.surface)
        hidden = real_discs(*where, find_disc_under_ball(*where, self.palette, spot))
        hidden = [disc for disc in hidden if self._is_other(disc, found)]
        if not hidden:
            return found
        self._discs = (*found, hidden[0])
        self._ball = self._sought(image, spot) or ball
        return list(self._discs)

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

    def _near(
        self, image: Image, places: list[tuple[float, float]], reach: float, felt: Felt
    ) -> list[SeenDisc]:
        """The discs of the last reading, those near the changed places read again."""
        wide = reach + EDGE_MM
        where = (image, self.table, self.surface)
        fresh = find_discs_near(*where, self.palette, (places, wide), felt)
        kept = [
            d
            for d in self._discs
            if all(np.hypot(d.x_mm - x, d.y_mm - y) > reach for x, y in places)
        ]
        for disc in fresh:  # one that lies between two places is read at both
            if self._is_other(disc, kept):
                kept.append(disc)
        return kept

    def _is_other(self, disc: SeenDisc, known: Sequence[SeenDisc]) -> bool:
        apart = self.surface.disc_mm / 2
        return all(np.hypot(disc.x_mm - d.x_mm, disc.y_mm - d.y_mm) > apart for d in known)

    def _ball_now(self, image: Image, at: float, places: Places | None) -> SeenBall | None:
        """The ball when all is quiet: where it was, if nothing changed there; else looked for,
        first where it was followed to, and in the last resort believed to lie there.
        """
        if self._follower.has_flown_off(changed=places is not None):
            return None
        ball, near = self._ball, self._follower.followed_to(at)
        if ball is not None and near is None and places is not None:
            spots, reach = places
            if all(np.hypot(ball.x_mm - x, ball.y_mm - y) > reach for x, y in spots):
                return on_its_disc(ball, self._discs, self.surface)
        found = self._sought(image, near)
        if near is None:
            return found
        if found and np.hypot(found.x_mm - near[0], found.y_mm - near[1]) < SAME_BALL_MM:
            if self._ball_look is None:
                self._ball_look = BallLook.learn(image, self.table, self.surface, found)
            return found
        # A hand hides the ball: what was followed may be the hole its disc left in the felt.
        if found is not None and self._ball_look is not None and found.sigma_mm < SURE_BALL_MM:
            return found
        return ball or found

    def _carrier_judged(self, image: Image, discs: list[SeenDisc]) -> list[SeenDisc]:
        """The disc under the ball judged by the paint beside the ball, or not at all."""
        ball = self._ball
        if ball is None or ball.on_disc is None:
            return discs
        disc = discs[ball.on_disc]
        if self._ball_look is None or self.palette is None:
            team, margin = None, 0.0
        else:
            judge = (self._ball_look, self.palette)
            team, margin = team_beside_ball(image, self.table, self.surface, disc, judge)
        out = list(discs)
        out[ball.on_disc] = replace(disc, team=team, team_margin=min(margin, CARRIER_MARGIN))
        return out

    def _sought(self, image: Image, near: tuple[float, float] | None) -> SeenBall | None:
        """The ball looked for: by its colour when that is known, else by its shape."""
        if self._ball_look is not None:
            found = self._ball_look.find(image, self.table, self.surface, self._discs)
            if found is not None:
                return found
        if near is not None:
            found = find_ball(image, self.table, self.surface, self._discs, near)
            if found and np.hypot(found.x_mm - near[0], found.y_mm - near[1]) < SAME_BALL_MM:
                return found
        found = find_ball(image, self.table, self.surface, self._discs)
        sure = found is not None and (self._ball_look is None or found.on_disc is None)
        return found if sure else None

    def _told(
        self, frame: Frame, hands: tuple[SeenHand, ...], *, moving: bool, full: bool
    ) -> Observation:
        return Observation(
            at=frame.at,
            discs=self._discs,
            ball=self._ball,
            hands=hands,
            moving=moving,
            full=full,
            paused=self.drift.paused,
            light=self._light,
            swap_possible=self.tracker.swap_possible if full else frozenset(),
        )
