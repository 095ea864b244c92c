"""`flash`: what avrdude is asked for, and what people are told when it cannot be."""

import os
import stat
import sys
from pathlib import Path

import pytest

from app.wiring import flash
from app.wiring.cli import run
from firmware_bridge.find import FoundPort
from firmware_bridge.image import shipped

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="avrdude is a shell script here")


class FakeAvrdude:
    """A script named avrdude that writes down its arguments and succeeds at some speeds only."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self.script = folder / "avrdude"
        self.port = folder / "ttyUSB0"
        self.port.touch()
        self.takes("115200")

    def takes(self, *bauds: str, says: str = "stk500_recv(): programmer is not responding") -> None:
        cases = "".join(f"*'-b {baud} '*) exit 0;;\n" for baud in bauds)
        self.script.write_text(
            f'#!/bin/sh\necho "$*" >> {self.log}\ncase "$*" in\n{cases}esac\n'
            f'echo "avrdude: {says}" >&2\nexit 1\n',
            "utf-8",
        )
        self.script.chmod(self.script.stat().st_mode | stat.S_IXUSR)

    @property
    def calls(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []


@pytest.fixture
def avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeAvrdude:
    fake = FakeAvrdude(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(flash, "candidate_ports", lambda: [found(str(fake.port))])
    return fake


def found(url: str, *, likely: bool = True) -> FoundPort:
    return FoundPort(url=url, chip="CH340 (Nano)", likely=likely)


def test_the_shipped_image_is_written_to_the_one_port(avrdude: FakeAvrdude) -> None:
    assert run(["flash", "--lang", "en"]) == 0
    (call,) = avrdude.calls
    assert call.startswith(f"-p m328p -c arduino -P {avrdude.port} -b 115200 -D -U flash:w:")
    assert call.endswith(f"{shipped() / 'taru.hex'}:i")


def test_an_old_bootloader_is_found_by_trying(avrdude: FakeAvrdude) -> None:
    avrdude.takes("57600")
    assert run(["flash", "--port", str(avrdude.port)]) == 0
    assert [call.split(" -b ")[1].split()[0] for call in avrdude.calls] == ["115200", "57600"]


def test_a_named_bootloader_alone_is_tried(avrdude: FakeAvrdude) -> None:
    avrdude.takes("57600")
    assert run(["flash", "--bootloader", "old"]) == 0
    assert len(avrdude.calls) == 1
    assert run(["flash", "--bootloader", "new"]) == 2


def test_a_dry_run_only_says_it(avrdude: FakeAvrdude, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["flash", "--dry-run", "--port", "COM3"]) == 0
    said = capsys.readouterr().out.replace("\n", " ")
    assert "-P COM3" in said
    assert "115200" in said
    assert "57600" in said
    assert avrdude.calls == []


@pytest.mark.parametrize(("lang", "words"), [("en", "apt-get install"), ("fr", "avrdude manque")])
def test_without_avrdude_one_sentence_says_what_to_install(
    lang: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run(["flash", "--lang", lang]) == 2
    assert words in capsys.readouterr().err.replace("\n", " ")


def test_an_absent_port_is_said(avrdude: FakeAvrdude, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["flash", "--lang", "en", "--port", "/dev/ttyUSB77"]) == 2
    assert "Nothing is plugged in at /dev/ttyUSB77" in capsys.readouterr().err.replace("\n", " ")
    assert avrdude.calls == []


def test_a_forbidden_port_is_said(
    avrdude: FakeAvrdude, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda path, _mode: str(path) != str(avrdude.port))
    assert run(["flash", "--lang", "en"]) == 2
    assert "dialout" in capsys.readouterr().err
    assert avrdude.calls == []


def test_a_busy_port_is_said(avrdude: FakeAvrdude, capsys: pytest.CaptureFixture[str]) -> None:
    avrdude.takes(says="ser_open(): can't open device: Device or resource busy")
    assert run(["flash", "--lang", "en"]) == 2
    assert "Another program is using" in capsys.readouterr().err.replace("\n", " ")
    assert len(avrdude.calls) == 1


def test_a_board_that_does_not_answer_is_told_with_avrdudes_words(
    avrdude: FakeAvrdude, capsys: pytest.CaptureFixture[str]
) -> None:
    avrdude.takes()
    assert run(["flash", "--lang", "en"]) == 2
    said = capsys.readouterr().err.replace("\n", " ")
    assert "did not take the firmware" in said
    assert "not responding" in said


def test_the_port_is_never_guessed_among_several(
    avrdude: FakeAvrdude, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flash, "candidate_ports", lambda: [found("/dev/a"), found("/dev/b")])
    assert run(["flash", "--lang", "en"]) == 2
    assert "/dev/a, /dev/b" in capsys.readouterr().err
    ports = [found(str(avrdude.port)), found("/dev/c", likely=False)]
    monkeypatch.setattr(flash, "candidate_ports", lambda: ports)
    assert run(["flash"]) == 0
    monkeypatch.setattr(flash, "candidate_ports", list)
    assert run(["flash", "--lang", "en"]) == 2
    assert "No USB serial port" in capsys.readouterr().err
