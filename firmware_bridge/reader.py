"""The one thread that owns the port of a box, for a match that is played in real time."""

from collections import deque
from collections.abc import Callable
from threading import Event, Thread

from firmware_bridge.delivery import Alert, BoxEvent, Cursor
from firmware_bridge.line import BoxLine
from firmware_bridge.messages import End

EVERY_S = 0.002


class BoxReader:
    """A `BoxLine` stepped in a thread of its own, used like the line itself: `step` gives what was
    heard since, and what is asked of the box is passed on. `close` ends the thread.

    What goes wrong in the thread, other than a port, is raised by the next `step`.
    """

    def __init__(self, line: BoxLine) -> None:
        self._line = line
        self._heard: deque[BoxEvent | Alert] = deque()
        self._asked: deque[Callable[[], None]] = deque()
        self._stop = Event()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run, name="box")
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._line.alive

    @property
    def trouble(self) -> Alert | None:
        return self._line.trouble

    def step(self) -> list[BoxEvent | Alert]:
        if self._failure is not None:
            raise self._failure
        return [self._heard.popleft() for _ in range(len(self._heard))]

    def acknowledge(self, cursor: Cursor) -> None:
        self._asked.append(lambda: self._line.acknowledge(cursor))

    def light(self, end: End | None) -> None:
        self._asked.append(lambda: self._line.light(end))

    def buzz(self, pattern: int) -> None:
        self._asked.append(lambda: self._line.buzz(pattern))

    def close(self) -> None:
        """End the thread and give the port back."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stop.wait(EVERY_S):
                self._turn()
            self._turn()  # what was made safe last is still acknowledged
        except BaseException as failure:  # noqa: BLE001 - raised again by `step`
            self._failure = failure
        finally:
            self._line.close()

    def _turn(self) -> None:
        while self._asked:
            self._asked.popleft()()
        self._heard += self._line.step()
