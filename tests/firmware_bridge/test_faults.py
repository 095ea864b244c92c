"""Faults of cable, host and power, met by the whole link, on each of the three boxes.

The names are those of the list of faults the link was designed against. What the firmware itself
must do is tested in `tests/firmware`; real terminals in `test_port.py`.
"""

from dataclasses import replace
from random import Random

from firmware_bridge.delivery import Alert
from firmware_bridge.messages import End, Hello
from firmware_bridge.protocol import encode
from firmware_bridge.states import LinkState
from tests.firmware_bridge.faulty import GATE, Up, beam, drained


def test_f01_the_cable_out_in_the_middle_of_a_frame(up: Up) -> None:
    bench = up()
    beam(bench)
    bench.run(0.01)
    bench.line.link.receive(bench.now, b"$E,12")
    bench.box.unplug(bench.now, bench.now + 2.0)
    bench.run(0.5)
    beam(bench, 1)
    bench.run(2.0)
    drained(bench)
    assert len(bench.log) == 2
    assert bench.line.opened == 2


def test_f02_it_comes_back_within_three_seconds_of_the_cable(up: Up) -> None:
    for seed in range(2 if GATE else 6):
        bench = up(seed=seed)
        bench.run(seed * 0.17)
        bench.box.unplug(bench.now, bench.now + 6.0)
        bench.run(1.0)
        assert bench.line.trouble is not None
        assert bench.line.trouble.reason == "absent"
        back = None
        while back is None:
            bench.step()
            bench.box.awake(bench.now)  # its time goes on whether or not somebody looks for it
            back = bench.now if bench.box.in_place else None
        bench.until(lambda bench=bench: bench.line.alive)  # type: ignore[misc]
        assert bench.now - back <= 3.0
        assert bench.line.trouble is None


def test_f03_f27_f28_the_app_dies_before_or_after_its_log_is_safe(up: Up) -> None:
    bench = up()
    beam(bench)
    bench.run(0.5)
    assert len(bench.log) == 1
    bench.commits = False  # heard, but never safe
    beam(bench, 1)
    assert bench.run(0.5)
    bench.commits = True
    bench.restart_app()
    bench.until(lambda: len(bench.log) == 2)
    bench.lose(b"$a")  # safe, but the box never hears of it
    beam(bench, 2)
    bench.run(1.0)
    bench.lose(b"$nothing")
    bench.restart_app()
    bench.until(lambda: bench.line.alive)
    bench.run(1.5)
    drained(bench)
    assert len(bench.log) == 3
    assert bench.alerts == []


def test_f10_another_box_is_told(up: Up) -> None:
    bench = up()
    hello = bench.line.link.box
    assert hello is not None
    strange = replace(hello, uid=0xDEADBEEF, epoch=0x11112222)
    facts = bench.line.link.receive(bench.now, encode(strange))
    assert [fact.reason for fact in facts if isinstance(fact, Alert)] == ["other-box"]


def test_f11_a_newer_box_is_refused(up: Up) -> None:
    bench = up()
    hello = bench.line.link.box
    assert isinstance(hello, Hello)
    bench.line.link.closed()
    facts = bench.line.link.receive(bench.now, encode(replace(hello, protocol=2)))
    assert [fact.reason for fact in facts if isinstance(fact, Alert)] == ["version"]
    assert bench.line.link.state is LinkState.REFUSED
    assert bench.line.link.trouble is not None
    assert "1" in bench.line.link.trouble.sentence("fr")


def test_f13_garbage_before_the_first_word(up: Up) -> None:
    bench = up()
    bench.line.close()
    rng = Random(1)
    for _ in range(5):
        bench.line.link.receive(bench.now, rng.randbytes(40))
    bench.until(lambda: bench.line.alive)
    beam(bench)
    bench.run(0.5)
    drained(bench)


def test_f14_a_reset_with_events_that_are_not_safe_yet(up: Up) -> None:
    bench = up()
    bench.commits = False
    bench.box.press_dice(bench.now)
    bench.run(0.3)
    beam(bench)
    bench.run(0.3)
    bench.restart_app()
    bench.box.reset(bench.now, bench.now + 1.5)
    bench.commits = True
    bench.until(lambda: len(bench.log) == 3)
    drained(bench)
    assert all(entry.event.at_us is None and entry.time is None for entry in bench.log)


def test_f15_a_power_cut_is_told_and_the_light_comes_back(up: Up) -> None:
    bench = up()
    bench.line.light(End.AWAY)
    bench.run(0.5)
    assert bench.box.light is End.AWAY
    bench.box.cut_power(bench.now, bench.now + 1.5)
    bench.until(lambda: bool(bench.reasons))
    bench.until(lambda: bench.line.alive)
    bench.run(1.5)
    assert bench.reasons == ["power-loss"]
    assert bench.box.light is End.AWAY
    beam(bench)
    bench.run(0.5)
    assert bench.log[-1].cursor.id == 1
