"""Hands, balls and light at the pins: what each makes the box say."""

import pytest

from tests.firmware.conftest import PINNED, made, opened
from tests.firmware.host import Host


def us(host: Host) -> float:
    return (host.now - 10.0) * 1e6


def said(host: Host, kinds: str = "DPSK") -> list[str]:
    return [",".join(event[4:]) for event in host.events(kinds)]


def put(host: Host, line: str, *, active: bool, after_us: float = 100.0) -> None:
    host.box.board.set(us(host) + after_us, line, active=active)


def test_f39_a_bouncing_button_rolls_once(pins: Host) -> None:
    for i, level in enumerate([1, 0, 1, 0, 1, 0, 1]):
        put(pins, "green", active=bool(level), after_us=300 + 700 * i)
    for i, level in enumerate([0, 1, 0, 1, 0]):
        put(pins, "green", active=bool(level), after_us=90_000 + 700 * i)
    pins.run(0.6)
    assert len(pins.events("D")) == 1
    assert pins.events("D")[0][5] == "G"


def test_f39_a_bouncing_key_is_one_press(pins: Host) -> None:
    for i, level in enumerate([1, 0, 1, 0, 1]):
        put(pins, "away small", active=bool(level), after_us=1_500 * i + 500)
    for i, level in enumerate([0, 1, 0]):
        put(pins, "away small", active=bool(level), after_us=100_000 + 1_500 * i)
    pins.run(0.5)
    assert said(pins) == ["K,3,1", "K,3,0"]


def test_a_touch_shorter_than_the_bounce_is_nothing(pins: Host) -> None:
    put(pins, "red", active=True)
    put(pins, "red", active=False, after_us=12_000)
    put(pins, "home big", active=True)
    put(pins, "home big", active=False, after_us=12_000)
    pins.run(0.5)
    assert said(pins) == []


@pytest.mark.parametrize(
    ("line", "number"),
    [("home big", 0), ("home small", 1), ("away big", 2), ("away small", 3), ("pedal", 4),
     ("pocket 1", 8), ("pocket 2", 9), ("pocket 3", 10), ("pocket 4", 11)],
)  # fmt: skip
def test_each_key_has_its_own_number(pins: Host, line: str, number: int) -> None:
    put(pins, line, active=True)
    pins.run(1.2)
    assert int(pins.beat()[2], 16) >> (10 + number) & 1
    put(pins, line, active=False)
    pins.run(0.3)
    assert said(pins) == [f"K,{number:X},1", f"K,{number:X},0"]


def test_f42_both_dice_at_once_are_two_rolls(pins: Host) -> None:
    for die in ("red", "green"):
        put(pins, die, active=True)
        put(pins, die, active=False, after_us=50_000)
    pins.run(0.6)
    assert sorted(event[5] for event in pins.events("D")) == ["G", "R"]


def test_f38_a_button_held_is_one_roll_and_then_stuck(pins: Host) -> None:
    put(pins, "red", active=True)
    pins.run(7.0)
    pins.say("h,1,5B", 0.3)
    assert [text[0] for text in said(pins)] == ["D", "S"]
    assert said(pins, "S") == ["S,8,1"]
    put(pins, "red", active=False)
    pins.run(0.5)
    pins.acknowledge()
    assert said(pins, "S") == ["S,8,1", "S,8,0"]
    assert len(pins.events("D")) == 1


def test_a_key_held_is_stuck_after_five_seconds(pins: Host) -> None:
    put(pins, "pedal", active=True)
    pins.run(4.5)
    pins.say("h,1,5B", 0.2)
    assert said(pins) == ["K,4,1"]
    pins.run(1.0)
    assert said(pins) == ["K,4,1", "S,E,1"]
    put(pins, "pedal", active=False)
    pins.run(0.3)
    assert said(pins) == ["K,4,1", "S,E,1", "S,E,0", "K,4,0"]


@pytest.mark.parametrize("backend", PINNED)
def test_f40_what_is_held_when_power_comes_is_no_press(backend: str) -> None:
    host = made(backend)
    for line in ("red", "away big", "rear"):
        host.box.board.set(0, line, active=True)
    host.run(0.1)
    host.box.cut_power(host.now, host.now + 0.5)
    host.run(2.5)
    host.say("h,1,5A", 0.5)
    assert said(host) == ["S,1,1"]
    host.run(2.4)
    host.say("h,1,5A", 0.1)
    host.run(2.0)
    assert sorted(said(host)) == ["S,1,1", "S,8,1", "S,C,1"]


