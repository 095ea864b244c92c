"""The clock bound in virtual worlds: adapters that delay, hosts that stall, crystals that stray."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from firmware_bridge.clock import GOOD_S, BoxClock, Exchange
from firmware_bridge.messages import SyncReply
from firmware_bridge.timing import BURST, ENOUGH, QUIET_S, Timing

WARM_S = 15.0
LENGTH_S = 180.0
REPLY_S = 0.0022  # a reply of 25 bytes at 115200 baud
Delay = tuple[float, float]
QUICK: Delay = (0.0002, 0.0015)
CH340: Delay = (0.0005, 0.003)
FTDI: Delay = (0.0005, 0.0165)


@dataclass(frozen=True, kw_only=True)
class World:
    """One adapter and one oscillator; delays in s, the rate in ppm and how far it drifts."""

    up: Delay = QUICK
    down: Delay = CH340
    ppm: float = 50.0
    drift_ppm: float = 0.0
    stalls: float = 0.0

    def stamp(self, t: float) -> int:
        drifted = self.drift_ppm * 1e-6 * t * t / (2 * LENGTH_S)
        return int(5e6 + (t * (1 + self.ppm * 1e-6) + drifted) * 1e6)


@dataclass(frozen=True, kw_only=True)
class Run:
    """(error, bound) in s of each stamp after the first 15 s, and what the link thought of it."""

    stamps: list[tuple[float, float]]
    announced: bool

    @property
    def outside(self) -> int:
        return sum(error > bound + 1e-6 for error, bound in self.stamps)


def live(world: World, seed: int = 1, length_s: float = LENGTH_S) -> Run:
    """The link asks as it does; stamps made before the next answer are told at once."""
    rng, timing = Random(seed), Timing()
    timing.begin(0.0)
    t, stamps = 0.0, []
    for count in range(100_000):
        if t > length_s:
            break
        written, question = t, timing.due(t)
        assert question is not None
        received = written + 0.0009 + rng.uniform(*world.up)
        sent = received + REPLY_S
        read = sent + rng.uniform(*world.down)
        read += rng.uniform(0.02, 0.5) if rng.random() < world.stalls else 0.0
        reply = SyncReply(
            number=question.number, received_us=world.stamp(received), sent_us=world.stamp(sent)
        )
        timing.answered(read, reply)
        t = max(read, written + next((every for upto, every in BURST if count < upto), QUIET_S))
        for _ in range(3):
            happened = rng.uniform(read, t)
            told = timing.told(world.stamp(happened))
            assert told is not None
            if happened > WARM_S:
                stamps.append((abs(told.at - happened), told.bound))
    return Run(stamps=stamps, announced=timing.poor is not None)


WORLDS = {
    "Pico": World(up=(0.0001, 0.0012), down=(0.0001, 0.0012), ppm=30),
    "CH340, crystal": World(),
    "CH340, ceramic": World(ppm=3000),
    "CH340, drifting 60 ppm": World(ppm=3000, drift_ppm=60),
    "CH340, drifting 600 ppm": World(ppm=3000, drift_ppm=600),
    "FTDI 16 ms": World(down=FTDI),
    "FTDI 16 ms, ceramic": World(down=FTDI, ppm=-4000),
    "stalling host": World(stalls=0.05),
}


@pytest.mark.parametrize("name", WORLDS)
def test_the_error_is_within_a_bound_good_enough_for_frames(name: str) -> None:
    run = live(WORLDS[name])
    assert run.outside == 0
    assert max(error for error, _ in run.stamps) <= GOOD_S
    assert max(bound for _, bound in run.stamps) <= GOOD_S
    assert not run.announced


def test_an_adapter_that_always_waits_is_announced() -> None:
    run = live(World(down=(0.015, 0.0165)))
    assert run.outside == 0
    assert min(bound for _, bound in run.stamps) > GOOD_S
    assert run.announced


def test_sixty_random_worlds() -> None:
    stamps = 0
    for seed in range(60):
        rng = Random(seed)
        world = World(down=FTDI, ppm=rng.uniform(-5000, 5000), drift_ppm=rng.uniform(-150, 150))
        run = live(world, seed, length_s=60)
        assert run.outside == 0, seed
        stamps += len(run.stamps)
    assert stamps > 5000


def exchange(world: Callable[[float], float], t: float, *, slow: float = 0.001) -> Exchange:
    received, sent = t + slow, t + slow + 0.002
    return Exchange(
        written=t,
        received_us=round(world(received) * 1e6),
        sent_us=round(world(sent) * 1e6),
        read=sent + slow,
    )


def test_nothing_is_told_before_the_first_answer_nor_without_a_stamp() -> None:
    clock = BoxClock()
    assert clock.to_host(5) is None
    clock.observe(exchange(lambda t: t, 10.0))
    assert clock.to_host(None) is None
    assert clock.to_host(10_000_000) is not None
    clock.forget()
    assert clock.to_host(10_000_000) is None


def test_a_step_of_the_rate_contradicts_and_the_older_half_is_forgotten() -> None:
    clock = BoxClock()

    def steps(t: float) -> float:
        return t if t < 60 else 60 + (t - 60) * 1.004

    for second in range(120):
        clock.observe(exchange(steps, float(second), slow=0.0002))
    assert clock.contradictions > 0
    told = clock.to_host(round(steps(119.5) * 1e6))
    assert told is not None
    assert abs(told.at - 119.5) <= told.bound <= 0.002
    assert clock.rate_ppm == pytest.approx(4000, abs=100)


def test_what_cannot_be_is_ignored() -> None:
    clock = BoxClock()
    clock.observe(Exchange(written=1.0, received_us=20, sent_us=10, read=1.1))
    clock.observe(Exchange(written=2.0, received_us=20, sent_us=30, read=1.1))
    assert clock.newest is None
    clock.observe(exchange(lambda t: t, 10.0))
    clock.observe(exchange(lambda t: t - 5, 11.0))  # the box's time does not go back in one run
    assert clock.contradictions == 0


def test_the_longer_ago_the_less_sure() -> None:
    clock = BoxClock()
    for second in range(30):
        clock.observe(exchange(lambda t: t, 1000.0 + second))
    bounds = [
        told.bound for at in (1029, 960, 500, 10) if (told := clock.to_host(at * 10**6)) is not None
    ]
    assert bounds == sorted(bounds)
    assert bounds[-1] > 1.0 > GOOD_S > bounds[0]


def test_an_answer_counts_once_and_only_if_asked() -> None:
    timing = Timing()
    timing.begin(0.0)
    question = timing.due(0.0)
    assert question is not None
    reply = SyncReply(number=question.number, received_us=1000, sent_us=2000)
    timing.answered(0.1, SyncReply(number=99, received_us=1000, sent_us=2000))
    assert not timing.fresh
    timing.answered(0.1, reply)
    first = timing.told(1500)
    timing.answered(9.9, reply)
    assert timing.told(1500) == first
    timing.begin(10.0)
    assert not timing.fresh
    assert timing.poor is None
    assert BURST[-1][0] < ENOUGH
