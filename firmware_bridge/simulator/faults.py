"""What goes wrong on a serial line and at a table, by name and by seed."""

from collections.abc import Collection, Iterator
from random import Random

LINE_FAULTS = ("drop_bytes", "flip_bit", "late", "duplicate", "noise")
FAULTS = (
    "drop_bytes",
    "flip_bit",
    "reset_board",
    "unplug",
    "late",
    "stuck_beam",
    "duplicate",
    "noise",
)

DROPPED, FLIPPED = 0.003, 0.002  # per byte
LATE, DUPLICATED, NOISY = 0.08, 0.05, 0.03  # per piece
NOISE_BYTES = 12
LATE_S = (0.05, 0.6)
# (shortest, longest) seconds of quiet, then of trouble.
RHYTHMS = {
    "reset_board": ((8.0, 25.0), (1.2, 1.2)),
    "unplug": ((12.0, 40.0), (0.5, 5.0)),
    "stuck_beam": ((5.0, 30.0), (2.0, 8.0)),
}


class Wire:
    """One direction of the line: bytes go in, come out later, fewer or changed."""

    def __init__(self, rng: Random, faults: Collection[str]) -> None:
        self._rng = rng
        self._faults = set(faults)
        self._pieces: list[tuple[float, bytes]] = []
        self._free_at = 0.0

    def toggle(self, fault: str) -> None:
        """Switch one of `LINE_FAULTS` on, or off again."""
        self._faults ^= {fault}

    def put(self, now: float, data: bytes) -> None:
        if not data:
            return
        delay = 0.0
        if "late" in self._faults and self._rng.random() < LATE:
            delay = self._rng.uniform(*LATE_S)
        self._free_at = max(self._free_at, now + delay)
        self._pieces.append((self._free_at, self._hurt(data)))

    def get(self, now: float) -> bytes:
        """What has arrived by `now`, in order."""
        count = sum(1 for due_at, _ in self._pieces if due_at <= now)
        arrived = b"".join(data for _, data in self._pieces[:count])
        del self._pieces[:count]
        return arrived

    def cut(self) -> None:
        self._pieces.clear()
        self._free_at = 0.0

    def _hurt(self, data: bytes) -> bytes:
        if "drop_bytes" in self._faults:
            data = bytes(byte for byte in data if self._rng.random() >= DROPPED)
        if "flip_bit" in self._faults:
            data = bytes(
                byte ^ (1 << self._rng.randrange(8)) if self._rng.random() < FLIPPED else byte
                for byte in data
            )
        if "duplicate" in self._faults and self._rng.random() < DUPLICATED:
            data += data
        if "noise" in self._faults and self._rng.random() < NOISY:
            data = self._rng.randbytes(self._rng.randrange(NOISE_BYTES)) + data
        return data


def troubles(rng: Random, fault: str, start: float) -> Iterator[tuple[float, float]]:
    """(begin, end) of each trouble of this kind, for ever; times in seconds after `start`."""
    quiet, length = RHYTHMS[fault]
    while True:
        begin = start + rng.uniform(*quiet)
        start = begin + rng.uniform(*length)
        yield begin, start
