"""A match by hand, without a camera: the drawn board is the table, the app's dice are the dice."""

from collections.abc import Callable, Sequence
from typing import Generic

from app.match.dice import OwnDice
from app.match.evidence import Evidence
from app.match.match import Match
from app.match.reading import equally_good
from app.match.silence import Silences
from app.match.table_view import DecisionLine, Question, TableView
from app.match.timepiece import Timepiece
from app.match.view import Circumstances, view
from app.rulebook.api import Chance, Change, Reading, S, Section, Target
from app.rulebook.facts import DiceRolled, Event, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.standing import Clocks
from app.rulebook.words import Phrase, phrase


class HandDesk(Generic[S]):
    """The desk of a match that is played on the screen. An Arrange is carried out by the app
    itself, at once: the drawn pieces move. A refused act leaves its ruling as explanation. `clock`
    tells the time in s, for the clocks of a timed match.
    """

    def __init__(
        self,
        match: Match[S],
        chance: Chance,
        *,
        dice: int = 2,
        share: Callable[[], bytes] | None = None,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.match = match
        self._clock, self._timepiece = clock, Timepiece(match)
        self._silences, self._held = Silences(match), False
        match.arrange = None  # the drawn board lies as the match says from the first moment
        self._dice = OwnDice(chance, dice, share)
        self._version = 0
        self._explanation: DecisionLine | None = None
        self._readings: tuple[Reading, ...] = ()
        self._view: TableView | None = None

    def view(self) -> TableView:
        clocks = self._tick()
        known = self._view
        if known is None or known.version != self._version or known.clocks != clocks:
            facts = Circumstances(
                question=self._question(), explanation=self._explanation, clocks=clocks
            )
            known = self._view = view(self.match, facts, self._version)
        return known

    def _tick(self) -> Clocks | None:
        """Lets time pass: a bell that is due rings, or a call lapses, once no question is open."""
        now = self._clock()
        bell = self._timepiece.due(now) or self._silences.due(now, held=self._held)
        if bell is not None and not self._readings:
            self._play((bell,))
        return self._timepiece.show(now)

    def targets(self, disc: DiscId) -> tuple[Target, ...]:
        return self.match.game.targets(self.match.state, disc)

    def why_not(self, disc: DiscId, square: Square) -> tuple[Section, Phrase] | None:
        ruling = self.match.game.why_not(self.match.state, disc, square)
        return None if ruling is None else (ruling.rule, ruling.headline)

    def take(self, event: Event) -> None:
        """A play, a declaration, or what became of a flicked ball: that is read first."""
        if isinstance(event, Flown):
            self._read(event)
        else:
            self._play((event,))

    def roll(self) -> None:
        """Rolls the app's dice when a roll is waited for; otherwise nothing happens."""
        rolls = self.match.awaits.rolls
        if rolls:
            faces, records = self._dice.roll()
            rolled = DiceRolled(faces=faces, side=rolls[0] if len(rolls) > 1 else None)
            self._play((rolled,), Evidence(dice=records))

    def answer(self, index: int) -> None:
        """Nothing happens without a question, or for an answer it does not offer."""
        question = self._question()
        if question is not None and 0 <= index < len(self._readings):
            self.match.answer(question.text.key, str(index))
            self._play(self._readings[index].plays)

    def undo(self) -> None:
        if self.match.can_undo:
            self.match.undo()
        self._changed()

    def redo(self) -> None:
        if self.match.can_redo:
            self.match.redo()
        self._changed()

    def strike(self, entry: int) -> None:
        """Without one entry; one that holds no more is left alone."""
        if any(step.n == entry for step in self.match.entries):
            self.match.strike(entry)
        self._changed()

    def hold(self, *, stopped: bool) -> None:
        self._held = stopped
        self._timepiece.hold(self._clock(), held=stopped)

    def close(self) -> None:
        """Lets go of the log. A match that is over gets its last line first."""
        over = self.match.standing.winner is not None
        if over and not self.match.finished:
            self.match.finish()
        self.match.close()

    def _question(self) -> Question | None:
        if not self._readings:
            return None
        describe = self.match.game.describe
        answers = tuple(describe(reading.plays[-1]) for reading in self._readings)
        return Question(text=phrase("match.ask.played"), answers=answers)

    def _read(self, flown: Flown) -> None:
        game, state = self.match.game, self.match.state
        layout = game.layout(state)
        change = Change(before=layout, after=layout.seen(), flights=(flown,))
        readings = equally_good(game, state, game.read(state, change))
        if len(readings) > 1:
            self._readings = readings
            self._version += 1
        elif readings:
            self._play(readings[0].plays)

    def _play(self, events: Sequence[Event], evidence: Evidence | None = None) -> None:
        for event in events:
            timed = self._timepiece.stamp(event, self._clock())
            rulings = self.match.take(timed, evidence=evidence)
            if rulings and rulings[-1].refused:
                self._changed(explanation=self.match.decisions[-1])
                return
        self._changed()

    def _changed(self, explanation: DecisionLine | None = None) -> None:
        self.match.arrange = None
        self._explanation = explanation
        self._readings = ()
        self._version += 1
