"""Exactly once: crashes, lost frames, resets, power cuts, a full queue, another box."""

from random import Random
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.delivery import BoxEvent
from firmware_bridge.dice import commitment_to, face_of
from firmware_bridge.messages import (
    Button,
    Commitment,
    DieEvent,
    UnknownEvent,
)
from firmware_bridge.protocol import Decoder
from firmware_bridge.simulator import SimulatedBox

if TYPE_CHECKING:
    from tests.firmware_bridge.conftest import Bench


def test_nothing_is_acknowledged_before_it_is_safe(bench: "Bench") -> None:
    bench.commits = False
    bench.box.press_dice(bench.now)
    facts = bench.run(10)
    assert len(facts) == 2  # sent again and again by the box, delivered once
    assert bench.line.link.counts["repeats"] > 5
    assert bench.kept == 2
    first = facts[0]
    assert first.cursor is not None
    bench.line.link.acknowledge(first.cursor)
    bench.run(1)
    assert bench.kept == 1


def test_after_a_crash_only_what_was_not_safe_comes_again(bench: "Bench") -> None:
    bench.box.press(bench.now, Button.HOME_SMALL)
    bench.run(1)
    bench.commits = False
    bench.box.press_dice(bench.now)
    seen = bench.run(1)
    bench.commits = True
    bench.restart_app()
    bench.run(3)
    assert [logged.event for logged in bench.log] == bench.box.accepted
    assert [fact.event for fact in seen if isinstance(fact, BoxEvent)] == bench.box.accepted[2:]
    assert bench.kept == 0
    assert bench.alerts == []


def test_a_safe_event_whose_acknowledgement_was_lost_is_acknowledged_again(
    bench: "Bench",
) -> None:
    bench.commits = False
    bench.box.press_dice(bench.now)
    facts = bench.run(1)
    bench.cursor = facts[-1].cursor  # the log has it; the app dies before the box hears
    bench.commits = True
    bench.restart_app()
    bench.run(3)
    assert bench.log == []
    assert bench.kept == 0


@pytest.mark.parametrize("fault", ["drop_bytes", "flip_bit", "reset_board", "unplug", "late"])
@pytest.mark.parametrize("seed", [3, 4])
def test_crashes_at_any_moment_under_any_fault(
    new_bench: type["Bench"], fault: str, seed: int
) -> None:
    bench = new_bench(fault, seed=seed)
    rng = Random(seed)
    for _ in range(40):
        bench.commits = True
        bench.run(rng.uniform(0.0, 3.0))
        bench.box.press(bench.now, rng.choice(list(Button)))
        bench.run(rng.uniform(0.0, 0.3))
        bench.commits = rng.random() < 0.5
        bench.run(rng.uniform(0.0, 0.2))
        bench.restart_app()
    bench.commits = True
    bench.until(lambda: bench.kept == 0)
    bench.run(1)
    happened = [(event.id, type(event)) for event in bench.box.accepted]
    assert [(logged.cursor.id, type(logged.event)) for logged in bench.log] == happened
    assert len(happened) > 60
    assert set(bench.reasons) <= {"stale", "silent", "wrong-device"}


def test_what_is_safe_is_acknowledged_at_once(bench: "Bench") -> None:
    bench.box.press_dice(bench.now)
    bench.run(0.05)
    assert len(bench.log) == 2
    assert bench.kept == 0


def test_a_lost_acknowledgement_is_said_again(bench: "Bench") -> None:
    bench.lose(b"$a", times=2)
    bench.box.press_dice(bench.now)
    bench.run(0.1)
    assert bench.kept == 2
    bench.run(2)
    assert bench.kept == 0
    assert len(bench.log) == 2


def test_a_lost_event_is_asked_for_before_the_box_would_repeat_it(bench: "Bench") -> None:
    bench.lose(b"$E", times=1)
    bench.box.press_dice(bench.now)
    bench.run(0.1)
    assert [logged.cursor.id for logged in bench.log] == [1, 2]
    assert bench.line.link.counts["gaps"] == 1


def test_rolls_follow_from_what_both_sides_committed_to(bench: "Bench") -> None:
    said: list[bytes] = []
    send = bench.box.send

    def spy(now: float) -> bytes:
        said.append(send(now))
        return said[-1]

    bench.box.send = spy  # type: ignore[method-assign]
    bench.box.press_dice(bench.now)
    bench.run(1)
    bench.box.press_dice(bench.now)
    bench.run(1)
    heard = Decoder().feed(b"".join(said))
    promised = {(m.die, m.roll): m.commitment for m in heard if isinstance(m, Commitment)}
    rolls = [logged.event for logged in bench.log if isinstance(logged.event, DieEvent)]
    assert len(rolls) == 4
    for roll in rolls[2:]:
        assert promised[roll.die, roll.roll] == commitment_to(roll.die, roll.roll, roll.secret)
    for roll in rolls:
        assert roll.face == face_of(roll.die, roll.roll, roll.secret, roll.nonce)
        assert roll.nonce != bytes(4)


