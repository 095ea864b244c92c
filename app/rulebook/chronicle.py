"""A match as it was played, for a game to write down in the record formats others read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from app.rulebook.api import Ruling, S
from app.rulebook.board import Board
from app.rulebook.facts import Event
from app.rulebook.words import Catalogue


@dataclass(frozen=True, kw_only=True)
class Entry(Generic[S]):
    """One event with the state it met and what the book made of it; the last ruling's state holds
    after it. A refused event is an entry too.
    """

    n: int
    event: Event
    before: S
    rulings: tuple[Ruling[S], ...]

    @property
    def refused(self) -> bool:
        return bool(self.rulings) and self.rulings[-1].refused

    @property
    def after(self) -> S:
        return self.rulings[-1].state if self.rulings else self.before


@dataclass(frozen=True, kw_only=True)
class Chronicle(Generic[S]):
    """The entries that hold, in order, and what the match was played with. `names`: Home, Away."""

    game: str
    board: Board
    start: S
    entries: tuple[Entry[S], ...]
    names: tuple[str, str] = ("", "")
    date: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def end(self) -> S:
        return self.entries[-1].after if self.entries else self.start


Writer = Callable[[Chronicle[Any], Catalogue], str]
"""Writes a match as one text. A game's module `records` offers them by the format's name in
`FORMATS: Mapping[str, Writer]`; the catalogue is for formats made of sentences.
"""

Reader = Callable[[str, Mapping[str, Board]], Chronicle[Any]]
"""Reads such a text back, judging every act anew, given the boards by name. Raises Problem. Offered
by the same module in `READERS: Mapping[str, Reader]`.
"""
