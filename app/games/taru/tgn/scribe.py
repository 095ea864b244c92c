"""The position a record has come to while it is read."""

from dataclasses import dataclass, field

from app.games.taru.rules.judge import judge
from app.games.taru.state import State
from app.rulebook.chronicle import Entry
from app.rulebook.facts import Event
from app.rulebook.side import Side
from app.rulebook.words import Phrase


class Refused(Exception):
    """An act of a record that the rules refuse."""

    def __init__(self, headline: Phrase) -> None:
        super().__init__(headline.key)
        self.headline = headline


@dataclass(kw_only=True)
class Reader:
    """The words of a line that are still to be read."""

    words: list[str]

    def next(self) -> str:
        """Raises IndexError at the end of the line."""
        return self.words.pop(0)

    def next_if(self, start: str) -> str | None:
        """The next word when it begins so."""
        return self.words.pop(0) if self.words and self.words[0].startswith(start) else None


@dataclass(kw_only=True)
class Scribe:
    """The entries read, the position they lead to, and whose turn the line is."""

    state: State
    entries: list[Entry[State]] = field(default_factory=list)
    side: Side | None = None
    confirm: list[Side] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Judges an event. Raises Refused."""
        rulings = judge(self.state, event)
        if rulings and rulings[-1].refused:
            raise Refused(rulings[-1].headline)
        number = len(self.entries) + 1
        entry = Entry(n=number, event=event, before=self.state, rulings=rulings)
        self.entries.append(entry)
        self.state = entry.after
