"""The simulated box: its faults really act on the bytes, and the link outlives them all."""

from random import Random
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.errors import LinkProblem
from firmware_bridge.messages import BeamEvent, Button, ClockOut, StuckEvent
from firmware_bridge.protocol import Decoder
from firmware_bridge.simulator import FAULTS, SimulatedBox, SimulatedPort, simulated_opener
from firmware_bridge.simulator.queue import EventQueue
from firmware_bridge.simulator.soak import soak

if TYPE_CHECKING:
    from tests.firmware_bridge.conftest import Bench


@pytest.mark.parametrize("fault", [*FAULTS, "all", "none"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_event_exactly_once_in_order(fault: str, seed: int) -> None:
    faults = {"all": FAULTS, "none": ()}.get(fault, (fault,))
    count = soak(250, seed, faults)
    assert count.exact, count
    assert count.delivered == count.events >= 250
    breaks_the_session = {"reset_board", "unplug"} & set(faults)
    assert (count.reconnects > 0) == bool(breaks_the_session)


def test_same_seed_same_evening() -> None:
    assert soak(100, 8, FAULTS) == soak(100, 8, FAULTS)
    assert soak(100, 8, FAULTS) != soak(100, 9, FAULTS)


@pytest.mark.parametrize("fault", ["drop_bytes", "flip_bit"])
def test_bytes_are_really_hurt(new_bench: type["Bench"], fault: str) -> None:
    bench = new_bench(fault)
    bench.run(240)
    hurt = bench.line.link.counts
    assert hurt["crc"] + hurt["cut"] + hurt["character"] > 5
    assert hurt["naks"] > 2  # the other direction too


def test_late_pieces_are_late(new_bench: type["Bench"]) -> None:
    bench = new_bench("late")
    waits = []
    for _ in range(30):
        bench.run(1)
        bench.box.press(bench.now, Button.HOME_BIG)
        pressed_at, count = bench.now, len(bench.log)
        bench.until(lambda count=count: len(bench.log) > count)  # type: ignore[misc]
        waits.append(bench.now - pressed_at)
    assert max(waits) > 0.05
    assert min(waits) < 0.05


def test_unplugging_breaks_the_port_until_it_is_opened_again(new_bench: type["Bench"]) -> None:
    bench = new_bench("unplug")
    bench.until(lambda: bench.line.problem is not None, seconds=60)
    assert bench.line.problem is not None
    assert bench.line.problem.reason == "io"
    assert not bench.box.in_place
    opener = simulated_opener(bench.box, lambda: bench.now)
    with pytest.raises(LinkProblem, match="Nothing is plugged in at sim://"):
        opener("sim://")
    bench.until(lambda: bench.line.opened == 2, seconds=20)


def test_a_port_opened_before_the_cable_was_out_stays_dead() -> None:
    box = SimulatedBox(1)
    port = SimulatedPort(box, lambda: 5.0)
    box.unplug(5.0, 5.0)
    with pytest.raises(LinkProblem):
        port.read()
    box._replug(5.0)
    with pytest.raises(LinkProblem):
        port.write(b"x")


def test_a_stuck_beam_is_told_and_reports_no_passes(new_bench: type["Bench"]) -> None:
    bench = new_bench("stuck_beam", seed=6)
    bench.until(lambda: bool(bench.log), seconds=40)
    stuck = bench.log[0].event
    assert isinstance(stuck, StuckEvent)
    assert stuck.stuck
    bench.box.break_beam(bench.now, stuck.input, 4000)
    bench.box.break_beam(bench.now, (stuck.input + 1) % 8, 4000)
    bench.run(1)
    beams = [e.event.beam for e in bench.log if isinstance(e.event, BeamEvent)]
    assert beams == [(stuck.input + 1) % 8]
    bench.until(lambda: StuckEvent in {type(e.event) for e in bench.log[2:]}, seconds=40)
    freed = bench.log[-1].event
    assert isinstance(freed, StuckEvent)
    assert (freed.input, freed.stuck) == (stuck.input, False)


def test_long_and_short_breaks(bench: "Bench") -> None:
    bench.box.break_beam(bench.now, 2, 100)  # a glitch
    bench.box.break_beam(bench.now, 3, 900_000)
    bench.run(2)
    assert [type(logged.event) for logged in bench.log] == [StuckEvent, StuckEvent]


def test_it_beats_once_a_second_without_a_host() -> None:
    box = SimulatedBox(1)
    heard = b"".join(box.send(tick / 50) for tick in range(500))
    kinds = [type(message).__name__ for message in Decoder().feed(heard)]
    assert kinds.count("Heartbeat") == 10
    assert kinds.count("Hello") == 2


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown faults: rain"):
        SimulatedBox(1, ["rain"])
    with pytest.raises(ValueError, match="beam 9"):
        SimulatedBox(1).break_beam(0.0, 9, 3000)


def test_the_queue_of_another_epoch_is_not_acknowledged() -> None:
    queue = EventQueue(Random(1))
    queue.put(ClockOut(epoch=0, id=0, at_us=1))
    queue.acknowledge(0.0, (queue.epoch + 1) & 0xFFFF, 1)
    queue.acknowledge(0.0, queue.epoch & 0xFFFF, 2)  # never sent: absurd
    assert len(queue) == 1
    queue.acknowledge(0.0, queue.epoch & 0xFFFF, 1)
    assert len(queue) == 0
