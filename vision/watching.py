"""`python -m vision watch SOURCE`: the eye at work, everything it sees drawn on the picture."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from calibration.language import Language
from calibration.problem import EyeProblem
from calibration.registration import register
from calibration.store import load_calibration
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.annotate import Drawing, annotate
from vision.aside import Aside, at_once, beside
from vision.board_told import surface_told
from vision.eye import Eye
from vision.files import colourless
from vision.flights import Flight, FlightWatch
from vision.frames import Frame, Frames, Image
from vision.live_frames import LiveFrames
from vision.observation import Observation
from vision.palette import Palette
from vision.picture import check_size
from vision.scene import read_scene
from vision.showing import Showing, check_video
from vision.sources import PictureFrames, open_frames
from vision.telling import AsJson, Lang, speaking, tell

AUTO = Path("auto")
TRAIL = 240
"""Places of the ball drawn behind it."""
SHOWN_S = 3.0
"""A flight stays drawn so long after its end."""
CAPTION = {
    Language.FRENCH: ("vue perdue", "vue a {mm:.1f} mm", "{discs} pieces"),
    Language.ENGLISH: ("view lost", "view off {mm:.1f} mm", "{discs} discs"),
}
"""Plain letters only: OpenCV's font has no others."""


@dataclass(frozen=True, kw_only=True)
class Watched:
    """What one frame came to, and the CPU time it took (ms)."""

    at: float
    full: bool
    paused: bool
    flown: bool
    cpu_ms: float


def watch(
    source: Annotated[str, typer.Argument(help="options.source")],
    calibration: Annotated[Path | None, typer.Option(help="options.calibration")] = None,
    scene: Annotated[Path | None, typer.Option(help="options.scene")] = None,
    board: Annotated[str, typer.Option(help="options.board")] = "std",
    out: Annotated[Path | None, typer.Option(help="options.video")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.0, help="options.seconds")] = None,
    *,
    headless: Annotated[bool, typer.Option("--headless", help="options.headless")] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Watch a camera, a stream, a video or pictures; Esc or q ends it.

    Example: python -m vision watch camera:0 --calibration auto
    """
    with speaking(lang) as tongue:
        known = None if scene is None else read_scene(scene)
        surface = surface_told(board) if known is None else known.surface
        if calibration is None and known is None:
            raise EyeProblem("watch.no_view")
        check_video(out, source)
        frames = open_frames(source, {})
        try:
            first = frames.read()
            if first is None:
                raise EyeProblem("source.empty", path=source)
            table = known.table if known is not None else _table(calibration, first.image, surface)
            check_size(source, first.image, table)
            if colourless(first.image):
                _remark(EyeProblem("picture.grey", path=source), tongue)
            show = Showing(out, first.image, headless=headless)
            palette = None if known is None else known.palette
            aside = beside if isinstance(frames, LiveFrames) else at_once
            looker = Looker(surface, table, palette, tongue, aside)
            ended = (first.at + seconds) if seconds is not None else np.inf
            told = [
                _shown(looker, show, frame) for frame in _until(first, frames, ended, show, tongue)
            ]
            show.close()
        finally:
            frames.close()
        tell(figures(told), tongue, as_json=as_json)


def _table(calibration: Path | None, image: Image, surface: Surface) -> TableMap:
    if calibration is None or calibration == AUTO:
        return register(image, surface).table
    return load_calibration(calibration).table


def _until(
    first: Frame, frames: Frames, ended: float, show: Showing, tongue: Language
) -> Iterator[Frame]:
    """Frames until the time is up. A camera or stream that falls silent is waited for: it comes
    back by itself, and that it is away is said once; so is what is odd about the pictures.
    """
    frame: Frame | None = first
    away, said = False, None
    while not show.closed:
        odd = frames.remark if isinstance(frames, LiveFrames | PictureFrames) else None
        if odd is not None and odd is not said:
            said = odd
            _remark(odd, tongue)
        if frame is not None and frame.at <= ended:
            away = False
            yield frame
        elif frame is not None or not isinstance(frames, LiveFrames) or frames.now > ended:
            return
        elif frames.trouble is not None and not away:
            away = True
            _remark(frames.trouble, tongue)
        frame = frames.read()


def _remark(problem: EyeProblem, tongue: Language) -> None:
    typer.echo(problem.sentence(tongue.value), err=True)


def _shown(looker: "Looker", show: Showing, frame: Frame) -> Watched:
    watched, drawn = looker.look(frame)
    show.show(drawn)
    return watched


class Looker:
    """The eye and the watch over flights, and what they see as a picture."""

    def __init__(
        self,
        surface: Surface,
        table: TableMap,
        palette: Palette | None,
        tongue: Language,
        aside: Aside = at_once,
    ) -> None:
        self.eye = Eye(surface, table, palette, aside)
        self._surface, self._words = surface, CAPTION[tongue]
        self._flights = FlightWatch(surface, table.eye_mm)
        self._trail: list[tuple[float, float]] = []
        self._last: Flight | None = None

    def look(self, frame: Frame) -> tuple[Watched, Image]:
        """What a frame came to, and its picture with everything drawn."""
        start = time.process_time()
        seen = self.eye.look(frame)
        flight = None
        if seen.paused:
            self._flights = FlightWatch(self._surface, self.eye.table.eye_mm)
        else:
            flight = self._flights.look(seen)
        cpu_ms = (time.process_time() - start) * 1e3
        self._last = flight or self._last
        drawn = annotate(frame.image, self.eye.table, self._surface, self._drawing(seen))
        watched = Watched(
            at=seen.at,
            full=seen.full,
            paused=seen.paused,
            flown=flight is not None,
            cpu_ms=cpu_ms,
        )
        return watched, drawn

    def _drawing(self, seen: Observation) -> Drawing:
        if seen.ball is not None and not seen.paused:
            self._trail = [*self._trail, (seen.ball.x_mm, seen.ball.y_mm)][-TRAIL:]
        flight = self._last
        fresh = flight is not None and seen.at - flight.ended_at < SHOWN_S
        touches = [contact.disc_mm for contact in flight.contacts] if fresh and flight else []
        return Drawing(
            discs=seen.discs,
            ball=seen.ball,
            hands=seen.hands,
            trail=[(x, y) for _, x, y in flight.path] if fresh and flight else self._trail,
            touches=touches,
            sigmas=True,
            caption=self._caption(seen),
        )

    def _caption(self, seen: Observation) -> str:
        lost, off, count = self._words
        words = [f"{seen.at:.1f} s", count.format(discs=len(seen.discs))]
        if seen.paused:
            words.append(lost)
        elif self.eye.drift.off_mm is not None:
            words.append(off.format(mm=self.eye.drift.off_mm))
        return "   ".join(words)


def figures(told: list[Watched]) -> dict[str, float | int | None]:
    """What was watched, in figures."""
    return {
        "frames": len(told),
        "seconds": told[-1].at - told[0].at if told else None,
        "full_reads": sum(one.full for one in told),
        "paused_frames": sum(one.paused for one in told),
        "flights": sum(one.flown for one in told),
        "cpu_ms_median": float(np.median([one.cpu_ms for one in told])) if told else None,
    }
