"""How a rule says no, and how checks and an effect make the judgement of one kind of event.

Checks stand in the citing order of the book (Convention P): the first that speaks is cited, the
others are listed beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.games.taru.state import State
from app.rulebook.api import Arrange, Measure, Ruling, Section
from app.rulebook.facts import Event
from app.rulebook.side import Side
from app.rulebook.words import Argument, Phrase, phrase

Rulings = tuple[Ruling[State], ...]
Judge = Callable[[State, Event], Rulings]
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why an act is not allowed: the section, a sentence, the numbers, other sections broken."""

    rule: Section
    headline: Phrase
    measures: tuple[Measure, ...] = ()
    also: tuple[Section, ...] = ()


Check = Callable[[State, E], Refusal | None]
Effect = Callable[[State, E], Rulings]


def refuse(
    rule: Section, why: str, also: tuple[Section, ...] = (), **args: Argument | Phrase
) -> Refusal:
    """A refusal whose sentence is `taru.no.<why>`; number arguments are its measures."""
    return Refusal(
        rule=rule, headline=phrase(f"taru.no.{why}", **args), measures=_measures(args), also=also
    )


_UNITS = {
    "cost": "points",
    "left": "points",
    "length": "squares",
    "gap": "squares",
    "limit": "squares",
    "die": "squares",
    "rank": "rank",
    "reference": "rank",
}


def rule(section: Section, state: State, did: str, **args: Argument | Phrase) -> Ruling[State]:
    """An accepted ruling whose headline is `taru.did.<did>`; number arguments are its measures."""
    return Ruling(
        rule=section,
        headline=phrase(f"taru.did.{did}", **args),
        state=state,
        measures=_measures(args),
    )


def _measures(args: Mapping[str, Argument | Phrase]) -> tuple[Measure, ...]:
    return tuple(
        Measure(name=name, value=value, unit=_UNITS.get(name, ""))
        for name, value in args.items()
        if isinstance(value, int | float)
    )


def named(side: Side) -> Phrase:
    return phrase(f"taru.side.{side}")


def by_hand(ruling: Ruling[State], why: str, **args: Argument | Phrase) -> Ruling[State]:
    """The same ruling, asking that the table be brought to its state's layout by hand."""
    arrange = Arrange(why=phrase(f"taru.arrange.{why}", **args), target=ruling.state.layout())
    return Ruling(
        rule=ruling.rule,
        headline=ruling.headline,
        state=ruling.state,
        measures=ruling.measures,
        arrange=arrange,
    )


def refused(state: State, refusal: Refusal) -> Ruling[State]:
    """Convention R: nothing is paid, the table goes back to where it was."""
    return Ruling(
        rule=refusal.rule,
        headline=refusal.headline,
        state=state,
        measures=refusal.measures,
        also=refusal.also,
        refused=True,
        arrange=Arrange(why=phrase("taru.arrange.put_back"), target=state.layout()),
    )


def first_refusal(state: State, event: E, checks: Sequence[Check[E]]) -> Refusal | None:
    """The refusal cited, with all other sections the event breaks in `also`."""
    found = [refusal for check in checks if (refusal := check(state, event)) is not None]
    if not found:
        return None
    cited = found[0]
    others = [*cited.also, *(section for other in found[1:] for section in (other.rule,))]
    also = tuple(dict.fromkeys(section for section in others if section != cited.rule))
    return Refusal(rule=cited.rule, headline=cited.headline, measures=cited.measures, also=also)


def judgement(kind: type[E], checks: Sequence[Check[E]], effect: Effect[E]) -> Judge:
    """The judge of one kind of event: checks in citing order, then the effect."""

    def judge(state: State, event: Event) -> Rulings:
        if not isinstance(event, kind):
            raise TypeError(event)
        refusal = first_refusal(state, event, checks)
        return (refused(state, refusal),) if refusal else effect(state, event)

    return judge