def test_f36_a_beam_that_stays_broken_is_stuck_until_it_is_free(pins: Host) -> None:
    put(pins, "under", active=True)
    pins.run(1.5)
    assert said(pins) == ["S,2,1"]
    assert int(pins.beat()[2], 16) >> 2 & 1
    put(pins, "under", active=False)
    pins.run(0.3)
    assert said(pins) == ["S,2,1", "S,2,0"]
    pins.box.break_beam(pins.now, 2, 3000)
    pins.run(0.3)
    assert said(pins)[-1].startswith("P,2,")


def test_f37_sunlight_is_all_beams_stuck_and_no_pass(pins: Host) -> None:
    for i, line in enumerate(("front", "rear", "under", "knock")):
        put(pins, line, active=True, after_us=500.0 + i)
    pins.run(1.5)
    assert sorted(said(pins)) == ["S,0,1", "S,1,1", "S,2,1", "S,3,1"]


@pytest.mark.parametrize(("length_us", "told"), [(80, 0), (140, 0), (200, 1), (400, 1)])
def test_f50_what_is_too_short_is_no_ball(pins: Host, length_us: int, told: int) -> None:
    put(pins, "front", active=True)
    put(pins, "front", active=False, after_us=100.0 + length_us)
    pins.run(0.2)
    assert len(pins.events("P")) == told


def test_f51_flicker_is_one_pass(pins: Host) -> None:
    for start in (0, 1200, 2400):
        put(pins, "rear", active=True, after_us=start + 100.0)
        put(pins, "rear", active=False, after_us=start + 1100.0)
    put(pins, "rear", active=True, after_us=6000)
    put(pins, "rear", active=False, after_us=7000)
    pins.run(0.3)
    lengths = [int(event[6], 16) for event in pins.events("P")]
    assert lengths == pytest.approx([3400, 1000], abs=40)


def test_the_plug_of_the_goal_tells_its_end(pins: Host) -> None:
    pins.box.break_beam(pins.now, 0, 3000)
    pins.run(0.3)
    pins.box.break_beam(pins.now, 5, 3000)
    pins.run(0.3)
    assert [event[5] for event in pins.events("P")] == ["0", "5"]
    pins.run(1.0)
    assert int(pins.beat()[2], 16) >> 15 & 3 == 2


def test_without_a_goal_and_with_two_nothing_is_watched(pins: Host) -> None:
    for home, away in ((False, False), (True, True)):
        put(pins, "goal home", active=home)
        put(pins, "goal away", active=away)
        pins.run(0.1)
        for line in ("front", "rear", "under"):
            put(pins, line, active=True)
        pins.run(0.8)
        for line in ("front", "rear", "under"):
            put(pins, line, active=False)
        pins.run(0.2)
    assert said(pins) == []


def test_a_stuck_beam_is_free_when_its_goal_is_carried_away(pins: Host) -> None:
    put(pins, "under", active=True)
    pins.run(0.8)
    put(pins, "goal home", active=False)
    pins.run(0.2)
    assert said(pins) == ["S,2,1", "S,2,0"]


def test_planes_that_are_not_fitted_are_not_missed(pins: Host) -> None:
    assert pins.order("CFG,10,6") == "OK"
    assert pins.order("GET,10") == "OK,6"
    for line in ("front", "knock"):
        put(pins, line, active=True)
    pins.run(0.8)
    assert said(pins) == []
    pins.box.break_beam(pins.now, 1, 3000)
    pins.run(0.2)
    assert [event[5] for event in pins.events("P")] == ["1"]


def test_posts_that_are_not_armed_are_dark_and_silent(pins: Host) -> None:
    assert pins.order("ARM,0") == "OK"
    pins.box.break_beam(pins.now, 0, 3000)
    pins.run(0.2)
    assert said(pins) == []
    assert pins.order("ARM,1") == "OK"
    pins.box.break_beam(pins.now, 0, 3000)
    pins.run(0.2)
    assert len(said(pins)) == 1


def test_a_host_that_goes_leaves_the_posts_armed(pins: Host) -> None:
    assert pins.order("ARM,0") == "OK"
    pins.run(4.0)
    pins.box.break_beam(pins.now, 0, 3000)
    pins.run(0.2)
    pins.say("h,1,5B", 0.2)
    assert len(pins.events("P")) == 1


@pytest.mark.parametrize("backend", PINNED)
def test_a_loose_key_does_not_crowd_out_a_roll(backend: str) -> None:
    host = opened(backend)
    for i in range(60):
        put(host, "home big", active=True, after_us=60_000.0 * i)
        put(host, "home big", active=False, after_us=60_000.0 * i + 30_000)
    for _ in range(10):
        host.run(0.4)
        host.acknowledge()
    assert 20 <= len(host.events("K")) <= 60
    assert host.box.press_dice(host.now) is not None
