"""A pretend table: where every disc and the ball really lie, in millimetres, and what acts do.

Hands are human: a disc comes to rest about 3 mm from the middle of its square, never over a line.
No rule is known here: whatever act is asked for is done, as on wood.
"""

from dataclasses import dataclass

from app.rehearsal.chance import Chance, gauss
from app.rulebook.acts import Flick
from app.rulebook.api import Physics
from app.rulebook.board import Board
from app.rulebook.facts import Edge, Exit, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout, Spot, side_of
from vision.synthetic.legs import Flight, Point
from vision.synthetic.physics import Ground, Obstacle, fly, launch_towards

PLACING_SIGMA_MM = 3.0
STACKING_SIGMA_MM = 1.2
CHIP_MM = 30.0
"""A lift of 1 takes the foot of the ball so high above the disc it left."""
STRADDLE = 0.1
"""Share of a square within which a resting ball is over a line (its book may say otherwise)."""


@dataclass(frozen=True, kw_only=True)
class Lying:
    """A disc at rest: centre in mm, and how many discs lie under it."""

    disc: DiscId
    at: Point
    level: int


class PretendTable:
    """Discs in towers, and a ball that is on a disc (its name), on the felt (mm) or off (None)."""

    def __init__(self, board: Board, physics: Physics, chance: Chance) -> None:
        self.board, self._chance = board, chance
        self.ground = Ground(
            width_mm=board.width_mm,
            length_mm=board.length_mm,
            friction=physics.ball_friction,
            restitution=physics.restitution,
            ball_radius_mm=sum(board.ball_mm) / 4,
        )
        self.towers: dict[Square, list[DiscId]] = {}
        self.spots: dict[DiscId, Point] = {}
        self.ball: DiscId | Point | None = None

    # ------------------------------------------------------------------ what lies where

    def square_of(self, disc: DiscId) -> Square | None:
        return next((sq for sq, tower in self.towers.items() if disc in tower), None)

    def level_of(self, disc: DiscId) -> int:
        square = self.square_of(disc)
        return self.towers[square].index(disc) if square is not None else 0

    def lying(self) -> tuple[Lying, ...]:
        """Every disc on the felt, lowest first within a tower."""
        return tuple(
            Lying(disc=disc, at=self.spots[disc], level=level)
            for _, tower in sorted(self.towers.items())
            for level, disc in enumerate(tower)
        )

    @property
    def ball_at(self) -> Point | None:
        return self.spots[self.ball] if isinstance(self.ball, str) else self.ball

    def layout(self) -> Layout:
        ball = self.ball
        lies: DiscId | Square | None = ball if isinstance(ball, str) else None
        if isinstance(ball, tuple):
            lies = self.board.square_at(*ball)
        towers = tuple((sq, tuple(tower)) for sq, tower in sorted(self.towers.items()))
        return Layout(towers=towers, ball=lies)

    # ------------------------------------------------------------------ what hands do

    def place_for(self, square: Square) -> Point:
        """Where a hand that means `square` would set a disc down."""
        below = self.towers.get(square)
        if below:
            x, y = self.spots[below[-1]]
            return (
                x + gauss(self._chance, STACKING_SIGMA_MM, 3.0),
                y + gauss(self._chance, STACKING_SIGMA_MM, 3.0),
            )
        return self._within(square, self.board.disc_mm, PLACING_SIGMA_MM)

    def _within(self, square: Square, size_mm: float, sigma_mm: float) -> Point:
        """A point near the middle of a square, such that a piece of that size crosses no line."""
        most = max(0.0, (self.board.square_mm - size_mm) / 2 - 0.5)
        x, y = self.board.centre_of(square)
        return (x + gauss(self._chance, sigma_mm, most), y + gauss(self._chance, sigma_mm, most))

    def lift(self, disc: DiscId) -> None:
        """Take a disc off the felt; a ball on it goes with the hand, discs above sink."""
        square = self.square_of(disc)
        if square is None:
            return
        tower = self.towers[square]
        tower.remove(disc)
        if not tower:
            del self.towers[square]

    def set_down(self, disc: DiscId, square: Square, at: Point | None = None) -> None:
        """Lay a disc on a square (on whatever lies there). A ball carried or lying loose there
        ends on top.
        """
        at = at or self.place_for(square)
        below = self.towers.setdefault(square, [])
        loose_here = isinstance(self.ball, tuple) and self.board.square_at(*self.ball) == square
        if loose_here or self.ball in below:
            self.ball = disc
        below.append(disc)
        self.spots[disc] = at

    def slide(self, disc: DiscId, square: Square) -> None:
        self.lift(disc)
        self.set_down(disc, square)

    def take_away(self, disc: DiscId) -> None:
        """Off the felt for good; a ball on it stays behind, on the disc below or on the felt."""
        square = self.square_of(disc)
        self.lift(disc)
        if self.ball == disc and square is not None:
            below = self.towers.get(square)
            self.ball = below[-1] if below else self.spots[disc]
        self.spots.pop(disc, None)

    def put_ball(self, to: DiscId | Square) -> None:
        if isinstance(to, str):
            self.ball = to
        else:
            self.ball = self._within(to, max(self.board.ball_mm), PLACING_SIGMA_MM)

    def lay_out(self, layout: Layout) -> None:
        """Bring the whole table to a layout; discs that lie right already are not touched."""
        wrong = self.out_of_place(layout)
        for disc in wrong:
            self.lift(disc)
        for square, tower in layout.towers:
            for disc in tower:
                if disc in wrong:
                    self.set_down(disc, square)
        for disc in [d for d in self.spots if self.square_of(d) is None]:
            del self.spots[disc]
        self.set_ball(layout.ball)

    def set_ball(self, ball: DiscId | Square | None) -> None:
        if ball is None:
            self.ball = None
        elif ball != self.layout().ball:
            self.put_ball(ball)

    def out_of_place(self, layout: Layout) -> frozenset[DiscId]:
        """Discs that must move to make the layout true."""
        want = dict(layout.towers)
        wrong: set[DiscId] = set()
        for square, tower in self.towers.items():
            wanted = want.get(square, ())
            wrong.update(d for n, d in enumerate(tower) if tuple(tower[: n + 1]) != wanted[: n + 1])
        wrong.update(d for tower in want.values() for d in tower if self.square_of(d) is None)
        return frozenset(wrong)

    def adopt_names(self, layout: Layout) -> bool:
        """Discs look alike: where the table looks as a layout does, call them by its names. False
        when it looks otherwise.
        """
        mine = self.layout()
        if not mine.seen().same_table(layout.seen()):
            return False
        names = {
            old: new
            for (_, olds), (_, news) in zip(mine.towers, layout.towers, strict=True)
            for old, new in zip(olds, news, strict=True)
        }
        self.towers = {sq: [names[d] for d in tower] for sq, tower in self.towers.items()}
        self.spots = {names[d]: at for d, at in self.spots.items()}
        if isinstance(self.ball, str):
            self.ball = names[self.ball]
        return True

    # ------------------------------------------------------------------ flicks

    def flight(self, flick: Flick) -> Flight:
        """What a flick comes to; the table itself is left alone (`land` ends it)."""
        origin = self.spots[flick.by]
        top = (self.level_of(flick.by) + 1) * self.board.disc_height_mm
        launch = launch_towards(
            origin,
            flick.towards_mm,
            self.ground,
            z_mm=top if flick.lift > 0 else 0.0,
            lift=flick.lift * CHIP_MM,
        )
        return fly(launch, self.obstacles(), self.ground)

    def obstacles(self) -> tuple[Obstacle, ...]:
        """The top disc of every tower, as high as the tower."""
        return tuple(
            Obstacle(
                disc=tower[-1],
                centre=self.spots[tower[-1]],
                radius_mm=self.board.disc_mm / 2,
                top_mm=len(tower) * self.board.disc_height_mm,
            )
            for _, tower in sorted(self.towers.items())
        )

    def land(self, flight: Flight) -> None:
        self.ball = None if flight.left_at is not None else flight.rest

    def flown(self, by: DiscId, flight: Flight) -> Flown:
        """The truth of a flight, in the words of the rule books."""
        touched = tuple(dict.fromkeys(disc for _, disc in flight.contacts))
        gone = flight.left_at
        return Flown(
            by=by,
            first_touch=touched[0] if touched else None,
            contacts=touched,
            exit=None if gone is None else self._exit(gone),
            rest=() if gone is not None else self.straddled(flight.rest),
            bounced=flight.landed,
            rest_spot=None if gone is not None else _spot(flight.rest),
        )

    def _exit(self, at: Point) -> Exit:
        board = self.board
        gaps: dict[Edge, float] = {
            "W": at[0],
            "E": board.width_mm - at[0],
            "S": at[1],
            "N": board.length_mm - at[1],
        }
        edge = min(gaps, key=lambda name: gaps[name])
        inside = (
            min(max(at[0], 1e-3), board.width_mm - 1e-3),
            min(max(at[1], 1e-3), board.length_mm - 1e-3),
        )
        square = board.square_at(*inside)
        if square is None:
            raise ValueError(at)
        return Exit(edge=edge, square=square, spot=_spot(at))

    def straddled(self, at: Point) -> tuple[Square, ...]:
        """The one, two or four squares a ball at rest there lies over."""
        near = STRADDLE * self.board.square_mm
        files = {int((at[0] + d) // self.board.square_mm) + 1 for d in (-near, near)}
        ranks = {int((at[1] + d) // self.board.square_mm) + 1 for d in (-near, near)}
        squares = (Square(file, rank) for file in sorted(files) for rank in sorted(ranks))
        return tuple(square for square in squares if self.board.holds(square))


def team_of(disc: DiscId) -> int:
    """0 for Home's discs, 1 for Away's."""
    return side_of(disc).order


def _spot(at: Point) -> Spot:
    return Spot(x_mm=at[0], y_mm=at[1], sigma_mm=0.0)
