"""The table from frame to frame: at rest or not, and what changed since it last was."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from app.match.perception.flight import FlightSeen, ends_as_seen, flown_from
from app.match.perception.light import LightWatch
from app.match.perception.rest import RestWatch
from app.match.perception.ways import WaysWatch
from app.rulebook.api import Change
from app.rulebook.board import Board
from app.rulebook.facts import Flown, Interval
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout, Seen
from app.rulebook.side import Side
from vision.observation import Observation, SeenDisc

TIDY_DISCS = 6
"""No play takes so many discs off the felt: people are tidying up."""
EARLY_S = 0.5
"""A flight may begin this long before the picture was seen to move."""


class TableWatch:
    """Gathers, between two tables at rest, ways of discs, flights, and edges hands came over."""

    def __init__(self, board: Board, teams: tuple[Side, Side]) -> None:
        self._board = board
        self._rest, self._ways = RestWatch(board, teams), WaysWatch(board, teams)
        self.light = LightWatch(board)
        self._flights: list[Flown] = []
        self._edges: list[str] = []
        self._reached: set[Square] = set()
        self._disturbed_at: float | None = None
        self._at = 0.0
        self.last: Seen | None = None
        """The table when it was last at rest."""
        self.hand = False
        self.paused = False
        """The eye's view was knocked and is being found again."""
        self.sigma_mm: float | None = None

    @property
    def quiet_since(self) -> float | None:
        return self._rest.quiet_since

    @property
    def flew(self) -> bool:
        return bool(self._flights)

    @property
    def interval(self) -> Interval:
        """From the first hand since the table was last told, to its coming to rest."""
        end = self._at if self.quiet_since is None else self.quiet_since
        return (end if self._disturbed_at is None else self._disturbed_at, end)

    def look(
        self,
        observation: Observation,
        flights: Iterable[FlightSeen],
        layout: Layout,
        flick_from: Collection[DiscId] = (),
    ) -> Seen | None:
        """The table at rest, None while it is not. `flick_from`: discs a flick is waited for."""
        self._at = observation.at
        self.light.look(observation)
        self.hand, self.paused = bool(observation.hands), observation.paused
        if observation.discs:
            self.sigma_mm = max(disc.sigma_mm for disc in observation.discs)
        if (self.hand or observation.moving) and self._disturbed_at is None:
            self._disturbed_at = observation.at
        for flight in flights:
            flown = flown_from(flight, layout, self.last, self._board, flick_from)
            if flown is not None and self._is_new(flight):
                self._flights.append(flown)
        for hand in observation.hands:
            if hand.edge is not None and hand.edge not in self._edges:
                self._edges.append(hand.edge)
        self._reached |= {at for at in map(self._under_hand, observation.discs) if at is not None}
        tops = {square: tower[-1] for square, tower in layout.seen().towers}
        self._ways.look(observation, tops)
        seen = self._rest.look(observation, layout, sure=self.flew)
        if seen is not None:
            self.last = seen
            self._flights = [flown for flown in self._flights if ends_as_seen(flown, seen)]
        return seen

    def _is_new(self, flight: FlightSeen) -> bool:
        """Whether a flight belongs to what has not been told yet."""
        since = self._disturbed_at
        return since is not None and flight.release_at >= since - EARLY_S

    def _under_hand(self, disc: SeenDisc) -> Square | None:
        return self._board.square_at(disc.x_mm, disc.y_mm) if disc.held else None

    def change(self, layout: Layout, seen: Seen) -> Change:
        """What happened since the table was last told. Whose a disc is can be in doubt only where
        none lay, or where a hand was.
        """
        known = dict(layout.seen().towers)
        doubtful = tuple(
            square for square in seen.either_side if square not in known or square in self._reached
        )
        return Change(
            before=layout,
            after=replace(seen, either_side=doubtful),
            ways=self._ways.ways(layout, seen),
            flights=tuple(self._flights),
            hands=tuple(self._edges),
        )

    def forget(self) -> None:
        """What was gathered has been told, or is of no account."""
        self._ways.forget()
        self._flights.clear()
        self._edges.clear()
        self._reached.clear()
        self._disturbed_at = None


def moved(layout: Layout, seen: Seen) -> bool:
    """Whether discs lie elsewhere, none of them gone."""
    expected = layout.seen()
    return seen.towers != expected.towers and _discs(seen) == _discs(expected)


def _discs(seen: Seen) -> Counter[Side]:
    return Counter(side for _, tower in seen.towers for side in tower)


def tidying(seen: Seen, layout: Layout) -> bool:
    """Whether so many discs are gone that nothing on this table is a play."""
    return (_discs(layout.seen()) - _discs(seen)).total() >= TIDY_DISCS
