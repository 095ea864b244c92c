"""A box that may come and go: opens its port, runs the link over it, opens it again."""

from collections.abc import Callable

from firmware_bridge.delivery import Alert, BoxEvent, Cursor
from firmware_bridge.errors import LinkProblem
from firmware_bridge.link import Link
from firmware_bridge.messages import End
from firmware_bridge.port import Port
from firmware_bridge.states import LinkState

FIRST_WAIT_S, LAST_WAIT_S, WAIT_GROWTH = 0.1, 0.5, 1.6


class BoxLine:
    """Call `step` often (every 2-5 ms: the time of the box is known no better than that): it never
    waits, unless opening a port does. `clock` gives the host's time in seconds.

    `problem` is why there is no port now, or None; `link` is where lights are set.
    """

    def __init__(self, link: Link, opener: Callable[[], Port], clock: Callable[[], float]) -> None:
        self.link = link
        self.problem: LinkProblem | None = None
        self.opened = 0
        self._opener = opener
        self._clock = clock
        self._port: Port | None = None
        self._retry_at = 0.0
        self._wait_s = FIRST_WAIT_S

    @property
    def alive(self) -> bool:
        return self.link.state is LinkState.UP

    @property
    def trouble(self) -> Alert | None:
        """Why the box is not heard now; None while all is well."""
        if self.problem is not None:
            return Alert(reason=self.problem.reason, details=self.problem.details)
        return self.link.trouble

    def step(self) -> list[BoxEvent | Alert]:
        """Read, hand over what was heard, write what is due. The clock is read after the bytes
        and before they are written: only so do stamps bound the box's time.
        """
        port = self._port or self._open()
        if port is None:
            return []
        facts: list[BoxEvent | Alert] = []
        try:
            data = port.read()
            facts = self.link.receive(self._clock(), data)
            port.write(self.link.to_send(self._clock()))
        except LinkProblem as problem:
            self._give_up(problem)
        return facts

    def acknowledge(self, cursor: Cursor) -> None:
        self.link.acknowledge(cursor)

    def light(self, end: End | None) -> None:
        self.link.light(end)

    def buzz(self, pattern: int) -> None:
        self.link.buzz(pattern)

    def close(self) -> None:
        """Give the port back; a further `step` opens it again."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self.link.closed()

    def _open(self) -> Port | None:
        if self._clock() < self._retry_at and self.problem is not None:
            return None
        try:
            self._port = self._opener()
        except LinkProblem as problem:
            self._give_up(problem)
            return None
        self.problem = None
        self.opened += 1
        self._wait_s = FIRST_WAIT_S
        return self._port

    def _give_up(self, problem: LinkProblem) -> None:
        self.close()
        self.problem = problem
        self._retry_at = self._clock() + self._wait_s
        self._wait_s = min(self._wait_s * WAIT_GROWTH, LAST_WAIT_S)
