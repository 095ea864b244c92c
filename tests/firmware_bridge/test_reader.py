"""The thread that reads a real box: what it hears, what it passes on, and that it ends."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.errors import LinkProblem
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import Button, End
from firmware_bridge.port import Port
from firmware_bridge.reader import BoxReader
from firmware_bridge.simulator import SimulatedBox, simulated_opener

SPEED = 8.0


def quick() -> float:
    """A clock that runs eight times as fast as ours."""
    return time.monotonic() * SPEED


class Table:
    """A simulated box read by a thread; hands act on the reader's own thread, as the box is not
    made for two.
    """

    def __init__(self, opener: Callable[[SimulatedBox], Callable[[str], Port]]) -> None:
        self.box = SimulatedBox(4)
        opened = opener(self.box)
        self.reader = BoxReader(BoxLine(Link(), lambda: opened("sim://"), quick))
        self.heard: list[BoxEvent | Alert] = []

    def until(self, reached: Callable[[], bool], seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not reached():
            assert time.monotonic() < end, "not reached in time"
            self.heard += self.reader.step()
            time.sleep(0.002)

    def act(self, hand: Callable[[], object]) -> None:
        self.reader._asked.append(lambda: (hand(), None)[1])


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table(lambda box: simulated_opener(box, quick))
    yield made
    made.reader.close()


def test_events_arrive_and_are_forgotten_once_acknowledged(table: Table) -> None:
    table.until(lambda: table.reader.alive)
    assert table.reader.trouble is None
    table.reader.light(End.AWAY)
    table.reader.buzz(2)
    table.act(lambda: table.box.press(quick(), Button.HOME_BIG))
    table.until(lambda: len(table.heard) == 2 and table.box.light is End.AWAY)
    last = table.heard[-1]
    assert isinstance(last, BoxEvent)
    table.reader.acknowledge(last.cursor)
    table.until(lambda: not table.box._device.queue and table.box.sounds == [2])


def test_a_cable_pulled_out_is_said_and_the_link_comes_back_by_itself(table: Table) -> None:
    table.until(lambda: table.reader.alive)
    table.act(lambda: table.box.unplug(quick(), quick() + 6.0))
    table.until(lambda: table.reader.trouble is not None)
    table.until(
        lambda: table.reader.trouble is not None and table.reader.trouble.reason == "absent"
    )
    table.until(lambda: table.reader.alive)
    table.act(lambda: table.box.press_dice(quick()))
    table.until(lambda: len(table.heard) >= 2)


def test_closing_acknowledges_what_was_made_safe_last_and_ends_the_thread(table: Table) -> None:
    table.until(lambda: table.reader.alive)
    table.act(lambda: table.box.press(quick(), Button.HOME_BIG))
    table.until(lambda: len(table.heard) == 2)
    last = table.heard[-1]
    assert isinstance(last, BoxEvent)
    table.reader.acknowledge(last.cursor)
    table.reader.close()
    assert "box" not in {thread.name for thread in threading.enumerate()}
    table.box.send(quick())
    assert not table.box._device.queue


def test_a_failure_of_the_program_is_not_swallowed() -> None:
    def broken(_box: SimulatedBox) -> Callable[[str], Port]:
        def opener(_url: str) -> Port:
            raise ZeroDivisionError

        return opener

    table = Table(broken)
    with pytest.raises(ZeroDivisionError):
        table.until(lambda: False)
    table.reader.close()


def test_a_port_that_cannot_be_opened_is_a_sentence() -> None:
    def forbidden(_box: SimulatedBox) -> Callable[[str], Port]:
        def opener(url: str) -> Port:
            raise LinkProblem("permission", url=url)

        return opener

    table = Table(forbidden)
    table.until(lambda: getattr(table.reader.trouble, "reason", "") == "permission")
    wrong = table.reader.trouble
    assert wrong is not None
    assert "dialout" in wrong.sentence("fr")
    assert not table.reader.alive
    table.reader.close()
