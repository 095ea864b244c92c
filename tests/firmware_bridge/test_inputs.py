"""From pins to events in the simulated box: bounce, flicker, glitches, storms, what is stuck."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.messages import (
    DIE_INPUTS,
    FIRST_BUTTON_INPUT,
    BeamEvent,
    Contact,
    ContactEvent,
    Die,
    DieEvent,
    Event,
    StuckEvent,
)
from firmware_bridge.simulator import MENU, SimulatedBox, make_trouble

if TYPE_CHECKING:
    from tests.firmware_bridge.conftest import Bench

RED, GREEN = DIE_INPUTS[Die.RED], DIE_INPUTS[Die.GREEN]
PEDAL = FIRST_BUTTON_INPUT + Contact.PEDAL


def test_contacts_are_told_as_what_they_are(bench: "Bench") -> None:
    bench.box.set(bench.now, PEDAL, active=True)
    bench.box.set(bench.now + 0.2, PEDAL, active=False)
    bench.run(0.5)
    found = [e.event for e in bench.log if isinstance(e.event, ContactEvent)]
    assert [(e.contact, e.pressed) for e in found] == [
        (Contact.PEDAL, True),
        (Contact.PEDAL, False),
    ]


def test_a_plug_that_stays_closed_is_not_stuck_but_a_key_is(bench: "Bench") -> None:
    bench.box.set(bench.now, FIRST_BUTTON_INPUT + Contact.GOAL_AWAY, active=True)
    bench.box.set(bench.now, PEDAL, active=True)
    bench.run(6)
    stuck = [e.event for e in bench.log if isinstance(e.event, StuckEvent)]
    assert [(e.input, e.stuck) for e in stuck] == [(PEDAL, True)]


def levels(bench: "Bench", number: int, *changes: tuple[float, bool]) -> None:
    """(ms from now, active) of one pin."""
    for after_ms, active in changes:
        bench.box.set(bench.now + after_ms / 1e3, number, active=active)


def kinds(bench: "Bench") -> list[type[Event]]:
    return [type(entry.event) for entry in bench.log]


def test_f39_a_bouncing_button_rolls_once(bench: "Bench") -> None:
    levels(bench, GREEN, *((0.7 * n, n % 2 == 0) for n in range(7)))
    levels(bench, GREEN, *((90 + 0.7 * n, n % 2 == 1) for n in range(5)))
    bench.run(0.5)
    assert kinds(bench) == [DieEvent]
    levels(bench, RED, (0, True), (12, False))  # shorter than a press
    bench.run(0.5)
    assert kinds(bench) == [DieEvent]


def test_f38_a_button_held_is_one_roll_and_then_stuck(bench: "Bench") -> None:
    levels(bench, RED, (0, True), (7000, False))
    bench.run(8)
    assert kinds(bench)[0] is DieEvent
    assert kinds(bench).count(StuckEvent) == len(bench.log) - 1 == 2
    assert [e.event.input for e in bench.log[1:] if isinstance(e.event, StuckEvent)] == [RED] * 2


def test_f40_what_is_held_when_power_comes_is_no_press(bench: "Bench") -> None:
    for number in (RED, 1, PEDAL):
        bench.box.set(bench.now, number, active=True)
    bench.box.cut_power(bench.now, bench.now + 0.5)
    bench.run(9)
    stuck = [entry.event for entry in bench.log]
    assert all(isinstance(event, StuckEvent) for event in stuck)
    assert len(stuck) == 3
    assert {event.input for event in stuck if isinstance(event, StuckEvent)} == {RED, 1, PEDAL}


def test_f36_a_beam_that_stays_broken_is_stuck_until_it_is_free(bench: "Bench") -> None:
    levels(bench, 2, (0, True), (1500, False), (1800, True), (1803, False))
    bench.run(2.5)
    assert kinds(bench)[-1] is BeamEvent
    assert kinds(bench).count(StuckEvent) == len(bench.log) - 1 == 2


@pytest.mark.parametrize(("length_us", "passes"), [(80, 0), (140, 0), (160, 1), (2500, 1)])
def test_f50_what_is_too_short_is_no_ball(bench: "Bench", length_us: int, passes: int) -> None:
    bench.box.break_beam(bench.now, 0, length_us)
    bench.run(0.2)
    assert len(bench.log) == passes


def test_f51_flicker_is_one_pass(bench: "Bench") -> None:
    levels(bench, 1, (0, True), (0.9, False), (1.0, True), (1.9, False), (2.0, True), (3.5, False))
    bench.run(0.3)
    (one,) = (entry.event for entry in bench.log)
    assert isinstance(one, BeamEvent)
    assert one.duration_us == pytest.approx(3500, abs=2)


def test_f30_a_storm_does_not_drown_a_roll(bench: "Bench") -> None:
    for number in range(400):
        bench.box.break_beam(bench.now + 0.0025 * number, 0, 1200)
    levels(bench, RED, (500, True), (560, False))
    bench.run(3)
    assert kinds(bench).count(DieEvent) == 1
    assert 10 <= kinds(bench).count(BeamEvent) <= 40


def test_a_loose_key_does_not_crowd_out_a_roll(bench: "Bench") -> None:
    for number in range(60):
        levels(bench, FIRST_BUTTON_INPUT, (60 * number, True), (60 * number + 30, False))
    levels(bench, GREEN, (2000, True), (2100, False))
    bench.run(5)
    assert kinds(bench).count(DieEvent) == 1
    assert 20 <= len(bench.log) <= 62


def test_nobody_notices_while_the_board_starts(bench: "Bench") -> None:
    bench.box.reset(bench.now, bench.now + 1.5)
    bench.box.set(bench.now + 0.5, RED, active=True)
    bench.box.set(bench.now + 0.6, 3, active=True)
    bench.box.set(bench.now + 0.7, 3, active=False)
    bench.run(4)
    assert [e for e in bench.log if isinstance(e.event, DieEvent | BeamEvent)] == []


@pytest.mark.parametrize("name", MENU)
def test_every_trouble_of_the_menu_is_outlived(bench: "Bench", name: str) -> None:
    make_trouble(name, bench.box, bench.now)
    bench.run(14)
    bench.box.press_dice(bench.now)
    bench.until(lambda: bench.line.alive and bench.kept == 0)
    happened = [type(event) for event in bench.box.accepted]
    assert [type(entry.event) for entry in bench.log] == happened
    assert happened[-2:] == [DieEvent, DieEvent]


TOLD: dict[str, Callable[["Bench"], bool]] = {
    "cut_power": lambda bench: "power-loss" in bench.reasons,
    "freeze": lambda bench: "stale" in bench.reasons,
    "unplug": lambda bench: bench.line.opened == 2,
    "sunlight": lambda bench: len([e for e in bench.log if isinstance(e.event, StuckEvent)]) == 16,
    "storm": lambda bench: len([e for e in bench.log if isinstance(e.event, BeamEvent)]) < 30,
    "both_dice": lambda bench: len([e for e in bench.log if isinstance(e.event, DieEvent)]) == 2,
    "stuck_button": lambda bench: isinstance(bench.log[-1].event, StuckEvent),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_a_trouble_shows(bench: "Bench", name: str) -> None:
    make_trouble(name, bench.box, bench.now)
    bench.run(12)
    assert TOLD[name](bench)


def test_an_unknown_trouble() -> None:
    with pytest.raises(ValueError, match="rain"):
        make_trouble("rain", SimulatedBox(1), 0.0)
