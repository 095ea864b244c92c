"""What a window shows: one immutable value, published by whoever referees (Desk)."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from app.rulebook.api import Awaits, Book, Measure, Section, Target
from app.rulebook.board import Board
from app.rulebook.facts import Event
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId, Layout
from app.rulebook.side import Side
from app.rulebook.standing import Clocks, Standing
from app.rulebook.words import Phrase

BarState = Literal[
    "ready",
    "hand",
    "look",
    "settled",
    "ask",
    "review",
    "desync",
    "stop",
    "tidy",
    "arrange",
    "aim",
]


@dataclass(frozen=True, kw_only=True)
class DecisionLine:
    """One entry of the log as a line: who, headline, section, numbers; struck or refused."""

    entry: int
    side: Side | None
    headline: Phrase
    rule: Section
    also: tuple[Section, ...] = ()
    measures: tuple[Measure, ...] = ()
    refused: bool = False
    struck: bool = False
    provisional: bool = False


@dataclass(frozen=True, kw_only=True)
class Question:
    """`A or B?`: one sentence and its possible answers; answered by index."""

    text: Phrase
    answers: tuple[Phrase, ...]


@dataclass(frozen=True, kw_only=True)
class Ghost:
    """Where a disc (or the ball, disc None) must be put back, and from where if known."""

    disc: DiscId | None
    to: Square
    came_from: Square | None = None


@dataclass(frozen=True, kw_only=True)
class LightNote:
    """What is wrong with the light over the table: in a word's key, and in a sentence."""

    kind: Literal["dark", "glare", "flicker"]
    text: Phrase


@dataclass(frozen=True, kw_only=True)
class Senses:
    """What the app hears and sees: `hand` = entered by hand, `lost`, else `ok`; eye σ in mm.
    `trouble` says what is wrong with camera or box and what to do, `light` what with the light.
    """

    eye: Literal["ok", "hand", "lost"] = "hand"
    eye_sigma_mm: float | None = None
    dice: Literal["ok", "hand", "lost"] = "hand"
    posts: Literal["ok", "hand", "lost"] = "hand"
    trouble: Phrase | None = None
    light: LightNote | None = None


@dataclass(frozen=True, kw_only=True)
class TableView:
    """Everything a window draws. `bar_text` says the state in words; `explanation` is the last
    refusal or why-not, if it is to be shown; `clocks` is what the clocks show now; `book` is read
    on a page of its own.
    """

    board: Board
    layout: Layout
    standing: Standing
    awaits: Awaits
    bar: BarState
    bar_text: Phrase
    decisions: tuple[DecisionLine, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    ghost_count: int = 0
    arrange_text: Phrase | None = None
    question: Question | None = None
    senses: Senses = field(default_factory=Senses)
    can_undo: bool = False
    can_redo: bool = False
    last_move: tuple[Square, Square] | None = None
    names: tuple[str, str] = ("", "")
    explanation: DecisionLine | None = None
    clocks: Clocks | None = None
    book: Book | None = None
    version: int = 0


class Desk(Protocol):
    """Where a window posts what the person wants, and reads what to show. Every method returns at
    once; what came of it stands in the next `view()`.
    """

    def view(self) -> TableView: ...

    def targets(self, disc: DiscId) -> tuple[Target, ...]:
        """Where a touched disc may go now; empty when it may not be played."""
        ...

    def why_not(self, disc: DiscId, square: Square) -> tuple[Section, Phrase] | None:
        """The section that forbids it and one sentence with the numbers; None when legal."""
        ...

    def take(self, event: Event) -> None:
        """A play or declaration made on the screen."""
        ...

    def roll(self) -> None:
        """The app's own dice."""
        ...

    def answer(self, index: int) -> None: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def strike(self, entry: int) -> None: ...

    def hold(self, *, stopped: bool) -> None:
        """Play is stopped, or goes on: the clocks stand meanwhile."""
        ...
