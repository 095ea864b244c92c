"""A match as a fold over its entries: every state is kept, so that going back costs nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from app.rulebook.api import Game, Ruling, S
from app.rulebook.facts import Event
from app.rulebook.side import Side
from app.rulebook.words import Problem


@dataclass(frozen=True, kw_only=True, eq=False)
class Step(Generic[S]):
    """An entry as it was judged. `state` holds after it; `side` was to act before it. The first
    step of a match has no event.
    """

    n: int
    event: Event | None = None
    side: Side | None = None
    rulings: tuple[Ruling[S], ...] = ()
    state: S
    before: "Step[S] | None" = None

    @property
    def refused(self) -> bool:
        return bool(self.rulings) and self.rulings[-1].refused


class Timeline(Generic[S]):
    """What holds now, and every version of it there has been since the last new act.

    Steps form chains that share their beginnings: a version is its last step. Undo and redo walk
    the versions; refused acts, which changed nothing, are walked over together with the act before.
    """

    def __init__(self, game: Game[S], start: S) -> None:
        self._game = game
        self._versions: list[Step[S]] = [Step(n=0, state=start)]
        self._at = 0
        self.latest: dict[int, Step[S]] = {}
        """Every entry ever taken as it was last judged, struck or not."""

    @property
    def head(self) -> Step[S]:
        return self._versions[self._at]

    @property
    def can_undo(self) -> bool:
        return any(not self._idle(i) for i in range(self._at, 0, -1))

    @property
    def can_redo(self) -> bool:
        return self._at + 1 < len(self._versions)

    def steps(self) -> Iterator[Step[S]]:
        """The entries that hold, latest first."""
        step = self.head
        while step.before is not None:
            yield step
            step = step.before

    def take(self, n: int, event: Event) -> Step[S]:
        return self._adopt(self._judge(self.head, n, event))

    def undo(self) -> Step[S]:
        """Raises Problem when there is nothing to undo."""
        if not self.can_undo:
            raise Problem("match.undo.nothing")
        while self._idle(self._at):
            self._at -= 1
        self._at -= 1
        return self.head

    def redo(self) -> Step[S]:
        """Raises Problem when there is nothing to redo."""
        if not self.can_redo:
            raise Problem("match.redo.nothing")
        self._at += 1
        while self._idle(self._at + 1):
            self._at += 1
        return self.head

    def strike(self, n: int) -> Step[S]:
        """Without entry n: what came after is judged again. Raises Problem when it is struck."""
        tail = self._tail(n)
        before = tail[0].before
        assert before is not None  # noqa: S101 - an entry with an event follows another step
        return self._adopt(self._replay(before, tail[1:]))

    def amend(self, n: int, event: Event, before: int) -> Step[S]:
        """With an event taken for having come before entry `before`; the rest is judged again."""
        tail = self._tail(before)
        place = tail[0].before
        assert place is not None  # noqa: S101 - as above
        return self._adopt(self._replay(self._judge(place, n, event), tail))

    def correct(self, state: S) -> None:
        """Let the head lead to `state`: what a file says, whatever this program makes of it."""
        head = self.head
        self._versions[self._at] = corrected = Step(
            n=head.n, event=head.event, side=head.side, rulings=head.rulings, state=state,
            before=head.before,
        )  # fmt: skip
        if head.n in self.latest:
            self.latest[head.n] = corrected

    def _idle(self, index: int) -> bool:
        """Whether the version was made by an act that was refused."""
        if not 0 < index < len(self._versions):
            return False
        step = self._versions[index]
        return step.refused and step.before is self._versions[index - 1]

    def _tail(self, n: int) -> list[Step[S]]:
        tail: list[Step[S]] = []
        for step in self.steps():
            tail.insert(0, step)
            if step.n == n:
                return tail
        raise Problem("match.entry.gone", entry=n)

    def _judge(self, before: Step[S], n: int, event: Event) -> Step[S]:
        rulings = self._game.judge(before.state, event)
        state = rulings[-1].state if rulings else before.state
        side = getattr(event, "side", None) or self._game.standing(before.state).turn
        step = Step(n=n, event=event, side=side, rulings=rulings, state=state, before=before)
        self.latest[n] = step
        return step

    def _replay(self, step: Step[S], tail: list[Step[S]]) -> Step[S]:
        for later in tail:
            if later.event is not None:
                step = self._judge(step, later.n, later.event)
        return step

    def _adopt(self, step: Step[S]) -> Step[S]:
        del self._versions[self._at + 1 :]
        self._versions.append(step)
        self._at += 1
        return step
