"""Real serial ports, by pseudo-terminals: what goes through, and one sentence when nothing does."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.errors import LinkProblem
from firmware_bridge.find import candidate_ports
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import Button, ButtonEvent, End
from firmware_bridge.port import Port, open_port
from firmware_bridge.seek import seek
from firmware_bridge.simulator import SimulatedBox, simulated_opener
from firmware_bridge.states import LinkState

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"


class Terminal:
    """The far end of a pseudo-terminal."""

    def __init__(self) -> None:
        self.master, self._slave = os.openpty()
        self.url = os.ttyname(self._slave)
        os.set_blocking(self.master, False)

    def heard(self) -> bytes:
        try:
            return os.read(self.master, 4096)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        for end in (self.master, self._slave):
            try:
                os.close(end)
            except OSError:
                continue


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


class Chatter(threading.Thread):
    """Says `words` at once and then five times a second, until stopped."""

    def __init__(self, terminal: Terminal, words: bytes) -> None:
        super().__init__()
        self._terminal, self._words = terminal, words
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            os.write(self._terminal.master, self._words)
            self.over.wait(0.2)


def test_events_and_lights_through_a_terminal(terminal: Terminal) -> None:
    box = SimulatedBox(3)
    line = BoxLine(Link(), lambda: open_port(terminal.url, {}), time.monotonic)
    found: list[BoxEvent | Alert] = []
    pressed = False
    end = time.monotonic() + 15
    line.link.light(End.HOME)
    while time.monotonic() < end and not (len(found) == 2 and box.light is End.HOME):
        now = time.monotonic()
        facts = line.step()
        found += facts
        for fact in facts:
            assert fact.cursor is not None
            line.link.acknowledge(fact.cursor)
        box.receive(now, terminal.heard())
        os.write(terminal.master, box.send(now))
        if line.link.state is LinkState.UP and not pressed:
            pressed = box.press(now, Button.HOME_BIG)
        time.sleep(0.005)
    line.close()
    events = [getattr(fact, "event", None) for fact in found]
    assert [type(event) for event in events] == [ButtonEvent, ButtonEvent]
    assert box.light is End.HOME


def test_another_device_is_named_and_not_written_to(terminal: Terminal) -> None:
    chatter = Chatter(terminal, NMEA)

    def opener(url: str) -> Port:
        port = open_port(url, {})
        if not chatter.is_alive():
            chatter.start()  # not before: until a program opens it, a terminal itself echoes
        return port

    try:
        with pytest.raises(LinkProblem) as caught:
            seek([terminal.url], opener, time.monotonic, time.sleep)
        port = open_port(terminal.url, {})
        link = Link()
        alerts = []
        start = time.monotonic()
        while time.monotonic() < start + 3.0:
            alerts += link.receive(time.monotonic(), port.read())
            port.write(link.to_send(time.monotonic()))
            time.sleep(0.02)
    finally:
        chatter.over.set()
        chatter.join()
        port.close()
    assert caught.value.reason == "wrong-device"
    assert "Choisissez le port du boîtier" in caught.value.sentence("fr")
    assert [getattr(alert, "reason", None) for alert in alerts] == ["wrong-device"]
    assert terminal.heard() == b""


def test_a_silent_port_and_the_box_itself() -> None:
    now = [0.0]

    def wait(seconds: float) -> None:
        now[0] += seconds

    class Silence:
        def read(self) -> bytes:
            return b""

        def write(self, data: bytes) -> None:
            raise AssertionError(data)

        def close(self) -> None:
            pass

    with pytest.raises(LinkProblem, match="Nothing speaks"):
        seek(["a"], lambda _url: Silence(), lambda: now[0], wait)
    opener = simulated_opener(SimulatedBox(1), lambda: now[0])

    def either(url: str) -> Port:
        return Silence() if url == "a" else opener(url)

    port = seek(["a", "sim://"], either, lambda: now[0], wait)
    assert now[0] < 4.0
    assert port.read().startswith(b"$")  # what was heard while listening is not lost


@pytest.mark.parametrize(
    ("url", "reason", "words"),
    [
        ("/dev/ttyTARU9", "absent", "Branchez le boîtier"),
        ("nope://x", "url", "n’est pas une adresse"),
        ("/dev/null", "url", "n’est pas une adresse"),
    ],
)
def test_one_sentence_for_a_port_that_is_not_there(url: str, reason: str, words: str) -> None:
    with pytest.raises(LinkProblem) as caught:
        open_port(url, {})
    assert caught.value.reason == reason
    assert words in caught.value.sentence("fr")
    assert url in str(caught.value)


def test_a_port_is_opened_for_ourselves_alone(terminal: Terminal) -> None:
    port = open_port(terminal.url, {})
    with pytest.raises(LinkProblem) as caught:
        open_port(terminal.url, {})
    port.close()
    assert caught.value.reason == "busy"


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (serial.SerialException(13, "Permission denied"), "permission"),
        (serial.SerialException("could not open port 'COM3': PermissionError(13)"), "busy"),
        (serial.SerialException("could not open port 'COM3': FileNotFoundError(2)"), "absent"),
        (serial.SerialException(5, "Input/output error"), "io"),
    ],
)
def test_what_pyserial_says_becomes_a_reason(
    monkeypatch: pytest.MonkeyPatch, terminal: Terminal, problem: Exception, reason: str
) -> None:
    def refuse(_self: object) -> None:
        raise problem

    monkeypatch.setattr(serial.Serial, "open", refuse)
    with pytest.raises(LinkProblem) as caught:
        open_port(terminal.url, {})
    assert caught.value.reason == reason


def test_a_cable_pulled_out_is_a_sentence_and_the_line_waits(terminal: Terminal) -> None:
    clock = [0.0]
    line = BoxLine(Link(), lambda: open_port(terminal.url, {}), lambda: clock[0])

    def reason(now: float) -> str | None:
        clock[0] = now
        line.step()
        return None if line.problem is None else line.problem.reason

    assert reason(0.0) is None
    terminal.close()
    assert reason(0.1) == "io"
    assert reason(5.0) in {"absent", "io"}
    assert line.link.state is LinkState.CLOSED


def test_dtr_stays_up_when_the_port_is_closed(terminal: Terminal) -> None:
    import termios  # noqa: PLC0415 - not on Windows

    watcher = os.open(terminal.url, os.O_RDWR | os.O_NOCTTY)
    settings = termios.tcgetattr(watcher)
    settings[2] |= termios.HUPCL
    termios.tcsetattr(watcher, termios.TCSANOW, settings)
    port = open_port(terminal.url, {})
    settings = termios.tcgetattr(watcher)
    os.close(watcher)
    port.close()
    assert not settings[2] & termios.HUPCL


def test_candidates_are_usb_ports_likely_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Listed:
        def __init__(self, device: str, vid: int | None, pid: int | None) -> None:
            self.device, self.vid, self.pid, self.description = device, vid, pid, "a thing"

    listed = [
        Listed("/dev/a", 1, 2),
        Listed("/dev/b", None, None),
        Listed("/dev/c", 0x1A86, 0x7523),
    ]
    monkeypatch.setattr("firmware_bridge.find.list_ports.comports", lambda: listed)
    assert [(port.url, port.likely) for port in candidate_ports()] == [
        ("/dev/c", True),
        ("/dev/a", False),
    ]


def test_serial_stays_in_port_and_find() -> None:
    package = Path(__file__).parents[2] / "firmware_bridge"
    users = {
        file.name
        for file in package.rglob("*.py")
        if "import serial" in file.read_text() or "from serial" in file.read_text()
    }
    assert users == {"port.py", "find.py"}
