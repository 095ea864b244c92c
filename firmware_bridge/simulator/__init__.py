"""The box in pure Python: the same bytes as the real one, in virtual time."""

from firmware_bridge.simulator.box import SimulatedBox
from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.menu import MENU, make_trouble
from firmware_bridge.simulator.port import PretendBox, SimulatedPort, simulated_opener

__all__ = [
    "FAULTS",
    "MENU",
    "PretendBox",
    "SimulatedBox",
    "SimulatedPort",
    "make_trouble",
    "simulated_opener",
]
