"""What a window shows of a watched match."""

from typing import Literal

from app.match.session import Session
from app.match.table_view import BarState, DecisionLine, Senses, TableView
from app.match.view import Circumstances, view
from app.rulebook.api import S

Sense = Literal["ok", "hand", "lost"]
SHOWN_S = 2.0
"""So long the bar says what was just settled."""
LOST_S = 2.0
"""An eye that gave no frame for this long is lost."""


class Showing:
    """Makes the view of a session anew only when something of it has changed."""

    def __init__(self) -> None:
        self._key: object = None
        self._view: TableView | None = None

    def view(self, session: Session[S]) -> TableView:
        facts = circumstances(session)
        key = (session.match.version, session.match.arrange, facts)
        if self._view is None or self._key != key:
            version = 0 if self._view is None else self._view.version + 1
            self._key, self._view = key, view(session.match, facts, version)
        return self._view


def circumstances(session: Session[S]) -> Circumstances:
    return Circumstances(
        bar=_bar(session),
        question=session.asked.question if session.asked is not None else None,
        progress=session.arranging.progress if session.match.arrange is not None else None,
        explanation=_explanation(session),
        senses=_senses(session),
        clocks=session.bells.timepiece.show(session.now),
    )


def _bar(session: Session[S]) -> BarState | None:
    watched = session.sources.sight is not None
    recent = session.settled_at is not None and session.now - session.settled_at < SHOWN_S
    states: tuple[tuple[bool, BarState], ...] = (
        (session.tidy, "tidy"),
        (session.review, "review"),
        (session.table.paused, "aim"),
        (session.table.hand, "hand"),
        (watched and not session.read, "look"),
        (recent and session.match.arrange is None, "settled"),
    )
    return next((state for holds, state in states if holds), None)


def _explanation(session: Session[S]) -> DecisionLine | None:
    """The last refusal, while the table is being put back."""
    last = session.match.last
    if session.match.arrange is None or not last.refused:
        return None
    return next((d for d in reversed(session.match.decisions) if d.entry == last.n), None)


def _senses(session: Session[S]) -> Senses:
    box, sigma = session.sources.box, session.table.sigma_mm
    trouble = session.sources.eye_trouble()
    if trouble is None and box is not None:
        trouble = box.trouble(session.now)
    heard: Sense = "hand" if box is None else "ok" if box.alive else "lost"
    if session.sources.sight is None:
        return Senses(dice=heard, posts=heard, trouble=trouble)
    fresh = session.seen_at is not None and session.now - session.seen_at < LOST_S
    return Senses(
        eye="ok" if fresh else "lost",
        eye_sigma_mm=None if sigma is None else round(sigma, 1),
        dice=heard,
        posts=heard,
        trouble=trouble,
        light=session.table.light.note,
    )
