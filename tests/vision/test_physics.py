import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.synthetic.legs import GRAVITY, Flight
from vision.synthetic.physics import Ground, Launch, Obstacle, fly, launch_towards

FELT = Ground(width_mm=650, length_mm=1200, friction=0.35, restitution=0.5, ball_radius_mm=8)
WIDE = Ground(width_mm=1e6, length_mm=1e6, friction=0.35, restitution=0.5, ball_radius_mm=8)
angles = st.floats(0, 2 * math.pi)


def energy(flight: Flight, at: float) -> float:
    """Kinetic and potential energy of one gram, in g·mm²/s²."""
    vx, vy, vz = flight.velocity(at)
    return (vx * vx + vy * vy + vz * vz) / 2 + GRAVITY * flight.position(at)[2]


def field_of_discs(spots: list[tuple[int, int]]) -> list[Obstacle]:
    return [
        Obstacle(disc=f"H{n}", centre=(x * 50.0 + 25, y * 50.0 + 25), radius_mm=20, top_mm=7)
        for n, (x, y) in enumerate(spots)
    ]


scattered = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 23)), max_size=25, unique=True
).map(field_of_discs)


@given(st.floats(5, 5000), st.floats(0.1, 1.0), angles)
def test_a_free_ball_stops_after_v_squared_over_two_mu_g(
    speed: float, friction: float, angle: float
) -> None:
    ground = Ground(**{**vars(WIDE), "friction": friction})
    way = (math.cos(angle), math.sin(angle))
    flight = fly(Launch(origin=(5e5, 5e5), way=way, speed=speed), [], ground)
    x, y = flight.rest
    expected = speed**2 / (2 * friction * GRAVITY)
    assert math.hypot(x - 5e5, y - 5e5) == pytest.approx(expected, abs=1e-6)


@given(st.floats(5, 1500), st.floats(1e-4, 0.5))
def test_the_way_covered_does_not_depend_on_the_step_it_is_looked_at(
    speed: float, step: float
) -> None:
    flight = fly(Launch(origin=(5e5, 5e5), way=(1, 0), speed=speed), [], WIDE)
    covered, at = 0.0, 0.0
    while at < flight.duration + step:
        covered += flight.position(at + step)[0] - flight.position(at)[0]
        at += step
    assert covered == pytest.approx(speed**2 / (2 * WIDE.deceleration), abs=1e-6)


@given(scattered, st.floats(20, 3000), angles, st.floats(0, 900))
def test_energy_never_grows(
    discs: list[Obstacle], speed: float, angle: float, climb: float
) -> None:
    launch = Launch(
        origin=(325, 600),
        way=(math.cos(angle), math.sin(angle)),
        speed=speed,
        z_mm=7,
        climb=climb,
    )
    flight = fly(launch, discs, FELT)
    times = [flight.duration * k / 200 for k in range(202)]
    energies = [energy(flight, t) for t in times]
    assert all(b <= a * (1 + 1e-9) + 1e-6 for a, b in pairwise(energies))


@given(scattered, st.floats(20, 3000), angles)
def test_a_flat_ball_never_goes_through_a_disc(
    discs: list[Obstacle], speed: float, angle: float
) -> None:
    origin = (330.0, 610.0)
    free = [d for d in discs if math.dist(d.centre, origin) > 28]
    flight = fly(
        Launch(origin=origin, way=(math.cos(angle), math.sin(angle)), speed=speed), free, FELT
    )
    for k in range(201):
        x, y, _ = flight.position(flight.duration * k / 200)
        assert all(math.dist(d.centre, (x, y)) >= 28 - 1e-5 for d in free)


def test_the_first_touch_is_where_the_outlines_meet() -> None:
    discs = field_of_discs([(5, 12), (5, 16)])
    launch = Launch(origin=(275, 300), way=(0, 1), speed=2500)
    flight = fly(launch, discs, FELT)
    assert flight.contacts[0][1] == "H0"
    assert flight.position(flight.contacts[0][0])[1] == pytest.approx(625 - 28, abs=1e-9)
    assert flight.rest[1] < 625 - 28


@given(st.floats(60, 500), st.floats(60, 1100), st.floats(0, 60))
def test_a_flick_aimed_at_a_point_of_free_felt_stops_there(x: float, y: float, lift: float) -> None:
    launch = launch_towards((320, 30), (x, y), FELT, z_mm=7 if lift else 0, lift=lift)
    assert fly(launch, [], FELT).rest == pytest.approx((x, y), abs=1e-6)


def test_a_chip_clears_the_disc_that_stops_a_flat_flick() -> None:
    wall = field_of_discs([(6, 3)])
    target = (325.0, 700.0)
    flat = fly(launch_towards((325, 75), target, FELT), wall, FELT)
    chip = fly(launch_towards((325, 75), target, FELT, z_mm=7, lift=30), wall, FELT)
    assert flat.contacts
    assert not chip.contacts
    assert chip.rest == pytest.approx(target, abs=1e-6)


def test_a_chip_that_comes_down_on_a_disc_touches_it() -> None:
    launch = Launch(origin=(325, 75), way=(0, 1), speed=500, z_mm=7, climb=700)
    down = 75 + 500 * (700 + math.sqrt(700**2)) / GRAVITY
    under = [Obstacle(disc="A3", centre=(325, down + 5), radius_mm=20, top_mm=7)]
    assert [disc for _, disc in fly(launch, under, FELT).contacts] == ["A3"]
    beside = Obstacle(disc="A4", centre=(368, down + 1), radius_mm=20, top_mm=7)
    nearer = [Obstacle(disc="A3", centre=(327, down + 5), radius_mm=20, top_mm=7)]
    assert [disc for _, disc in fly(launch, [*nearer, beside], FELT).contacts] == ["A3"]
    beside = Obstacle(disc="A4", centre=(325 + 27, down + 1), radius_mm=20, top_mm=7)
    apart = [Obstacle(disc="A3", centre=(325 - 15, down + 1), radius_mm=20, top_mm=7)]
    (one, first), (two, second) = fly(launch, [*apart, beside], FELT).contacts
    assert (first, second, one) == ("A3", "A4", two)


@pytest.mark.parametrize(
    ("way", "edge"), [((1, 0), (650, 600)), ((-1, 0), (0, 600)), ((0, 1), (325, 1200))]
)
def test_the_ball_leaves_over_the_edge_it_crosses(
    way: tuple[float, float], edge: tuple[float, float]
) -> None:
    flight = fly(Launch(origin=(325, 600), way=way, speed=4000), [], FELT)
    assert flight.left_at == pytest.approx(edge)
