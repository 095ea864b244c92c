"""A flicked ball, from points in mm to discs and squares."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import dist

from app.rulebook.board import Board
from app.rulebook.facts import Edge, Exit, Flown
from app.rulebook.geometry import Square, king_distance
from app.rulebook.layout import DiscId, Layout, Seen, Spot

Point = tuple[float, float]
LONGEST_S = 8.0
"""No flicked ball rolls longer."""
STRADDLE = 0.1
"""A ball straddles a line when it rests this near to it (share of a square)."""


@dataclass(frozen=True, kw_only=True)
class FlightSeen:
    """What the eye makes of one flick, in mm of the table frame and s. `first_touch_mm` and
    `contacts_mm` are centres of discs that were touched, in order; `maybe_first_mm` of those of
    which any may have been touched first (None: none at all), where that cannot be told;
    `exit_mm` is where the ball crossed an edge, `rest_mm` where it came to rest.
    """

    release_at: float
    from_mm: Point
    first_touch_mm: Point | None = None
    contacts_mm: tuple[Point, ...] = ()
    maybe_first_mm: tuple[Point | None, ...] = ()
    exit_mm: Point | None = None
    exit_edge: Edge | None = None
    rest_mm: Point | None = None
    rest_at: float | None = None
    sigma_mm: float = 2.0
    bounced: bool | None = None


def flown_from(
    flight: FlightSeen,
    layout: Layout,
    seen: Seen | None,
    board: Board,
    flick_from: Collection[DiscId] = (),
) -> Flown | None:
    """The flick with its discs named by the layout it was made in; `seen` tells where exactly
    they lay; `flick_from` are discs a flick is waited for. None when there is no disc near the
    point it left from, or it took longer than any flick.
    """
    places = _places(layout, seen, board)
    awaited = {disc: places[disc] for disc in flick_from if disc in places}
    by = _carrier(layout, flight.from_mm, places, board)
    if not isinstance(layout.ball, str):
        by = _near(flight.from_mm, awaited, 1.5 * board.square_mm) or by
    lasted = 0.0 if flight.rest_at is None else flight.rest_at - flight.release_at
    if by is None or lasted > LONGEST_S:
        return None
    others = {disc: at for disc, at in places.items() if disc != by}
    contacts = tuple(_named(flight.contacts_mm, others, board))
    first = _near(flight.first_touch_mm, others, board.square_mm) if flight.first_touch_mm else None
    first = first or next(iter(contacts), None)
    if first is None and flight.rest_mm is not None:
        first = _near(flight.rest_mm, others, (board.disc_mm + board.ball_mm[0]) / 2)
    end = flight.rest_at if flight.rest_at is not None else flight.release_at
    return Flown(
        by=by,
        first_touch=first,
        contacts=contacts,
        maybe_first=_maybe(flight, first, others, board),
        exit=_exit(flight, board),
        rest=squares_under(flight.rest_mm, board) if flight.rest_mm is not None else (),
        bounced=flight.bounced,
        rest_spot=_spot(flight.rest_mm, flight.sigma_mm) if flight.rest_mm is not None else None,
        at=(flight.release_at, end),
    )


def _maybe(
    flight: FlightSeen, first: DiscId | None, others: dict[DiscId, Point], board: Board
) -> tuple[DiscId | None, ...]:
    """The other discs that may have been touched first, by name; None for no disc at all."""
    named = [p and _near(p, others, board.square_mm) for p in flight.maybe_first_mm]
    return tuple(dict.fromkeys(disc for disc in named if disc != first))


def ends_as_seen(flown: Flown, seen: Seen) -> bool:
    """Whether a flight ends where the ball then lies; else it was no flight of this ball. A ball
    that went out or under a hand may be anywhere.
    """
    if not flown.rest or seen.ball is None:
        return True
    return any(king_distance(square, seen.ball) <= 1 for square in flown.rest)


def squares_under(point: Point, board: Board) -> tuple[Square, ...]:
    """The square a resting ball lies on, or the two or four it straddles; none beside the felt."""
    margin = STRADDLE * board.square_mm
    corners = [
        (point[0] + dx, point[1] + dy) for dx in (-margin, margin) for dy in (-margin, margin)
    ]
    return tuple(sorted({sq for x, y in corners if (sq := board.square_at(x, y)) is not None}))


def _places(layout: Layout, seen: Seen | None, board: Board) -> dict[DiscId, Point]:
    """Where the top discs lie: as measured when measured, else the centres of their squares."""
    spots = dict(seen.spots) if seen is not None else {}
    places: dict[DiscId, Point] = {}
    for square, tower in layout.towers:
        spot = spots.get(square)
        places[tower[-1]] = (spot.x_mm, spot.y_mm) if spot else board.centre_of(square)
    return places


def _carrier(
    layout: Layout, point: Point, places: dict[DiscId, Point], board: Board
) -> DiscId | None:
    """The disc a ball left: the one that carried it, when it lay near; else the nearest."""
    holder = layout.ball if isinstance(layout.ball, str) else None
    if holder in places and dist(places[holder], point) <= 2 * board.square_mm:
        return holder
    return _near(point, places, board.square_mm)


def _named(points: Iterable[Point], places: dict[DiscId, Point], board: Board) -> Iterable[DiscId]:
    for point in points:
        disc = _near(point, places, board.square_mm)
        if disc is not None:
            yield disc


def _near(point: Point, places: dict[DiscId, Point], reach_mm: float) -> DiscId | None:
    nearest = min(places, key=lambda disc: (dist(places[disc], point), disc), default=None)
    return nearest if nearest is not None and dist(places[nearest], point) <= reach_mm else None


def _exit(flight: FlightSeen, board: Board) -> Exit | None:
    if flight.exit_mm is None:
        return None
    x, y = flight.exit_mm
    size = board.square_mm
    square = Square(
        min(max(int(x // size) + 1, 1), board.files), min(max(int(y // size) + 1, 1), board.ranks)
    )
    edge = flight.exit_edge or _edge(x, y, board)
    return Exit(edge=edge, square=square, spot=_spot((x, y), flight.sigma_mm))


def _edge(x: float, y: float, board: Board) -> Edge:
    gaps: dict[Edge, float] = {"W": x, "E": board.width_mm - x, "S": y, "N": board.length_mm - y}
    return min(gaps, key=lambda edge: gaps[edge])


def _spot(point: Point, sigma_mm: float) -> Spot:
    return Spot(x_mm=point[0], y_mm=point[1], sigma_mm=sigma_mm)
