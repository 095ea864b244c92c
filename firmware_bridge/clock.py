"""From the time of the box to the time of the host.

The offset is the smallest "heard minus stamped" of the latest messages: each is the true offset
plus a transit of a few milliseconds, so the smallest is the best. A crystal strays less than
0.1 ms over the window; the cheap resonator of some clones (0.5 %) up to 0.1 s.
"""

from collections import deque

WINDOW = 40  # messages, about 20 s of heartbeats and sync replies


class BoxClock:
    """The latest offsets of one run of the box; `forget` when the box has restarted."""

    def __init__(self) -> None:
        self._offsets: deque[float] = deque(maxlen=WINDOW)

    def observe(self, now: float, sent_us: int) -> None:
        """A message stamped `sent_us` when it left the box was heard at `now` (s)."""
        self._offsets.append(now - sent_us / 1e6)

    def forget(self) -> None:
        self._offsets.clear()

    def to_host(self, at_us: int | None) -> float | None:
        """Host time (s) of a stamp, or None without a stamp or without anything heard yet."""
        if at_us is None or not self._offsets:
            return None
        return at_us / 1e6 + min(self._offsets)
