"""Faults of line, clock and dice, met by the whole link, on each of the three boxes.

The names are those of the list of faults the link was designed against. What the firmware itself
must do is tested in `tests/firmware`; real terminals in `test_port.py`.
"""

from dataclasses import replace
from random import Random

import pytest

from firmware_bridge.clock import GOOD_S
from firmware_bridge.dice import Proof, check
from firmware_bridge.messages import BeamEvent, DieEvent, SyncReply
from firmware_bridge.posts import Passing, judge_all
from firmware_bridge.protocol import encode
from firmware_bridge.states import LinkState
from tests.firmware_bridge.faulty import GATE, Up, beam, drained, hand
from tests.firmware_bridge.kicks import events, over

FAULTS = ["flip_bit", "drop_bytes", "duplicate", "late", "noise"]


@pytest.mark.parametrize("fault", FAULTS[:2] if GATE else FAULTS)
def test_f16_to_f19_a_bad_line_costs_nothing(up: Up, fault: str) -> None:
    bench = up(fault, seed=3)
    rng = Random(3)
    for _ in range(25):
        hand(bench, rng)
        bench.run(rng.uniform(0.2, 0.6))
    drained(bench, 60.0)
    assert len(bench.log) > 25


def test_f23_lost_acknowledgements(up: Up) -> None:
    bench = up()
    bench.lose(b"$a")
    beam(bench)
    bench.run(1.5)
    assert len(bench.log) == 1
    assert bench.line.link.counts["repeats"] >= 2
    bench.lose(b"$nothing")
    bench.restart_app()
    bench.until(lambda: bench.line.alive)
    bench.run(1.0)
    assert bench.line.link.counts["repeats"] == 0


def test_f24_a_sound_whose_answer_was_lost_is_made_once(up: Up) -> None:
    bench = up()
    before = len(bench.box.sounds)
    bench.lose(b"$R", times=3)
    bench.line.buzz(1)
    bench.run(2.5)
    assert len(bench.box.sounds) - before == 1
    assert bench.line.link.counts["retries"] >= 2
    assert bench.line.alive


def test_f29_a_laptop_that_slept(up: Up) -> None:
    bench = up()
    for number in range(8):
        beam(bench, number % 3, 2000 + 10 * number)
        for _ in range(15):
            bench.now += 0.1
            bench.box.awake(bench.now)
    bench.run(1.0)
    drained(bench)
    assert len(bench.log) == 8


def test_f31_overflow_is_told_and_counted(up: Up) -> None:
    bench = up()
    beam(bench)
    bench.run(0.5)
    bench.line.close()
    for _ in range(12):
        for _ in range(4):
            bench.now += 0.1
            bench.box.awake(bench.now)
        bench.box.press_dice(bench.now)
    bench.until(lambda: len(bench.log) >= len(bench.box.accepted))
    bench.run(1.5)
    assert [(alert.reason, alert.details["count"]) for alert in bench.alerts] == [
        ("lost", bench.box.refused)
    ]
    assert bench.box.refused == 8
    drained(bench)


@pytest.mark.parametrize("ppm", [-5000.0, 5000.0] if GATE else [-5000.0, -300.0, 300.0, 5000.0])
def test_f33_a_clock_that_runs_fast_or_slow(up: Up, ppm: float) -> None:
    bench = up(ppm=ppm)
    for _ in range(500):
        bench.step(0.004)
    for _ in range(6):
        for _ in range(150):
            bench.step(0.004)
        broken_at = bench.now
        beam(bench)
        for _ in range(60):
            bench.step(0.004)
        time = bench.log[-1].time
        assert time is not None
        assert abs(time.at - broken_at) <= time.bound + 1e-4
        assert time.bound <= GOOD_S + 0.004  # the bench itself looks every 4 ms


