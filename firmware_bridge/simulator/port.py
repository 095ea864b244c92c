"""The simulated box behind the same seam as a serial port."""

from collections.abc import Callable
from typing import Protocol

from firmware_bridge.errors import LinkProblem
from firmware_bridge.messages import Button, Event


class PretendBox(Protocol):
    """A box of this computer, whatever it is made of: `SimulatedBox` says what is asked of each."""

    in_place: bool
    plugs: int
    accepted: list[Event]

    @property
    def refused(self) -> int: ...

    @property
    def kept(self) -> int:
        """How many events it holds that nobody has acknowledged."""

    def receive(self, now: float, data: bytes) -> None: ...

    def send(self, now: float) -> bytes: ...

    def awake(self, now: float) -> bool: ...

    def press_dice(self, now: float) -> tuple[int, int] | None: ...

    def press(self, now: float, button: Button) -> bool: ...

    def break_beam(self, now: float, beam: int, duration_us: int) -> None: ...


class SimulatedPort:
    """A port to `box`; `clock` gives the time (s). Breaks when the box is unplugged."""

    def __init__(self, box: PretendBox, clock: Callable[[], float], *, url: str = "sim://") -> None:
        self._box = box
        self._clock = clock
        self._url = url
        self._plug = box.plugs
        self._open = True

    def read(self) -> bytes:
        data = self._box.send(self._clock())
        self._check()
        return data

    def write(self, data: bytes) -> None:
        self._check()
        self._box.receive(self._clock(), data)

    def close(self) -> None:
        self._open = False

    def _check(self) -> None:
        if not self._open or not self._box.in_place or self._plug != self._box.plugs:
            raise LinkProblem("io", url=self._url)


def simulated_opener(box: PretendBox, clock: Callable[[], float]) -> Callable[[str], SimulatedPort]:
    """An opener for `open_port`: as a real port, absent while the box is unplugged."""

    def opener(url: str) -> SimulatedPort:
        box.awake(clock())
        if not box.in_place:
            raise LinkProblem("absent", url=url)
        return SimulatedPort(box, clock, url=url)

    return opener
