"""What silence means: a call that may be made lapses when nobody makes it in time."""

from typing import Generic

from app.match.match import Match
from app.rulebook.api import S
from app.rulebook.facts import Event


class Silences(Generic[S]):
    """Waits through the silences of one match. Any entry, or going back, begins one anew."""

    def __init__(self, match: Match[S]) -> None:
        self._match = match
        self._version = -1
        self._since = 0.0

    def due(self, now: float, *, held: bool = False) -> Event | None:
        """What a silence that has lasted long enough at a time of the table clock (s) stands for;
        while play is `held` none goes by.
        """
        silence = self._match.awaits.silence
        if silence is None or held or self._match.version != self._version:
            self._version, self._since = self._match.version, now
            return None
        return silence.event if now - self._since >= silence.after_s else None
