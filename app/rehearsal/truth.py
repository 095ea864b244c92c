"""What the referee said, held against the label of the act; and the tally of a whole run.

The label was written by whoever made the act, when it was made; nothing here asks the rule book
a second time.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.rulebook.api import Game, Label, Ruling, S
from app.rulebook.layout import Layout

KEPT = 20
"""So many differences are kept in words; all are counted."""


def difference(game: Game[S], label: Label, rulings: Sequence[Ruling[S]], state: S) -> str | None:
    """How rulings and the state after them differ from a label; None when they agree.

    Names of discs are internal, so layouts are compared as an eye sees them.
    """
    if not rulings:
        return "nothing was ruled"
    refused = rulings[-1].refused
    if refused is label.legal:
        said = f"{rulings[-1].rule} {'refused' if refused else 'allowed'}"
        return f"verdict: {said}, expected {'legal' if label.legal else 'illegal'} {label.sections}"
    return _section(label, rulings) or _outcome(game, label, state)


def _section(label: Label, rulings: Sequence[Ruling[S]]) -> str | None:
    cited = {rulings[-1].rule, *rulings[-1].also}
    if label.legal:
        cited.update(section for r in rulings for section in (r.rule, *r.also))
    if cited & set(label.sections):
        return None
    return f"section: {sorted(cited)}, expected one of {label.sections}"


def _outcome(game: Game[S], label: Label, state: S) -> str | None:
    standing, awaits = game.standing(state), game.awaits(state)
    if standing.score != label.score:
        return f"score: {standing.score}, expected {label.score}"
    if label.layout is not None and not same_table(game.layout(state), label.layout):
        return f"layout: {moved(label.layout, game.layout(state))}"
    if label.to_act is not None and awaits.side is not None and awaits.side is not label.to_act:
        return f"to act: {awaits.side}, expected {label.to_act}"
    return _written(game.write(state), label)


def _written(position: str, label: Label) -> str | None:
    """A list in a field may hold more than the label tells of."""
    held = {field[:2]: field[2:] for field in position.split(" ") if field[1:2] == ":"}

    def holds(key: str, told: str) -> bool:
        found = held.get(key, "")
        return found == told or set(told.split(",")) <= set(found.split(","))

    lacking = [field for field in label.fields if not holds(field[:2], field[2:])]
    return f"position: {position}, expected {lacking}" if lacking else None


def same_table(a: Layout, b: Layout) -> bool:
    return a.seen().same_table(b.seen())


def moved(expected: Layout, found: Layout) -> str:
    """The squares on which two layouts differ, and their balls, in short."""
    want, have = dict(expected.towers), dict(found.towers)
    squares = sorted(sq for sq in {*want, *have} if want.get(sq) != have.get(sq))
    parts = [f"{sq} {have.get(sq, ())} for {want.get(sq, ())}" for sq in squares]
    if expected.ball != found.ball:
        parts.append(f"ball {found.ball} for {expected.ball}")
    return ", ".join(parts)


@dataclass(kw_only=True)
class Tally:
    """Counts of a run; `won`: by the first player, by the second, by neither. `wrong` and `crashes`
    keep the first cases in words.
    """

    matches: int = 0
    turns: int = 0
    rulings: int = 0
    wrong_rulings: int = 0
    missed_events: int = 0
    questions: int = 0
    crashes: int = 0
    refusals: int = 0
    sections_fired: Counter[str] = field(default_factory=Counter)
    won: list[int] = field(default_factory=lambda: [0, 0, 0])
    cases: list[str] = field(default_factory=list)

    def ruled(self, rulings: Sequence[Ruling[S]]) -> None:
        self.rulings += len(rulings)
        self.refusals += sum(r.refused for r in rulings)
        self.sections_fired.update(section for r in rulings for section in (r.rule, *r.also))

    def wrong(self, case: str) -> None:
        self.wrong_rulings += 1
        self.keep(case)

    def missed(self, case: str) -> None:
        self.missed_events += 1
        self.keep(f"missed: {case}")

    def crashed(self, case: str) -> None:
        self.crashes += 1
        self.keep(f"crash: {case}")

    def keep(self, case: str) -> None:
        if len(self.cases) < KEPT:
            self.cases.append(case)

    def add(self, other: "Tally") -> None:
        for name, value in vars(other).items():
            if isinstance(value, int):
                setattr(self, name, getattr(self, name) + value)
        self.sections_fired.update(other.sections_fired)
        self.won = [mine + theirs for mine, theirs in zip(self.won, other.won, strict=True)]
        for case in other.cases:
            self.keep(case)
