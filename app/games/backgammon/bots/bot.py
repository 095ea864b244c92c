"""A careful player: it weighs every end of its turn, doubles when well ahead, and drops when far
behind. `RandomBot` takes any turn.
"""

from app.games.backgammon.awaits import awaits
from app.games.backgammon.bots import labels, mischief
from app.games.backgammon.bots.sense import favourite, worth
from app.games.backgammon.bots.slowly import ends_slowly
from app.games.backgammon.hops import canonical
from app.games.backgammon.pitch import layout_of
from app.games.backgammon.plays import (
    Accept,
    Double,
    Drop,
    Move,
    NextGame,
    Reject,
    Resign,
    Settle,
    Take,
)
from app.games.backgammon.position import Position
from app.games.backgammon.rules.turn_end import turn_of
from app.games.backgammon.state import Phase, State
from app.rulebook.acts import Act, LayOut, RollDice, Say
from app.rulebook.api import Chance, Intent, Label, Section
from app.rulebook.facts import Event, Flown, Play

AHEAD, BEHIND, RESIGNS, SETTLES = 0.12, 0.20, 0.004, 0.25
"""Doubles when so far ahead in the race, drops when so far behind; how often it gives a game up,
and stops after a game for money.
"""


class BackgammonBot:
    """Plays both sides. Whole turns only."""

    def choose(self, state: State, chance: Chance) -> Intent:
        if state.phase is Phase.TO_MOVE:
            return self._turn(state, self.pick(state, sorted(self._ends(state)), chance))
        if state.phase in (Phase.OPENING, Phase.TO_ROLL):
            word = self._before_throwing(state, chance)
            return word or Intent(event=None, acts=(RollDice(),), label=None)
        return self._say(state, self._answer(state, chance))

    def pick(self, state: State, ends: list[Position], chance: Chance) -> Position:
        """The end it likes best; the slightest liking is chance's."""
        del state
        return max(ends, key=lambda end: (worth(end), chance.random()))

    def _ends(self, state: State) -> frozenset[Position]:
        turn = turn_of(state)
        return ends_slowly(turn.begun, turn.dice)

    def _turn(self, state: State, end: Position) -> Intent:
        turn = turn_of(state)
        hops = canonical(turn.begun, turn.dice, end) or ()
        after = layout_of(state.standing_at(end))
        label = labels.moved(state, end)
        return Intent(event=Move(hops=hops), acts=(LayOut(layout=after),), label=label)

    def _before_throwing(self, state: State, chance: Chance) -> Intent | None:
        """Doubles when well ahead; now and then it has had enough."""
        offered = [choice.play for choice in awaits(state).choices]
        double = Double(side=state.turn)
        if double in offered and favourite(state.mine) > AHEAD and chance.random() < 0.5:
            return self._say(state, double)
        resign = next((play for play in offered if isinstance(play, Resign)), None)
        if resign is not None and chance.random() < RESIGNS:
            return self._say(state, resign)
        return None

    def _answer(self, state: State, chance: Chance) -> Play:
        match state.phase:
            case Phase.DOUBLED:
                side = state.offer.to if state.offer else state.turn.other
                behind = favourite(state.seen_by(side)) < -BEHIND
                return Drop(side=side) if behind else Take(side=side)
            case Phase.RESIGNING:
                side = state.turn.other
                enough = chance.random() < 0.7
                return Accept(side=side) if enough else Reject(side=side)
            case _:
                stop = state.options.money and chance.random() < SETTLES
                return Settle() if stop else NextGame()

    def _say(self, state: State, play: Play) -> Intent:
        """Told to the app; for a new game the checkers are set up as well."""
        choices = [choice.play for choice in awaits(state).choices]
        label = labels.said(state, play)
        acts: tuple[Act, ...] = (Say(choice=choices.index(play)),)
        if isinstance(play, NextGame) and label.layout is not None:
            acts += (LayOut(layout=label.layout),)
        return Intent(event=play, acts=acts, label=label)

    def break_rule(self, state: State, section: Section, chance: Chance) -> Intent | None:
        return mischief.break_rule(state, section, chance)

    def breakable(self) -> tuple[Section, ...]:
        return mischief.BREAKABLE

    def visible_sections(self) -> tuple[Section, ...]:
        return mischief.VISIBLE

    def label_flick(self, state: State, flown: Flown) -> Label:
        """Nothing is flicked."""
        raise TypeError(flown, state.phase)

    def label_of(self, state: State, event: Event) -> Label:
        return labels.of_fact(state, event)


class RandomBot(BackgammonBot):
    """Takes any legal turn."""

    def pick(self, state: State, ends: list[Position], chance: Chance) -> Position:
        del state
        return ends[chance.randrange(len(ends))]
