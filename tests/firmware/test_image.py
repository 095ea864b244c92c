"""The image that is shipped is the image of these sources, and fits."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from firmware_bridge.emulator import simavr
from firmware_bridge.emulator.board import CONTACTS, FAST
from firmware_bridge.image import facts, image, read_hex
from tests.firmware_bridge.backends import SOURCES

PINS = tomllib.loads((SOURCES.parent / "pins.toml").read_text("utf-8"))


def test_the_shipped_image_is_what_the_sources_build(tmp_path: Path) -> None:
    compiler = shutil.which("avr-gcc")
    if compiler is None or shutil.which("make") is None:
        pytest.skip("no AVR compiler: apt install gcc-avr avr-libc make")
    version = subprocess.check_output([compiler, "-dumpversion"], text=True).strip()  # noqa: S603
    if version != facts()["compiler"]:
        pytest.skip(f"avr-gcc {version} makes another image than {facts()['compiler']}")
    command = ["make", "-s", "-C", str(SOURCES), f"BUILD={tmp_path}"]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own makefile
    assert (tmp_path / "taru.hex").read_bytes() == (SOURCES / "taru.hex").read_bytes()
    command = [sys.executable, str(SOURCES / "image_facts.py"), str(tmp_path / "taru.elf")]
    said = subprocess.check_output(command, text=True)  # noqa: S603 - our own script
    assert said == (SOURCES / "taru.toml").read_text("utf-8")


def test_the_image_fits_even_beside_an_old_bootloader() -> None:
    board = PINS["board"]
    assert len(image()) == facts()["flash"]
    assert int(facts()["flash"]) <= board["flash_old"]
    assert int(facts()["ram"]) + board["stack_low_water"] <= board["ram"]


def test_a_damaged_hex_text_is_refused() -> None:
    text = (SOURCES / "taru.hex").read_text("ascii")
    assert read_hex(text) == image()
    with pytest.raises(ValueError, match="end"):
        read_hex(text[: text.rindex(":")])
    with pytest.raises(ValueError, match=":"):
        read_hex(text.replace("0", "1", 1))


def test_the_firmware_the_emulator_and_the_table_of_pins_agree() -> None:
    ports = {pin["id"]: pin["port"] for pin in PINS["pins"]}
    source = (SOURCES / "src" / "avr_pins.c").read_text("utf-8")
    named = dict(re.findall(r"#define (\w+) (P[BCD]\d)", source))
    for name in (
        "FLASH",
        "LATCH",
        "RED",
        "CARRIER",
        "GREEN",
        "DISPLAY_CLK",
        "DISPLAY_DIO",
        "BUZZER",
    ):
        assert ports[name.lower()] == named[name]
    for line, (port, pin) in simavr.PINS.items():
        assert ports[line] == f"P{port}{pin}"
    assert [ports[line] for line in FAST[:4]] == ["PC0", "PC1", "PC2", "PC3"]
    keys, pockets = (r["bits"] for r in PINS["registers"] if r["chip"] == "74HC165")
    assert (*keys, *pockets[:4]) == CONTACTS


def test_every_pin_has_one_use() -> None:
    names = [pin["pin"] for pin in PINS["pins"]]
    assert names == [f"D{i}" for i in range(14)] + [f"A{i}" for i in range(6)]
    assert len({pin["port"] for pin in PINS["pins"]}) == len(names)
    assert len({pin["id"] for pin in PINS["pins"]}) == len(names)
