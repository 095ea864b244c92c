"""The link alone, from the command line: `monitor` shows what a box says, `soak` tries the link."""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from firmware_bridge.delivery import Alert, BoxEvent
from firmware_bridge.emulator import emulated_box
from firmware_bridge.errors import LinkProblem
from firmware_bridge.line import BoxLine
from firmware_bridge.link import Link
from firmware_bridge.messages import Heartbeat, Malformed, Message
from firmware_bridge.port import Port, open_port
from firmware_bridge.protocol import Decoder
from firmware_bridge.seek import seek
from firmware_bridge.simulator import FAULTS, SimulatedBox, simulated_opener
from firmware_bridge.simulator.soak import act, soak

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help=__doc__, pretty_exceptions_enable=False
)
console = Console(highlight=False)
STEP_S = 0.02
HAND_S = 1.5
IDENTITIES = ("uid", "epoch", "boot", "session")


class Lang(StrEnum):
    """Language of the sentences."""

    FR = "fr"
    EN = "en"


class Device(StrEnum):
    """What the link is tried against."""

    SIM = "sim"
    FIRMWARE = "firmware"


LangOption = Annotated[
    Lang | None, typer.Option(help="Language (default: the system's, French if unknown).")
]


def _lang(chosen: Lang | None) -> Lang:
    if chosen is not None:
        return chosen
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next((name for name in names if name), "")
    return Lang.EN if system.lower().startswith("en") else Lang.FR


def _refuse(french: str, english: str, lang: Lang) -> typer.Exit:
    sentence = french if lang is Lang.FR else english
    Console(stderr=True).print(sentence, style="red", markup=False, soft_wrap=True)
    return typer.Exit(2)


class Tap:
    """A port whose incoming messages are also shown to `show`."""

    def __init__(self, port: Port, show: Callable[[Message], None]) -> None:
        self._port = port
        self._show = show
        self._decoder = Decoder()

    def read(self) -> bytes:
        data = self._port.read()
        for message in self._decoder.feed(data):
            self._show(message)
        return data

    def write(self, data: bytes) -> None:
        self._port.write(data)

    def close(self) -> None:
        self._port.close()


def describe(message: Message) -> Text:
    """One line: the kind of the message, then its fields."""
    shown = []
    for item in fields(message):
        value = getattr(message, item.name)
        if isinstance(value, bytes):
            value = value.hex()
        elif item.name in IDENTITIES and value is not None:
            value = f"{value:X}"
        shown.append(f"{item.name}={value}")
    colour = {Malformed: "red", Heartbeat: "dim"}.get(type(message), "cyan")
    return Text.assemble((f"{type(message).__name__:<14}", colour), " ".join(shown))


@app.command()
def monitor(
    url: Annotated[str, typer.Argument(help="/dev/ttyUSB0, COM3, or sim:// for a pretend box.")],
    *,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    take: Annotated[
        bool, typer.Option("--take", help="Let the box forget the events shown here.")
    ] = False,
    lang: LangOption = None,
) -> None:
    """Show every message of a box as it comes.

    Example: python -m firmware_bridge monitor sim:// --seconds 10
    """
    chosen = _lang(lang)
    box = SimulatedBox(int(time.monotonic()))
    pretend = url.startswith("sim://")
    openers = {"sim": simulated_opener(box, time.monotonic)}
    hand = (lambda now: act(_hands, box, now)) if pretend else (lambda _now: None)
    try:
        seek([url], lambda url: open_port(url, openers), time.monotonic, time.sleep).close()
        line = BoxLine(Link(), lambda: Tap(open_port(url, openers), _show), time.monotonic)
        _watch(line, chosen, seconds, hand, take=take or pretend)
    except LinkProblem as problem:
        sentence = problem.sentence(chosen.value)
        raise _refuse(sentence, sentence, chosen) from None
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


_hands = random.Random()  # noqa: S311 - a pretend player


def _show(message: Message) -> None:
    console.print(describe(message), soft_wrap=True)


def _watch(
    line: BoxLine, lang: Lang, seconds: float | None, hand: Callable[[float], None], *, take: bool
) -> None:
    start = time.monotonic()
    hand_at = start + HAND_S
    while seconds is None or time.monotonic() - start < seconds:
        now = time.monotonic()
        if now >= hand_at:
            hand(now)
            hand_at = now + HAND_S
        for fact in line.step():
            if isinstance(fact, Alert):
                console.print(fact.sentence(lang.value), style="bold yellow")
            if take and isinstance(fact, BoxEvent):
                line.link.acknowledge(fact.cursor)
        time.sleep(STEP_S)
    line.close()


@app.command("soak")
def soak_command(
    *,
    events: Annotated[int, typer.Option(min=1, help="How many events the box reports.")] = 1000,
    seed: Annotated[int, typer.Option(help="Same seed, same evening.")] = 1,
    faults: Annotated[
        str, typer.Option(help=f"all, none, or some of: {', '.join(FAULTS)}")
    ] = "all",
    device: Annotated[Device, typer.Option(help="What the link is tried against.")] = Device.SIM,
    as_json: Annotated[bool, typer.Option("--json", help="Last line: one JSON object.")] = False,
    lang: LangOption = None,
) -> None:
    """Try the link under faults, in virtual time: every event must arrive once, in order.

    Example: python -m firmware_bridge soak --events 5000 --seed 7 --faults drop_bytes,unplug
    """
    chosen = _lang(lang)
    named = {"all": FAULTS, "none": ()}
    names = named[faults] if faults in named else tuple(faults.split(","))
    if unknown := sorted(set(names) - set(FAULTS)):
        listed = ", ".join(unknown)
        raise _refuse(
            f"Panne inconnue : {listed}. Choisissez parmi {', '.join(FAULTS)}, all ou none.",
            f"Unknown fault: {listed}. Choose from {', '.join(FAULTS)}, all or none.",
            chosen,
        )
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(device.value, total=events)

        def told(done: int) -> None:
            progress.update(task, completed=done)

        try:
            make = SimulatedBox if device is Device.SIM else emulated_box()
        except LinkProblem as problem:
            sentence = problem.sentence(chosen.value)
            raise _refuse(sentence, sentence, chosen) from None
        count = soak(events, seed, names, told, make)
    if as_json:
        typer.echo(json.dumps(asdict(count) | {"seed": seed, "faults": list(names)}))
    else:
        console.print(" ".join(f"{name}={value}" for name, value in asdict(count).items()))
    if not count.exact:
        raise typer.Exit(1)


def main() -> None:
    """Runs the command line; a command written wrongly ends in one sentence, exit code 2."""
    try:
        outcome = app(standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        sys.exit(_misused(sys.argv[1:], type(error).__name__))
    sys.exit(outcome if isinstance(outcome, int) else 0)


def _misused(argv: list[str], kind: str) -> int:
    if kind == "NoArgsIsHelpError":
        return 0
    chosen = next((lang for lang in Lang if f"--lang {lang}" in " ".join(argv)), None)
    return _refuse(
        "Cette commande ne se comprend pas. Ajoutez --help pour voir ce qu’elle attend.",
        "This command cannot be understood. Add --help to see what it expects.",
        _lang(chosen),
    ).exit_code


if __name__ == "__main__":
    main()
