"""Which of several ports is the box's, wherever it is plugged in; strangers hear nothing."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_bridge.errors import LinkProblem, ProblemReason
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.port import Port, open_port
from firmware_bridge.reader import BoxReader
from firmware_bridge.seek import seek
from firmware_bridge.simulator import SimulatedBox, simulated_opener

NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"


class Stranger:
    """Some other device that talks, or does not; it must never hear a byte."""

    def __init__(self, words: bytes = b"") -> None:
        self._words, self.closed = words, False

    def at(self, _url: str) -> Port:
        return self

    def read(self) -> bytes:
        return self._words

    def write(self, data: bytes) -> None:
        raise AssertionError(data)

    def close(self) -> None:
        self.closed = True


class Desk:
    """A computer with ports, in virtual time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.ports: dict[str, Callable[[str], Port]] = {}

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def open(self, url: str) -> Port:
        return self.ports[url](url)

    def seek(self) -> Port:
        return seek(sorted(self.ports), self.open, lambda: self.now, self.wait)

    def refuse(self, reason: ProblemReason) -> Callable[[str], Port]:
        def opener(url: str) -> Port:
            raise LinkProblem(reason, url=url)

        return opener


def test_the_box_is_found_among_strangers_and_found_again_under_another_name() -> None:
    desk, box = Desk(), SimulatedBox(3)
    strangers = [Stranger(NMEA), Stranger()]
    desk.ports = {"a": lambda _: strangers[0], "z": lambda _: strangers[1]}
    desk.ports["m"] = simulated_opener(box, lambda: desk.now)
    line = BoxLine(Link(), desk.seek, lambda: desk.now)

    def until_up() -> float:
        start = desk.now
        while not line.alive:
            line.step()
            desk.now += 0.01
            assert desk.now < start + 10
        return desk.now - start

    until_up()
    assert all(stranger.closed for stranger in strangers)
    box.unplug(desk.now, desk.now + 1.0)
    del desk.ports["m"]
    while box.in_place or line.alive:
        desk.now += 0.01
        line.step()
        box.awake(desk.now)
    desk.now += 1.0
    box.awake(desk.now)
    desk.ports["b"] = simulated_opener(box, lambda: desk.now)
    assert until_up() <= 6.0  # it may just have begun to listen to the strangers once more
    assert box.press_dice(desk.now)


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        ([], "none"),
        (["busy"], "busy"),
        (["busy", "permission"], "permission"),
        (["absent", "silent"], "silent"),
        (["silent", "wrong"], "wrong-device"),
        (["busy", "wrong"], "busy"),
    ],
)
def test_of_several_problems_the_one_that_can_be_mended_is_told(
    reasons: list[str], told: str
) -> None:
    desk = Desk()
    for number, reason in enumerate(reasons):
        talking = Stranger(NMEA if reason == "wrong" else b"")
        heard = reason in {"silent", "wrong"}
        name: ProblemReason = "permission" if reason == "permission" else "busy"
        refusal = desk.refuse("absent" if reason == "absent" else name)
        desk.ports[f"p{number}"] = talking.at if heard else refusal
    with pytest.raises(LinkProblem) as caught:
        desk.seek()
    assert caught.value.reason == told
    for lang in ("fr", "en"):
        assert caught.value.sentence(lang)


def test_a_port_that_breaks_while_it_is_listened_to_is_put_away() -> None:
    class Broken(Stranger):
        def read(self) -> bytes:
            raise LinkProblem("io", url="x")

    desk, broken = Desk(), Broken()
    desk.ports["x"] = lambda _url: broken
    with pytest.raises(LinkProblem) as caught:
        desk.seek()
    assert caught.value.reason == "io"
    assert broken.closed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_port_that_appears_later_is_used_without_a_question(tmp_path: Path) -> None:
    path = tmp_path / "ttyBOX"
    master, slave = os.openpty()
    os.set_blocking(master, False)
    box = SimulatedBox(3)
    reader = BoxReader(BoxLine(Link(), lambda: open_port(str(path), {}), time.monotonic))
    try:
        _wait(lambda: getattr(reader.trouble, "reason", "") == "absent")
        path.symlink_to(os.ttyname(slave))

        def served() -> bool:
            now = time.monotonic()
            with suppress(BlockingIOError):
                box.receive(now, os.read(master, 4096))
            os.write(master, box.send(now))
            return reader.alive

        _wait(served)
        assert reader.trouble is None
    finally:
        reader.close()
        os.close(master)
        os.close(slave)


def _wait(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not reached():
        assert time.monotonic() < end, "not reached in time"
        time.sleep(0.005)


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can become somebody else"
)
def test_somebody_without_the_right_is_told_which_group_to_join() -> None:
    master, slave = os.openpty()
    url = os.ttyname(slave)
    Path(url).chmod(0o600)
    program = (
        "import os, sys\n"
        "from firmware_bridge.errors import LinkProblem, catalogue\n"
        "from firmware_bridge.port import open_port\n"
        "catalogue('en')\n"
        "os.setgid(65534); os.setuid(65534)\n"
        "try:\n    open_port(sys.argv[1], {})\n"
        "except LinkProblem as problem:\n    print(problem.reason, problem)\n"
    )
    try:
        told = subprocess.run(  # noqa: S603 - the lines above
            [sys.executable, "-c", program, url],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        ).stdout
    finally:
        os.close(master)
        os.close(slave)
    assert told.startswith("permission")
    assert "dialout" in told
