"""What lies on a quiet table in one picture, knowing what lay there before: only what changed is
looked at again, when it is known where that was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.ball import find_ball, on_its_disc, resting
from vision.ball_look import BallLook, team_beside_ball
from vision.discs import Elsewhere, find_disc_under_ball, find_discs, find_discs_near
from vision.felt import Felt
from vision.follow import PARTLY_MM
from vision.frames import Image
from vision.ghosts import real_discs, real_under_ball, rings_of_ball
from vision.learning import Place, learn_from
from vision.observation import SeenBall, SeenDisc
from vision.palette import Palette
from vision.places import Remembered, is_other

SAME_BALL_MM = 15.0
SURE_BALL_MM = 2.0
"""σ below which a ball known by its colour was found beyond doubt."""
CARRIER_MARGIN, EDGE_MM = 0.3, 4.0

Where = tuple[Image, TableMap, Surface]
Places = tuple[list[tuple[float, float]], float]
"""Where a picture changed (mm), and how far around to look (mm)."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Discs and ball of one reading."""

    discs: tuple[SeenDisc, ...] = ()
    ball: SeenBall | None = None


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is known before a picture is read.

    `layout`: what was told last; `places`: where the picture changed, None for everywhere; `near`:
    where the ball was followed to just now (mm); `flown_off`: it left the felt, and nothing can
    have brought it back.
    """

    layout: Layout
    places: Places | None = None
    near: tuple[float, float] | None = None
    flown_off: bool = False


class LayoutReader:
    """Reads pictures of one surface, with the colours it has learned."""

    def __init__(self, surface: Surface, palette: Palette | None) -> None:
        self.surface, self.palette = surface, palette
        self._ball_look: BallLook | None = None
        self._lay = Remembered(surface)

    def learn(
        self,
        image: Image,
        table: TableMap,
        teams: Sequence[Place],
        ball_mm: tuple[float, float] | None,
    ) -> int:
        """Learn the colours from a picture with a known layout; how many of its discs were met."""
        learnt = learn_from(image, table, self.surface, teams, ball_mm)
        self._ball_look = learnt.ball_look or self._ball_look
        self.palette = learnt.palette or self.palette
        if learnt.ball is not None:
            self._lay.keep_ball((image, table), learnt.ball)
        return learnt.known

    def read(self, image: Image, table: TableMap, known: Known) -> Layout:
        """What lies there now. Discs have no tracks yet, but those that nothing happened to."""
        where, now = (image, table, self.surface), (image, table)
        self._felt = Felt.learn(*where)
        found = self._lay.corrected(now, self._discs(where, known, self._felt))
        found += self._lay.missing(now, found)
        ball = self._ball_now(where, known, tuple(found))
        ghosts = self._ghosts(where, found, ball)
        if ghosts:
            found = [disc for disc in found if disc not in ghosts]
            ball = self._ball_now(where, known, tuple(found))
        layout = Layout(discs=tuple(found), ball=ball)
        if len(found) < len(known.layout.discs):
            layout = self._under_ball(where, layout)
        layout = self._carrier_judged(where, layout)
        self._lay.keep_discs(now, layout.discs)
        self._lay.keep_ball(now, layout.ball)
        return layout

    def near(self, image: Image, table: TableMap, places: Places | None) -> list[SeenDisc]:
        """The discs near some places alone; None for everywhere."""
        if places is None:
            return find_discs(image, table, self.surface, self.palette)
        return find_discs_near(image, table, self.surface, self.palette, places)

    def _discs(self, where: Where, known: Known, felt: Felt) -> list[SeenDisc]:
        """The discs found now, and those far from all that changed."""
        if known.places is None:
            return real_discs(*where, find_discs(*where, self.palette, felt), felt)
        spots, reach = known.places
        kept = [d for d in known.layout.discs if _beyond(d, spots, reach)]
        elsewhere = Elsewhere(felt=felt, discs=tuple(kept))
        fresh = find_discs_near(*where, self.palette, (spots, reach + EDGE_MM), elsewhere)
        for disc in fresh:  # one that lies between two places is read at both
            if is_other(disc, kept, self.surface):
                kept.append(disc)
        return real_discs(*where, kept, felt)

    def _ghosts(
        self, where: Where, discs: Sequence[SeenDisc], ball: SeenBall | None
    ) -> list[SeenDisc]:
        """What the ball may be taken to lie on, where that is a ring it makes with a line."""
        if ball is None:
            return []
        spot = (ball.x_mm, ball.y_mm)
        under = [disc for disc in discs if _apart(disc, spot) < self.surface.disc_mm / 2]
        return rings_of_ball(where, under, spot, self._felt)

    def _hidden(
        self, where: Where, discs: Sequence[SeenDisc], spot: tuple[float, float]
    ) -> list[SeenDisc]:
        """The disc that a ball seen there hides the best part of, if there is one."""
        elsewhere = Elsewhere(felt=self._felt, discs=discs)
        hidden = find_disc_under_ball(*where, self.palette, spot, elsewhere)
        hidden = real_under_ball(where, hidden, spot, self._felt)
        return [disc for disc in hidden if is_other(disc, discs, self.surface)][:1]

    def _ball_now(self, where: Where, known: Known, discs: tuple[SeenDisc, ...]) -> SeenBall | None:
        """The ball when all is quiet: where it lay, if that place looks the same and it was not
        seen to go elsewhere, nor is there beyond doubt one where none lay; else where it was
        followed to, or looked for everywhere.
        """
        near, lies = known.near, self._lay.ball(where[:2])
        lies = None if lies is None else on_its_disc(lies, discs, self.surface)
        if known.flown_off:
            return lies
        if near is None:
            return self._unfollowed(where, discs, lies)
        found = self._sought(where, discs, near)
        if lies is not None and not (found and _is_surely_at(found, near)):
            return found if self._has_come(where, found, lies) else lies
        if found and _apart(found, near) < SAME_BALL_MM:
            self._ball_look = self._ball_look or BallLook.learn(*where, found)
            return _measured_twice(where, discs, found, near)
        # A hand hides the ball: what was followed may be the hole its disc left in the felt.
        if known.layout.ball is None or (found is not None and self._surely_new(where, found)):
            return found
        return self._rests(where, discs, known.layout.ball, near)

    def _rests(
        self,
        where: Where,
        discs: tuple[SeenDisc, ...],
        ball: SeenBall,
        near: tuple[float, float],
    ) -> SeenBall:
        """The ball where it was followed to, in the last resort believed to lie there: nothing
        there has its shape, nor has anything that has come to lie elsewhere.
        """
        shaped = find_ball(*where, discs, near, self._felt)
        if shaped is not None and _apart(shaped, near) < SAME_BALL_MM:
            return _measured_twice(where, discs, shaped, near)
        shaped = find_ball(*where, discs, felt=self._felt)
        hole = ball.sigma_mm >= PARTLY_MM  # discs may have been pushed, and look new themselves
        if shaped and (hole or shaped.on_disc is None) and self._has_come_by_shape(where, shaped):
            return shaped
        return resting(ball, discs, where)

    def _has_come_by_shape(self, where: Where, shaped: SeenBall) -> bool:
        """Whether a ball was found by its shape beyond doubt, where none lay before."""
        return shaped.sigma_mm < SURE_BALL_MM and self._lay.is_new(where[:2], shaped)

    def _unfollowed(
        self, where: Where, discs: tuple[SeenDisc, ...], lies: SeenBall | None
    ) -> SeenBall | None:
        """Where the ball lies that was not seen to move: looked for anew, when the place where it
        lay looks otherwise; else there, unless one has surely come to lie elsewhere.
        """
        if lies is None:
            return self._left(where, discs)
        look = self._ball_look
        found = None if look is None else look.find(*where, discs, self._felt)
        return found if self._has_come(where, found, lies) else lies

    def _left(self, where: Where, discs: tuple[SeenDisc, ...]) -> SeenBall | None:
        """Where a ball lies that was not seen to move, and has left its place: what has its colour
        where all looks as it did when the ball lay elsewhere is something else.
        """
        found = self._sought(where, discs, None)
        if found is None or not self._lay.has_ball or self._lay.is_new(where[:2], found):
            return found
        shaped = find_ball(*where, discs, felt=self._felt)
        return shaped if shaped and self._has_come_by_shape(where, shaped) else found

    def _has_come(self, where: Where, found: SeenBall | None, lay: SeenBall) -> bool:
        """Whether a ball was surely found elsewhere than it lay, though that place looks the same:
        it was wrongly believed to lie there.
        """
        if found is None or _apart(found, (lay.x_mm, lay.y_mm)) <= SAME_BALL_MM:
            return False
        return self._surely_new(where, found)

    def _surely_new(self, where: Where, found: SeenBall) -> bool:
        """Whether a ball was found by its colour beyond doubt, where none lay before."""
        sure = self._ball_look is not None and found.sigma_mm < SURE_BALL_MM
        return sure and self._lay.is_new(where[:2], found)

    def _sought(
        self, where: Where, discs: tuple[SeenDisc, ...], near: tuple[float, float] | None
    ) -> SeenBall | None:
        """The ball looked for: by its colour when that is known, else by its shape."""
        if self._ball_look is not None:
            found = self._ball_look.find(*where, discs, self._felt)
            if found is not None:
                return found
        if near is not None:
            found = find_ball(*where, discs, near, self._felt)
            if found and _apart(found, near) < SAME_BALL_MM:
                return found
        found = find_ball(*where, discs, felt=self._felt)
        sure = found is not None and (self._ball_look is None or found.on_disc is None)
        return found if sure else None

    def _under_ball(self, where: Where, layout: Layout) -> Layout:
        """Discs are gone and the ball lies free: it may hide the best part of one of them."""
        ball, discs = layout.ball, layout.discs
        if ball is None or ball.on_disc is not None:
            return layout
        spot = (ball.x_mm, ball.y_mm)
        hidden = self._lay.missing(where[:2], discs, ball)
        if not hidden:
            hidden = self._hidden(where, discs, spot)
        if not hidden:
            return layout
        discs = (*discs, *hidden)
        return Layout(
            discs=discs, ball=self._sought(where, discs, spot) or resting(ball, discs, where)
        )

    def _carrier_judged(self, where: Where, layout: Layout) -> Layout:
        """The disc under the ball judged by the paint beside the ball, or not at all."""
        ball = layout.ball
        if ball is None or ball.on_disc is None:
            return layout
        discs = list(layout.discs)
        disc = discs[ball.on_disc]
        if self._ball_look is None or self.palette is None:
            team, margin = None, 0.0
        else:
            judge = (self._ball_look, self.palette)
            team, margin = team_beside_ball(*where, disc, judge, self._felt)
        margin = min(margin, CARRIER_MARGIN)
        discs[ball.on_disc] = replace(disc, team=team, team_margin=margin)
        return replace(layout, discs=tuple(discs))


def _measured_twice(
    where: Where, discs: Sequence[SeenDisc], found: SeenBall, near: tuple[float, float]
) -> SeenBall:
    """A ball found on a disc, whose face makes its outline uncertain, midway to where it was
    followed to by what changed there.
    """
    followed = resting(SeenBall(x_mm=near[0], y_mm=near[1]), discs, where)
    if found.on_disc is None or followed.on_disc != found.on_disc:
        return found
    x, y = (found.x_mm + followed.x_mm) / 2, (found.y_mm + followed.y_mm) / 2
    return replace(found, x_mm=x, y_mm=y)


def _is_surely_at(found: SeenBall, mm: tuple[float, float]) -> bool:
    """Whether a ball was found beyond doubt, and there."""
    return found.sigma_mm <= SURE_BALL_MM and _apart(found, mm) < SAME_BALL_MM


def _beyond(
    piece: SeenDisc | SeenBall, places: Sequence[tuple[float, float]], reach: float
) -> bool:
    """Whether a piece lies farther from all places than that (mm)."""
    return all(_apart(piece, place) > reach for place in places)


def _apart(piece: SeenDisc | SeenBall, mm: tuple[float, float]) -> float:
    return float(np.hypot(piece.x_mm - mm[0], piece.y_mm - mm[1]))
