"""The desk of a watched match, and the thread a session runs in when it is played for real."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event as Flag
from threading import Thread
from typing import Generic

from app.match.dice import OwnDice
from app.match.evidence import Evidence
from app.match.reading import equally_good
from app.match.session import Session
from app.match.showing import Showing
from app.match.table_view import TableView
from app.rulebook.api import Chance, Change, S, Section, Target
from app.rulebook.facts import DiceRolled, Event, Flown
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.words import Phrase

STEP_S = 1 / 60


class LiveDesk(Generic[S]):
    """Posts what people want to a session, which does it at its next step; shows what was last
    published. `chance` and the player's `share` roll the app's own dice when those of the box are
    lost.
    """

    def __init__(
        self,
        session: Session[S],
        chance: Chance,
        *,
        dice: int = 2,
        share: Callable[[], bytes] | None = None,
    ) -> None:
        self.session = session
        self._dice = OwnDice(chance, dice, share)
        self._showing = Showing()
        self._published = self._showing.view(session)

    def publish(self) -> None:
        """Called by whoever steps the session, after each step."""
        self._published = self._showing.view(self.session)

    def view(self) -> TableView:
        return self._published

    def targets(self, disc: DiscId) -> tuple[Target, ...]:
        return self.session.match.game.targets(self.session.match.state, disc)

    def why_not(self, disc: DiscId, square: Square) -> tuple[Section, Phrase] | None:
        ruling = self.session.match.game.why_not(self.session.match.state, disc, square)
        return None if ruling is None else (ruling.rule, ruling.headline)

    def take(self, event: Event) -> None:
        """A play or declaration told by touch; the table is then to follow it."""
        self.session.post(lambda: self._take(event))

    def roll(self) -> None:
        self.session.post(self._roll)

    def answer(self, index: int) -> None:
        self.session.post(lambda: self.session.answer(index))

    def undo(self) -> None:
        self.session.post(self._undo)

    def redo(self) -> None:
        self.session.post(self._redo)

    def strike(self, entry: int) -> None:
        self.session.post(lambda: self._strike(entry))

    def hold(self, *, stopped: bool) -> None:
        self.session.post(lambda: self._hold(stopped=stopped))

    def _hold(self, *, stopped: bool) -> None:
        self.session.bells.stopped = stopped

    def _take(self, event: Event) -> None:
        game, state = self.session.match.game, self.session.match.state
        events: tuple[Event, ...] = (event,)
        if isinstance(event, Flown):
            layout = game.layout(state)
            change = Change(before=layout, after=layout.seen(), flights=(event,))
            readings = equally_good(game, state, game.read(state, change))
            events = readings[0].plays if readings else ()
        for each in events:
            timed = each if each.at is not None else replace(each, at=(self.session.now,) * 2)
            self.session.take(timed)
        self.session.follow_up()

    def _roll(self) -> None:
        rolls = self.session.match.awaits.rolls
        if rolls:
            faces, records = self._dice.roll()
            side = rolls[0] if len(rolls) > 1 else None
            rolled = DiceRolled(faces=faces, side=side, at=(self.session.now,) * 2)
            self.session.take(rolled, evidence=Evidence(dice=records))

    def _undo(self) -> None:
        if self.session.match.can_undo:
            self.session.match.undo()
            self.session.went_back()

    def _redo(self) -> None:
        if self.session.match.can_redo:
            self.session.match.redo()
            self.session.went_back()

    def _strike(self, entry: int) -> None:
        if any(step.n == entry for step in self.session.match.entries):
            self.session.match.strike(entry)
            self.session.went_back()


class SessionThread:
    """Steps a session by a clock until it is closed; `close` waits for the last step. What goes
    wrong in it is kept and raised by `close`.
    """

    def __init__(
        self, session: Session[S], clock: Callable[[], float], publish: Callable[[], None]
    ) -> None:
        self._session, self._clock, self._publish = session, clock, publish
        self._stop = Flag()
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run, name="referee")

    def start(self) -> None:
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            stopped = False
            while not stopped:
                self._session.step(self._clock())
                self._publish()
                stopped = self._stop.wait(STEP_S)
        except BaseException as failure:  # noqa: BLE001 - raised again by close
            self._failure = failure
