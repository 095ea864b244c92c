"""What a session makes of the box: when a roll, a key or a kick is taken, held, or asked about."""

from collections import deque
from dataclasses import replace
from typing import Generic, Protocol

from app.match.asking import Asked
from app.match.evidence import Evidence
from app.match.keys import key_event
from app.match.log import Cursor
from app.match.match import Match
from app.match.perception.press import Pressed, PressWatch
from app.match.sources import Box, Sources
from app.match.table_view import Question
from app.match.view import side_name
from app.rulebook.api import Awaits, S
from app.rulebook.facts import ButtonPressed, DiceRolled, Event, PostsPassed
from app.rulebook.side import Side
from app.rulebook.words import phrase

PATIENCE_S = 3.0
"""A table that does not come to rest holds the box up no longer than this."""


class Referee(Protocol[S]):
    """What hearing needs of a session."""

    match: Match[S]
    sources: Sources
    asked: Asked | None
    review: bool
    read: bool

    def take(
        self, event: Event, *, cursor: Cursor | None = None, evidence: Evidence | None = None
    ) -> object: ...

    def ask(self, asked: Asked) -> None: ...

    def ask_posts(self, cursor: Cursor | None = None, why: str = "") -> None: ...

    def acknowledge(self, cursor: Cursor | None) -> None: ...


class Hearing(Generic[S]):
    """Holds what the box says until the table has been read, so that a play comes before the key
    that ends the turn, as it happened.
    """

    def __init__(self, referee: Referee[S]) -> None:
        self._referee = referee
        self._watch = PressWatch(passing=referee.sources.passing)
        self._queue: deque[Pressed] = deque()

    def poll(self, box: Box, now: float) -> None:
        for heard in box.poll(now):
            self._queue += self._watch.hear(heard)
        self._queue += self._watch.wait(now)

    def take(self, now: float) -> None:
        """Everything whose time has come."""
        while self._queue and self._may_take(self._queue[0], now):
            self._hear(self._queue.popleft())

    def refused(self) -> None:
        """An act was refused: a key pressed to end it ends nothing."""
        for pressed in self._queue:
            if isinstance(pressed.fact, ButtonPressed):
                self._referee.acknowledge(pressed.cursor)
        self._queue = deque(p for p in self._queue if not isinstance(p.fact, ButtonPressed))

    def _may_take(self, pressed: Pressed, now: float) -> bool:
        referee, fact = self._referee, pressed.fact
        if referee.asked is not None:
            return isinstance(fact, PostsPassed) and not referee.asked.table
        arrange = referee.match.arrange
        if isinstance(fact, ButtonPressed) and arrange is not None and arrange.target is not None:
            return False
        watched = referee.sources.sight is not None
        return not watched or referee.read or now - pressed.heard_at > PATIENCE_S

    def _hear(self, pressed: Pressed) -> None:
        awaits = self._referee.match.awaits
        match pressed.fact:
            case DiceRolled() as rolled:
                self._roll(rolled, pressed, awaits)
            case ButtonPressed(key="small") as key:
                self._contest(key.side, pressed)
            case PostsPassed():
                self._posts(pressed, awaits)
            case ButtonPressed() as key:
                event = key_event(self._referee.match.game, awaits, key)
                if event is None:
                    self._referee.acknowledge(pressed.cursor)
                else:
                    self._referee.take(event, cursor=pressed.cursor)
            case _:
                self._referee.acknowledge(pressed.cursor)

    def _roll(self, rolled: DiceRolled, pressed: Pressed, awaits: Awaits) -> None:
        if self._late(pressed):
            return
        if awaits.rolls:
            side = awaits.rolls[0] if len(awaits.rolls) > 1 else None
            evidence = pressed.evidence
            self._referee.take(replace(rolled, side=side), cursor=pressed.cursor, evidence=evidence)
        else:
            self._ask_new_turn(rolled, pressed, awaits)

    def _posts(self, pressed: Pressed, awaits: Awaits) -> None:
        referee = self._referee
        if awaits.kind != "posts":
            if not self._late(pressed):
                referee.acknowledge(pressed.cursor)
        elif pressed.doubtful:
            referee.asked = None
            referee.ask_posts(pressed.cursor, pressed.why)
        else:
            referee.asked = None
            referee.take(pressed.fact, cursor=pressed.cursor, evidence=pressed.evidence)

    def _contest(self, side: Side, pressed: Pressed) -> None:
        self._referee.review = not self._referee.review
        self._referee.match.answer("match.contest", str(side), cursor=pressed.cursor)
        self._referee.acknowledge(pressed.cursor)

    def _late(self, pressed: Pressed) -> bool:
        """News that came late but happened, for certain, before an entry that waited for it."""
        if pressed.fact.at is None or pressed.doubtful:
            return False
        referee, happened = self._referee, pressed.fact.at[1]
        for step in referee.match.entries:
            at = step.event.at if step.event is not None else None
            if step.before is None or at is None or at[0] <= happened:
                continue
            awaits = referee.match.game.awaits(step.before.state)
            fits = awaits.kind == "posts" if isinstance(pressed.fact, PostsPassed) else awaits.rolls
            if fits:
                referee.match.amend(
                    pressed.fact, before=step.n, cursor=pressed.cursor, evidence=pressed.evidence
                )
                referee.acknowledge(pressed.cursor)
            return bool(fits)
        return False

    def _ask_new_turn(self, rolled: DiceRolled, pressed: Pressed, awaits: Awaits) -> None:
        referee, side = self._referee, awaits.side

        def new_turn() -> None:
            press = ButtonPressed(side=side, key="big", at=rolled.at) if side is not None else None
            event = key_event(referee.match.game, awaits, press) if press is not None else None
            if event is not None:
                referee.take(event)
            if referee.match.awaits.rolls:
                referee.take(rolled, cursor=pressed.cursor, evidence=pressed.evidence)

        def nothing() -> None:
            """The roll does not count; the answer is in the log."""

        team = side_name(referee.match, side) if side is not None else phrase("match.bar.both")
        answers = (phrase("match.ask.new_turn_yes", team=team), phrase("match.ask.new_turn_no"))
        question = Question(text=phrase("match.ask.new_turn"), answers=answers)
        referee.ask(Asked(question=question, then=(new_turn, nothing), cursor=pressed.cursor))
