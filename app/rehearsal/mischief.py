"""Illegal acts mixed among a bot's own, and steps back and forth through a match."""

from collections.abc import Collection
from itertools import islice
from random import Random
from typing import Generic

from app.match.match import Match
from app.rulebook.api import Bot, Intent, S, Section

ILLEGAL, UNDO = 0.12, 0.01
FARTHEST = 5
"""So many steps are taken back at once, at most."""
TRIED = 8
"""So many sections are tried in one state before the bot plays on."""


class Mischief(Generic[S]):
    """Mixes illegal acts among the bot's own, section after section; undoes and does again."""

    def __init__(
        self, bot: Bot[S], chance: Random, illegal: float, sections: Collection[Section]
    ) -> None:
        self._bot, self._chance, self._illegal = bot, chance, illegal
        self._sections = sorted(sections)
        chance.shuffle(self._sections)

    def next_intent(self, state: S) -> Intent:
        if self._chance.random() < self._illegal:
            illegal = self._break_something(state)
            if illegal is not None:
                return illegal
        return self._bot.choose(state, self._chance)

    def _break_something(self, state: S) -> Intent | None:
        """The section whose turn it is, else the next that this state lets one break; a broken
        section goes to the end of the queue.
        """
        for section in islice(list(self._sections), TRIED):
            intent = self._bot.break_rule(state, section, self._chance)
            self._sections.remove(section)
            self._sections.append(section)
            if intent is not None:
                return intent
        return None

    def go_back(self, match: Match[S]) -> None:
        """Now and then some steps back and as many forth, which must come to the same."""
        if not match.can_undo or self._chance.random() >= UNDO:
            return
        held, arrange = match.game.write(match.state), match.arrange
        for _ in range(_taken_back(match, 1 + self._chance.randrange(FARTHEST))):
            match.redo()
        match.arrange = arrange
        if match.game.write(match.state) != held:
            raise AssertionError(f"redo leads to {match.game.write(match.state)}, not {held}")


def _taken_back(match: Match[S], steps: int) -> int:
    """Takes back up to so many steps; how many there were to take."""
    back = 0
    while back < steps and match.can_undo:
        match.undo()
        back += 1
    return back
