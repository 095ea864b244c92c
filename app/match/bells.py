"""When the bells of a watched match ring: on time, but not into a hand that is still playing."""

from typing import Generic, Protocol

from app.match.asking import Asked
from app.match.match import Match
from app.match.silence import Silences
from app.match.sources import Sources
from app.match.timepiece import Timepiece
from app.rulebook.api import S
from app.rulebook.facts import Event, TimeRanOut

PATIENCE_S = 3.0
"""A table that does not come to rest holds a bell up no longer than this."""


class Referee(Protocol[S]):
    """What the bells need of a session."""

    match: Match[S]
    sources: Sources
    asked: Asked | None
    review: bool
    read: bool

    def take(self, event: Event) -> object: ...


class Bells(Generic[S]):
    """The clocks of a session. They stand while play is stopped or a decision is contested."""

    def __init__(self, referee: Referee[S]) -> None:
        self._referee = referee
        self._due_since: float | None = None
        self.timepiece = Timepiece(referee.match)
        self._silences = Silences(referee.match)
        self.stopped = False

    def ring(self, t: float) -> None:
        """Rings what is due at time t, and lets a call lapse that nobody makes. What hands began
        before the turn's bell is read first, if the table comes to rest soon, and an open question
        is answered first.
        """
        referee = self._referee
        held = self.stopped or referee.review
        self.timepiece.hold(t, held=held)
        bell = self.timepiece.due(t) or self._silences.due(t, held=held)
        if bell is None:
            self._due_since = None
            return
        self._due_since = t if self._due_since is None else self._due_since
        watched = referee.sources.sight is not None
        at_once = isinstance(bell, TimeRanOut) and bell.clock == "match"
        under_way = not at_once and watched and not referee.read
        if referee.asked is None and (not under_way or t - self._due_since > PATIENCE_S):
            referee.take(bell)
