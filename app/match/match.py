"""A match: the only thing that changes state. What it is told counts once its log has it."""

import dataclasses
from dataclasses import dataclass, field
from typing import Generic

from app.match.codec import EventCodec
from app.match.decision import Decision
from app.match.evidence import Evidence
from app.match.lines import decision_lines
from app.match.log import Cursor, Header, Kind, Line, Log
from app.match.policy import ARBITRER, Policy, Stance
from app.match.table_view import DecisionLine
from app.match.timeline import Step, Timeline
from app.rulebook.api import Arrange, Awaits, Game, Ruling, S
from app.rulebook.board import Board
from app.rulebook.facts import Event
from app.rulebook.layout import Layout
from app.rulebook.standing import Standing
from app.rulebook.words import phrase


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a match is played with. `date` comes from outside, like all time."""

    board: Board
    options: dict[str, str] = field(default_factory=dict)
    names: tuple[str, str] = ("", "")
    date: str = ""
    policy: Policy = ARBITRER


class Match(Generic[S]):
    """One match of one game.

    An event that the rule book refuses is an entry like any other: its ruling leaves the state
    alone. `undo`, `redo`, `strike` and `amend` are entries too: nothing is ever erased.
    """

    def __init__(self, game: Game[S], setup: Setup, log: Log, *, start: S) -> None:
        self.game = game
        self.setup = setup
        self.policy = setup.policy
        self.arrange: Arrange | None = None
        """What the hands are asked to bring about; whoever watches the table closes it."""
        self.version = 0
        self._log = log
        self._codec = EventCodec(game.events)
        self._timeline = Timeline(game, start)
        self._decided: dict[int, Decision] = {}
        self._evidence: dict[int, Evidence] = {}
        self._lines: tuple[int, tuple[DecisionLine, ...]] = (-1, ())
        self._known: _Told | None = None
        self._n = 0
        self.finished = False

    @classmethod
    def start(cls, game: Game[S], setup: Setup, log: Log) -> "Match[S]":
        """Begins a match and its log. Raises Problem when the board does not suit the game or the
        log cannot be written.
        """
        game.check_board(setup.board)
        state = game.start(setup.board, setup.options)
        log.append(header_of(game, setup, state))
        return cls(game, setup, log, start=state)

    # ------------------------------------------------------------------ what holds

    @property
    def state(self) -> S:
        return self._timeline.head.state

    @property
    def awaits(self) -> Awaits:
        """What the state waits for."""
        return self._told().awaits

    @property
    def layout(self) -> Layout:
        """What should lie on the table."""
        return self._told().layout

    @property
    def standing(self) -> Standing:
        return self._told().standing

    @property
    def entries(self) -> tuple[Step[S], ...]:
        """The entries that hold, in order."""
        return tuple(self._timeline.steps())[::-1]

    @property
    def last(self) -> Step[S]:
        """The last entry that holds; the start of the match when there is none."""
        return self._timeline.head

    @property
    def can_undo(self) -> bool:
        return self._timeline.can_undo

    @property
    def can_redo(self) -> bool:
        return self._timeline.can_redo

    @property
    def decisions(self) -> tuple[DecisionLine, ...]:
        """Every ruling there has been, in the order of taking; struck where it holds no more."""
        if self._lines[0] != self.version:
            lines = decision_lines(self._timeline, self.policy, self._decided, self._evidence)
            self._lines = (self.version, lines)
        return self._lines[1]

    # ------------------------------------------------------------------ what changes it

    def take(
        self, event: Event, *, cursor: Cursor | None = None, evidence: Evidence | None = None
    ) -> tuple[Ruling[S], ...]:
        """Judges an event and logs it. Gives its rulings; the last one may be a refusal."""
        step = self._timeline.take(self._n + 1, event)
        if evidence is not None:
            self._evidence[step.n] = evidence
        self._write("take", event=event, cursor=cursor, evidence=evidence)
        self._arrange_after(step)
        return step.rulings

    def amend(
        self,
        event: Event,
        *,
        before: int,
        cursor: Cursor | None = None,
        evidence: Evidence | None = None,
    ) -> tuple[Ruling[S], ...]:
        """Late evidence: an event that came before entry `before`. Raises Problem when that entry
        does not hold.
        """
        self._timeline.amend(self._n + 1, event, before)
        self._write("amend", event=event, target=before, cursor=cursor, evidence=evidence)
        self.ask_for_layout("match.arrange.amend")
        return self._timeline.latest[self._n].rulings

    def decide(self, decision: Decision) -> None:
        """Somebody's word on an entry; overturned, it is struck."""
        if decision.verdict == "overturned":
            self._timeline.strike(decision.entry)
        self._decided[decision.entry] = decision
        words = {"verdict": decision.verdict, "by": decision.by}
        self._write("decide", target=decision.entry, words=words)
        if decision.verdict == "overturned":
            self.ask_for_layout("match.arrange.strike")

    def answer(self, question: str, answer: str, *, cursor: Cursor | None = None) -> None:
        """Records what somebody answered to a question of the app, or told it unasked."""
        words = {"question": question, "answer": answer}
        self._write("answer", words=words, cursor=cursor)

    def undo(self) -> None:
        """Raises Problem when there is nothing to undo."""
        self._timeline.undo()
        self._write("undo")
        self.ask_for_layout("match.arrange.undo")

    def redo(self) -> None:
        """Raises Problem when there is nothing to redo."""
        self._timeline.redo()
        self._write("redo")
        self.ask_for_layout("match.arrange.redo")

    def strike(self, entry: int) -> None:
        """Without one entry. Raises Problem when it does not hold."""
        self._timeline.strike(entry)
        self._write("strike", target=entry)
        self.ask_for_layout("match.arrange.strike")

    def finish(self) -> None:
        """The last line: the table may be tidied up. Undo still works afterwards."""
        self._write("finish")
        self.finished = True

    def record_in(self, log: Log) -> None:
        """From here on, lines go to `log`: the file of a match that was read from it."""
        self._log = log

    def close(self) -> None:
        self._log.close()

    # ------------------------------------------------------------------ reading a log again

    def follow(self, line: Line) -> str:
        """Does again what a line of a log says, without writing it. Gives the notation of the
        state that this program comes to; the state itself is the one the line tells.
        """
        self._perform(line)
        if line.evidence is not None:
            self._evidence[line.n] = line.evidence
        self._n, self.finished = line.n, line.kind == "finish"
        self.version += 1
        found = self.game.write(self.state)
        if found != line.after:
            self._timeline.correct(
                self.game.parse(line.after, {self.setup.board.id: self.setup.board})
            )
        return found

    def _perform(self, line: Line) -> None:
        target = line.target or 0
        match line.kind:
            case "take" | "amend":
                event = self._codec.decode(line.event or {})
                if line.kind == "take":
                    self._timeline.take(line.n, event)
                else:
                    self._timeline.amend(line.n, event, target)
            case "undo":
                self._timeline.undo()
            case "redo":
                self._timeline.redo()
            case "strike":
                self._timeline.strike(target)
            case "decide":
                self._decide_again(line, target)
            case "answer" | "finish":
                pass

    def _decide_again(self, line: Line, target: int) -> None:
        overturned = line.words.get("verdict") == "overturned"
        self._decided[target] = Decision(
            entry=target,
            verdict="overturned" if overturned else "upheld",
            by=line.words.get("by", ""),
        )
        if overturned:
            self._timeline.strike(target)

    # ------------------------------------------------------------------ the rest

    def _told(self) -> "_Told":
        """What the game tells of the state, asked once a version."""
        if self._known is None or self._known.version != self.version:
            state = self.state
            self._known = _Told(
                version=self.version,
                awaits=self.game.awaits(state),
                standing=self.game.standing(state),
                layout=self.game.layout(state),
            )
        return self._known

    def _write(self, kind: Kind, *, event: Event | None = None, **fields: object) -> None:
        self._n += 1
        self.version += 1
        line = Line(n=self._n, kind=kind, after=self.game.write(self.state))
        if event is not None:
            fields["event"] = self._codec.encode(event)
        self._log.append(dataclasses.replace(line, **fields))  # type: ignore[arg-type]

    def _arrange_after(self, step: Step[S]) -> None:
        """The last ruling that asks for something; what is noted only asks for nothing."""
        asked = [
            ruling.arrange or self._back("match.arrange.refused")
            for ruling in step.rulings
            if ruling.arrange is not None or ruling.refused
            if not (ruling.refused and self.policy.stance(ruling.rule) is Stance.NOTE)
        ]
        if asked:
            self.arrange = asked[-1]
        elif self.arrange is not None and self.arrange.target is None:
            self.arrange = self.arrange if self.awaits.kind == "place" else None
        elif self.arrange is not None:
            # Play went on meanwhile: what was asked for is now what the new state shows.
            target = self.game.layout(self.state)
            self.arrange = dataclasses.replace(self.arrange, target=target)

    def ask_for_layout(self, why: str) -> None:
        """The table is to be brought to the layout of the state."""
        self.arrange = self._back(why)

    def _back(self, why: str) -> Arrange:
        return Arrange(why=phrase(why), target=self.layout)


@dataclass(frozen=True, kw_only=True)
class _Told:
    version: int
    awaits: Awaits
    standing: Standing
    layout: Layout


def header_of(game: Game[S], setup: Setup, state: S) -> Header:
    return Header(
        game=game.name,
        board=setup.board,
        options=setup.options,
        names=setup.names,
        date=setup.date,
        policy=setup.policy.name,
        start=game.write(state),
    )
