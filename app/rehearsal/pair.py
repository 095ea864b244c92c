"""Two bots at one table, each playing a side."""

from collections.abc import Mapping
from typing import Generic

from app.rulebook.api import Bot, Chance, Game, Intent, Label, S, Section
from app.rulebook.facts import Event, Flown
from app.rulebook.side import Side


class Pair(Generic[S]):
    """A bot that lets each side's own bot play. Where both sides act, or nobody, it is Home's."""

    def __init__(self, game: Game[S], bots: Mapping[Side, Bot[S]]) -> None:
        self._game, self._bots = game, bots
        self._any = bots[Side.HOME]

    def choose(self, state: S, chance: Chance) -> Intent:
        side = self._game.awaits(state).side or self._game.standing(state).turn or Side.HOME
        return self._bots[side].choose(state, chance)

    def break_rule(self, state: S, section: Section, chance: Chance) -> Intent | None:
        return self._any.break_rule(state, section, chance)

    def breakable(self) -> tuple[Section, ...]:
        return self._any.breakable()

    def visible_sections(self) -> tuple[Section, ...]:
        return self._any.visible_sections()

    def label_flick(self, state: S, flown: Flown) -> Label:
        return self._any.label_flick(state, flown)

    def label_of(self, state: S, event: Event) -> Label:
        return self._any.label_of(state, event)
