"""The link alone, from the command line: `monitor` shows what a box says, `replay` what it said,
`soak` tries the link.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from firmware_bridge.emulator import emulated_box
from firmware_bridge.errors import LinkProblem, say
from firmware_bridge.find import candidate_ports
from firmware_bridge.monitor import Monitor
from firmware_bridge.port import Port, open_port
from firmware_bridge.recording import BadRecording, Piece, pieces, written
from firmware_bridge.seek import seek
from firmware_bridge.simulator import FAULTS, MENU, SimulatedBox, simulated_opener
from firmware_bridge.simulator.soak import soak
from firmware_bridge.watching import Hands, Watch, watch

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help=__doc__, pretty_exceptions_enable=False
)
console = Console(highlight=False)


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


def _refuse(sentence: str) -> typer.Exit:
    Console(stderr=True).print(sentence, style="red", markup=False, soft_wrap=True)
    return typer.Exit(2)


def _said(lang: Lang, key: str, **args: str | int) -> str:
    return say("monitor", key, lang.value, **args)


@app.command()
def monitor(  # noqa: PLR0913 - options of a command
    url: Annotated[
        str, typer.Argument(help="/dev/ttyUSB0, COM3, auto, or sim:// for a pretend box.")
    ] = "auto",
    *,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Show the bytes as they pass.")] = False,
    record: Annotated[
        Path | None, typer.Option(help="Also write all bytes, both ways, to this file.")
    ] = None,
    fault: Annotated[
        list[str] | None,
        typer.Option(help="sim:// only: a fault, at once or NAME@SECONDS; others can be typed."),
    ] = None,
    take: Annotated[
        bool, typer.Option("--take", help="Let the box forget the events shown here.")
    ] = False,
    lang: LangOption = None,
) -> None:
    """Show every message of a box as it comes, its inputs and its counters.

    Example: python -m firmware_bridge monitor sim:// --seconds 10 --fault unplug@3
    """
    chosen = _lang(lang)
    box = SimulatedBox(int(time.monotonic())) if url.startswith("sim://") else None
    planned = _planned(fault or [], chosen, simulated=box is not None)
    opener = _opener(url, box)
    shown = Monitor(console, chosen.value, raw=raw)
    with ExitStack() as stack:
        keep = _keep(record, stack, chosen)
        try:
            opener().close()
            hands = None if box is None else Hands(box, planned, _hint(chosen))
            watch(
                Watch(
                    opener=opener,
                    shown=shown,
                    keep=keep,
                    hands=hands,
                    seconds=seconds,
                    take=take or box is not None,
                ),
                time.monotonic,
                time.sleep,
            )
        except LinkProblem as problem:
            raise _refuse(problem.sentence(chosen.value)) from None
        except KeyboardInterrupt:
            raise typer.Exit(0) from None
    if record is not None:
        console.print(_said(chosen, "recorded", path=str(record)), soft_wrap=True)


def _opener(url: str, box: SimulatedBox | None) -> Callable[[], Port]:
    openers: dict[str, Callable[[str], Port]] = {}
    if box is not None:
        openers["sim"] = simulated_opener(box, time.monotonic)

    def opener() -> Port:
        urls = [port.url for port in candidate_ports()] if url == "auto" else [url]
        return seek(urls, lambda one: open_port(one, openers), time.monotonic, time.sleep)

    return opener


def _planned(faults: Sequence[str], lang: Lang, *, simulated: bool) -> list[tuple[float, str]]:
    """NAME or NAME@SECONDS, as (s after the start, name)."""
    if faults and not simulated:
        raise _refuse(_said(lang, "not_simulated"))
    planned = []
    for fault in faults:
        name, _, after = fault.partition("@")
        try:
            planned.append((float(after or 0), name))
        except ValueError:
            name = fault
        if name not in MENU:
            raise _refuse(_said(lang, "unknown_trouble", given=name, known=", ".join(MENU)))
    return sorted(planned)


def _hint(lang: Lang) -> Callable[[str], None]:
    """Says what was typed, or what can be."""

    def hint(name: str) -> None:
        known = name in MENU
        key = "trouble" if known else "menu"
        console.print(_said(lang, key, name=name, known=", ".join(MENU)), style="bold yellow")

    return hint


def _keep(record: Path | None, stack: ExitStack, lang: Lang) -> Callable[[Piece], None]:
    if record is None:
        return lambda _piece: None
    try:
        file = stack.enter_context(record.open("w", encoding="utf-8"))
    except OSError:
        raise _refuse(_said(lang, "no_file", path=str(record))) from None

    def keep(piece: Piece) -> None:
        file.write(written(piece) + "\n")

    return keep


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A file that `monitor --record` wrote.")],
    *,
    raw: Annotated[bool, typer.Option("--raw", help="Show the bytes as they passed.")] = False,
    lang: LangOption = None,
) -> None:
    """Show a recording of bytes again, as the monitor would have.

    Example: python -m firmware_bridge replay evening.bytes
    """
    chosen = _lang(lang)
    shown = Monitor(console, chosen.value, raw=raw)
    try:
        for piece in pieces(file):
            shown.show(piece)
    except OSError:
        raise _refuse(_said(chosen, "no_file", path=str(file))) from None
    except BadRecording as bad:
        raise _refuse(_said(chosen, "bad_record", path=str(file), line=bad.line)) from None
    counts = {"pieces": shown.pieces, "messages": shown.messages, "bad": shown.listener.refused}
    console.print(_said(chosen, "replayed", **counts))


@app.command("soak")
def soak_command(
    *,
    events: Annotated[int, typer.Option(min=1, help="How many events the box reports.")] = 1000,
    seed: Annotated[int, typer.Option(help="Same seed, same evening.")] = 1,
    faults: Annotated[
        str, typer.Option(help=f"all, none, or some of: {', '.join(FAULTS)}")
    ] = "all",
    device: Annotated[
        Device, typer.Option(help="What the link is tried against; firmware: its image in simavr.")
    ] = Device.SIM,
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
        given, known = ", ".join(unknown), ", ".join(FAULTS)
        raise _refuse(_said(chosen, "unknown_trouble", given=given, known=known))
    try:
        make = SimulatedBox if device is Device.SIM else emulated_box()
    except LinkProblem as problem:
        raise _refuse(problem.sentence(chosen.value)) from None
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(device.value, total=events)

        def told(done: int) -> None:
            progress.update(task, completed=done)

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
    return _refuse(_said(_lang(chosen), "misused")).exit_code


if __name__ == "__main__":
    main()
