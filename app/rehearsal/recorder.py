"""The video of a rehearsal: what the camera saw, what the eye read in it, and the last ruling."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from app.match.table_view import TableView
from app.rulebook.words import Phrase
from vision.frames import Frame, Image

SAMPLE_S, FPS = 0.1, 20.0
"""One picture a tenth of a second, played twice as fast as it happened."""
BAR_PX = 46
INK, DIM, PAPER = (236, 240, 240), (160, 170, 170), (34, 30, 28)
Drawing = Callable[[Image], Image]


class Recorder:
    """Writes `path` (mp4v); frames between two samples are dropped. `say` puts phrases in words."""

    def __init__(self, path: Path, size: tuple[int, int], say: Callable[[Phrase], str]) -> None:
        self._say = say
        code = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(path), code, FPS, (size[0], size[1] + BAR_PX))
        self._next_at = 0.0

    def see(self, frame: Frame, view: TableView, draw: Drawing) -> None:
        """Keep a frame when one is due; `draw` lays what the eye found over a copy."""
        if frame.at < self._next_at:
            return
        picture = np.vstack([draw(frame.image), self._bar(frame, view)])
        while self._next_at <= frame.at:
            self._writer.write(picture)
            self._next_at += SAMPLE_S

    def close(self) -> None:
        self._writer.release()

    def _bar(self, frame: Frame, view: TableView) -> Image:
        bar = np.full((BAR_PX, frame.image.shape[1], 3), PAPER, np.uint8)
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
    cv2.putText(bar, plain, (12, y), cv2.FONT_HERSHEY_SIMPLEX, 0.48, colour, 1, cv2.LINE_AA)
