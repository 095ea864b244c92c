"""A session in a thread of its own is stepped, published, and joined."""

from itertools import count
from time import monotonic

import pytest

from app.match.live import LiveDesk, SessionThread
from tests.match.rig import FRAME_S, Rig
from tests.match.test_session import Dice


def test_a_session_runs_by_a_clock_and_is_joined() -> None:
    rig = Rig()
    desk = LiveDesk(rig.session, chance=Dice())
    ticks = count(1)
    thread = SessionThread(rig.session, lambda: next(ticks) * FRAME_S, desk.publish)
    thread.start()
    desk.roll()
    give_up = monotonic() + 10
    while desk.view().standing.dice[0].face is None and monotonic() < give_up:
        pass
    thread.close()
    assert desk.view().standing.dice[0].face in range(2, 13)
    assert not thread.alive


def test_what_goes_wrong_in_the_thread_is_raised_when_it_is_closed() -> None:
    rig = Rig()

    def broken() -> float:
        raise RuntimeError("no clock")

    thread = SessionThread(rig.session, broken, lambda: None)
    thread.start()
    with pytest.raises(RuntimeError, match="no clock"):
        thread.close()
