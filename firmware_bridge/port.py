"""Opening the port of a box, real or simulated, with every complaint as one sentence."""

import errno
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Protocol

import serial

from firmware_bridge.errors import LinkProblem, ProblemReason

if sys.platform != "win32":
    import termios

BAUD = 115200
WRITE_TIMEOUT_S = 0.5
REASONS: dict[int | None, ProblemReason] = {
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.EAGAIN: "busy",
    errno.EBUSY: "busy",
    errno.ENOENT: "absent",
    errno.ENXIO: "absent",
    errno.ENODEV: "absent",
    errno.EIO: "io",
    errno.ENOTTY: "url",
    errno.EISDIR: "url",
}


class Port(Protocol):
    """A byte line to the box; any call may raise LinkProblem, after which only `close` is left."""

    def read(self) -> bytes:
        """What has arrived, at once; empty when nothing has."""

    def write(self, data: bytes) -> None:
        """Send all of `data`."""

    def close(self) -> None:
        """Give the port back; never fails."""


def open_port(url: str, openers: Mapping[str, Callable[[str], Port]]) -> Port:
    """The port at `url`: by the opener of its scheme ("sim" for sim://…), else a serial port.

    Raises LinkProblem: absent, busy, permission, io, url.
    """
    scheme, separator, _ = url.partition("://")
    if separator and scheme in openers:
        return openers[scheme](url)
    return SerialPort(url)


class SerialPort:
    """A serial port at 115200 8N1, for ourselves alone, that does not reset the box when closed."""

    def __init__(self, url: str) -> None:
        self._url = url
        try:
            self._device = serial.serial_for_url(
                url, baudrate=BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, do_not_open=True
            )
            self._device.exclusive = True
            self._device.open()
        except (OSError, ValueError) as problem:
            raise LinkProblem(_reason(problem), url=url) from problem
        _keep_running_when_closed(self._device)
        _answer_at_once(self._device)

    def read(self) -> bytes:
        try:
            return bytes(self._device.read(max(self._device.in_waiting, 1)))
        except OSError as problem:
            raise LinkProblem("io", url=self._url) from problem

    def write(self, data: bytes) -> None:
        if not data:
            return
        try:
            self._device.write(data)
        except OSError as problem:
            raise LinkProblem("io", url=self._url) from problem

    def close(self) -> None:
        with suppress(OSError):
            self._device.close()


def _reason(problem: OSError | ValueError) -> ProblemReason:
    """Which sentence fits: by the error number, on Windows by the words of pyserial."""
    if isinstance(problem, OSError) and problem.errno is not None:
        return REASONS.get(problem.errno, "io")
    text = str(problem)
    if "PermissionError" in text:
        return "busy"
    return "absent" if "FileNotFoundError" in text else "url"


def _keep_running_when_closed(device: serial.SerialBase) -> None:
    """Leave DTR up when the port is closed: its fall and rise would reset a Nano next time."""
    if sys.platform != "win32":
        # A network port has no terminal settings, and needs none.
        with suppress(OSError, AttributeError, termios.error):
            settings = termios.tcgetattr(device.fileno())
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(device.fileno(), termios.TCSANOW, settings)


def _answer_at_once(device: serial.SerialBase) -> None:
    """Ask an FTDI adapter not to hold bytes back for 16 ms; other ports refuse."""
    set_low_latency = getattr(device, "set_low_latency_mode", None)
    if set_low_latency is not None:
        with suppress(OSError, ValueError):
            set_low_latency(True)