def test_f34_an_adapter_that_hands_on_every_16_ms(up: Up) -> None:
    bench = up(ppm=200.0)
    for _ in range(400):
        bench.step(0.016)
    for _ in range(5):
        for _ in range(40):
            bench.step(0.016)
        broken_at = bench.now
        beam(bench)
        for _ in range(20):
            bench.step(0.016)
        time = bench.log[-1].time
        assert time is not None
        assert abs(time.at - broken_at) <= time.bound + 1e-4
    bench.run(35)
    assert set(bench.reasons) <= {"clock"}


def test_f35_a_restart_begins_a_new_clock(up: Up) -> None:
    bench = up()
    bench.run(12.0)
    bench.box.reset(bench.now, bench.now + 1.5)
    bench.run(4.0)
    bench.until(lambda: bench.line.alive)
    bench.run(1.0)
    broken_at = bench.now
    beam(bench)
    bench.run(0.3)
    time = bench.log[-1].time
    assert time is not None
    assert abs(time.at - broken_at) <= time.bound + 1e-4


def test_f41_a_roll_with_nobody_there_is_kept_and_proves_less(up: Up) -> None:
    bench = up()
    bench.line.close()
    for _ in range(50):
        bench.now += 0.1
        bench.box.awake(bench.now)
    bench.box.press_dice(bench.now)  # the share given before still counts; the next has none
    bench.now += 0.3
    bench.box.press_dice(bench.now)
    bench.until(lambda: len(bench.log) == 4)
    proofs = [check(entry.record) for entry in bench.log if entry.record is not None]
    assert proofs == [Proof.PROVED] * 2 + [Proof.UNPROVEN] * 2


def test_f43_a_box_that_hangs(up: Up) -> None:
    bench = up()
    bench.lose(b"$")
    bench.run(5.0)
    assert bench.line.link.state is LinkState.STALE
    assert bench.reasons == ["stale"]
    bench.lose(b"$nothing")
    bench.restart_app()
    bench.until(lambda: bench.line.alive)


def test_f47_a_roll_tampered_with_is_caught(up: Up) -> None:
    bench = up()
    bench.box.press_dice(bench.now)
    bench.run(0.5)
    records = [entry.record for entry in bench.log if isinstance(entry.event, DieEvent)]
    for record in records:
        assert record is not None
        assert check(record) is Proof.PROVED
        other = replace(record, face=record.face % 6 + 1)
        assert check(replace(other, seal=other.sealed())) is Proof.FALSE


def test_f48_a_gap_in_the_ids_is_filled_in_order(up: Up) -> None:
    bench = up()
    bench.lose(b"$E", times=3)
    for number in range(4):
        beam(bench, number % 3, 2000 + 100 * number)
        bench.run(0.02)
    drained(bench)
    assert len(bench.log) == 4
    assert bench.line.link.counts["gaps"] >= 1


def test_an_old_answer_about_time_is_nothing(up: Up) -> None:
    bench = up()
    before = bench.line.link.timing.clock.newest
    bench.line.link.receive(bench.now, encode(SyncReply(number=0x7777, received_us=1, sent_us=2)))
    assert bench.line.link.timing.clock.newest == before


@pytest.mark.parametrize("count", [12 if GATE else 60])
def test_kicks_through_the_box_to_their_verdict(up: Up, count: int) -> None:
    """A ball over the bar at any height and speed, on a line that flips bits."""
    bench = up("flip_bit", seed=8)
    rng = Random(8)
    for _ in range(count):
        kick, before = over(rng, 16.0), len(bench.log)
        for event in events(kick, start_us=0):
            bench.box.break_beam(
                bench.now + (event.at_us or 0) / 1e6, event.beam, event.duration_us
            )
        bench.run(0.5)
        bench.until(lambda before=before: len(bench.log) >= before + 2)  # type: ignore[misc]
        heard = [entry.event for entry in bench.log[before:]]
        verdict = judge_all([event for event in heard if isinstance(event, BeamEvent)])
        assert verdict.passing is Passing.GOOD, heard
        assert verdict.speed_m_s is not None
        front, rear = (begin for _, begin, _ in kick.breaks)
        assert verdict.speed_m_s == pytest.approx(0.03 / (rear - front), rel=0.02)
