"""A match that is resumed and its box."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from app.games.taru.game import Taru
from app.match.log import FileLog
from app.match.match import Match, Setup
from app.match.perception.press import Heard
from app.rehearsal.senses import LinkedBox
from app.rulebook.facts import DiceRolled
from app.wiring.boards import boards
from app.wiring.live import heard_so_far, open_box
from firmware_bridge.delivery import Cursor
from firmware_bridge.errors import LinkProblem
from firmware_bridge.messages import DieEvent
from firmware_bridge.simulator import SimulatedBox


def test_a_resumed_match_knows_how_far_it_came_with_its_box(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert heard_so_far(path) is None
    match = Match.start(Taru(), Setup(board=boards()["std"]), FileLog(path))
    assert heard_so_far(path) is None
    match.take(DiceRolled(faces=(3, 4)), cursor=(7, 1, 41, 0))
    match.take(DiceRolled(faces=(3, 4)), cursor=(7, 1, 42, 2))
    match.answer("match.ask.played", "0")
    match.close()
    assert heard_so_far(path) == Cursor(uid=7, epoch=1, id=42, lost=2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_box_on_a_port_is_heard_by_its_reader_and_gives_its_words_to_the_match() -> None:
    master, slave = os.openpty()
    os.set_blocking(master, False)
    box, over = SimulatedBox(3), Event()

    def serve() -> None:
        pressed = False
        while not over.wait(0.003):
            now = time.monotonic()
            with suppress(BlockingIOError):
                box.receive(now, os.read(master, 4096))
            os.write(master, box.send(now))
            if linked and linked[0].alive and not pressed:
                pressed = box.press_dice(now) is not None

    linked: list[LinkedBox] = []
    far_end = Thread(target=serve)
    far_end.start()
    try:
        reader = open_box(os.ttyname(slave), None)
        linked.append(LinkedBox(reader))
        heard: list[Heard] = []
        end = time.monotonic() + 20
        while len(heard) < 2 and time.monotonic() < end:
            heard += linked[0].poll(time.monotonic())
            time.sleep(0.01)
        reader.close()
    finally:
        over.set()
        far_end.join()
        os.close(master)
        os.close(slave)
    assert [type(one.event) for one in heard] == [DieEvent, DieEvent]
    assert all(one.record is not None and one.at is not None for one in heard)
    assert linked[0].trouble(0.0) is not None  # closed: it listens no more


def test_a_box_that_is_not_there_is_said_before_the_match_begins() -> None:
    with pytest.raises(LinkProblem) as caught:
        open_box("/dev/ttyTARU9", None)
    assert caught.value.reason == "absent"
