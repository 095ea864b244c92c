"""Flights told from noisy samples agree with the motion they were made from."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calibration.surface import Surface
from vision.bounce import Obstacles
from vision.course import Course, Departure
from vision.flights import Flight, FlightWatch
from vision.observation import SeenBall, SeenDisc
from vision.trajectory import Samples

SURFACE = Surface(
    files=13, ranks=24, square_mm=40.0, disc_mm=30.0, disc_height_mm=6.0, ball_mm=(22.0, 15.0)
)
FPS = 60.0
TOUCHING = 15.0 + 9.25
CLIPS = Path(__file__).parents[2] / "../shared/footage/clips"
Where = Callable[[float], tuple[float, float] | None]


def disc(x: float, y: float, team: int = 0) -> SeenDisc:
    return SeenDisc(x_mm=x, y_mm=y, team=team)


def slide(start: tuple[float, float], heading: float, speed: float, brake: float) -> Where:
    """A ball that lies at `start` until t = 0.2 s, then slides and stops."""

    def where(t: float) -> tuple[float, float]:
        tau = min(max(t - 0.2, 0.0), speed / brake)
        s = speed * tau - brake * tau * tau / 2
        return (start[0] + s * np.cos(heading), start[1] + s * np.sin(heading))

    return where


def against(way: Where, obstacle: SeenDisc, restitution: float) -> tuple[Where, float]:
    """The same until it meets a disc; then it goes back along the normal. Also: when."""
    times = np.arange(0, 3, 1e-4)
    path = np.array([way(t) for t in times])
    far = np.hypot(path[:, 0] - obstacle.x_mm, path[:, 1] - obstacle.y_mm)
    k = int(np.nonzero(far <= TOUCHING)[0][0])
    v = (path[k] - path[k - 1]) / 1e-4
    normal = (path[k] - (obstacle.x_mm, obstacle.y_mm)) / far[k]
    out = v - (1 + restitution) * (v @ normal) * normal
    speed = float(np.hypot(*out))

    def where(t: float) -> tuple[float, float]:
        if t <= times[k]:
            return way(t)  # type: ignore[return-value]
        tau = min(t - times[k], speed / 1500.0)
        s = speed * tau - 750.0 * tau * tau
        x, y = path[k] + (out / speed if speed else out) * s
        return (float(x), float(y))

    return where, float(times[k])


def told(
    way: Where, discs: list[SeenDisc], seed: int = 1, noise: float = 0.5, until: float = 2.5
) -> list[Flight]:
    rng = np.random.default_rng(seed)
    watch, out = FlightWatch(SURFACE), []
    for k in range(int(until * FPS)):
        t = k / FPS
        mm = way(t)
        ball = None
        if mm is not None:
            dx, dy = rng.normal(0, noise, 2)
            ball = SeenBall(x_mm=mm[0] + dx, y_mm=mm[1] + dy, sigma_mm=noise)
        flight = watch.feed(t, ball, discs)
        if flight:
            out.append(flight)
    return out


def test_a_ball_at_rest_makes_no_flight() -> None:
    assert told(lambda _t: (200.0, 300.0), [disc(200, 300)], noise=0.8, until=10) == []


def test_a_ball_that_seems_to_lie_elsewhere_all_at_once_made_no_flight() -> None:
    def leaps(t: float) -> tuple[float, float]:
        return (200.0, 300.0) if t < 1.0 else (250.0, 380.0)

    assert told(leaps, [disc(200, 300), disc(250, 380)], noise=0.1) == []


@given(heading=st.floats(0.3, 1.2), speed=st.floats(350, 1000), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_a_free_slide(heading: float, speed: float, seed: int) -> None:
    way = slide((120.0, 300.0), heading, speed, 1500.0)
    (flight,) = told(way, [disc(120, 300), disc(60, 800), disc(450, 100)], seed)
    assert flight.from_disc == 0
    assert flight.first_touch is None
    assert flight.exit_mm is None
    assert flight.rest_mm is not None
    end = np.array(way(9.0))
    assert np.hypot(*(np.array(flight.rest_mm) - end)) < 1.5
    assert abs(flight.release_at - 0.2) < max(0.004, 2.5 / speed)  # mm of noise over mm/s
    assert np.hypot(flight.from_mm[0] - 120, flight.from_mm[1] - 300) < 1.0


@given(
    offset=st.floats(-16, 16),
    speed=st.floats(650, 1400),
    restitution=st.floats(0.0, 0.6),
    seed=st.integers(0, 1000),
)
@settings(max_examples=60, deadline=None)
@example(offset=0.0, speed=1369.0, restitution=0.5, seed=1)
def test_the_first_disc_touched_and_when(
    offset: float, speed: float, restitution: float, seed: int
) -> None:
    hit, bystander = disc(260 + offset, 420, 1), disc(310, 360, 1)
    way, when = against(slide((260.0, 300.0), np.pi / 2, speed, 1500.0), hit, restitution)
    (flight,) = told(way, [disc(260, 300), bystander, hit], seed)
    assert flight.from_disc == 0
    assert flight.first_touch is not None
    assert flight.first_touch.disc == 2
    assert abs(flight.first_touch.at - when) < 1 / FPS + 0.001


def test_a_near_miss_is_no_touch() -> None:
    way = slide((260.0, 300.0), np.pi / 2, 900.0, 1500.0)
    for seed in range(20):
        (flight,) = told(way, [disc(260, 300), disc(260 + TOUCHING + 3, 420)], seed)
        assert flight.first_touch is None


def test_coming_to_rest_against_a_disc_is_a_touch() -> None:
    way = slide((260.0, 300.0), np.pi / 2, 600.0, 1500.0)
    end = way(9.0)
    assert end is not None
    (flight,) = told(way, [disc(260, 300), disc(260, end[1] + TOUCHING)])
    assert flight.first_touch is not None
    assert flight.first_touch.disc == 1
    assert flight.rest_disc == 1


@pytest.mark.parametrize(("heading", "edge"), [(0.0, "E"), (np.pi, "W"), (1.4, "N"), (-1.5, "S")])
@pytest.mark.parametrize("seen_beyond", [True, False])
def test_where_it_goes_out(heading: float, edge: str, *, seen_beyond: bool) -> None:
    middle = (260.0, 480.0)
    way = slide(middle, heading, 1900.0, 1500.0)

    def seen(t: float) -> tuple[float, float] | None:
        x, y = way(t) or middle
        margin = 60.0 if seen_beyond else -6.0
        return (x, y) if -margin < x < 520 + margin and -margin < y < 960 + margin else None

    (flight,) = told(seen, [disc(*middle)])
    assert flight.edge == edge
    times = np.arange(0.2, 2, 1e-4)
    path = np.array([way(t) for t in times])
    out = (path[:, 0] < 0) | (path[:, 0] > 520) | (path[:, 1] < 0) | (path[:, 1] > 960)
    assert flight.exit_mm is not None
    assert np.hypot(*(np.array(flight.exit_mm) - path[out][0])) < 3.0


def test_a_ball_that_was_lost_hanging_over_the_edge_fell_there() -> None:
    """Slow at the last, and what still shows of it seems to go back."""
    watch, flights = FlightWatch(SURFACE), []
    xs = [500.0] * 12 + [507.0, 512.0, 514.0, 516.0, 517.0, 518.0, 513.0]
    lie = (disc(500.0, 262.0),)
    for k in range(60):
        x = xs[k] if k < len(xs) else None
        ball = None if x is None else SeenBall(x_mm=x, y_mm=261.0 + (x - 500.0) * 0.37)
        flights.append(watch.feed(k / FPS, ball, lie))
    (flight,) = [flight for flight in flights if flight is not None]
    assert flight.edge == "E"
    assert flight.exit_mm == pytest.approx((520.0, 267.0), abs=3.0)


def test_two_contacts_in_order() -> None:
    one = disc(275, 420, 1)
    first, when = against(slide((260.0, 300.0), np.pi / 2, 1500.0, 1500.0), one, 0.9)
    path = np.array([first(when + t) for t in (0.01, 0.16)])
    way = (path[1] - path[0]) / np.hypot(*(path[1] - path[0]))
    two = disc(*(path[1] + way * TOUCHING))
    both, later = against(first, two, 0.5)
    (flight,) = told(both, [disc(260, 300), one, two])
    assert [c.disc for c in flight.contacts] == [1, 2]
    assert abs(flight.contacts[0].at - when) < 0.012
    assert abs(flight.contacts[1].at - later) < 0.02


def clips() -> Iterator[Path]:
    yield from sorted(CLIPS.glob("*.json"))


@pytest.mark.skipif(not CLIPS.exists(), reason="the clips with known truth are not here")
@pytest.mark.parametrize("path", list(clips()), ids=lambda p: p.stem)
def test_the_clips_truth_is_told(path: Path) -> None:
    truth = json.loads(path.read_text("utf-8"))
    names = [f"{d['team']}-{d['n']}" for d in truth["discs"]]
    discs = [disc(d["x_mm"], d["y_mm"]) for d in truth["discs"]]
    size = truth["board"]
    surface = Surface(
        files=size["files"],
        ranks=size["field"] + 2 * size["in_goal"],
        square_mm=size["square_mm"],
        disc_mm=truth["disc_d_mm"],
        disc_height_mm=truth["disc_h_mm"],
        ball_mm=tuple(truth["ball_mm"]),
    )
    rng = np.random.default_rng(2)
    watch, flights = FlightWatch(surface), []
    seen = [b for b in truth["ball"] if b["on"]]
    last = truth["ball"][-1]["t"]
    for k in range(int((last + 0.8) * 60)):
        at = k / 60
        row = min(seen, key=lambda b: abs(b["t"] - at)) if at <= last else seen[-1]
        gone = truth["events"]["exit"] is not None and at > seen[-1]["t"] + 0.005
        dx, dy = rng.normal(0, 0.4, 2)
        ball = None if gone else SeenBall(x_mm=row["x_mm"] + dx, y_mm=row["y_mm"] + dy)
        flight = watch.feed(at, ball, discs)
        flights += [flight] if flight else []
    events = truth["events"]
    (flight,) = flights
    assert flight.from_disc is not None
    assert names[flight.from_disc] == events["from_disc"]
    touch = events["first_touch"]
    assert (flight.first_touch and names[flight.first_touch.disc]) == (touch and touch["disc"])
    if touch and flight.first_touch:
        assert abs(flight.first_touch.at - touch["t"]) < 0.017
    if events["exit"]:
        assert flight.exit_mm == pytest.approx(
            (events["exit"]["x_mm"], events["exit"]["y_mm"]), abs=3.0
        )
    if events["rest"]:
        assert flight.rest_mm == pytest.approx(
            (events["rest"]["x_mm"], events["rest"]["y_mm"]), abs=1.5
        )


def test_a_ball_that_hung_over_the_edge_on_its_disc_is_flicked_but_none_comes_from_outside() -> (
    None
):
    carrier = disc(3, 300)
    (flight,) = told(slide((-6.0, 300.0), 0.3, 700.0, 1500.0), [carrier], noise=0.2)
    assert flight.from_disc == 0
    assert told(slide((-40.0, 300.0), 0.3, 700.0, 1500.0), [carrier], noise=0.2) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_ball_that_comes_back_to_lean_on_a_disc_touched_the_other_one_first(seed: int) -> None:
    """It passes that disc by a hair, bounces off the one behind, and rests beside the first."""
    passed, struck = disc(365.0, 324.8), disc(396.2, 300.0)
    way, at = against(slide((260.0, 300.0), 0.0, 620.0, 1500.0), struck, 0.4)
    (flight,) = told(way, [passed, struck], seed=seed, noise=0.1)
    assert flight.first_touch is not None
    assert flight.first_touch.disc == 1
    assert abs(flight.first_touch.at - at) < 0.02
    assert flight.rest_disc == 0
    assert [contact.disc for contact in flight.contacts] == [1, 0]


def test_a_ball_never_came_up_to_a_disc_that_it_was_beside_all_the_time() -> None:
    beside = disc(200 + TOUCHING + 1.5, 300)
    t = np.arange(8) / FPS
    p = np.column_stack([np.full(8, 200.0), 300 + 6 * np.sin(3 * t / t[-1])])
    lay = Departure(mm=np.array([200.0, 300.0]), disc=None, until=-0.01, seen=True)
    samples = Samples(t=t, p=p, slack=np.ones(8))
    course = Course(Obstacles(SURFACE, (beside,)), lay, samples)
    assert course.came_up_to(0, 2.6) is None
    assert course.came_up_to(0, 1.6) is not None
