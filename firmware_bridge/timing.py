"""Asking the box for its time: often at first, then about once a second."""

from firmware_bridge.clock import BoxClock, Exchange, HostTime
from firmware_bridge.messages import Sync, SyncReply

# (up to so many, every so many seconds); the last figure is not round, so as not to beat with the
# heartbeat (as Klipper does).
BURST = ((10, 0.06), (22, 0.25))
QUIET_S = 0.9839
WAITING = 8
ENOUGH = 30
"""Exchanges after which a bound that is still too wide will not become good by itself."""


class Timing:
    """The clock of the connected box, and the questions on their way to it."""

    def __init__(self) -> None:
        self.clock = BoxClock()
        self.fresh = False
        self._asked: dict[int, float] = {}
        self._number = self._count = 0
        self._due_at = 0.0

    def begin(self, now: float) -> None:
        """A session has begun: stamps are told only once the box has been asked in it."""
        self.fresh = False
        self._asked.clear()
        self._count = 0
        self._due_at = now

    def due(self, now: float) -> Sync | None:
        """The question to ask now; `now` must not be later than when it is written."""
        if now < self._due_at:
            return None
        self._due_at = now + next((every for upto, every in BURST if self._count < upto), QUIET_S)
        self._count += 1
        self._number = (self._number + 1) & 0xFFFF
        self._asked[self._number] = now
        if len(self._asked) > WAITING:
            del self._asked[next(iter(self._asked))]
        return Sync(number=self._number)

    def answered(self, now: float, reply: SyncReply) -> None:
        """`now` must not be earlier than when the reply was read; an answer counts once."""
        written = self._asked.pop(reply.number, None)
        if written is None:
            return
        self.fresh = True
        self.clock.observe(
            Exchange(
                written=written, received_us=reply.received_us, sent_us=reply.sent_us, read=now
            )
        )

    def told(self, at_us: int | None) -> HostTime | None:
        return self.clock.to_host(at_us)

    @property
    def poor(self) -> HostTime | None:
        """What the newest time is known to, when that stays too wide for camera frames."""
        newest = self.clock.newest
        if self._count < ENOUGH or newest is None or newest.good:
            return None
        return newest
