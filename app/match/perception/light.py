"""The light over the table: what the eye measures, said once it lasts, with the square it is at."""

from collections.abc import Iterable

from app.match.table_view import LightNote
from app.rulebook.board import Board
from app.rulebook.words import phrase
from vision.observation import LightWarning, Observation

LASTS_S = 3.0
"""A trouble that lasted so long is said, and one that was away for so long is said no more."""
WORST = ("dark", "glare", "flicker")


class LightWatch:
    """Feed every observation; `note` is what is to be said of the light now."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._since: dict[str, float] = {}
        self._last: dict[str, tuple[float, LightWarning]] = {}
        self.note: LightNote | None = None

    def look(self, observation: Observation) -> None:
        now = observation.at
        for warning in observation.light:
            self._since.setdefault(warning.kind, now)
            self._last[warning.kind] = (now, warning)
        for kind in [kind for kind, (at, _) in self._last.items() if now - at > LASTS_S]:
            del self._last[kind], self._since[kind]
        lasting = [
            warning
            for kind, (_, warning) in self._last.items()
            if now - self._since[kind] >= LASTS_S
        ]
        self.note = _worst(lasting, self._board)


def _worst(warnings: Iterable[LightWarning], board: Board) -> LightNote | None:
    worst = min(warnings, key=lambda warning: WORST.index(warning.kind), default=None)
    return None if worst is None else light_note(worst, board)


def light_note(warning: LightWarning, board: Board) -> LightNote:
    """A warning in words, its place by the square."""
    square = None if warning.at_mm is None else board.square_at(*warning.at_mm)
    if square is None:
        return LightNote(kind=warning.kind, text=phrase(f"match.light.{warning.kind}"))
    text = phrase(f"match.light.{warning.kind}_at", square=square.name)
    return LightNote(kind=warning.kind, text=text)
