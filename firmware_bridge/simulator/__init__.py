"""The box in pure Python: the same bytes as the real one, in virtual time."""

from firmware_bridge.simulator.box import SimulatedBox
from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.port import PretendBox, SimulatedPort, simulated_opener

__all__ = ["FAULTS", "PretendBox", "SimulatedBox", "SimulatedPort", "simulated_opener"]
