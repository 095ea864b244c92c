"""The table at rest: from what the eye measures to what lies on which square."""

from dataclasses import dataclass
from math import dist

from app.match.perception.flight import squares_under
from app.match.perception.towers import Tops, sides_of, towers_of
from app.rulebook.board import Board
from app.rulebook.geometry import DIRECTIONS, Square
from app.rulebook.layout import Layout, Seen, Spot
from app.rulebook.side import Side
from vision.observation import Observation, SeenDisc

SETTLE_S = 0.1
"""No hand and no motion for this long: the table is at rest."""
BALL_S = 0.28
"""The same when the ball lies elsewhere: so long a flight takes to be told after its end."""
GONE_S = 0.5
"""The same when there is no ball to be seen: so long until one that flew out is told of."""
DOUBT_S = 0.5
"""As long again when a piece is missing or the ball lies free: it may only be hidden or rolling."""
STALE_S = 1.0
"""Discs that the eye only carried over from before the hand came are believed after so long."""
SIGMAS = 3.0
EITHER_SIDE = 0.25
"""A team told with less margin than that may be the other, as under the ball."""


class RestWatch:
    """Tells the table once it is at rest, never while the eye's view is lost. `teams` are the
    sides of the eye's teams 0 and 1.
    """

    def __init__(self, board: Board, teams: tuple[Side, Side] = (Side.HOME, Side.AWAY)) -> None:
        self._board, self._teams = board, teams
        self._seen: Seen | None = None
        self._read: tuple[Observation, Seen] | None = None
        self.quiet_since: float | None = None
        """Since when there has been no hand and no motion (s); None while there is."""

    def look(self, observation: Observation, layout: Layout, *, sure: bool = False) -> Seen | None:
        """The table at rest, None before. `layout` is what should lie there; `sure` when a piece
        that is gone is accounted for (a ball that was seen to fly).
        """
        if observation.hands or observation.moving or observation.paused:
            self.quiet_since = self._seen = self._read = None
            return None
        if self.quiet_since is None:
            self.quiet_since = observation.at
        expected = layout.seen()
        before = self._seen
        if observation.full or (observation.at - self.quiet_since >= STALE_S and before is None):
            self._read_anew(observation, expected)
        elif self._read is not None and self._read[1] != expected:
            self._read_anew(self._read[0], expected)
        now = self._seen
        if now is None or before is None:
            return None
        calm = now.same_table(before) and (sure or not _doubtful(now, expected))
        kept = sure or (now.ball, now.carried) == (expected.ball, expected.carried)
        settle = SETTLE_S if kept else BALL_S
        if now.ball is None and not sure:
            settle = GONE_S
        needed = settle + (0.0 if calm else DOUBT_S)
        return now if observation.at - self.quiet_since >= needed - 1e-9 else None

    def _read_anew(self, observation: Observation, expected: Seen) -> None:
        """What is hard to see is read as what should lie there: once that is another, otherwise."""
        self._read = observation, expected
        self._seen = read_table(observation, self._board, self._teams, expected)


def read_table(
    observation: Observation, board: Board, teams: tuple[Side, Side], expected: Seen
) -> Seen:
    """An observation as squares; discs beside the felt are no pieces in play."""
    reader = _Reader(board, teams, dict(expected.towers))
    for disc in sorted(observation.discs, key=lambda d: (-d.level, reader.off_centre(d))):
        reader.put(disc)
    reader.put_ball(observation, expected)
    return reader.seen()


@dataclass(kw_only=True)
class _Place:
    """A square with the disc seen on it."""

    disc: SeenDisc
    side: Side
    unsure: bool


