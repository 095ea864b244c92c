"""A match played by bots on facts alone: acts change the pretend table at once, what an eye would
see of it is read by the game, and the match takes the plays. No pixel, no byte, no clock.
"""

from collections.abc import Iterator
from random import Random
from typing import Generic

from app.match.match import Match
from app.match.reading import equally_good
from app.rehearsal.chance import chance_of
from app.rehearsal.table import PretendTable
from app.rehearsal.truth import Tally, difference
from app.rulebook.acts import (
    Act,
    Flick,
    KickAtPosts,
    LayOut,
    PressKey,
    PutBall,
    RollDice,
    Say,
    Slide,
    TakeAway,
)
from app.rulebook.api import Bot, Change, Intent, Label, Reading, Ruling, S
from app.rulebook.facts import (
    ButtonPressed,
    DiceRolled,
    Event,
    Flown,
    PostsPassed,
)
from app.rulebook.geometry import Square
from app.rulebook.layout import Layout
from app.rulebook.side import Side

DICE = 2


class FactsTable:
    """A pretend table on which acts are done at once, and what is then to be known of them."""

    def __init__(self, table: PretendTable, chance: Random) -> None:
        self.table, self._chance = table, chance
        self.ways: list[tuple[Square, ...]] = []
        self.flights: list[Flown] = []

    def handle(self, act: Slide | PutBall | Flick | TakeAway | LayOut) -> None:
        match act:
            case Slide(disc=disc, path=path):
                self._slide(disc, path)
            case PutBall(to=to):
                self.table.put_ball(to)
            case Flick(by=by):
                if self.table.ball != by:
                    self.table.put_ball(by)
                flight = self.table.flight(act)
                self.table.land(flight)
                self.flights.append(self.table.flown(by, flight))
            case TakeAway(disc=disc):
                self.table.take_away(disc)
            case LayOut(layout=layout):
                self.table.lay_out(layout)

    def _slide(self, disc: str, path: tuple[Square, ...]) -> None:
        start = self.table.square_of(disc)
        if start is not None:
            self.ways.append((start, *path))
        self.table.slide(disc, path[-1])

    def box(self, act: RollDice | PressKey | KickAtPosts, rolls: tuple[Side, ...]) -> Event:
        """The fact that the box tells."""
        match act:
            case RollDice():
                faces = tuple(self._chance.randrange(6) + 1 for _ in range(DICE))
                return DiceRolled(faces=faces, side=rolls[0] if len(rolls) > 1 else None)
            case PressKey(side=side, key=key):
                return ButtonPressed(side=side, key=key)
            case KickAtPosts(good=good):
                self.table.ball = None
                return PostsPassed(good=good)

    def seen_since(self, before: Layout) -> Change | None:
        """What has changed since a layout, and forget it; None when nothing has."""
        after = self.table.layout().seen()
        ways, flights = tuple(self.ways), tuple(self.flights)
        self.ways.clear()
        self.flights.clear()
        if not flights and after.same_table(before.seen()):
            return None
        return Change(before=before, after=after, ways=ways, flights=flights)


class FactsMatch(Generic[S]):
    """Bots for both sides play one match; every ruling is held against its label."""

    def __init__(self, match: Match[S], bot: Bot[S], seed: int, tally: Tally) -> None:
        self.match, self.bot, self.tally = match, bot, tally
        self.chance = chance_of(seed, "bots")
        table = PretendTable(match.setup.board, match.game.physics, chance_of(seed, "placing"))
        self.facts = FactsTable(table, chance_of(seed, "dice"))
        self.flown: Flown | None = None
        self.rolled: DiceRolled | None = None
        self.tidy()

    def act(self, intent: Intent) -> None:
        """Perform an intent, judge it, compare, and bring the table to what the match says."""
        before = self.match.state
        rulings = self._perform(intent)
        self.tally.ruled(rulings)
        label = intent.label
        if label is None:
            label = self._label_afterwards(before)
        said = self._in_words(before, intent)
        if not rulings:
            self.tally.missed(said)
        elif label is not None:
            wrong = difference(self.match.game, label, rulings, self.match.state)
            if wrong is not None:
                self.tally.wrong(f"{wrong} | {said}")
        self.tidy()

    def _label_afterwards(self, before: S) -> Label | None:
        """The label of what table or dice decided."""
        if self.flown is not None:
            return self.bot.label_flick(before, self.flown)
        return self.bot.label_of(before, self.rolled) if self.rolled is not None else None

    def tidy(self) -> None:
        """Do what an Arrange asks for; and names on the table follow the match's."""
        arrange, self.match.arrange = self.match.arrange, None
        layout = self.match.game.layout(self.match.state)
        table = self.facts.table
        placing = self.match.game.awaits(self.match.state).kind == "place"
        if arrange is not None and arrange.target is not None:
            layout = arrange.target
        elif placing or layout.ball is None:
            return
        if not table.adopt_names(layout):
            table.lay_out(layout)
            self.facts.seen_since(layout)

    def _in_words(self, before: S, intent: Intent) -> str:
        return f"{self.match.game.write(before)} | {intent.event} | {intent.acts} | {self.flown}"

    def _perform(self, intent: Intent) -> tuple[Ruling[S], ...]:
        self.flown = self.rolled = None
        rulings: tuple[Ruling[S], ...] = ()
        hidden = intent.label is not None and not self._visible(intent.label)
        direct = (intent.event,) if intent.event is not None else ()
        for event in direct if hidden else self._events(intent):
            rulings += self.match.take(event)
            if rulings and rulings[-1].refused:
                break
        return rulings

    def _visible(self, label: Label) -> bool:
        """Whether an eye could tell; a breach it could not tell is told to the match."""
        return label.legal or label.sections[0] in self.bot.visible_sections()

    def _events(self, intent: Intent) -> Iterator[Event]:
        """What the match is told of the acts, in order: box and words at once, the table when the
        hands have left it. What dice or words move is put right afterwards (`tidy`).
        """
        handled = False
        for act in intent.acts:
            if isinstance(act, RollDice | PressKey | KickAtPosts | Say):
                if handled:
                    yield from self._table_events(intent)
                handled = False
                said = self._said(act)
                self.rolled = said if isinstance(said, DiceRolled) else None
                yield said
            else:
                self.facts.handle(act)
                handled = True
        if handled:
            yield from self._table_events(intent)

    def _said(self, act: Act) -> Event:
        awaits = self.match.game.awaits(self.match.state)
        if isinstance(act, Say):
            return awaits.choices[act.choice].play
        if isinstance(act, RollDice | PressKey | KickAtPosts):
            return self.facts.box(act, awaits.rolls)
        raise TypeError(act)

    def _table_events(self, intent: Intent) -> Iterator[Event]:
        game, state = self.match.game, self.match.state
        if self.facts.flights:
            self.flown = self.facts.flights[-1]
        change = self.facts.seen_since(game.layout(state))
        if change is None:
            return
        left = equally_good(game, state, game.read(state, change))
        if len(left) > 1:
            self.tally.questions += 1
        if left:
            yield from self._truthful(left, intent).plays

    def _truthful(self, readings: tuple[Reading, ...], intent: Intent) -> Reading:
        """The answer somebody gives who knows what was meant."""
        meant = (r for r in readings if intent.event is not None and intent.event in r.plays)
        return next(meant, readings[0])
