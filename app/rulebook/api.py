"""The contract between a game and everything else: fact → reading → ruling → decision."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from app.rulebook.acts import Act
from app.rulebook.board import Board
from app.rulebook.facts import Event, Flown, Play
from app.rulebook.geometry import Square
from app.rulebook.house_rule import HouseRule
from app.rulebook.layout import DiscId, Layout, Seen
from app.rulebook.side import Side
from app.rulebook.standing import Standing
from app.rulebook.words import Phrase

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

Section = str
"""A section of a rule book, `T80`."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A number a ruling rests on, with its unit, its σ and the threshold it is held against."""

    name: str
    value: float
    unit: str
    sigma: float | None = None
    threshold: float | None = None


@dataclass(frozen=True, kw_only=True)
class Arrange:
    """The table must be brought to a layout: the target (None where the players choose freely
    within what `awaits` tells), by whom (None = anybody), and why.
    """

    why: Phrase
    target: Layout | None = None
    by: Side | None = None


@dataclass(frozen=True, kw_only=True)
class Ruling(Generic[S]):
    """What the rule book makes of an event: the section it cites, a headline, the measured numbers,
    and the state it leads to. A refusal leaves the state alone and opens an Arrange that puts the
    table back; `also` are further sections the act breaks.
    """

    rule: Section
    headline: Phrase
    state: S
    measures: tuple[Measure, ...] = ()
    also: tuple[Section, ...] = ()
    refused: bool = False
    arrange: Arrange | None = None


@dataclass(frozen=True, kw_only=True)
class Change:
    """What the table shows between two settled layouts: the table now, ways seen in part (squares a
    moved disc was seen on, in order), flights, and the edges hands came over.
    """

    before: Layout
    after: Seen
    ways: tuple[tuple[Square, ...], ...] = ()
    flights: tuple[Flown, ...] = ()
    hands: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Plays, in order, that explain a change: ranked by legality, what is left unexplained, seen
    path, cost, number of plays. An illegal one ends with the play that is refused.
    """

    plays: tuple[Play, ...]
    legal: bool = True
    cost: int = 0
    unexplained: tuple[Square, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A declaration open now, offered as a button; `by_key`: the side's big key may mean it too.
    `flick`: it says what the flick to come is.
    """

    label: Phrase
    play: Event
    by_key: bool = True
    flick: bool = False


@dataclass(frozen=True, kw_only=True)
class Silence:
    """What it means when nothing happens for so many seconds."""

    after_s: float
    event: Event


@dataclass(frozen=True, kw_only=True)
class Awaits:
    """What the match waits for, from whom.

    `kind`: place (discs laid in `areas`), roll, play, flick (from one of `flick_from`), posts (a
    real kick at the posts), choose (one of `choices`), nothing (finished). `choices` may be open
    in any kind (end of turn, ready). `rolls`: the sides whose roll is waited for. `silence`: a call
    that lapses if nobody makes it.
    """

    kind: Literal["place", "roll", "play", "flick", "posts", "choose", "nothing"]
    side: Side | None
    prompt: Phrase
    phase: str
    choices: tuple[Choice, ...] = ()
    rolls: tuple[Side, ...] = ()
    flick_from: tuple[DiscId, ...] = ()
    areas: tuple[tuple[Side, tuple[Square, ...]], ...] = ()
    silence: Silence | None = None


@dataclass(frozen=True, kw_only=True)
class Target:
    """One square a touched disc may go to (or hand the ball to): the play and its cost. Touching
    one of `also` means it too; `disc` goes in place of the touched one, where they stand together.
    `count`: how many pieces go together, where that is a choice.
    """

    square: Square
    play: Play
    kind: str
    cost: int
    also: tuple[Square, ...] = ()
    disc: DiscId | None = None
    count: int = 1


@dataclass(frozen=True, kw_only=True)
class Label:
    """The truth of an act, written by its generator when it was made, never by `judge`:
    legal or not, sections that may be cited, the table afterwards and who is then to act.
    `score` is the score afterwards; `fields` of its notation, each `KEY:value`, are then there; a
    list among them may hold more.
    """

    legal: bool
    sections: tuple[Section, ...]
    layout: Layout | None
    to_act: Side | None
    score: tuple[int, int]
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Intent:
    """What a bot is about to do: the play, what hands do for it, and its label (None for a flick,
    whose outcome the table decides: then `Bot.label_flick` tells).
    """

    event: Event | None
    acts: tuple[Act, ...]
    label: Label | None


class Chance(Protocol):
    """A source of chance, handed in: rules and bots own none. `random.Random` fits."""

    def randrange(self, stop: int, /) -> int: ...

    def random(self) -> float: ...


class Bot(Protocol[S_contra]):
    """A player of one game."""

    def choose(self, state: S_contra, chance: Chance) -> Intent:
        """The next act in any state that awaits something, for the side that is awaited."""
        ...

    def break_rule(self, state: S_contra, section: Section, chance: Chance) -> Intent | None:
        """An act that breaks one section, and no earlier one of the citing order; None when this
        state offers no way.
        """
        ...

    def breakable(self) -> tuple[Section, ...]: ...

    def visible_sections(self) -> tuple[Section, ...]:
        """Those of `breakable` whose breach a camera can tell from two settled tables."""
        ...

    def label_flick(self, state: S_contra, flown: Flown) -> Label: ...

    def label_of(self, state: S_contra, event: Event) -> Label:
        """The label of a fact that nobody chose: dice, posts."""
        ...


@dataclass(frozen=True, kw_only=True)
class Physics:
    """Friction µ of a sliding ball, and its restitution against a disc."""

    ball_friction: float = 0.35
    restitution: float = 0.5


@dataclass(frozen=True, kw_only=True)
class Book:
    """A rule book: its sections in order, and where the restatement lies (a package resource)."""

    name: str
    sections: tuple[Section, ...]
    package: str
    definitions: frozenset[Section] = frozenset()
    called_by_people: frozenset[Section] = frozenset()


class Game(Protocol[S]):
    """One game. All methods are pure."""

    name: str
    book: Book
    physics: Physics
    words: str
    """Package whose `words/` folder holds this game's sentences."""
    house_rules: tuple[HouseRule, ...]
    """What `start` takes as options, in the order they are offered."""
    events: Mapping[str, type[Event]]
    """Every event `judge` accepts, by name: the log's vocabulary."""

    def check_board(self, board: Board) -> None:
        """Raises Problem when the board breaks a constraint of the game."""
        ...

    def start(self, board: Board, options: Mapping[str, str] | None = None) -> S: ...

    def awaits(self, state: S) -> Awaits: ...

    def standing(self, state: S) -> Standing: ...

    def plays(self, state: S) -> Iterable[Play]: ...

    def targets(self, state: S, disc: DiscId) -> tuple[Target, ...]: ...

    def judge(self, state: S, event: Event) -> tuple[Ruling[S], ...]:
        """Rulings in order, each from the state before it; the last one's state holds. One refused
        ruling when the event is illegal. Never raises on an event of `events`.
        """
        ...

    def read(self, state: S, change: Change) -> tuple[Reading, ...]: ...

    def why_not(self, state: S, disc: DiscId, square: Square) -> Ruling[S] | None:
        """The refusal that a disc's going to a square would meet; None when it may."""
        ...

    def layout(self, state: S) -> Layout: ...

    def write(self, state: S) -> str: ...

    def parse(self, text: str, boards: Mapping[str, Board]) -> S:
        """Raises Problem with one sentence when the notation is wrong or impossible."""
        ...

    def describe(self, event: Event) -> Phrase: ...

    def bot(self) -> Bot[S]: ...
