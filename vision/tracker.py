"""Which disc is which from one reading to the next, and where that cannot be known."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from calibration.surface import Surface
from vision.observation import SeenDisc, SeenHand

Alike = Callable[[int, int], bool | None]
STAYED_MM = 5.0
OTHER_TEAM = 1e6
UNTOUCHED = 250.0
"""Price in mm of believing that a disc no hand was over has moved, when one under it may have."""
EXACTLY_MM, ALIKE_MM, SURELY_MM = 0.15, 0.35, 1.6
"""A disc read this near to where it was has not been lifted: no hand puts one back so exactly. One
off by more may have been, if a hand was over it: by little if its face is not known, by more if it
shows the same face. One off by still more may have been in any case.
"""
FORGOTTEN = 120.0
DOUBTFUL = 0.35
"""Team margin under which a disc's colour does not speak against its track (a ball on it)."""
TOUCHED = 0.12
"""The same for a disc that a hand was over: another one may well have been laid there."""
UNKNOWN = 0.2
"""A track whose readings sum up to less is of no known team: the next reading may tell."""
AGAINST = 3000.0
"""Price in mm of a team margin that speaks, however weakly, against a disc's having moved there."""
MOST_SURE = 8.0
BURIED = 0.6
"""A disc lies under another whose middle is so near (diameters)."""


@dataclass(frozen=True, kw_only=True)
class Track:
    """One disc over time: last place (mm), team, when last seen (s).

    `held`: a hand is over it now. `covered`: another disc lies where it was last seen. `lifted`:
    at the last reading it was nowhere. `lean`: margins of all readings of its team summed up,
    negative for team 0.
    """

    id: int
    x_mm: float
    y_mm: float
    level: int
    team: int | None
    seen_at: float
    held: bool = False
    covered: bool = False
    lifted: bool = False
    lean: float = 0.0


