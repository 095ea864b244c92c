"""The score board of a state: everything a person sees beside the table."""

from dataclasses import dataclass
from typing import Literal

from app.rulebook.layout import DiscId
from app.rulebook.side import Side
from app.rulebook.words import Phrase


@dataclass(frozen=True, kw_only=True)
class Die:
    """A die as shown: colour name, face (None = not rolled), whether it is intact or committed."""

    colour: str
    face: int | None
    committed: str | None = None
    intact: bool = True


@dataclass(frozen=True, kw_only=True)
class Clocks:
    """The clocks of a timed match in whole s left: of the turn (which has `turn_of_s`), and of the
    match (one number, or Home's and Away's part). `turn_runs`, and which of `match_s` runs, tell
    what passes in this state; `expired`: the match's time is up.
    """

    turn_s: int
    match_s: tuple[int, ...]
    turn_of_s: int
    turn_runs: bool = False
    match_runs: int | None = None
    expired: bool = False


@dataclass(frozen=True, kw_only=True)
class Token:
    """A thing with words on it that lies on the table beside discs and ball (a doubling cube)."""

    text: str
    at: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The score board of a state: everything a person sees beside the table; and on it, `tokens`,
    each centred on a point in mm. `notes`: a word on Home and one on Away, shown with their names.
    """

    score: tuple[int, int]
    turn: Side | None
    dice: tuple[Die, ...] = ()
    points_left: int | None = None
    offside: tuple[DiscId, ...] = ()
    offside_rank: int | None = None
    pinned: tuple[DiscId, ...] = ()
    played: tuple[DiscId, ...] = ()
    winner: Side | Literal["draw"] | None = None
    clocks: Clocks | None = None
    tokens: tuple[Token, ...] = ()
    notes: tuple[Phrase, ...] = ()
