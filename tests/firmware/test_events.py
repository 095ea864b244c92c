"""Events: kept until they are safe, told until then, in order, through resets and lost words."""

from itertools import pairwise

import pytest

from tests.firmware.conftest import PINNED, made, opened
from tests.firmware.host import Host, frame


def acks(host: Host, text: str) -> None:
    host.write(frame(text))
    host.run(0.05)


def beam(host: Host, number: int, us: int = 3000) -> None:
    host.box.break_beam(host.now, number, us)
    host.run(0.15)


def test_f23_events_come_again_until_they_are_safe(host: Host) -> None:
    beam(host, 0)
    host.run(1.0)
    told = [body for body in host.bodies if body.startswith("E,")]
    assert len(told) >= 3
    assert len(set(told)) == 1
    host.acknowledge()
    before = len(host.bodies)
    host.run(2.0)
    assert not [body for body in host.bodies[before:] if body.startswith("E,")]
    assert host.beat()[3] == "0"


def test_f25_stale_and_absurd_acknowledgements_drop_nothing(host: Host) -> None:
    beam(host, 0)
    epoch = host.hello()[5][-4:]
    other = f"{int(epoch, 16) ^ 1:04X}"
    for text in (  # each is about another sequence, or about events that were never told
        f"a,{other},1", f"a,{epoch},FFFFFFFF", f"a,{epoch},7", f"a,{epoch},0", f"a,{epoch}",
                 "a,XYZ,1", f"a,{epoch},"):  # fmt: skip
        acks(host, text)
    host.run(1.1)
    assert host.beat()[3] == "1"
    acks(host, f"a,{epoch},1")
    host.run(1.1)
    assert host.beat()[3] == "0"


def test_f48_the_same_acknowledgement_again_means_go_back(host: Host) -> None:
    for number in range(4):
        beam(host, number % 2, 2000 + 100 * number)
    epoch = host.hello()[5][-4:]
    acks(host, f"a,{epoch},1")
    before = len(host.bodies)
    host.write(frame(f"a,{epoch},1"))
    heard = host.run(0.04)
    assert [body.split(",")[2] for body in heard if body.startswith("E,")] == ["2", "3", "4"]
    assert len(host.bodies) > before


def test_a_window_of_four_is_on_its_way_at_once(host: Host) -> None:
    for number in range(7):
        beam(host, number % 3)
    host.run(1.0)
    assert {int(event[2], 16) for event in host.events()} == {1, 2, 3, 4}
    host.acknowledge()
    host.run(0.3)
    assert {int(event[2], 16) for event in host.events()} == {1, 2, 3, 4, 5, 6, 7}


def test_f14_a_reset_loses_the_stamps_and_nothing_else(lasting: Host) -> None:
    host = lasting
    host.box.press_dice(host.now)
    host.run(0.2)
    beam(host, 0)
    happened = [event[4:] for event in host.events()]
    boot = host.hello()[6]
    host.box.reset(host.now, host.now + 1.0)
    host.raw.clear()
    host.run(3.0)
    host.say("h,1,66", 0.5)
    assert [event[4:] for event in host.events()] == happened
    assert {event[3] for event in host.events()} == {"-"}
    assert int(host.hello()[6], 16) == int(boot, 16) + 1
    beam(host, 1)
    host.acknowledge()
    host.run(0.3)
    assert host.events()[-1][3] != "-"


def test_f15_a_power_cut_begins_a_new_sequence(host: Host) -> None:
    beam(host, 0)
    before = host.hello()
    host.box.cut_power(host.now, host.now + 1.0)
    host.run(3.0)
    after = host.hello()
    assert after[4] == before[4]
    assert after[5] != before[5]
    assert (after[9], after[10]) == ("1", "0")


def test_f31_what_finds_no_place_is_counted(host: Host) -> None:
    host.run(3.5)
    for number in range(30):
        beam(host, number % 3, 2000 + number)
    host.say("h,1,77", 0.3)
    while int(host.beat()[3], 16):
        host.acknowledge()
        host.run(1.0)
    told = len(host.events("P"))
    assert told == 16
    assert told + int(host.beat()[4], 16) == 30
    assert int(host.hello()[11], 16) == 14


def test_the_last_places_are_for_what_decides_a_match(host: Host) -> None:
    host.run(3.5)
    for number in range(12):
        beam(host, number % 3, 2000 + number)
    host.reopen(0x77)
    assert host.order("FLA") == "OK"
    assert host.box.press_dice(host.now) is not None
    host.run(1.1)
    assert int(host.beat()[4], 16) == 1
    assert int(host.beat()[3], 16) == 14


