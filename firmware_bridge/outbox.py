"""Orders to the box: one on the way at a time, repeated until answered; newest wish kept."""

from collections import Counter
from dataclasses import dataclass

from firmware_bridge.messages import Command, CommandReply, Order

RETRY_S = (0.12, 0.2, 0.4, 0.8, 1.0)


@dataclass(kw_only=True, slots=True)
class Pending:
    """The order on its way: its number, how often it was sent and when it is due again."""

    key: str
    order: Order
    number: int
    sent: int = 0
    due_at: float = 0.0


class Outbox:
    """At most one waiting order per key: only the newest wish matters."""

    def __init__(self) -> None:
        self._wishes: dict[str, Order] = {}
        self._state: dict[str, Order] = {}
        self._pending: Pending | None = None
        self._number = 0
        self.counts: Counter[str] = Counter()

    def want(self, key: str, order: Order) -> None:
        self._wishes[key] = order

    def hold(self, key: str, order: Order) -> None:
        """As `want`, and again in every new session: a state the box must be in."""
        self._state[key] = order
        self.want(key, order)

    def restore(self) -> None:
        """A session has begun: the box may have forgotten everything it was told."""
        self._set_aside()
        for key, order in self._state.items():
            self._wishes.setdefault(key, order)

    def due(self, now: float, session: int) -> Command | None:
        """The command to send now, or None."""
        if self._pending is None and self._wishes:
            key = next(iter(self._wishes))
            self._number = (self._number + 1) & 0xFF
            order = self._wishes.pop(key)
            self._pending = Pending(key=key, order=order, number=self._number, due_at=now)
        pending = self._pending
        if pending is None or now < pending.due_at or pending.sent == len(RETRY_S):
            return None
        self.counts["retries"] += pending.sent > 0
        pending.due_at = now + RETRY_S[pending.sent]
        pending.sent += 1
        return Command(session=session, number=pending.number, order=pending.order)

    def unanswered(self, now: float) -> bool:
        """True when the order on its way has been sent for the last time, in vain."""
        pending = self._pending
        return pending is not None and pending.sent == len(RETRY_S) and now >= pending.due_at

    def hurry(self, now: float) -> None:
        """The box could not read something: repeat soon instead of waiting it out."""
        if self._pending is not None:
            self._pending.due_at = min(self._pending.due_at, now + 0.01)

    def answered(self, reply: CommandReply) -> Order | None:
        """The order that this answers; None when it answers none that is on its way."""
        pending = self._pending
        if pending is None or pending.number != reply.number:
            return None
        self._pending = None
        self.counts["refused"] += reply.error is not None
        return pending.order

    def _set_aside(self) -> None:
        pending, self._pending = self._pending, None
        # A sound may have been heard although its answer was lost: it is not made twice.
        if pending is not None and pending.key != "buzz":
            self._wishes.setdefault(pending.key, pending.order)
