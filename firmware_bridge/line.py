"""A box that may come and go: opens its port, runs the link over it, opens it again."""

from collections.abc import Callable

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.errors import LinkProblem
from firmware_bridge.link import Link
from firmware_bridge.port import Port

FIRST_WAIT_S, LAST_WAIT_S, WAIT_GROWTH = 0.1, 1.0, 1.6


class BoxLine:
    """Call `step` often (every 5-20 ms): it never waits.

    `problem` is why there is no port now, or None; `link` is where events are acknowledged and
    lights are set.
    """

    def __init__(self, link: Link, opener: Callable[[], Port]) -> None:
        self.link = link
        self.problem: LinkProblem | None = None
        self.opened = 0
        self._opener = opener
        self._port: Port | None = None
        self._retry_at = 0.0
        self._wait_s = FIRST_WAIT_S

    def step(self, now: float) -> list[BoxEvent | Alert]:
        """Read, hand over what was heard, write what is due; `now` in seconds."""
        port = self._port or self._open(now)
        if port is None:
            return []
        facts: list[BoxEvent | Alert] = []
        try:
            facts = self.link.receive(now, port.read())
            port.write(self.link.to_send(now))
        except LinkProblem as problem:
            self._give_up(now, problem)
        return facts

    def close(self) -> None:
        """Give the port back; a further `step` opens it again."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self.link.closed()

    def _open(self, now: float) -> Port | None:
        if now < self._retry_at and self.problem is not None:
            return None
        try:
            self._port = self._opener()
        except LinkProblem as problem:
            self._give_up(now, problem)
            return None
        self.problem = None
        self.opened += 1
        self._wait_s = FIRST_WAIT_S
        return self._port

    def _give_up(self, now: float, problem: LinkProblem) -> None:
        self.close()
        self.problem = problem
        self._retry_at = now + self._wait_s
        self._wait_s = min(self._wait_s * WAIT_GROWTH, LAST_WAIT_S)
