"""Which port the box hangs on: the one that beats like a box. Nothing is written to any of them."""

from collections.abc import Callable, Sequence

from firmware_bridge.errors import LinkProblem, ProblemReason
from firmware_bridge.link import LISTEN_S
from firmware_bridge.messages import Heartbeat, Hello
from firmware_bridge.port import Port
from firmware_bridge.protocol import Decoder

POLL_S = 0.02
TELLING: tuple[ProblemReason, ...] = ("permission", "busy", "wrong-device", "silent", "io")
"""Of several things that are wrong, the one that is said: what a person can mend comes first."""


class Listened:
    """A port that was listened to: what came meanwhile is read first."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._kept = b""
        self._decoder = Decoder()
        self.beats = False

    def listen(self) -> None:
        data = self._port.read()
        self._kept += data
        for message in self._decoder.feed(data):
            self.beats = self.beats or isinstance(message, Hello | Heartbeat)

    @property
    def problem(self) -> ProblemReason:
        """What is wrong with a port that does not beat."""
        return "wrong-device" if self._decoder.counts.total() else "silent"

    def read(self) -> bytes:
        kept, self._kept = self._kept, b""
        return kept + self._port.read()

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def close(self) -> None:
        self._port.close()


def seek(
    urls: Sequence[str],
    opener: Callable[[str], Port],
    clock: Callable[[], float],
    wait: Callable[[float], object],
) -> Port:
    """The first of these ports on which a box is heard; all others are closed again.

    `clock` gives the time (s), `wait` lets a number of seconds pass. Raises LinkProblem: "none"
    without a port, else what is wrong with the port that a person can best do something about.
    """
    problems: list[LinkProblem] = []
    ports: dict[str, Listened] = {}
    for url in urls:
        try:
            ports[url] = Listened(opener(url))
        except LinkProblem as problem:
            problems.append(problem)
    found = _listen(ports, problems, clock, wait)
    for port in ports.values():
        if port is not found:
            port.close()
    if found is not None:
        return found
    problems += [LinkProblem(port.problem, url=url) for url, port in ports.items()]
    raise min(problems, key=_rank, default=LinkProblem("none"))


def _listen(
    ports: dict[str, Listened],
    problems: list[LinkProblem],
    clock: Callable[[], float],
    wait: Callable[[float], object],
) -> Listened | None:
    """Until one beats or none will; a port that breaks is put away."""
    until = clock() + LISTEN_S
    while ports and clock() < until:
        for url, port in tuple(ports.items()):
            try:
                port.listen()
            except LinkProblem as problem:
                problems.append(problem)
                ports.pop(url).close()
            if port.beats:
                return port
        wait(POLL_S)
    return None


def _rank(problem: LinkProblem) -> int:
    return TELLING.index(problem.reason) if problem.reason in TELLING else len(TELLING)
