"""A ball chipped over a disc touches nothing; one that comes down on a disc, or slides, does."""

import numpy as np
import pytest

from calibration.surface import Surface
from vision.flights import Flight, FlightWatch
from vision.lift import Lift, lowered
from vision.observation import SeenBall, SeenDisc
from vision.synthetic.physics import Ground, Obstacle, fly, launch_towards

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
GROUND = Ground(width_mm=520.0, length_mm=960.0, friction=0.2, restitution=0.3, ball_radius_mm=9.25)
EYES = {"above": (260.0, 480.0, 1200.0), "aside": (520.0, 480.0, 1150.0)}
START = (200.0, 300.0)
FPS = 60.0


def disc(x: float, y: float) -> SeenDisc:
    return SeenDisc(x_mm=x, y_mm=y)


def flicked(
    target: tuple[float, float],
    over: list[tuple[float, float]],
    lift: float,
    eye: str,
    seed: int = 1,
) -> Flight:
    """The flight told of a flick from the disc at START, seen as a camera sees it."""
    places = [START, *over]
    obstacles = [
        Obstacle(disc=str(k), centre=at, radius_mm=15.0, top_mm=6.0) for k, at in enumerate(places)
    ]
    launch = launch_towards(START, target, GROUND, z_mm=6.0 if lift else 0.0, lift=lift)
    flight, eye_mm = fly(launch, obstacles, GROUND), np.array(EYES[eye])
    rng, watch, told = np.random.default_rng(seed), FlightWatch(SURFACE, np.array(EYES[eye])), []
    for k in range(int((flight.duration + 0.9) * FPS)):
        since = k / FPS - 0.2
        x, y, z = flight.position(since) if since > 0 else (*START, 0.0)
        share = (eye_mm[2] - 7.5) / (eye_mm[2] - 7.5 - z)
        seen = eye_mm[:2] + (np.array([x, y]) - eye_mm[:2]) * share + rng.normal(0, 0.4, 2)
        ball = SeenBall(x_mm=float(seen[0]), y_mm=float(seen[1]), sigma_mm=0.6)
        flight_told = watch.feed(k / FPS, ball, [disc(*at) for at in places])
        told += [flight_told] if flight_told else []
    (only,) = told
    return only


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("seed", range(8))
def test_a_chip_over_discs_is_no_touch(eye: str, seed: int) -> None:
    flight = flicked((330.0, 620.0), [(233.0, 382.0), (262.0, 380.0)], 30.0, eye, seed)
    assert flight.contacts == ()
    assert flight.rest_mm == pytest.approx((330.0, 620.0), abs=2.0)


@pytest.mark.parametrize("eye", EYES)
def test_a_chip_that_comes_down_on_a_disc_touches_it(eye: str) -> None:
    free = flicked((330.0, 620.0), [], 30.0, eye)
    assert free.contacts == ()
    launch = launch_towards(START, (330.0, 620.0), GROUND, z_mm=6.0, lift=30.0)
    lands = fly(launch, [], GROUND).legs[1].origin
    flight = flicked((330.0, 620.0), [lands], 30.0, eye)
    assert flight.first_touch is not None
    assert flight.first_touch.disc == 1


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("aside", [0.0, 9.0, -14.0])
def test_a_slide_into_a_disc_is_no_chip(eye: str, aside: float) -> None:
    flight = flicked((330.0, 620.0), [(240.0 + aside, 420.0)], 0.0, eye)
    assert flight.first_touch is not None
    assert flight.first_touch.disc == 1


def test_heights_follow_the_parabola_and_end_on_the_felt() -> None:
    lift = Lift(at=1.0, foot_mm=6.0, climb=700.0)
    top = 1.0 + 700.0 / 9810.0
    assert float(lift.height(top)) == pytest.approx(6.0 + 700.0**2 / 2 / 9810.0)
    assert float(lift.height(lift.lands_at + 0.01)) == 0.0
    assert float(lift.height(0.5)) == 6.0
    down = lift.comes_down_to(6.0)
    assert down == pytest.approx(1.0 + 2 * 700.0 / 9810.0)
    assert lift.comes_down_to(100.0) is None


def test_a_ball_in_the_air_is_lowered_to_where_it_is() -> None:
    eye, place, z = np.array([260.0, 480.0, 1200.0]), np.array([100.0, 700.0]), 40.0
    seen = eye[:2] + (place - eye[:2]) * (1200.0 - 7.5) / (1200.0 - 7.5 - z)
    assert lowered(seen[None], np.array([z]), eye, 7.5)[0] == pytest.approx(place)


def test_discs_struck_at_once_are_both_told_as_maybe_first() -> None:
    flight = flicked((200.0, 520.0), [(183.0, 420.0), (217.0, 420.0)], 0.0, "above")
    assert flight.first_touch is not None
    assert {1, 2} == set(flight.open_first)


def test_a_disc_struck_alone_is_told_without_doubt() -> None:
    flight = flicked((200.0, 520.0), [(190.0, 420.0)], 0.0, "above")
    assert flight.open_first == ()


def test_nobody_can_tell_whether_a_ball_leans_that_lies_a_hair_off_a_disc() -> None:
    doubt = flicked((330.0, 620.0), [(330.0 + 24.25 + 1.5, 620.0)], 0.0, "above")
    assert set(doubt.open_first) == {1, None}
    clear = flicked((330.0, 620.0), [(330.0 + 24.25 + 6.0, 620.0)], 0.0, "above")
    assert clear.open_first == ()
    assert clear.contacts == ()
