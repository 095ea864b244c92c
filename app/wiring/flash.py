"""`flash`: the shipped firmware into the board, by avrdude."""

import os
import shutil
import subprocess
import sys
from enum import StrEnum
from pathlib import Path

import typer

from app.rulebook.words import Problem
from app.wiring.language import Voice
from firmware_bridge.errors import LinkProblem
from firmware_bridge.find import candidate_ports
from firmware_bridge.image import facts, shipped

LONGEST_S = 120


class Bootloader(StrEnum):
    """How the board's bootloader speaks: Nanos before 2018, and many copies, have the old one."""

    AUTO = "auto"
    NEW = "new"
    OLD = "old"


BAUDS = {
    Bootloader.AUTO: (115_200, 57_600),
    Bootloader.NEW: (115_200,),
    Bootloader.OLD: (57_600,),
}


def attach(cli: typer.Typer, voice: Voice) -> None:
    @cli.command(help=voice.text("cli.flash.help"))
    def flash(
        port: str = typer.Option("", "--port", help=voice.text("cli.flash.port")),
        bootloader: Bootloader = typer.Option(
            Bootloader.AUTO, "--bootloader", help=voice.text("cli.flash.bootloader")
        ),
        dry_run: bool = typer.Option(False, "--dry-run", help=voice.text("cli.flash.dry_run")),
    ) -> None:
        tool = shutil.which("avrdude")
        if tool is None:
            raise Problem("cli.flash.no_tool")
        chosen = port or the_port()
        commands = [command(tool, chosen, baud) for baud in BAUDS[bootloader]]
        if dry_run:
            for words in commands:
                voice.print(" ".join(words))
            return
        check_reachable(chosen)
        voice.say("cli.flash.begins", port=chosen, bytes=facts()["flash"])
        write(commands, chosen)
        voice.say("cli.flash.done", port=chosen)


def command(tool: str, port: str, baud: int) -> list[str]:
    """What avrdude is called with; `-D`, as a bootloader cannot erase the whole chip."""
    image = shipped() / "taru.hex"
    return [
        tool, "-p", "m328p", "-c", "arduino", "-P", port, "-b", str(baud),
        "-D", "-U", f"flash:w:{image}:i",
    ]  # fmt: skip


def the_port() -> str:
    """The one port that can be meant. Raises LinkProblem "none", or Problem when there are more."""
    ports = candidate_ports()
    likely = [port.url for port in ports if port.likely]
    found = likely or [port.url for port in ports]
    if not found:
        raise LinkProblem("none")
    if len(found) > 1:
        raise Problem("cli.flash.which", ports=", ".join(found))
    return found[0]


def check_reachable(port: str) -> None:
    """Raises LinkProblem, absent or permission, before avrdude says it in its own words."""
    if sys.platform == "win32":
        return
    if not Path(port).exists():
        raise LinkProblem("absent", url=port)
    if not os.access(port, os.R_OK | os.W_OK):
        raise LinkProblem("permission", url=port)


def write(commands: list[list[str]], port: str) -> None:
    """Try one bootloader after the other. Raises LinkProblem busy, or Problem with avrdude's last
    words.
    """
    said = ""
    for words in commands:
        try:
            done = subprocess.run(  # noqa: S603 - avrdude as found, with our own arguments
                words, capture_output=True, text=True, timeout=LONGEST_S, check=False
            )
        except subprocess.TimeoutExpired:
            raise Problem("cli.flash.slow", port=port, seconds=LONGEST_S) from None
        if done.returncode == 0:
            return
        said = done.stderr
        if "busy" in said.lower():
            raise LinkProblem("busy", url=port)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    raise Problem("cli.flash.failed", port=port, said=lines[0] if lines else "-")