def test_f29_a_host_that_was_away_hears_all(host: Host) -> None:
    for number in range(8):
        beam(host, number % 3, 2000 + 10 * number)
        host.run(1.3)
    host.say("h,1,78", 0.4)
    host.acknowledge()
    host.run(0.4)
    assert [int(event[6], 16) for event in host.events("P")] == pytest.approx(
        [2000 + 10 * number for number in range(8)], abs=40
    )


@pytest.mark.parametrize("backend", PINNED)
def test_stamps_tell_when_it_happened(backend: str) -> None:
    host = opened(backend)
    for number in range(5):
        at = host.now
        host.box.break_beam(at, 1, 4000)
        (reply,) = (b for b in host.say(f"t,{number:X}", 0.1) if b.startswith("T,"))
        event = host.events("P")[-1]
        host.acknowledge()
        assert abs(int(event[6], 16) - 4000) <= 40
        assert -100 <= int(reply.split(",")[2], 16) - int(event[3], 16) <= 6_000


def test_f32_the_clock_of_the_box_goes_past_32_bits() -> None:
    host = opened("core")
    host.box.board.jump(2**32 - 3_000_000)
    host.run(1.5)
    host.say("h,1,5A", 0.1)
    host.run(1.6)
    host.say("h,1,5A", 0.1)
    beam(host, 0)
    assert int(host.events()[-1][3], 16) > 2**32
    assert abs(int(host.events()[-1][6], 16) - 3000) < 40
    beats = [int(body.split(",")[1], 16) for body in host.bodies if body.startswith("B,")]
    leaps = [later - earlier for earlier, later in pairwise(beats) if later - earlier > 1_100_000]
    assert len(leaps) == 1


@pytest.mark.parametrize("place", [0, 9, 33, 40])
def test_f46_a_damaged_queue_is_given_up_whole(place: int) -> None:
    host = opened("core")
    beam(host, 0)
    epoch = host.hello()[5]
    host.box.board.spoil(place, 0xA7)
    host.box.board.spoil(place + 16, 0xA7)
    host.box.reset(host.now, host.now + 1.0)
    host.run(3.0)
    assert host.hello()[5] != epoch
    assert host.hello()[10] == "0"


def test_a_reset_while_the_head_of_the_queue_is_written_loses_nothing() -> None:
    for head in range(2):
        host = opened("core")
        beam(host, 0)
        epoch, count = host.hello()[5], 1
        host.box.board.spoil(16 * head + 8, 0x77)
        host.box.reset(host.now, host.now + 1.0)
        host.run(3.0)
        assert host.hello()[5] == epoch
        assert int(host.hello()[10], 16) in {count, count - 1}


def test_f55_a_worn_eeprom_gives_no_name_rather_than_a_new_one_each_time() -> None:
    host = made("core")
    host.box.board.wear_out()
    host.box.cut_power(host.now, host.now + 0.5)
    host.run(2.0)
    named = host.hello()[4]
    host.box.cut_power(host.now, host.now + 0.5)
    host.run(2.0)
    assert host.hello()[4] == named


def test_f56_a_power_cut_while_the_eeprom_is_written_leaves_no_false_number() -> None:
    host = made("core")
    host.box.reset(host.now, host.now + 0.2)
    host.run(0.6)
    name, starts = host.hello()[4], int(host.hello()[6], 16)
    host.box.board.spoil_store(6 * (1 + starts) + 1, 0xEE)
    host.box.reset(host.now, host.now + 0.2)
    host.run(0.6)
    assert (host.hello()[4], int(host.hello()[6], 16)) == (name, starts)
    host.box.board.spoil_store(2, 0xEE)
    host.box.reset(host.now, host.now + 0.2)
    host.run(0.6)
    assert host.hello()[4] not in {name, "00000000"}


def test_starts_are_counted_beyond_every_record() -> None:
    host = made("core")
    for start in range(2, 40):
        host.box.reset(host.now, host.now + 0.2)
        host.run(0.6)
        assert int(host.hello()[6], 16) == start


@pytest.mark.parametrize("backend", PINNED)
def test_f30_a_storm_of_light_does_not_drown_a_roll(backend: str) -> None:
    host = opened(backend)
    start = (host.now - 10.0) * 1e6 + 10_000
    for i in range(400):
        host.box.board.set(start + 2500 * i, "front", active=True)
        host.box.board.set(start + 2500 * i + 1200, "front", active=False)
    for _ in range(5):
        host.run(0.1)
        host.acknowledge()
    assert host.box.press_dice(host.now) is not None
    for _ in range(12):
        host.run(0.2)
        host.acknowledge()
    host.run(1.0)
    assert len(host.events("D")) == 2
    assert 10 <= len(host.events("P")) <= 40
    assert host.order("GET,2").startswith("OK,")
