"""The referee at work: takes what the senses have, reads the table, and plays the match.

`step(t)` does everything up to time t on the calling thread and reads no clock, so that a session
runs in lock-step with a simulated world as well as in a thread of its own.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Generic

from app.match.arrange import ArrangeWatch, agrees
from app.match.asking import Asked
from app.match.bells import Bells
from app.match.counters import Counters
from app.match.evidence import Evidence, evidence_of
from app.match.hearing import Hearing
from app.match.log import Cursor
from app.match.match import Match
from app.match.perception.table import TableWatch, moved, tidying
from app.match.policy import Stance
from app.match.reading import candidates
from app.match.sources import Sources
from app.match.table_view import Question
from app.rulebook.api import Reading, Ruling, S
from app.rulebook.facts import Event, Interval, PostsPassed
from app.rulebook.layout import Seen
from app.rulebook.words import phrase

SILENCE_S = 3.0
"""The ball gone to the posts and nothing heard for this long: perhaps a miss."""
BLIND_S = 0.7
"""An eye without a frame for so long may have missed something."""
LONG_SILENCE_S = 10.0
"""The same when the ball was not seen on its tee: it may still be in a hand."""


class Session(Generic[S]):
    """One match, watched. While a hand is over the board nothing is committed; while an Arrange
    is open, changes of the table are progress, never plays.
    """

    def __init__(self, match: Match[S], sources: Sources) -> None:
        self.match = match
        self.sources = sources
        self.counters = Counters()
        self.asked: Asked | None = None
        self.review = False
        """Somebody contests; play goes on being recorded."""
        self.now = 0.0
        self.read = True
        """Whether all that the table shows has been read: box events may be taken."""
        self.tidy = False
        self.settled_at: float | None = None
        self.seen_at: float | None = None
        self.table = TableWatch(match.setup.board, sources.teams)
        self.arranging = ArrangeWatch()
        self.bells = Bells(self)
        self._hearing = Hearing(self)
        self._intents: deque[Callable[[], None]] = deque()
        self._noted: tuple[int, Seen] | None = None
        self._gone_since: float | None = None
        self._ball_seen = False
        self._lit_at, self._lit = -1, match.standing.turn

    # ------------------------------------------------------------------ from outside

    def step(self, t: float) -> None:
        """Everything every source has up to `t` (s of the table clock)."""
        self.now = t
        while self._intents:
            self._intents.popleft()()
        if self.sources.box is not None:
            self._hearing.poll(self.sources.box, t)
        if self.sources.frames is not None:
            for frame in self.sources.frames.until(t):
                self._look(frame)
        if self._blind(t):
            self.read = False  # what the box says waits a little for the eye
        self._hearing.take(t)
        self.bells.ring(t)
        self._light()

    def post(self, intent: Callable[[], None]) -> None:
        """Has something done at the beginning of the next step; any thread may ask."""
        self._intents.append(intent)

    def answer(self, index: int) -> None:
        """Answers the open question; nothing happens without one, or beyond its answers."""
        asked = self.asked
        if asked is None or not 0 <= index < len(asked.then):
            return
        self.asked = None
        self.match.answer(asked.question.text.key, str(index))
        asked.then[index]()
        self.acknowledge(asked.cursor)

    def take(
        self, event: Event, *, cursor: Cursor | None = None, evidence: Evidence | None = None
    ) -> tuple[Ruling[S], ...]:
        """Logs and judges one event, then lets the box forget what it rests on."""
        timed = self.bells.timepiece.stamp(event, self.now)
        rulings = self.match.take(timed, cursor=cursor, evidence=evidence)
        self.acknowledge(cursor)
        self.counters.rulings += len(rulings)
        self.counters.refused += sum(ruling.refused for ruling in rulings)
        self.settled_at = self.now
        self._gone_since, self._ball_seen = None, False
        return rulings

    def ask(self, asked: Asked) -> None:
        self.asked = asked
        self.counters.asked(asked.question.text.key)

    def acknowledge(self, cursor: Cursor | None) -> None:
        if cursor is not None and self.sources.box is not None:
            self.sources.box.acknowledge(cursor)

    def went_back(self) -> None:
        """Something was taken back or up again: an open question has lost its object."""
        self.asked = None

    def follow_up(self) -> None:
        """The table is to follow what was played elsewhere, on the screen."""
        seen = self.table.last
        if self.match.arrange is not None or seen is None or self.match.awaits.kind == "place":
            return
        if not agrees(self.match.layout, seen):
            self.match.ask_for_layout("match.arrange.follow")

    def _light(self) -> None:
        """The turn light follows the state."""
        if self.sources.box is None or self._lit_at == self.match.version:
            return
        turn = self.match.standing.turn
        if self._lit_at < 0 or turn is not self._lit:
            self.sources.box.light(turn)
        self._lit_at, self._lit = self.match.version, turn

    # ------------------------------------------------------------------ the table

    def _look(self, frame: object) -> None:
        sight = self.sources.sight
        if sight is None:
            return
        observation = sight.look(frame)
        self.counters.frames += 1
        self.seen_at = observation.at
        layout = self.match.layout
        seen = self.table.look(observation, sight.flights(), layout, self.match.awaits.flick_from)
        self.read = False
        if seen is not None:
            self.read = self._at_rest(seen, observation.at)
        elif self.match.arrange is not None:
            self.arranging.watch(self.match.arrange, observation.at, None, quiet=False)

    def _blind(self, t: float) -> bool:
        """Whether no frame has come lately: the table may have changed since."""
        return self.seen_at is not None and t - self.seen_at > BLIND_S

    def _at_rest(self, seen: Seen, at: float) -> bool:
        """What a table at rest means now. True when nothing of it is left to be read."""
        arrange = self.match.arrange
        if arrange is not None and arrange.target is not None:
            self.table.forget()
            if self.arranging.watch(arrange, at, seen, quiet=True):
                self.match.arrange = None
            return True
        awaits, layout = self.match.awaits, self.match.layout
        self.tidy = awaits.kind != "place" and tidying(seen, layout)
        if self.tidy or awaits.kind == "nothing":
            self.table.forget()
            return True
        if awaits.kind == "posts" and self._at_posts(seen, at):
            return True
        given = awaits.kind == "choose" and seen.carried and layout.ball is None
        if agrees(layout, seen) and not given and not self.table.flew:
            self._as_it_was()
            return True
        if self.asked is not None or self._read_before(seen):
            return True
        self._read(seen)
        return True

    def _read_before(self, seen: Seen) -> bool:
        """Whether this very table was read in this very state, and nothing came of it."""
        if self._noted is None or self.table.flew:
            return False
        version, table = self._noted
        return version == self.match.version and seen.same_table(table)

    def _as_it_was(self) -> None:
        self.table.forget()
        self._noted = None
        if self.asked is not None and self.asked.table:
            self.asked = None

    def _at_posts(self, seen: Seen, at: float) -> bool:
        """A kick is on its way: hands, tee and ball are nobody's business, and a carrier may be
        lifted; but a disc that lies elsewhere was moved. True when there is nothing to read.
        """
        self._await_posts(seen, at)
        if moved(self.match.layout, seen):
            return False
        self.table.forget()
        return True

    def _await_posts(self, seen: Seen, at: float) -> None:
        """The ball has gone to the posts and they are silent: somebody must say what came of it."""
        if seen.ball is not None or self.asked is not None:
            self._ball_seen = seen.ball is not None
            self._gone_since = None
            return
        self._gone_since = at if self._gone_since is None else self._gone_since
        if at - self._gone_since >= (SILENCE_S if self._ball_seen else LONG_SILENCE_S):
            self.ask_posts()

    def ask_posts(self, cursor: Cursor | None = None, why: str = "") -> None:
        """Did the ball pass between the posts? `why`: their doubt, in a word."""
        kicks = (PostsPassed(good=True), PostsPassed(good=False))
        answers = tuple(self.match.game.describe(kick) for kick in kicks)
        doubt = phrase(f"match.posts.{why.replace(' ', '_')}") if why else None
        text = phrase("match.ask.missed") if doubt is None else phrase("match.ask.posts", why=doubt)
        question = Question(text=text, answers=answers)

        def say(kick: PostsPassed) -> Callable[[], None]:
            def told() -> None:
                self.take(replace(kick, at=(self.now, self.now)), cursor=cursor)

            return told

        self.ask(Asked(question=question, then=tuple(map(say, kicks)), cursor=cursor))

    # ------------------------------------------------------------------ reading it

    def _read(self, seen: Seen) -> None:
        began = perf_counter()
        layout = self.match.layout
        change = self.table.change(layout, seen)
        readings = candidates(self.match.game, self.match.state, change, self.match.setup.board)
        interval = self.table.interval
        if not readings:
            self._noted = (self.match.version, seen)  # a set-up that is not complete yet
        elif not readings[0][0].plays:
            self.counters.unexplained += 1
            self.match.ask_for_layout("match.arrange.unexplained")
        elif len(readings) == 1:
            self._play(*readings[0], interval)
            self.counters.waited_s.append(self.now - interval[1])
        else:
            self._ask_which(readings, interval)
        self.table.forget()
        self.counters.decided_ms.append((perf_counter() - began) * 1e3)

    def _ask_which(self, readings: Sequence[tuple[Reading, Seen]], interval: Interval) -> None:
        describe = self.match.game.describe
        answers = tuple(describe(reading.plays[-1]) for reading, _ in readings)

        def play(read: tuple[Reading, Seen]) -> Callable[[], None]:
            return lambda: self._play(*read, interval)

        question = Question(text=phrase("match.ask.played"), answers=answers)
        self.ask(Asked(question=question, then=tuple(map(play, readings)), table=True))

    def _play(self, reading: Reading, seen: Seen, interval: Interval) -> None:
        self.table.last = seen
        evidence = evidence_of(interval, self.match.layout, seen, self.match.setup.board)
        for number, play in enumerate(reading.plays, 1):
            timed = play if play.at is not None else replace(play, at=interval)
            last = number == len(reading.plays)
            rulings = self.take(timed, evidence=evidence if last else Evidence(interval=interval))
            if rulings and rulings[-1].refused:
                if self.match.policy.stance(rulings[-1].rule) is Stance.NOTE:
                    self._noted = (self.match.version, seen)
                self._hearing.refused()
                return
        self.follow_up()
