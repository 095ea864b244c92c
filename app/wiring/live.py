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
from app.rehearsal.senses import EyeSight, LinkedBox, passing
from app.rulebook.words import Problem
from app.ui.projection import LivePicture
from app.wiring.camera import Camera
from app.wiring.language import SPEAKING, Voice
from app.wiring.viewpoint import viewpoint
from calibration.problem import EyeProblem
from firmware_bridge.delivery import Cursor
from firmware_bridge.find import candidate_ports
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.port import Port, open_port
from firmware_bridge.reader import BoxReader
from firmware_bridge.seek import seek
from vision.eye import Eye
from vision.sources import open_frames

Eyes = tuple[str, str, Path | None, str]
"""Camera URL, board, calibration file, corners."""


def follow(
    voice: Voice, path: Path, begin: Callable[[], Match[Any]], *, eyes: Eyes, box: str
) -> None:
    """Play the match of a file to the closing of the window. Everything that may be wrong with
    camera, board or box is said before the match begins.
    """
    from app.ui.app import run_window

    camera, sight = _open_eye(eyes)
    reader = open_box(box, heard_so_far(path)) if box else None
    linked = None if reader is None else LinkedBox(reader)
    match = begin()
    sources = Sources(
        sight=sight,
        frames=camera,
        box=linked,
        passing=passing,
        eye_trouble=lambda: None if camera is None else camera.trouble,
    )
    session = Session(match, sources)
    desk = LiveDesk(session, SystemRandom(), share=instant)
    referee = SessionThread(session, time.monotonic, desk.publish)

    def picture() -> LivePicture | None:
        if camera is None or sight is None or camera.newest is None:
            return None
        return LivePicture(bgr=camera.newest.image, to_image=sight.eye.table.to_image)

    def close() -> None:
        referee.close()
        if reader is not None:
            reader.close()
        match.close()
        if camera is not None:
            camera.close()

    referee.start()
    run_window(
        desk,
        lang=voice.lang,
        picture=picture if camera is not None else None,
        on_close=close,
        words=SPEAKING,
    )


def _open_eye(eyes: Eyes) -> tuple[Camera | None, EyeSight | None]:
    url, board, calibration, corners = eyes
    if not url:
        return None, None
    view = viewpoint(board, None, calibration, corners)
    if view is None:
        raise Problem("cli.play.camera_needs")
    camera = Camera(open_frames(url, {}))
    if camera.newest is None:
        camera.close()
        raise EyeProblem("source.empty", path=url)
    table = view.table_for(camera.newest.image)
    return camera, EyeSight(Eye(view.surface, table, view.palette), view.surface)


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