def test_forced_faces(bench: "Bench") -> None:
    bench.box.force(6, 1)
    assert bench.box.press_dice(bench.now) == (6, 1)
    bench.run(1)
    assert [getattr(logged.event, "face", None) for logged in bench.log] == [6, 1]


def test_rolls_without_a_host_are_kept_and_marked(new_bench: type["Bench"]) -> None:
    box = SimulatedBox(5)
    box.send(990.0)
    box.press_dice(995.0)
    bench = new_bench(box=box)
    bench.run(4)
    assert [getattr(logged.event, "nonce", None) for logged in bench.log] == [bytes(4)] * 2


def test_a_reset_loses_stamps_not_events(bench: "Bench") -> None:
    bench.commits = False
    bench.box.press_dice(bench.now)
    bench.box.reset(bench.now, bench.now + 1.5)
    bench.commits = True
    bench.run(5)
    assert [(logged.event.at_us, logged.time) for logged in bench.log] == [(None, None)] * 2
    assert bench.alerts == []
    bench.box.press(bench.now, Button.HOME_BIG)
    bench.run(1)
    time = bench.log[2].time
    assert time is not None
    assert time.at == pytest.approx(bench.log[2].heard_at, abs=0.02)


def test_a_power_cut_is_told_with_the_last_event_known(bench: "Bench") -> None:
    bench.box.press_dice(bench.now)
    bench.run(1)
    bench.box.cut_power(bench.now, bench.now + 1.5)
    bench.run(5)
    (alert,) = bench.alerts
    assert (alert.reason, alert.details) == ("power-loss", {"after": 2})
    assert "2" in alert.sentence("fr")
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert [logged.cursor.id for logged in bench.log] == [1, 2, 1, 2]
    assert bench.log[-1].cursor.epoch != bench.log[0].cursor.epoch


def test_overflow_under_way_is_told_by_the_heartbeat(bench: "Bench") -> None:
    bench.commits = False
    for _ in range(9):
        bench.box.press_dice(bench.now)
        bench.run(0.5)
    assert bench.reasons == ["lost"]


def test_losses_from_before_the_first_meeting_are_not_told(new_bench: type["Bench"]) -> None:
    box = SimulatedBox(5)
    for tick in range(10):
        box.press_dice(990.0 + tick)
    bench = new_bench(box=box)
    bench.run(4)
    assert box.refused == 4
    assert len(bench.log) == 16
    assert bench.alerts == []


def test_overflow_is_told_once_even_across_a_restart(new_bench: type["Bench"]) -> None:
    bench = new_bench()
    bench.run(3)
    bench.line.close()
    for _ in range(10):
        bench.now += 0.5
        bench.box.press_dice(bench.now)
    bench.run(6)
    assert bench.box.refused == 4
    assert [(alert.reason, alert.details["count"]) for alert in bench.alerts] == [("lost", 4)]
    assert len(bench.log) == 16
    bench.restart_app()
    bench.run(6)
    assert len(bench.alerts) == 1


def test_events_taken_by_another_program_are_a_gap(bench: "Bench") -> None:
    before = None
    for _ in range(3):
        bench.box.press_dice(bench.now)
        bench.run(1)
        before = before or bench.cursor
    bench.cursor = before
    bench.restart_app()
    bench.run(3)
    assert bench.alerts[0].details == {"first": 3, "last": 6}
    assert bench.reasons == ["gap"]
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert [logged.cursor.id for logged in bench.log[-2:]] == [7, 8]


def test_another_box_is_told(bench: "Bench") -> None:
    bench.box.press_dice(bench.now)
    bench.run(1)
    bench.line.close()
    bench.box = SimulatedBox(99)
    bench.connect(bench.line.link)
    bench.line.link.closed()
    bench.run(4)
    assert bench.reasons == ["other-box"]


def test_an_event_of_a_later_version_does_not_block_the_next(bench: "Bench") -> None:
    bench.box._put(UnknownEvent(epoch=0, id=0, at_us=1, kind="Z", fields=("7",)), bench.now)
    bench.box.press_dice(bench.now)
    bench.run(1)
    assert len(bench.log) == 3
    assert bench.kept == 0


def test_what_happened_while_nobody_listened_is_timed_by_a_fresh_clock(bench: "Bench") -> None:
    bench.line.close()
    for _ in range(300):
        bench.now += 1.0
        bench.box.awake(bench.now)
    bench.box.press(bench.now, Button.HOME_BIG)
    pressed_at = bench.now
    bench.until(lambda: len(bench.log) == 2)
    time = bench.log[0].time
    assert time is not None
    assert abs(time.at - pressed_at) <= time.bound < 0.05


def test_what_happened_before_the_first_meeting_is_timed(new_bench: type["Bench"]) -> None:
    box = SimulatedBox(5)
    box.send(990.0)
    box.press(999.0, Button.AWAY_BIG)
    bench = new_bench(box=box)
    bench.until(lambda: len(bench.log) == 2)
    time = bench.log[0].time
    assert time is not None
    assert abs(time.at - 999.0) <= time.bound < 0.05
