"""A match followed on a real table: frames from a camera, bytes from a box, one referee thread."""

import time
from collections.abc import Callable
from pathlib import Path
from secrets import SystemRandom
from typing import Any

from app.match.dice import instant
from app.match.live import LiveDesk, SessionThread
from app.match.log import read_log
from app.match.match import Match
from app.match.replay import last_cursor
from app.match.session import Session
from app.match.sources import Sources
from app.match.table_view import Desk
from app.rehearsal.senses import LinkedBox, passing
from app.rulebook.words import Problem
from app.wiring.language import SPEAKING, Voice
from app.wiring.live_eye import Eyes, LiveEye
from firmware_bridge.delivery import Cursor
from firmware_bridge.find import candidate_ports
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.port import Port, open_port
from firmware_bridge.reader import BoxReader
from firmware_bridge.seek import seek


def follow(
    voice: Voice, path: Path, begin: Callable[[], Match[Any]], *, eyes: Eyes, box: str
) -> None:
    """Play the match of a file to the closing of the window. Everything that may be wrong with
    camera, board, box or window is said before the match begins; a camera that nobody has
    calibrated is set up first, in the window.
    """
    from app.ui.app import SettingUp, need_window, run_window

    eye = LiveEye(eyes) if eyes[0] else None
    for said in () if eye is None else eye.remarks:
        voice.complain(said.sentence(voice.lang))
    reader = open_box(box, heard_so_far(path)) if box else None
    table = LiveTable(begin, eye, reader)
    try:
        need_window()
    except Problem:
        table.close()
        raise
    first: SettingUp | Desk
    if eye is None or eye.table is not None:
        first = table.sit()
    else:
        first = SettingUp(aiming=eye.aimed, then=table.sit)
    run_window(
        first,
        lang=voice.lang,
        picture=eye.picture if eye is not None else None,
        on_close=table.close,
        words=SPEAKING,
    )


class LiveTable:
    """A match with its senses and the thread that referees it, from sitting down to the end."""

    def __init__(
        self, begin: Callable[[], Match[Any]], eye: LiveEye | None, reader: BoxReader | None
    ) -> None:
        self._begin, self._eye, self._reader = begin, eye, reader
        self._match: Match[Any] | None = None
        self._referee: SessionThread | None = None

    def sit(self) -> Desk:
        """Begin, or resume, and let the referee watch."""
        eye = self._eye
        match = self._match = self._begin()
        sources = Sources(
            sight=None if eye is None else eye.sight(),
            frames=None if eye is None else eye.camera,
            box=None if self._reader is None else LinkedBox(self._reader),
            passing=passing,
            eye_trouble=lambda: None if eye is None else eye.camera.trouble,
        )
        session = Session(match, sources)
        desk = LiveDesk(session, SystemRandom(), share=instant)
        self._referee = SessionThread(session, time.monotonic, desk.publish)
        self._referee.start()
        return desk

    def close(self) -> None:
        if self._referee is not None:
            self._referee.close()
        if self._reader is not None:
            self._reader.close()
        if self._match is not None:
            self._match.close()
        if self._eye is not None:
            self._eye.close()


def open_box(url: str, heard: Cursor | None) -> BoxReader:
    """The box's reader. That the box is there is said before the match begins; from then on it may
    come and go.
    """
    opener = box_opener(url)
    opener().close()
    return BoxReader(BoxLine(Link(resume=heard), opener, time.monotonic))


def box_opener(url: str) -> Callable[[], Port]:
    """How to open the port of a box, now and whenever it has come back; "auto" looks for it on
    every USB port.
    """

    def opener() -> Port:
        urls = [port.url for port in candidate_ports()] if url == "auto" else [url]
        return seek(urls, lambda url: open_port(url, {}), time.monotonic, time.sleep)

    return opener


def heard_so_far(path: Path) -> Cursor | None:
    """How far a match that is resumed has come with its box, whose last acknowledgement may never
    have arrived: what it tells again is then not taken again.
    """
    found = last_cursor(read_log(path)) if path.exists() else None
    if found is None:
        return None
    uid, epoch, number, lost = found
    return Cursor(uid=uid, epoch=epoch, id=number, lost=lost)