class Tracker:
    """Keeps identities: discs that stayed keep theirs, moved ones are matched by least distance.

    `swap_possible` holds the pairs of one team that moved in the same episode (from the first hand
    to the reading after it), so that either may be the other. One that lies where another lay
    counts as moved unless it lies there exactly.
    """

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._tracks: dict[int, Track] = {}
        self._touched: set[int] = set()
        self._next = 0
        self.swap_possible: frozenset[tuple[int, int]] = frozenset()

    @property
    def tracks(self) -> tuple[Track, ...]:
        return tuple(self._tracks.values())

    @property
    def touched(self) -> bool:
        """Whether a hand was over a disc since the last reading."""
        return bool(self._touched)

    def carry(self, discs: Sequence[SeenDisc], hands: Sequence[SeenHand]) -> tuple[SeenDisc, ...]:
        """The discs of the last reading, marked where a hand is over them now."""
        outlines = [np.array(hand.outline_mm, np.float32) for hand in hands]
        out = []
        for disc in discs:
            held = any(self._over(outline, disc) for outline in outlines)
            out.append(disc if held == disc.held else replace(disc, held=held))
            if disc.track is not None:
                self._mark(disc.track, held=held)
        return tuple(out)

    def _over(self, outline: NDArray[np.float32], disc: SeenDisc) -> bool:
        if len(outline) < 3:
            return False
        inside = cv2.pointPolygonTest(outline, (disc.x_mm, disc.y_mm), measureDist=True)
        return bool(inside > -self._surface.disc_mm / 2)

    def _mark(self, number: int, *, held: bool) -> None:
        track = self._tracks.get(number)
        if track is None:
            return
        if held:
            self._touched.add(number)
        if track.held != held:
            self._tracks[number] = replace(track, held=held)

    def read(
        self, at: float, discs: Sequence[SeenDisc], alike: Alike = lambda _track, _index: None
    ) -> tuple[SeenDisc, ...]:
        """A new reading of every disc, no hand over the table: the same discs with their tracks.
        `alike`: whether a track and the disc of an index have the same face, None if unknown.
        """
        seen = list(discs)
        owner: dict[int, int] = {}
        stayed = self._pair(seen, owner, STAYED_MM)
        moved = self._pair(seen, owner, OTHER_TEAM / 2)
        shifted = {
            n
            for k, n in owner.items()
            if n in stayed and self._shifted(n, seen[k], alike=alike(n, k))
        }
        self.swap_possible = self._ambiguous((moved - stayed) | shifted)
        for k, disc in enumerate(seen):
            if k not in owner:
                owner[k] = self._next
                self._next += 1
            self._tracks[owner[k]] = _track(owner[k], disc, at, self._tracks.get(owner[k]))
        self._put_aside(set(owner.values()), seen, at)
        self._touched = set()
        return tuple(
            replace(d, track=owner[k], team=self._tracks[owner[k]].team, held=False)
            for k, d in enumerate(seen)
        )

    def _pair(self, seen: Sequence[SeenDisc], owner: dict[int, int], reach: float) -> set[int]:
        """Give the discs that have no track one no farther than `reach`; the tracks given."""
        free = [t for t in self._tracks.values() if t.id not in set(owner.values())]
        open_ = [k for k in range(len(seen)) if k not in owner]
        if not free or not open_:
            return set()
        price = np.full((len(free), len(open_)), reach)
        places = np.array([(seen[k].x_mm, seen[k].y_mm) for k in open_])
        for row, track in enumerate(free):
            away = np.hypot(*(places - (track.x_mm, track.y_mm)).T)
            for column in np.flatnonzero(away < reach):
                price[row, column] = self._price(track, seen[open_[column]])
        given = set()
        for row, column in zip(*linear_sum_assignment(np.minimum(price, reach)), strict=True):
            if price[row, column] < reach:
                owner[open_[column]] = free[row].id
                given.add(free[row].id)
        return given

    def _price(self, track: Track, disc: SeenDisc) -> float:
        """How unlikely it is that this disc is that track (mm)."""
        away = float(np.hypot(track.x_mm - disc.x_mm, track.y_mm - disc.y_mm))
        away += abs(track.level - disc.level) * STAYED_MM * 0.4
        if None not in (track.team, disc.team) and track.team != disc.team:
            still = away < STAYED_MM / 2 and track.id not in self._touched
            touched = track.id in self._touched
            doubt = disc.team_margin < (TOUCHED if touched else DOUBTFUL * (2 if still else 1))
            doubt = doubt or abs(track.lean) < UNKNOWN
            if not doubt:
                return OTHER_TEAM
            # Where a disc moved, one of its own colour from far away is likelier than a wrong one.
            away += STAYED_MM / 2 + (0.0 if still else AGAINST * disc.team_margin)
        if track.covered and self._touched and not self._may_be_bared(track):
            return OTHER_TEAM
        known = track.id in self._touched or track.lifted or not self._touched
        return away if away < STAYED_MM or known else away + UNTOUCHED

    def _may_be_bared(self, track: Track) -> bool:
        """Whether a hand was at what covers a disc."""
        over = [self._tracks[number] for number in self._touched if number in self._tracks]
        near = BURIED * self._surface.disc_mm
        return any(np.hypot(t.x_mm - track.x_mm, t.y_mm - track.y_mm) < near for t in over)

    def _shifted(self, number: int, disc: SeenDisc, *, alike: bool | None) -> bool:
        """Whether a disc that seems to have stayed may be another one, put in its place."""
        track = self._tracks[number]
        off = float(np.hypot(track.x_mm - disc.x_mm, track.y_mm - disc.y_mm))
        if not self._touched:
            return False
        if number not in self._touched:
            return off > SURELY_MM
        return alike is False or off > (ALIKE_MM if alike else EXACTLY_MM)

    def _ambiguous(self, moved: set[int]) -> frozenset[tuple[int, int]]:
        teams = {number: self._tracks[number].team for number in moved}
        pairs = combinations(sorted(moved), 2)
        return frozenset((a, b) for a, b in pairs if teams[a] == teams[b])

    def _put_aside(self, kept: set[int], seen: Sequence[SeenDisc], at: float) -> None:
        """Tracks without a disc: covered by another one, or lifted, in the end forgotten."""
        for track in list(self._tracks.values()):
            if track.id in kept:
                continue
            near = [np.hypot(d.x_mm - track.x_mm, d.y_mm - track.y_mm) for d in seen]
            covered = bool(near) and min(near) < BURIED * self._surface.disc_mm and not track.lifted
            if not covered and at - track.seen_at > FORGOTTEN:
                del self._tracks[track.id]
                continue
            self._tracks[track.id] = replace(track, held=False, covered=covered, lifted=not covered)


def _track(number: int, disc: SeenDisc, at: float, before: Track | None) -> Track:
    """The track of a disc just read; its team is what all readings together say."""
    lean, team = before.lean if before else 0.0, disc.team
    if disc.team is not None:
        step = max(disc.team_margin, 0.05) * (1 if disc.team == 1 else -1)
        lean = min(max(lean + step, -MOST_SURE), MOST_SURE)
    if lean:
        team = int(lean > 0)
    return Track(
        id=number,
        x_mm=disc.x_mm,
        y_mm=disc.y_mm,
        level=disc.level,
        team=team,
        seen_at=at,
        lean=lean,
    )
