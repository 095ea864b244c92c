"""The firmware's own C sources as a process of this computer, under the address and undefined
behaviour sanitizers: many hundred times faster than the image in an emulator, and it ends at the
first access outside its memory.
"""

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from struct import pack, unpack
from typing import IO
from weakref import finalize

from firmware_bridge.emulator.board import CONTACTS, FAST, RESET_BUTTON, Change
from firmware_bridge.emulator.memory import Kept, read_queue

OUTPUTS = {"L": "lamps", "Z": "buzzer", "X": "flash", "C": "carrier"}


def build(sources: Path, into: Path) -> Path | None:
    """`taru-board` and `taru-fuzz` made of `sources` in a folder of `into` that bears the name of
    just these sources; None where make, a C compiler or its sanitizers are missing. Raises
    CalledProcessError when the compiler refuses the sources.
    """
    if shutil.which("make") is None or not _compiles("int main(void) { return 0; }", into):
        return None
    texts = [path.read_bytes() for path in sorted([sources / "Makefile", *sources.glob("src/*")])]
    folder = into / sha256(b"".join(texts)).hexdigest()[:16]
    subprocess.run(  # noqa: S603 - our own makefile
        ["make", "-s", "-C", sources, "host", f"BUILD={folder}"],  # noqa: S607 - as found
        capture_output=True,
        check=True,
    )
    return folder


def _compiles(program: str, work: Path) -> bool:
    """Whether there is a C compiler that has the sanitizers."""
    compiler = shutil.which("cc")
    if compiler is None:
        return False
    work.mkdir(parents=True, exist_ok=True)
    made = subprocess.run(  # noqa: S603 - as found
        [compiler, "-fsanitize=address,undefined", "-x", "c", "-o", work / "probe", "-"],
        input=program.encode(),
        capture_output=True,
        check=False,
    )
    return made.returncode == 0


def _end(process: subprocess.Popen[bytes]) -> None:
    """At the end of its input the process ends."""
    with suppress(OSError):
        process.communicate(timeout=5)


class HostedBoard:
    """The firmware as the process `program`; `seed` decides what its memory holds at first."""

    def __init__(self, seed: int, program: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - made by `build`
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._end = finalize(self, _end, self._process)
        self._seed = seed & 0xFFFFFFFF
        self._now_us = 0
        self._bytes: list[tuple[float, int]] = []
        self._changes: list[Change] = []
        self.lamps = 0
        self._ask(b"P", pack("<I", self._seed))

    def _ask(self, letter: bytes, arguments: bytes = b"") -> None:
        self._input.write(letter + arguments)

    @property
    def _input(self) -> IO[bytes]:
        if self._process.stdin is None:
            raise RuntimeError("the process has no input")
        return self._process.stdin

    def _answer(self, size: int) -> bytes:
        if self._process.stdout is None:
            raise RuntimeError("the process has no output")
        self._input.flush()
        data = self._process.stdout.read(size)
        if len(data) != size:
            raise RuntimeError("the firmware's process has ended: a sanitizer spoke above")
        return data

    @property
    def now_us(self) -> float:
        return float(self._now_us)

    def run(self, until_us: float) -> None:
        if round(until_us) <= self._now_us:
            return
        self._now_us = round(until_us)
        self._ask(b"T", pack("<Q", self._now_us))
        self._bytes += [
            (float(at), byte) for at, byte in (unpack("<QB", record) for record in self._records(9))
        ]
        for at, line, value in (unpack("<QBH", record) for record in self._records(11)):
            self._note(at, chr(line), value)

    def _note(self, at: int, line: str, value: int) -> None:
        if line == "T":
            self._changes.append(Change(at_us=at, line="clk", value=value & 1))
            self._changes.append(Change(at_us=at, line="dio", value=value >> 1))
            return
        if line == "L":
            self.lamps = value
        self._changes.append(Change(at_us=at, line=OUTPUTS[line], value=value))

    def _records(self, size: int) -> Sequence[bytes]:
        (count,) = unpack("<I", self._answer(4))
        data = self._answer(count * size) if count else b""
        return [data[i : i + size] for i in range(0, len(data), size)]

    def write(self, data: bytes) -> None:
        if data:
            self._ask(b"W", pack("<I", len(data)) + data)

    def read(self) -> Sequence[tuple[float, int]]:
        said, self._bytes = self._bytes, []
        return said

    def set(self, at_us: float, line: str, *, active: bool) -> None:
        kind, pin = ("F", FAST.index(line)) if line in FAST else ("S", CONTACTS.index(line))
        self._ask(b"A", pack("<QBBB", max(round(at_us), 0), ord(kind), pin, active))

    def changes(self) -> Sequence[Change]:
        seen, self._changes = self._changes, []
        return seen

    def reset(self, cause: int = RESET_BUTTON, *, power_cut: bool = False) -> None:
        self._seed = (self._seed * 69069 + 1) & 0xFFFFFFFF
        self._ask(b"R", pack("<BBI", cause, power_cut, self._seed))

    def hold(self, us: float) -> None:
        self._now_us += round(us)
        self._ask(b"H", pack("<Q", round(us)))

    def jump(self, us: float) -> None:
        """The board's own clock goes ahead at once, as if so much time had passed."""
        self._ask(b"J", pack("<Q", round(us)))

    def spoil(self, place: int, byte: int) -> None:
        """Memory of the event queue is damaged."""
        self._ask(b"Q", pack("<HB", place, byte))

    def spoil_store(self, place: int, byte: int) -> None:
        """Power went while a byte of the EEPROM was written."""
        self._ask(b"B", pack("<BB", place, byte))

    def wear_out(self) -> None:
        """The EEPROM keeps nothing from now on."""
        self._ask(b"E", b"\x00")

    def kept(self) -> Kept | None:
        self._ask(b"M")
        (size,) = unpack("<H", self._answer(2))
        return read_queue(self._answer(size))

    def close(self) -> None:
        self._end()
