"""House rules and tournament rules (§3): every option by name, its default, what it may be.

The defaults are those of the book: games for a stake, nothing switched on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.rulebook.words import Problem

Illegal = Literal["correct", "condone"]
LastChecker = Literal["refuse", "accept"]

VALUES: Mapping[str, tuple[str, ...]] = {
    "match_length": (),
    "crawford": ("false", "true"),
    "jacoby": ("false", "true"),
    "beavers": ("false", "true"),
    "automatic_doubles": ("0", "1", "2", "3"),
    "illegal": ("correct", "condone"),
    "last_checker_direct": ("refuse", "accept"),
}
"""Default first. `match_length`: any whole number, 0 = for money."""
LONGEST_MATCH = 99


@dataclass(frozen=True, kw_only=True)
class Options:
    """`match_length` 0: for money. Crawford counts in matches only; Jacoby, beavers and automatic
    doubles (how many a game at most) for money only.
    """

    match_length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    illegal: Illegal = "correct"
    last_checker_direct: LastChecker = "refuse"

    @property
    def money(self) -> bool:
        return self.match_length == 0

    def changed(self) -> tuple[tuple[str, str], ...]:
        """What differs from the default, by name in order, as `read_options` takes it."""
        told = ((name, _text(getattr(self, name))) for name in sorted(VALUES))
        default = Options()
        return tuple((n, value) for n, value in told if value != _text(getattr(default, n)))


def read_options(given: Mapping[str, str]) -> Options:
    """Raises Problem on an unknown name or a value it cannot have."""
    for name, value in given.items():
        if name not in VALUES:
            raise Problem("backgammon.option.unknown", name=name, known=", ".join(VALUES))
        if not (_length(value) if name == "match_length" else value in VALUES[name]):
            raise Problem("backgammon.option.value", name=name, value=value)
    return Options(
        match_length=int(given.get("match_length", 0)),
        crawford=given.get("crawford") == "true",
        jacoby=given.get("jacoby") == "true",
        beavers=given.get("beavers") == "true",
        automatic_doubles=int(given.get("automatic_doubles", 0)),
        illegal="condone" if given.get("illegal") == "condone" else "correct",
        last_checker_direct="accept" if given.get("last_checker_direct") == "accept" else "refuse",
    )


def _length(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) < 4 and int(value) <= LONGEST_MATCH


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
