"""What can go wrong with the simulated box, by name, while it runs."""

from collections.abc import Callable, Mapping
from functools import partial

from firmware_bridge.messages import BEAMS, DIE_INPUTS, Die
from firmware_bridge.simulator.box import SimulatedBox
from firmware_bridge.simulator.faults import LINE_FAULTS

UNPLUGGED_S, BOOT_S, FROZEN_S, STUCK_S = 3.0, 1.5, 5.0, 4.0
STORM_BREAKS, STORM_S, STORM_US = 200, 0.005, 1500
Trouble = Callable[[SimulatedBox, float], None]


def _storm(box: SimulatedBox, now: float) -> None:
    """A beam that flickers: far more passes than a game has."""
    for number in range(STORM_BREAKS):
        box.break_beam(now + number * STORM_S, 0, STORM_US)


def _sunlight(box: SimulatedBox, now: float) -> None:
    for beam in range(BEAMS):
        box.stick(now, now + STUCK_S, beam)


def _both_dice(box: SimulatedBox, now: float) -> None:
    for number in DIE_INPUTS.values():
        box.set(now, number, active=True)
        box.set(now + 0.1, number, active=False)


def _line(fault: str, box: SimulatedBox, _now: float) -> None:
    box.toggle(fault)


MENU: Mapping[str, Trouble] = {
    "unplug": lambda box, now: box.unplug(now, now + UNPLUGGED_S),
    "reset_board": lambda box, now: box.reset(now, now + BOOT_S),
    "cut_power": lambda box, now: box.cut_power(now, now + BOOT_S),
    "freeze": lambda box, now: box.freeze(now, now + FROZEN_S),
    "stuck_beam": lambda box, now: box.stick(now, now + STUCK_S, 0),
    "stuck_button": lambda box, now: box.stick(now, now + 2 * STUCK_S, DIE_INPUTS[Die.RED]),
    "sunlight": _sunlight,
    "storm": _storm,
    "both_dice": _both_dice,
    **{fault: partial(_line, fault) for fault in LINE_FAULTS},
}
"""What happens at once; faults of the line (the last five) are switched on, and off again."""


def make_trouble(name: str, box: SimulatedBox, now: float) -> None:
    """Raises ValueError on a name that is not in `MENU`."""
    if name not in MENU:
        raise ValueError(name)
    MENU[name](box, now)
