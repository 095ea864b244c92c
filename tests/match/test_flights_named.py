"""Flights from points in mm to discs and squares."""

import pytest

from app.match.perception.flight import FlightSeen, flown_from, squares_under
from app.rulebook.geometry import square
from app.rulebook.layout import Layout
from tests.match.toy import BOARD, START

LAYOUT = Layout(towers=START, ball="H1")


def centre(name: str) -> tuple[float, float]:
    return BOARD.centre_of(square(name))


def test_a_flight_names_its_discs() -> None:
    flight = FlightSeen(
        release_at=1.0,
        from_mm=(62, 58),
        contacts_mm=(centre("b6"), centre("d6")),
        maybe_first_mm=(centre("b6"), centre("d6"), None),
        exit_mm=(-1.0, 270.0),
        sigma_mm=2.0,
    )
    flown = flown_from(flight, LAYOUT, None, BOARD)
    assert flown is not None
    assert (flown.by, flown.first_touch, flown.contacts) == ("H1", "A1", ("A1", "A2"))
    assert flown.maybe_first == ("A2", None)
    assert flown.exit is not None
    assert (flown.exit.edge, flown.exit.square) == ("W", square("a7"))
    nowhere = FlightSeen(release_at=1.0, from_mm=(190, 20))
    assert flown_from(nowhere, Layout(towers=START, ball=None), None, BOARD) is None


def test_a_ball_that_rests_against_a_disc_touched_it() -> None:
    x, y = centre("c2")
    flight = FlightSeen(release_at=1.0, from_mm=centre("b2"), rest_mm=(x, y + 22), rest_at=2.0)
    flown = flown_from(flight, LAYOUT, None, BOARD)
    assert flown is not None
    assert flown.first_touch == "H2"
    assert flown.at == (1.0, 2.0)


@pytest.mark.parametrize(
    ("point", "names"),
    [
        ((60, 60), ["b2"]),
        ((77, 60), ["b2", "c2"]),
        ((75, 60), ["b2"]),
        ((81, 79), ["b2", "b3", "c2", "c3"]),
        ((1, 60), ["a2"]),
        ((-9, 60), []),
    ],
)
def test_squares_under_a_resting_ball(point: tuple[float, float], names: list[str]) -> None:
    assert [sq.name for sq in squares_under(point, BOARD)] == sorted(names)
