"""Exactly-once delivery: every event of the box once, in order, known by (uid, epoch, id).

An event is acknowledged to the box only after the keeper of the match log has said that it is
safe. After a crash the log's last `Cursor` tells where to go on.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_bridge.clock import HostTime
from firmware_bridge.dice import RollRecord
from firmware_bridge.errors import AlertReason, Lang, ProblemReason, sentence
from firmware_bridge.messages import Ack, Event, Hello


@dataclass(frozen=True, kw_only=True, slots=True)
class Cursor:
    """How far a match log has come with a box: all whole numbers, fit for JSON.

    `uid` names the box, `epoch` its sequence of event ids (a power cut begins a new one), `id` the
    last event that is safe, `lost` how many lost events have been reported.
    """

    uid: int
    epoch: int
    id: int
    lost: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxEvent:
    """An event, once, heard at `heard_at` (host s); `time` is None when the stamp was lost,
    `record` is what a roll rests on.

    `cursor` belongs in the same line of the log as the event, and then to `Link.acknowledge`.
    """

    event: Event
    cursor: Cursor
    heard_at: float
    time: HostTime | None
    record: RollRecord | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Alert:
    """Something people must know. `cursor`, where there is one, is logged as with an event."""

    reason: AlertReason | ProblemReason
    details: Mapping[str, str | int] = field(default_factory=dict)
    cursor: Cursor | None = None

    def sentence(self, lang: Lang) -> str:
        return sentence(self.reason, lang, **self.details)


@dataclass(kw_only=True, slots=True)
class Progress:
    """How far one box has come: last id handed out, last id safe in the log, losses told."""

    epoch: int
    delivered: int
    committed: int
    lost: int


class Delivery:
    """The receiving end of the event sequence of whichever box is connected."""

    def __init__(self, resume: Cursor | None = None) -> None:
        self._boxes: dict[int, Progress] = {}
        self._uid: int | None = None
        self.counts: Counter[str] = Counter()
        if resume is not None:
            self._boxes[resume.uid] = Progress(
                epoch=resume.epoch, delivered=resume.id, committed=resume.id, lost=resume.lost
            )

    @property
    def _progress(self) -> Progress | None:
        return None if self._uid is None else self._boxes[self._uid]

    def meet(self, hello: Hello) -> list[Alert]:
        """A box has opened a session: what that says about events that will never come."""
        progress = self._boxes.get(hello.uid)
        other = progress is None and bool(self._boxes)
        self._uid = hello.uid
        alerts = []
        if progress is None or progress.epoch != hello.epoch:
            # Losses from before a box was first met are not this match's.
            lost = hello.lost if progress is None else 0
            before = max(hello.oldest - 1, 0)
            self._boxes[hello.uid] = Progress(
                epoch=hello.epoch, delivered=before, committed=before, lost=lost
            )
            if other:
                alerts.append(Alert(reason="other-box", cursor=self._cursor()))
            elif progress is not None:
                after = {"after": progress.delivered}
                alerts.append(Alert(reason="power-loss", details=after, cursor=self._cursor()))
        elif hello.oldest > progress.delivered + 1:
            missing = {"first": progress.delivered + 1, "last": hello.oldest - 1}
            progress.delivered = hello.oldest - 1
            alerts.append(Alert(reason="gap", details=missing, cursor=self._cursor()))
        return alerts + self.note_lost(hello.lost)

    def note_lost(self, lost: int) -> list[Alert]:
        """The box counts `lost` refused events in this epoch."""
        progress = self._progress
        if progress is None or lost <= progress.lost:
            return []
        count = lost - progress.lost
        progress.lost = lost
        return [Alert(reason="lost", details={"count": count}, cursor=self._cursor())]

    def take(self, event: Event) -> tuple[Cursor | None, bool]:
        """(cursor to deliver the event with, or None; whether the last Ack must be repeated)."""
        progress = self._progress
        if progress is None or event.epoch != progress.epoch & 0xFFFF:
            self.counts["foreign"] += 1
            return None, False
        if event.id == progress.delivered + 1:
            progress.delivered = event.id
            return self._cursor(), False
        if event.id > progress.delivered:
            self.counts["gaps"] += 1
            return None, True
        self.counts["repeats"] += 1
        return None, event.id <= progress.committed

    def commit(self, cursor: Cursor) -> bool:
        """Everything up to `cursor` is safe; True when the connected box should be told."""
        progress = self._boxes.get(cursor.uid)
        if progress is None or progress.epoch != cursor.epoch:
            return False
        safe = min(cursor.id, progress.delivered)
        if safe <= progress.committed:
            return False
        progress.committed = safe
        return cursor.uid == self._uid

    def ack(self) -> Ack | None:
        progress = self._progress
        if progress is None:
            return None
        return Ack(epoch=progress.epoch & 0xFFFF, id=progress.committed)

    def _cursor(self) -> Cursor:
        progress = self._progress
        if self._uid is None or progress is None:
            raise LookupError("no box has been met")
        return Cursor(
            uid=self._uid, epoch=progress.epoch, id=progress.delivered, lost=progress.lost
        )
