"""Serial ports a box may hang on."""

from dataclasses import dataclass

from serial.tools import list_ports

CHIPS = {
    (0x1A86, 0x7523): "CH340 (Nano)",
    (0x1A86, 0x55D4): "CH9102 (Nano)",
    (0x0403, 0x6001): "FT232R (Nano)",
    (0x2341, 0x0043): "Arduino Uno",
    (0x2341, 0x0001): "Arduino Uno",
    (0x10C4, 0xEA60): "CP2102",
    (0x2E8A, 0x0005): "Raspberry Pi Pico",
    (0x2E8A, 0x000A): "Raspberry Pi Pico",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundPort:
    """A USB serial port: its address, what it says it is, and whether boxes are built with it."""

    url: str
    chip: str
    likely: bool


def candidate_ports() -> list[FoundPort]:
    """The USB serial ports of this computer, the likely ones first; none is opened."""
    found = []
    for port in list_ports.comports():
        if port.vid is None:
            continue
        chip = CHIPS.get((port.vid, port.pid))
        found.append(
            FoundPort(url=port.device, chip=chip or port.description, likely=chip is not None)
        )
    return sorted(found, key=lambda port: (not port.likely, port.url))
