"""Bots at the pretend table: they act, wait for the referee as people do, and put right what it
asks for. Everything runs in lock-step in virtual time on one thread.
"""

from collections.abc import Callable
from typing import Generic, Protocol

from app.match.match import Match
from app.match.table_view import TableView
from app.rehearsal.faults import TableFaults
from app.rehearsal.mischief import Mischief
from app.rehearsal.truth import Tally, difference
from app.rehearsal.world import World
from app.rulebook.acts import Act, Flick, KickAtPosts, LayOut, PressKey, RollDice, Slide
from app.rulebook.api import Bot, Change, Intent, Ruling, S
from app.rulebook.facts import DiceRolled, Event
from app.rulebook.layout import side_of
from app.rulebook.side import Side

PATIENCE_S = 2.0
"""An act that the referee has not entered so long after the hand left counts as missed; where the
box cannot be heard, so long after it can.
"""
UNREACHABLE_S, LATE_S = 30.0, 12.0
BOX_ACTS = (RollDice, PressKey, KickAtPosts)
ARRANGE_S = 6.0
BUSY_BARS = frozenset({"hand", "look", "ask"})


class Referee(Protocol):
    """What the players have to do with: what it shows, and how a question is answered."""

    def view(self) -> TableView: ...

    def answer(self, index: int) -> None: ...


class Player(Generic[S]):
    """Both sides of one match. `tick` lets a little virtual time pass: world, frames, referee."""

    def __init__(
        self,
        match: Match[S],
        referee: Referee,
        world: World,
        tick: Callable[[], None],
        mischief: Mischief[S],
        tally: Tally,
    ) -> None:
        self.match, self.referee, self.world = match, referee, world
        self.mischief, self.tally = mischief, tally
        self.faults: TableFaults | None = None
        self.reachable: Callable[[], bool] = lambda: True
        """Whether the box can be heard at this moment."""
        self._tick = tick
        self._bot: Bot[S] = match.game.bot()

    def play(self, longest: int, reached: Callable[[], bool]) -> None:
        """Act after act, until the match is over, so many acts were made, or enough is reached."""
        game = self.match.game
        for _ in range(longest):
            if game.awaits(self.match.state).kind == "nothing" or reached():
                return
            turn = game.standing(self.match.state).turn
            self.act(self.mischief.next_intent(self.match.state))
            self.tally.turns += game.standing(self.match.state).turn is not turn

    def act(self, intent: Intent) -> None:
        """One intent, its rulings held against its label, and the table put right afterwards."""
        before, entry = self.match.state, self._entry()
        flights, rolls = len(self.world.flown), len(self.world.box.rolls)
        if self.faults is not None:
            self.faults.before_act()
        self.world.perform(intent.acts, self._hand_of(intent.acts))
        self._until(lambda: not self.world.busy, 60.0, intent)
        self._wait_for_box(entry, intent)
        self._until(lambda: self._answered(entry), PATIENCE_S, intent)
        label = intent.label
        if label is None and len(self.world.flown) > flights:
            label = self._bot.label_flick(before, self.world.flown[-1][1])
        elif label is None and len(self.world.box.rolls) > rolls:
            label = self._bot.label_of(before, self._roll(before))
        said = f"{self.match.game.write(before)} | {intent.event} | {intent.acts}"
        if not self._rulings_since(entry):
            self.tally.missed(said)
            self._until(lambda: self._answered(entry), self._late_s(intent), intent)
        rulings = self._rulings_since(entry)
        self.tally.ruled(rulings)
        if rulings and label is not None:
            wrong = difference(self.match.game, label, rulings, self.match.state)
            if wrong is not None:
                self.tally.wrong(f"{wrong} | {said} | {self.world.flown[flights:]}")
        self._put_right(intent)

    def _roll(self, before: S) -> DiceRolled:
        """The last roll as it fell; while both sides roll, the first one waited for rolls."""
        waited = self.match.game.awaits(before).rolls
        side = waited[0] if len(waited) > 1 else None
        return DiceRolled(faces=self.world.box.rolls[-1], side=side)

    def _late_s(self, intent: Intent) -> float:
        """What was told to the box will still come: nobody presses twice meanwhile."""
        return LATE_S if any(isinstance(act, BOX_ACTS) for act in intent.acts) else 0.0

    def _wait_for_box(self, entry: int, intent: Intent) -> None:
        """A box out of reach is nobody's miss: people see its lamp and wait."""
        self._until(lambda: self.reachable() or self._answered(entry), UNREACHABLE_S, intent)

    def _hand_of(self, acts: tuple[Act, ...]) -> Side:
        """Whose hand does it: the owner's of a disc that is played, else who is awaited."""
        for act in acts:
            if isinstance(act, Slide):
                return side_of(act.disc)
            if isinstance(act, Flick):
                return side_of(act.by)
        game, state = self.match.game, self.match.state
        return game.awaits(state).side or game.standing(state).turn or Side.HOME

    # ------------------------------------------------------------------ waiting

    def _entry(self) -> int:
        return self.match.last.n

    def _rulings_since(self, entry: int) -> tuple[Ruling[S], ...]:
        return tuple(
            ruling for step in self.match.entries if step.n > entry for ruling in step.rulings
        )

    def _answered(self, entry: int) -> bool:
        return bool(self._rulings_since(entry)) and self.referee.view().bar not in BUSY_BARS

    def _until(self, done: Callable[[], bool], longest_s: float, intent: Intent) -> bool:
        """Let time pass until something holds; questions are answered meanwhile."""
        since = self.world.now
        while not done():
            if self.world.now - since > longest_s:
                return False
            self._tick()
            question = self.referee.view().question
            if question is not None:
                self.tally.questions += 1
                self.referee.answer(self._truth_of(intent))
        return True

    def _truth_of(self, intent: Intent) -> int:
        """The answer that tells what was done; of a flick, what became of it."""
        question = self.referee.view().question
        meant = self._flicked() if intent.event is None else intent.event
        if question is None or meant is None:
            return 0
        told = self.match.game.describe(meant)
        return question.answers.index(told) if told in question.answers else 0

    def _flicked(self) -> Event | None:
        """The last flick as the table knows it."""
        if not self.world.flown:
            return None
        game, state = self.match.game, self.match.state
        after, (_, flown) = self.world.table.layout().seen(), self.world.flown[-1]
        change = Change(before=game.layout(state), after=after, flights=(flown,))
        readings = game.read(state, change)
        return readings[0].plays[-1] if readings and readings[0].plays else None

    # ------------------------------------------------------------------ putting right

    def _put_right(self, intent: Intent) -> None:
        """Do what an Arrange asks for, and bring a table that differs back to the match's."""
        game = self.match.game
        for _ in range(3):
            arrange, layout = self.match.arrange, game.layout(self.match.state)
            if arrange is not None and arrange.target is not None:
                layout = arrange.target
            elif arrange is not None or game.awaits(self.match.state).kind == "place":
                return
            if not self.world.table.adopt_names(layout):
                self.world.perform((LayOut(layout=layout),), self._hand_of(intent.acts))
                self._until(lambda: not self.world.busy, 60.0, intent)
            if self.match.arrange is None:
                return
            self._until(lambda: self.match.arrange is None, ARRANGE_S, intent)
