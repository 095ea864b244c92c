"""How a rule of backgammon says yes and no, and how checks and an effect make a judgement."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from app.games.backgammon.pitch import layout_of
from app.games.backgammon.rules.moving import No
from app.games.backgammon.state import State
from app.rulebook.api import Arrange, Measure, Ruling, Section
from app.rulebook.facts import Event
from app.rulebook.side import Side
from app.rulebook.words import Argument, Phrase, phrase

Rulings = tuple[Ruling[State], ...]
Judge = Callable[[State, Event], Rulings]
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why an act is not allowed: the section, a sentence, the numbers."""

    rule: Section
    headline: Phrase
    measures: tuple[Measure, ...] = ()


Check = Callable[[State, E], Refusal | None]
Effect = Callable[[State, E], Rulings]

_UNITS = {
    "bar": "checkers", "outside": "checkers", "held": "checkers", "missing": "checkers",
    "count": "checkers", "point": "point", "top": "point", "die": "pips", "high": "pips",
    "low": "pips", "moved": "pips", "used": "dice", "needed": "dice", "stake": "stake",
    "points": "points", "pips": "pips",
}  # fmt: skip


def refuse(rule: Section, why: str, **args: Argument | Phrase) -> Refusal:
    """A refusal whose sentence is `backgammon.no.<why>`; number arguments are its measures."""
    return Refusal(rule=rule, headline=_said(f"no.{why}", args), measures=_measures(args))


def refuse_hop(wrong: No) -> Refusal:
    """The refusal of one checker's move."""
    return refuse(wrong.rule, wrong.why, **dict(wrong.numbers))


def rule(section: Section, state: State, did: str, **args: Argument | Phrase) -> Ruling[State]:
    """An accepted ruling whose headline is `backgammon.did.<did>`; numbers are its measures."""
    return Ruling(
        rule=section, headline=_said(f"did.{did}", args), state=state, measures=_measures(args)
    )


def laid_out(ruling: Ruling[State], why: str) -> Ruling[State]:
    """The same ruling, asking that the table be brought to its state's layout."""
    arrange = Arrange(why=phrase(f"backgammon.arrange.{why}"), target=layout_of(ruling.state))
    return replace(ruling, arrange=arrange)


def refused(state: State, refusal: Refusal) -> Ruling[State]:
    """The state stays; the table goes back to where it was."""
    return Ruling(
        rule=refusal.rule,
        headline=refusal.headline,
        state=state,
        measures=refusal.measures,
        refused=True,
        arrange=Arrange(why=phrase("backgammon.arrange.put_back"), target=layout_of(state)),
    )


def judgement(kind: type[E], checks: Sequence[Check[E]], effect: Effect[E]) -> Judge:
    """The judge of one kind of event: checks in citing order, then the effect."""

    def judge(state: State, event: Event) -> Rulings:
        if not isinstance(event, kind):
            raise TypeError(event)
        found = (check(state, event) for check in checks)
        refusal = next((wrong for wrong in found if wrong is not None), None)
        return (refused(state, refusal),) if refusal else effect(state, event)

    return judge


def named(side: Side) -> Phrase:
    return phrase(f"backgammon.side.{side}")


def _said(key: str, args: Mapping[str, Argument | Phrase]) -> Phrase:
    return phrase(f"backgammon.{key}", **args)


def _measures(args: Mapping[str, Argument | Phrase]) -> tuple[Measure, ...]:
    return tuple(
        Measure(name=name, value=value, unit=_UNITS.get(name, ""))
        for name, value in args.items()
        if isinstance(value, int | float)
    )