class _Reader:
    def __init__(
        self, board: Board, teams: tuple[Side, Side], known: dict[Square, tuple[Side, ...]]
    ) -> None:
        self._board, self._teams, self._known = board, teams, known
        self._places: dict[Square, _Place] = {}
        self._ball: Square | None = None
        self._carried = False
        self._ball_spot: Spot | None = None

    def off_centre(self, disc: SeenDisc) -> float:
        """How far a disc lies from the centre of its square, in mm."""
        square = self._board.square_at(disc.x_mm, disc.y_mm)
        return (
            0.0 if square is None else dist(self._board.centre_of(square), (disc.x_mm, disc.y_mm))
        )

    def put(self, disc: SeenDisc) -> None:
        square = self._board.square_at(disc.x_mm, disc.y_mm)
        if square is None:
            return
        side = self._side(disc, square)
        beyond = across(_spot(disc.x_mm, disc.y_mm, disc.sigma_mm), square, self._board)
        unsure = bool(beyond)
        if unsure and not self._fits(square, side):
            square = next((other for other in beyond if self._fits(other, side)), square)
        if square in self._places:
            if self._places[square].disc.level > disc.level:
                return  # the rim of a disc under another
            square, unsure = self._beside(disc, square), True
        if square not in self._places:
            self._places[square] = _Place(disc=disc, side=side, unsure=unsure)

    def put_ball(self, observation: Observation, expected: Seen) -> None:
        """A loose ball that straddles a line lies where it should, if that is on either side."""
        ball = observation.ball
        if ball is None:
            return
        self._ball = self._board.square_at(ball.x_mm, ball.y_mm)
        self._ball_spot = _spot(ball.x_mm, ball.y_mm, ball.sigma_mm)
        if ball.on_disc is not None:
            under = observation.discs[ball.on_disc]
            places = self._places.items()
            self._ball = next((sq for sq, place in places if place.disc is under), self._ball)
            self._carried = self._ball in self._places
        elif expected.ball in squares_under((ball.x_mm, ball.y_mm), self._board):
            self._ball = expected.ball

    def seen(self) -> Seen:
        tops: Tops = {sq: (place.side, place.disc.level) for sq, place in self._places.items()}
        spots: list[tuple[Square | None, Spot]] = [
            (square, _spot(place.disc.x_mm, place.disc.y_mm, place.disc.sigma_mm))
            for square, place in sorted(self._places.items())
        ]
        if self._ball_spot is not None and self._ball is not None:
            spots.append((None, self._ball_spot))
        return Seen(
            towers=tuple(sorted(towers_of(tops, self._known).items())),
            ball=self._ball,
            carried=self._carried,
            spots=tuple(spots),
            unsure=tuple(square for square, place in sorted(self._places.items()) if place.unsure),
            either_side=tuple(
                square
                for square, place in sorted(self._places.items())
                if place.disc.team_margin < EITHER_SIDE
            ),
        )

    def _fits(self, square: Square, side: Side) -> bool:
        """Whether a disc of that side was on top there before."""
        return self._known.get(square, ())[-1:] == (side,) and square not in self._places

    def _side(self, disc: SeenDisc, square: Square) -> Side:
        """Whose a disc is; where that is hard to see, whose lay on top there before."""
        before = self._known.get(square)
        if before and (disc.team is None or disc.team_margin < EITHER_SIDE):
            return before[-1]
        return self._teams[disc.team or 0]

    def _beside(self, disc: SeenDisc, square: Square) -> Square:
        """The nearest neighbour that is free, for a second disc whose centre lies in a square."""
        near = [n for n in (square.towards(*step) for step in DIRECTIONS) if self._board.holds(n)]
        free = [n for n in near if n not in self._places]
        at = (disc.x_mm, disc.y_mm)
        return min(free, key=lambda n: dist(self._board.centre_of(n), at), default=square)


def across(spot: Spot, square: Square, board: Board) -> tuple[Square, ...]:
    """The squares over the ruled lines that lie within 3σ of a spot."""
    size, reach = board.square_mm, SIGMAS * spot.sigma_mm
    x, y = spot.x_mm - (square.file - 1) * size, spot.y_mm - (square.rank - 1) * size
    steps = [(-1, 0, x), (1, 0, size - x), (0, -1, y), (0, 1, size - y)]
    near = sorted((gap, square.towards(df, dr)) for df, dr, gap in steps if gap < reach)
    return tuple(other for _, other in near if board.holds(other))


def _spot(x_mm: float, y_mm: float, sigma_mm: float) -> Spot:
    return Spot(x_mm=x_mm, y_mm=y_mm, sigma_mm=sigma_mm)


def _doubtful(seen: Seen, expected: Seen) -> bool:
    """A piece is missing or one too many, or the ball lies where it was not."""
    loose = not seen.carried and (seen.ball, seen.carried) != (expected.ball, expected.carried)
    return sides_of(seen) != sides_of(expected) or loose
