"""Acts that wait for their moment."""

import heapq
from collections.abc import Callable
from itertools import count

Act = Callable[[float], None]


class Schedule:
    """Acts by their times (s); those of one time in the order in which they were planned."""

    def __init__(self) -> None:
        self._acts: list[tuple[float, int, Act]] = []
        self._order = count()

    def at(self, due_at: float, act: Act) -> None:
        heapq.heappush(self._acts, (due_at, next(self._order), act))

    def again(
        self, draw: Callable[[], tuple[float, float]], make: Callable[[float, float], None]
    ) -> None:
        """Make a trouble from begin to end, as drawn, and plan the next one of its kind."""
        begin, end = draw()

        def act(now: float) -> None:
            make(now, end)
            self.again(draw, make)

        self.at(begin, act)

    def next_due(self, now: float) -> tuple[float, Act] | None:
        """The first act that is due, taken off, with its time."""
        if not self._acts or self._acts[0][0] > now:
            return None
        due_at, _, act = heapq.heappop(self._acts)
        return due_at, act
