"""The port to MicroPython as a board of this process: its files under CPython."""

import sys
from bisect import insort
from collections import deque
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

from firmware_bridge import grammar
from firmware_bridge.emulator.board import CONTACTS, FAST, RESET_BUTTON, Change
from firmware_bridge.emulator.memory import Kept
from firmware_bridge.messages import Event
from tests.firmware_bridge.backends import SOURCES

BYTE_US = 87
OUT = 512


def port() -> Any:
    """The module `box` of the port, which finds its neighbours as on the board: flat."""
    folder = str(SOURCES / "rp2040")
    sys.path.insert(0, folder)
    try:
        return import_module("box")
    finally:
        sys.path.remove(folder)


class Hal:
    """What the box asks of its board; `board` keeps the time and the levels."""

    def __init__(self, board: "PicoBoard") -> None:
        self.board = board

    def us(self) -> int:
        return self.board.time - self.board.started

    def cause(self) -> int:
        return self.board.reason

    def random(self, count: int) -> bytes:
        return self.board.chance.randbytes(count)

    def fast(self) -> int:
        return self.board.levels["fast"]

    def contacts(self) -> int:
        return self.board.levels["contacts"]

    def lamps(self, lamps: int) -> None:
        self.board.lamps = lamps

    def buzzer(self, on: int) -> None:
        self.board.note("buzzer", int(on))

    def flash(self, on: int) -> None:
        self.board.note("flash", int(on))

    def carrier(self, on: int) -> None:
        self.board.note("carrier", int(on))

    def clock_lines(self, clk: int, dio: int) -> None:
        if not clk:
            self.board.note("clk", 0)
        self.board.note("dio", dio)
        if clk:
            self.board.note("clk", 1)

    def send(self, data: bytes) -> bool:
        return self.board.send(data)


class PicoBoard:
    """A Pico, as `firmware_bridge.emulator.board.Board` asks for one; times are whole µs."""

    def __init__(self, seed: int) -> None:
        self.time = self.started = 0
        self.chance = Random(seed)
        self.levels = {"fast": 0, "contacts": 0}
        self.lamps = 0
        self.reason = 1
        self.boot = 0
        self._acts: list[tuple[int, int, str, bool]] = []
        self._number = 0
        self._in: deque[tuple[int, int]] = deque()
        self._out: list[tuple[float, int]] = []
        self._in_free = self._out_free = 0
        self._changes: list[Change] = []
        self._shown: dict[str, int] = {}
        self._start()

    def _start(self) -> None:
        self.boot += 1
        self.started = self.time
        self.box = port().Box(Hal(self), 0x51C0, self.boot, size=16, reserve=4)

    @property
    def now_us(self) -> float:
        return float(self.time)

    def run(self, until_us: float) -> None:
        until = round(until_us)
        while self.time < until:
            moments = [until, self.time + 1000, *(act[0] for act in self._acts[:1])]
            moments += [at for at, _ in list(self._in)[:1]]
            self.time = max(min(moments), self.time)
            self._perform()
            while self._in and self._in[0][0] <= self.time:
                at, byte = self._in.popleft()
                self.box.hear(byte, at - self.started)
            self.box.poll()

    def _perform(self) -> None:
        while self._acts and self._acts[0][0] <= self.time:
            _, _, line, active = self._acts.pop(0)
            kind = "fast" if line in FAST else "contacts"
            bit = 1 << (FAST if line in FAST else CONTACTS).index(line)
            self.levels[kind] = self.levels[kind] | bit if active else self.levels[kind] & ~bit
            if kind == "fast":
                self.box.edge(self.levels["fast"], self.time - self.started)

    def write(self, data: bytes) -> None:
        for byte in data:
            self._in_free = max(self._in_free, self.time) + BYTE_US
            self._in.append((self._in_free, byte))

    def send(self, data: bytes) -> bool:
        if self._out_free - self.time > OUT * BYTE_US:
            return False
        for byte in data:
            self._out_free = max(self._out_free, self.time) + BYTE_US
            self._out.append((float(self._out_free), byte))
        return True

    def read(self) -> Sequence[tuple[float, int]]:
        said = [(at, byte) for at, byte in self._out if at <= self.time]
        self._out = self._out[len(said) :]
        return said

    def set(self, at_us: float, line: str, *, active: bool) -> None:
        self._number += 1
        insort(self._acts, (max(round(at_us), 0), self._number, line, active))

    def note(self, line: str, value: int) -> None:
        if self._shown.get(line) != value:
            self._shown[line] = value
            self._changes.append(Change(at_us=self.time, line=line, value=value))

    def changes(self) -> Sequence[Change]:
        seen, self._changes = self._changes, []
        return seen

    def reset(self, cause: int = RESET_BUTTON, *, power_cut: bool = False) -> None:
        del power_cut  # memory is not kept through a reset either
        self.reason = cause
        self._in.clear()
        self._out.clear()
        self._start()

    def hold(self, us: float) -> None:
        self.time += round(us)
        self.started = self.time

    def kept(self) -> Kept:
        box = self.box
        events = []
        for i, (at, kind, args) in enumerate(box.queue):
            place = f"E,{box.epoch & 0xFFFF:04X},{box.oldest + i:X},{at:X},{kind}"
            event = grammar.read(f"{place},{args}".removesuffix(","))
            assert isinstance(event, Event)
            events.append(event)
        return Kept(epoch=box.epoch, oldest=box.oldest, lost=box.lost, events=tuple(events))

    def close(self) -> None:
        """Nothing to give back."""
