"""The demonstration in a window: a rehearsal on its own thread, paced, and a desk to watch it."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

from app.match.table_view import TableView
from app.rehearsal.demo import DemoOptions, DemoReport, run_demo
from app.rehearsal.stage import Stage
from app.rulebook.api import Game, Section, Target
from app.rulebook.facts import Event
from app.rulebook.geometry import Square
from app.rulebook.layout import DiscId
from app.rulebook.words import Lang, Phrase
from app.ui.projection import LivePicture
from app.wiring.boards import boards
from app.wiring.language import SPEAKING
from vision.frames import Frame
from vision.observation import Observation


class WindowClosed(Exception):
    """The person has seen enough; ends the rehearsal."""


class Spectator:
    """A desk to look at: it shows and explains, and lets the players at the table do the rest."""

    def __init__(self, stage: Stage[Any]) -> None:
        self._desk = stage.desk

    def view(self) -> TableView:
        view = self._desk.view()
        awaits = replace(view.awaits, choices=(), rolls=(), flick_from=())
        return replace(view, awaits=awaits, can_undo=False, can_redo=False, question=None)

    def targets(self, disc: DiscId) -> tuple[Target, ...]:
        return self._desk.targets(disc)

    def why_not(self, disc: DiscId, square: Square) -> tuple[Section, Phrase] | None:
        return self._desk.why_not(disc, square)

    def take(self, event: Event) -> None:
        """The table is not ours."""

    def roll(self) -> None:
        """The table is not ours."""

    def answer(self, index: int) -> None:
        """The players answer."""

    def undo(self) -> None:
        """The table is not ours."""

    def redo(self) -> None:
        """The table is not ours."""

    def strike(self, entry: int) -> None:
        """The table is not ours."""

    def hold(self, *, stopped: bool) -> None:
        """The table is not ours."""


class Pace:
    """Lets the table's time run at `speed` times the clock's, and keeps the newest frame."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._start: tuple[float, float] | None = None
        self.closed = Flag()
        self.newest: Frame | None = None

    def see(self, frame: Frame, view: TableView, seen: Observation | None) -> None:
        del view, seen
        self.newest = frame
        if self.closed.is_set():
            raise WindowClosed
        now = time.monotonic()
        if self._start is None:
            self._start = (now, frame.at)
        due = self._start[0] + (frame.at - self._start[1]) / self._speed
        if due > now:
            self.closed.wait(due - now)


class Showing:
    """The rehearsal's thread, and the stage the window is to show once it stands."""

    def __init__(self, pace: Pace) -> None:
        self._pace, self._staged = pace, Flag()
        self._outcome: list[DemoReport | BaseException] = []
        self._thread: Thread | None = None
        self.stage: Stage[Any] | None = None

    def start(self, play: Callable[[], DemoReport]) -> None:
        """Begin, and wait until the stage stands (or the rehearsal failed)."""
        self._thread = Thread(target=lambda: self._run(play), name="rehearsal")
        self._thread.start()
        self._staged.wait()

    def staged(self, stage: Stage[Any]) -> None:
        self.stage = stage
        self._staged.set()

    def picture(self) -> LivePicture | None:
        frame = self._pace.newest
        if frame is None or self.stage is None:
            return None
        return LivePicture(bgr=frame.image, to_image=self.stage.sight.eye.table.to_image)

    def close(self) -> None:
        self._pace.closed.set()
        if self._thread is not None:
            self._thread.join()

    def report(self) -> DemoReport:
        """What it came to; what went wrong in the thread is raised here."""
        found = self._outcome[0]
        if isinstance(found, BaseException):
            raise found
        return found

    def _run(self, play: Callable[[], DemoReport]) -> None:
        try:
            self._outcome.append(play())
        except BaseException as failure:  # noqa: BLE001 - raised again by `report`
            self._outcome.append(failure)
        finally:
            self._staged.set()


def watch(
    lang: Lang, game: Game[Any], *, seed: int, out: Path, options: DemoOptions, speed: float
) -> DemoReport | None:
    """Play the demonstration while a window shows it; returns what it came to, None when the
    window was closed before the end.
    """
    from app.ui.app import run_window

    pace = Pace(speed)
    showing = Showing(pace)
    told = replace(options, on_stage=showing.staged, on_frame=pace.see)
    showing.start(lambda: run_demo(game, boards(), seed=seed, out=out, options=told))
    try:
        if showing.stage is not None:
            run_window(
                Spectator(showing.stage),
                lang=lang,
                picture=showing.picture,
                on_close=showing.close,
                words=SPEAKING,
            )
    finally:
        showing.close()
    try:
        return showing.report()
    except WindowClosed:
        return None
