"""The real image in simavr. The shim beside this file is compiled at first use into the user's
cache: simavr is GPL-3, so what is made of the two together stays on the machine that made it.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

from firmware_bridge.emulator.board import CONTACTS, FAST, RESET_BUTTON, Change
from firmware_bridge.emulator.memory import Kept, read_queue
from firmware_bridge.errors import LinkProblem
from firmware_bridge.image import facts, image

CYCLES_PER_US = 16
MOST = 65536
PINS = {
    "front": ("C", 0), "rear": ("C", 1), "under": ("C", 2), "knock": ("C", 3),
    "red": ("D", 2), "green": ("D", 4),
}  # fmt: skip
ACTIVE_LOW = {"red", "green"}
OUTPUTS = {
    ("L", 0): "lamps",
    ("B", 0): "flash",
    ("D", 5): "clk",
    ("D", 6): "dio",
    ("D", 7): "buzzer",
}


class _Change(ctypes.Structure):
    _fields_ = [  # type: ignore[mutable-override]  # as ctypes asks for it
        ("at", ctypes.c_uint64),
        ("value", ctypes.c_uint16),
        ("port", ctypes.c_uint8),
        ("pin", ctypes.c_uint8),
    ]


def _compiled() -> Path:
    """The shim as a library. Raises LinkProblem "no-emulator" where it cannot be made."""
    with as_file(files("firmware_bridge.emulator") / "shim.c") as source:
        name = f"shim-{sha256(source.read_bytes()).hexdigest()[:16]}.so"
        library = user_cache_path("taru-table") / name
        if library.exists():
            return library
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise LinkProblem("no-emulator")
        library.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=library.parent) as work:
            made = Path(work) / name
            command = [
                compiler,
                "-O2",
                "-shared",
                "-fPIC",
                "-o",
                str(made),
                str(source),
                "-lsimavr",
            ]
            done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
            if done.returncode != 0:
                raise LinkProblem("no-emulator")
            made.replace(library)
    return library


@cache
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(_compiled()))
    except OSError as problem:
        raise LinkProblem("no-emulator") from problem
    box, u8, u16, u32, u64 = (
        ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64,
    )  # fmt: skip
    for name, result, *arguments in (
        ("box_new", box, ctypes.c_char_p, u32, u32),
        ("box_free", None, box),
        ("box_now", u64, box),
        ("box_act", ctypes.c_int, box, u64, u8, u8, u8),
        ("box_write", None, box, ctypes.c_char_p, u32),
        ("box_read", u32, box, box, box),
        ("box_changes", u32, box, box),
        ("box_run", ctypes.c_int, box, u64),
        ("box_trace_stack", None, box),
        ("box_lowest_stack", u16, box),
        ("box_reset", None, box, u8, ctypes.c_int, u32),
        ("box_hold", None, box, u64),
        ("box_memory", None, box, u16, box, u16),
        ("box_lamps", u16, box),
    ):
        function = getattr(library, str(name))
        function.restype, function.argtypes = result, arguments
    return library


def require() -> None:
    """Raises LinkProblem "no-emulator" where this machine lacks what the emulation takes."""
    _library()


def available() -> bool:
    """Whether this machine has what the emulation takes (a C compiler, libsimavr-dev)."""
    try:
        require()
    except LinkProblem:
        return False
    return True


class SimavrBoard:
    """A Nano with the image; `seed` decides what memory holds when power comes, and the noise."""

    def __init__(self, seed: int, code: bytes | None = None) -> None:
        self._lib = _library()
        code = image() if code is None else code
        self._seed = seed & 0xFFFFFFFF
        self._box = ctypes.c_void_p(self._lib.box_new(code, len(code), self._seed))
        self._bytes = (ctypes.c_uint8 * MOST)()
        self._times = (ctypes.c_uint64 * MOST)()
        self._changes = (_Change * MOST)()
        self._queue_at, self._queue_size = int(facts()["queue_at"]), int(facts()["queue_size"])
        for line in FAST:
            self.set(0, line, active=False)

    @property
    def now_us(self) -> float:
        return float(self._lib.box_now(self._box)) / CYCLES_PER_US

    def run(self, until_us: float) -> None:
        if not self._lib.box_run(self._box, round(until_us * CYCLES_PER_US)):
            raise RuntimeError("the emulated processor has stopped")

    def write(self, data: bytes) -> None:
        self._lib.box_write(self._box, data, len(data))

    def read(self) -> Sequence[tuple[float, int]]:
        count = self._lib.box_read(self._box, self._bytes, self._times)
        return [(self._times[i] / CYCLES_PER_US, self._bytes[i]) for i in range(count)]

    def set(self, at_us: float, line: str, *, active: bool) -> None:
        port, pin = PINS[line] if line in PINS else ("S", CONTACTS.index(line))
        level = active != (line in ACTIVE_LOW)
        cycle = max(round(at_us * CYCLES_PER_US), 0)
        if not self._lib.box_act(self._box, cycle, ord(port), pin, level):
            raise RuntimeError("too many acts at once")

    def changes(self) -> Sequence[Change]:
        count = self._lib.box_changes(self._box, self._changes)
        return [
            Change(
                at_us=change.at / CYCLES_PER_US,
                line=OUTPUTS[chr(change.port), change.pin],
                value=change.value,
            )
            for change in self._changes[:count]
        ]

    def reset(self, cause: int = RESET_BUTTON, *, power_cut: bool = False) -> None:
        self._seed = (self._seed * 69069 + 1) & 0xFFFFFFFF
        self._lib.box_reset(self._box, cause, power_cut, self._seed)

    def hold(self, us: float) -> None:
        self._lib.box_hold(self._box, round(us * CYCLES_PER_US))

    def kept(self) -> Kept | None:
        return read_queue(self.ram(self._queue_at, self._queue_size))

    def ram(self, address: int, size: int) -> bytes:
        """Memory and registers, by their addresses in the data space."""
        room = (ctypes.c_uint8 * size)()
        self._lib.box_memory(self._box, address, room, size)
        return bytes(room)

    @property
    def lamps(self) -> int:
        return int(self._lib.box_lamps(self._box))

    def trace_stack(self) -> None:
        """From now on look at the stack after every instruction: slower."""
        self._lib.box_trace_stack(self._box)

    @property
    def lowest_stack(self) -> int:
        return int(self._lib.box_lowest_stack(self._box))

    def close(self) -> None:
        self._lib.box_free(self._box)
        self._box = ctypes.c_void_p()
