"""The demonstration in a window: a rehearsal on its own thread, paced, and a desk to watch it."""

import time
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


def watch(
    lang: Lang, game: Game[Any], *, seed: int, out: Path, options: DemoOptions, speed: float
) -> DemoReport:
    """Play the demonstration while a window shows it; returns what it came to. Closing the window
    early ends the match there: the rest is not counted.
    """
    from app.ui.app import run_window

    pace, staged = Pace(speed), Flag()
    stages: list[Stage[Any]] = []
    outcome: list[DemoReport | BaseException] = []

    def on_stage(stage: Stage[Any]) -> None:
        stages.append(stage)
        staged.set()

    def play() -> None:
        try:
            report = run_demo(
                game,
                boards(),
                seed=seed,
                out=out,
                options=replace(options, on_stage=on_stage, on_frame=pace.see),
            )
            outcome.append(report)
        except BaseException as failure:  # noqa: BLE001 - raised again on the main thread
            outcome.append(failure)
        finally:
            staged.set()

    rehearsal = Thread(target=play, name="rehearsal")
    rehearsal.start()
    staged.wait()

    def picture() -> LivePicture | None:
        frame = pace.newest
        if frame is None:
            return None
        return LivePicture(bgr=frame.image, to_image=stages[0].camera.table.to_image)

    def close() -> None:
        pace.closed.set()
        rehearsal.join()

    if stages:
        run_window(Spectator(stages[0]), lang=lang, picture=picture, on_close=close, words=SPEAKING)
    close()
    found = outcome[0]
    if isinstance(found, BaseException):
        raise found
    return found
