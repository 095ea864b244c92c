"""The video of a rehearsal: what the camera saw, what the eye read in it, and the last ruling."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from app.match.table_view import TableView
from app.rulebook.words import Phrase
from calibration.surface import Surface
from calibration.table_map import TableMap
from vision.frames import Frame, Image
from vision.observation import Observation

SAMPLE_S, FPS = 0.1, 20.0
"""One picture a tenth of a second, played twice as fast as it happened."""
WIDTH_PX, BAR_PX = 640, 46
"""Small pictures: a camera's noise is what fills a video."""
INK, DIM, PAPER = (236, 240, 240), (160, 170, 170), (34, 30, 28)
TEAMS = ((90, 90, 255), (255, 170, 70))


class Recorder:
    """Writes `path` (mp4v); frames between two samples are dropped. `say` puts phrases in words."""

    def __init__(
        self,
        path: Path,
        view: Callable[[], TableMap],
        surface: Surface,
        say: Callable[[Phrase], str],
    ) -> None:
        self._say, self._view, self._surface = say, view, surface
        width, height = view().lens.size
        self._size = (WIDTH_PX, round(height * WIDTH_PX / width / 2) * 2)
        code = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(path), code, FPS, (WIDTH_PX, self._size[1] + BAR_PX))
        self._next_at = 0.0

    def see(self, frame: Frame, view: TableView, seen: Observation | None) -> None:
        """Keep a frame when one is due, with what the eye found in it."""
        if frame.at < self._next_at:
            return
        image = frame.image.copy()
        if seen is not None:
            self._mark(image, seen)
        image = np.asarray(cv2.resize(image, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        picture = np.vstack([image, self._bar(frame, view)])
        while self._next_at <= frame.at:
            self._writer.write(picture)
            self._next_at += SAMPLE_S

    def close(self) -> None:
        self._writer.release()

    def _mark(self, image: Image, seen: Observation) -> None:
        """Rings in the colour of a disc's team (white: not known), a cross on the ball."""
        height = self._surface.disc_height_mm
        for disc in seen.discs:
            colour = INK if disc.team is None else TEAMS[disc.team]
            place = [[disc.x_mm, disc.y_mm, height * (disc.level + 1)]]
            radius = round(disc.radius_px) + 2
            cv2.circle(image, self._pixel(place), radius, colour, 1, cv2.LINE_AA)
        if seen.ball is not None:
            place = [[seen.ball.x_mm, seen.ball.y_mm, seen.ball.z_mm]]
            cv2.drawMarker(image, self._pixel(place), INK, cv2.MARKER_TILTED_CROSS, 12, 1)

    def _pixel(self, place: list[list[float]]) -> tuple[int, int]:
        u, v = self._view().to_image(place)[0]
        return (round(float(u)), round(float(v)))

    def _bar(self, frame: Frame, view: TableView) -> Image:
        bar = np.full((BAR_PX, WIDTH_PX, 3), PAPER, np.uint8)
        last = view.decisions[-1] if view.decisions else None
        ruling = f"{last.rule}  {self._say(last.headline)}" if last else ""
        home, away = view.standing.score
        dice = " ".join(str(die.face) for die in view.standing.dice if die.face is not None)
        state = f"{frame.at:6.1f} s   {home}-{away}   {dice:>5}   {self._say(view.bar_text)}"
        _write(bar, ruling, 18, INK)
        _write(bar, state, 38, DIM)
        return bar


def _write(bar: Image, text: str, y: int, colour: tuple[int, int, int]) -> None:
    """OpenCV's letters have no accents."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    plain = plain.encode("ascii", "ignore").decode()
    cv2.putText(bar, plain, (12, y), cv2.FONT_HERSHEY_SIMPLEX, 0.42, colour, 1, cv2.LINE_AA)
