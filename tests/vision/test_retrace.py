"""Flicks imagined for the eye go as the exact flights do, and tell what was met unseen."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.surface import Surface
from calibration.table_map import Floats
from vision.ball_path import BallPath
from vision.bounce import Obstacles
from vision.course import Departure
from vision.first_touch import Retraced, retraced
from vision.observation import SeenDisc
from vision.synthetic.legs import Flight
from vision.synthetic.physics import Ground, Obstacle, fly, launch_towards
from vision.throws import NOTHING, Stage, Throws, thrown
from vision.trajectory import Samples

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
GROUND = Ground(width_mm=520.0, length_mm=960.0, friction=0.2, restitution=0.4, ball_radius_mm=9.25)
REACH = 15.0 + 9.25
HOME = (260.0, 300.0)
EYE = np.array([260.0, 480.0, 1200.0])


def flown(target: tuple[float, float], discs: list[tuple[float, float]], lift: float) -> Flight:
    obstacles = [
        Obstacle(disc=str(k), centre=at, radius_mm=15.0, top_mm=6.0) for k, at in enumerate(discs)
    ]
    launch = launch_towards(HOME, target, GROUND, z_mm=6.0 if lift else 0.0, lift=lift)
    return fly(launch, obstacles, GROUND)


def alone(flight: Flight) -> Throws:
    """The throw that a flight began with."""
    leg, one = flight.legs[0], np.ones(1)
    return Throws(
        home=np.array([leg.origin]),
        foot=one * leg.z_mm,
        velocity=np.array([leg.way]) * leg.speed,
        climb=one * (leg.climb or 0.0),
        at=0 * one,
        brake=one * GROUND.deceleration,
        bounce=one * GROUND.restitution,
        rub=0 * one,
        reach=one * REACH,
        turned=np.zeros((1, 3)),
    )


def stage(discs: list[tuple[float, float]]) -> Stage:
    centres = np.array(discs, np.float64).reshape(-1, 2)
    felt = np.array([SURFACE.width_mm, SURFACE.length_mm])
    return Stage(centres=centres, tops=np.full(len(centres), 6.0), felt=felt)


@given(
    x=st.floats(60, 460),
    y=st.floats(360, 900),
    lift=st.sampled_from([0.0, 0.0, 25.0, 40.0]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=60, deadline=None)
def test_a_throw_goes_as_the_exact_flight(x: float, y: float, lift: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = np.column_stack([rng.uniform(20, 500, 12), rng.uniform(340, 940, 12)])
    discs = [(float(u), float(v)) for u, v in places if np.hypot(u - 260, v - 300) > 30]
    flight = flown((x, y), discs, lift)
    times = np.linspace(0, flight.duration, 40)
    way = thrown(alone(flight), stage(discs), times, pieces=30)
    true = np.array([flight.position(float(t)) for t in times])
    assert way.places[0] == pytest.approx(true[:, :2], abs=1e-3)
    met = [str(disc) for disc in way.met[0] if disc != NOTHING]
    at_once: dict[float, str] = {}
    for at, disc in flight.contacts:
        at_once.setdefault(at, disc)
    assert met == list(at_once.values())


def told(
    flight: Flight,
    discs: list[tuple[float, float]],
    *,
    fps: float,
    unseen: int,
    shift: tuple[float, float] = (0.0, 0.0),
) -> Retraced | None:
    """What is told of samples of a flight, the first few of which are missing, all of them seen
    somewhat (mm) aside.
    """
    rng, count = np.random.default_rng(3), int(flight.duration * fps)
    t = np.asarray((np.arange(count) + 0.4)[unseen:] / fps, np.float64)
    place = np.array([flight.position(float(at)) for at in t])
    share = (EYE[2] - 7.5) / (EYE[2] - 7.5 - place[:, 2])
    seen: Floats = EYE[:2] + (place[:, :2] - EYE[:2]) * share[:, None]
    seen = seen + rng.normal(0, 0.25, seen.shape) + shift
    obstacles = Obstacles(SURFACE, tuple(SeenDisc(x_mm=x, y_mm=y) for x, y in [HOME, *discs]))
    lay = Departure(mm=np.array(HOME), disc=0, until=-0.4 / fps, seen=True)
    samples = Samples(t=t, p=seen, slack=np.ones(len(t)))
    return retraced(SURFACE, obstacles, lay, samples, EYE)


@pytest.mark.parametrize("fps", [60.0, 120.0])
@pytest.mark.parametrize("aside", [-12.0, 3.0, 15.0])
def test_a_disc_met_before_the_ball_was_seen_is_told(aside: float, fps: float) -> None:
    disc = (HOME[0] + aside, HOME[1] + 42.0)
    flight = flown((260.0, 620.0), [disc], 0.0)
    assert flight.contacts[0][0] < 0.025
    found = told(flight, [disc, (330.0, 420.0), (180.0, 270.0)], fps=fps, unseen=int(fps / 30))
    assert found is not None
    assert found.sure
    assert found.met[0][0] == 1
    assert found.met[0][1] == pytest.approx(flight.contacts[0][0], abs=0.006)


def test_discs_met_shortly_one_after_the_other_are_told_in_order() -> None:
    discs = [(250.0, 380.0), (300.0, 352.0)]
    flight = flown((262.0, 700.0), discs, 0.0)
    assert [disc for _, disc in flight.contacts][:2] == ["0", "1"]
    assert flight.contacts[1][0] - flight.contacts[0][0] < 0.03
    found = told(flight, discs, fps=60.0, unseen=0)
    assert found is not None
    assert [disc for disc, _ in found.met][:2] == [1, 2]
    assert not found.rivals


def corner(rng: np.random.Generator) -> list[tuple[float, float]]:
    """Three discs that a ball flicked straight ahead comes between, all but touching the first."""
    aside, side = float(rng.uniform(-0.9, 0.5)), float(rng.choice([-1.0, 1.0]))
    x, y = HOME[0] + side * (REACH + aside), HOME[1] + float(rng.uniform(50, 90))
    behind = (x + float(rng.uniform(-3, 3)), y + float(rng.uniform(34, 44)))
    beside = (x - side * float(rng.uniform(36, 50)), y + float(rng.uniform(30, 50)))
    return [(x, y), behind, beside]


@pytest.mark.parametrize("seed", [20, 43, 66])
def test_a_ball_seen_aside_of_where_it_is_grazes_what_it_truly_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    discs = corner(rng)
    flight = flown((HOME[0], HOME[1] + float(rng.uniform(200, 330))), discs, 0.0)
    turn = float(rng.uniform(0, 6.28))
    shift = (0.45 * float(np.cos(turn)), 0.45 * float(np.sin(turn)))
    found = told(flight, discs, fps=120.0, unseen=0, shift=shift)
    assert found is not None
    assert found.met
    assert int(flight.contacts[0][1]) + 1 in (found.met[0][0], *found.rivals)


@pytest.mark.parametrize("lift", [25.0, 40.0])
def test_what_was_flown_over_is_not_met(lift: float) -> None:
    discs = [(262.0, 360.0), (258.0, 410.0)]
    flight = flown((260.0, 720.0), discs, lift)
    assert not flight.contacts
    found = told(flight, discs, fps=60.0, unseen=0)
    assert found is not None
    assert found.sure
    assert found.met == ()
    assert found.rivals == ()


def test_of_two_discs_met_at_once_either_may_be_the_first() -> None:
    discs = [(243.0, 400.0), (277.0, 400.0)]
    found = told(flown((260.0, 620.0), discs, 0.0), discs, fps=60.0, unseen=0)
    assert found is not None
    assert {found.met[0][0], *found.rivals} == {1, 2}


def test_three_samples_are_the_least() -> None:
    discs = [(250.0, 380.0)]
    flight = flown((262.0, 700.0), discs, 0.0)
    last = int(flight.duration * 60)
    assert told(flight, discs, fps=60.0, unseen=last - 2) is None


def test_where_no_flick_explains_what_was_seen_any_disc_near_the_way_may_be_the_first() -> None:
    discs = tuple(SeenDisc(x_mm=260 + side * (REACH + 14), y_mm=360) for side in (-1, 1))
    t, rng = np.arange(12) / 60, np.random.default_rng(3)
    p = np.column_stack([260 + rng.uniform(-9, 9, 12), 315 + 8 * np.arange(12.0)])
    samples = Samples(t=t, p=p, slack=np.ones(12))
    lay = Departure(mm=np.array(HOME), disc=None, until=-0.01, seen=True)
    path = BallPath(SURFACE, discs, samples, lay, EYE)
    assert path.retraced is not None
    assert not path.retraced.sure
    assert set(path.open_first(None)) == {None, 0, 1}
