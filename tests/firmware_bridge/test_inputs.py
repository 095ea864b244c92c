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
