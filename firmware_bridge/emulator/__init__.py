"""The real firmware behind the seam of the simulated box: its image in simavr, or its sources as a
process of this computer.
"""

from collections.abc import Callable, Collection

from firmware_bridge.emulator.box import EmulatedBox
from firmware_bridge.emulator.simavr import SimavrBoard, available, require

__all__ = ["EmulatedBox", "SimavrBoard", "available", "emulated_box"]


def emulated_box() -> Callable[[int, Collection[str]], EmulatedBox]:
    """Makes boxes that run the shipped image, from a seed and the faults of the line. Raises
    LinkProblem "no-emulator" at once where the tools are missing.
    """
    require()
    return lambda seed, faults: EmulatedBox(SimavrBoard(seed), seed, faults)
