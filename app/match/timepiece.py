"""The clocks of a timed match as they run: time comes from outside, bells go out as facts.

What the state tells of its clocks is what they showed at the last entry; in between they run here,
by the table clock, as the state says which of them runs. Going back in the log sets them back.
"""

from dataclasses import replace
from math import ceil
from typing import Generic, TypeVar

from app.match.match import Match
from app.rulebook.api import S
from app.rulebook.facts import Event, TimeRanOut
from app.rulebook.standing import Clocks

E = TypeVar("E", bound=Event)


class Timepiece(Generic[S]):
    """The clocks of one match. Without a timed match nothing runs and nothing is stamped."""

    def __init__(self, match: Match[S]) -> None:
        self._match = match
        self._version = -1
        self._since = 0.0
        self._left: tuple[float, ...] = ()
        self._running: tuple[bool, ...] = ()
        self._stamped = False
        self._held = False

    def show(self, now: float) -> Clocks | None:
        """What the clocks show at a time of the table clock, in whole s that are left."""
        clocks = self._follow(now)
        if clocks is None:
            return None
        turn, *match = self._whole(now)
        return replace(clocks, turn_s=turn, match_s=tuple(match))

    def hold(self, now: float, *, held: bool) -> None:
        """Stops the clocks while play is stopped, or lets them go on."""
        if held != self._held:
            self._follow(now)
            self._settle(now)
            self._held = held

    def stamp(self, event: E, now: float) -> E:
        """The event with what the clocks showed when it happened; it is about to be taken."""
        if self._follow(now) is None:
            return event
        happened = event.at[1] if event.at is not None else now
        self._settle(min(now, happened))
        self._stamped = True
        return replace(event, left_s=self._whole(self._since))

    def due(self, now: float) -> TimeRanOut | None:
        """The bell that rings: of the turn, then of the match."""
        clocks = self._follow(now)
        if clocks is None:
            return None
        turn, *match = (left <= 0 for left in self._at(now))
        if clocks.turn_runs and turn:
            return TimeRanOut(clock="turn", at=(now, now))
        if clocks.match_runs is not None and match[clocks.match_runs]:
            return TimeRanOut(clock="match", at=(now, now))
        return None

    def _follow(self, now: float) -> Clocks | None:
        """Takes over what a new entry, or going back, made of the clocks: a value that differs from
        what is shown here counts; equal to it, the fraction of a second is kept.
        """
        clocks = self._match.standing.clocks
        if clocks is None or self._match.version == self._version:
            return clocks
        told = (clocks.turn_s, *clocks.match_s)
        if len(told) != len(self._left):
            self._left, self._since = tuple(map(float, told)), now
        elif not self._stamped:
            self._settle(now)
        shown = self._whole(self._since)
        self._left = tuple(
            kept if value == seen else float(value)
            for kept, seen, value in zip(self._left, shown, told, strict=True)
        )
        runs = (clocks.match_runs == n for n in range(len(clocks.match_s)))
        self._running = (clocks.turn_runs, *runs)
        self._version, self._stamped = self._match.version, False
        return clocks

    def _settle(self, now: float) -> None:
        """Counts what has passed up to now."""
        now = max(now, self._since)
        self._left, self._since = self._at(now), now

    def _at(self, now: float) -> tuple[float, ...]:
        passed = 0.0 if self._held else max(0.0, now - self._since)
        if not self._running:
            return self._left
        return tuple(
            left - passed if runs else left
            for left, runs in zip(self._left, self._running, strict=True)
        )

    def _whole(self, now: float) -> tuple[int, ...]:
        return tuple(max(0, ceil(left)) for left in self._at(now))
